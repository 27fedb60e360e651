"""What players and organisers do in a tournament: each a form on its page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from menhirs.core.errors import MenhirsError
from menhirs.match.names import checked_name
from menhirs.server.errors import BadRequest
from menhirs.server.http.error_responses import answer
from menhirs.server.http.forms import form_of, read_form
from menhirs.server.http.new_match import check_creation
from menhirs.server.http.pages import limited
from menhirs.server.http.person_cookie import check_welcome, known_or_new, person_of
from menhirs.server.http.rendering import language_of
from menhirs.server.http.security import check_origin
from menhirs.server.http.tournament.pages import tournament_page
from menhirs.server.http.tournament.requests import (
    MeetForm,
    NameForm,
    NamesForm,
    OutcomeForm,
    PlayerForm,
    RenameForm,
    TournamentRequest,
)
from menhirs.server.http.tournament.visit import entrant_of, tournaments_of, visit_tournament
from menhirs.server.http.visit import admission_of, offered_by
from menhirs.server.live.clock import now
from menhirs.server.live.tournaments import Held, Propose
from menhirs.server.storage.arrangements import Door
from menhirs.tournament.entries import (
    ComeBack,
    Enter,
    Event,
    Finish,
    Pair,
    Pause,
    Rename,
    Resume,
    Start,
    Withdraw,
)
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.pairing.by_hand import meet
from menhirs.tournament.pairing.next_round import next_round
from menhirs.tournament.tournament import Entrant
from menhirs.view.error_status import status_of
from menhirs.view.error_words import explain

router = APIRouter(include_in_schema=False, dependencies=[Depends(limited)])


def _is_https(request: Request) -> bool:
    return request.url.scheme == "https"


@router.post("/tournaments")
async def create(request: Request) -> Response:
    check_origin(request)
    check_creation(request)
    wanted = await read_form(request, TournamentRequest)
    known = await known_or_new(request)
    stored = wanted.tournament(known.person.id, offered_by(request))
    await tournaments_of(request).create(stored)
    response = RedirectResponse(f"/tournaments/{stored.id}", 303)
    known.keep(response, https=_is_https(request))
    return response


async def _answered(
    request: Request, name: str, work: Callable[[], Awaitable[Response | None]]
) -> Response:
    """Does something in a tournament, and leads back to its page; what is wrong is told there."""
    try:
        check_origin(request)
        done = await work()
        return done or RedirectResponse(f"/tournaments/{name}", 303)
    except MenhirsError as error:
        wants_page = "text/html" in request.headers.get("accept", "")
        if not wants_page or status_of(error) not in (400, 409):
            return answer(request, error)
        problem = explain(error, language_of(request))
        names = str((await form_of(request)).get("names", ""))
        return await tournament_page(
            request, name, problem=problem, names=names, status=status_of(error)
        )


async def _organise(request: Request, name: str, propose: Propose) -> None:
    """Enters what the organiser wants."""
    visit = await visit_tournament(request, name)
    visit.check_organises()
    assert visit.person is not None  # the organiser is somebody
    check_welcome(visit.person)
    await tournaments_of(request).change(name, propose, visit.person.id)


# Players.


def _entering(held: Held, called: str, person: str = "") -> Enter:
    """Somebody who enters by themselves."""
    if held.stored.arranged.door is Door.HAND:
        raise BadRequest("by-hand")
    if not called:
        raise BadRequest("no-name")
    return held.tournament.enter(called, person)


@router.post("/tournaments/{name}/enter")
async def enter(request: Request, name: str) -> Response:
    async def work() -> Response:
        wanted = await read_form(request, NameForm)
        visit = await visit_tournament(request, name)
        if visit.person is None:  # nobody becomes somebody for a name that is taken
            held = visit.held
            held.tournament.entry(_entering(held, checked_name(wanted.name)), now())
        known = await known_or_new(request, wanted.name)
        admission_of(request).check_asking(known.person.id)
        called = checked_name(wanted.name) or known.person.name

        def propose(held: Held) -> Event | None:
            entrant = entrant_of(held, known.person.id)
            if entrant is not None:
                return ComeBack(entrant.id) if entrant.withdrawn else None
            return _entering(held, called, known.person.id)

        response = RedirectResponse(f"/tournaments/{name}", 303)
        await tournaments_of(request).change(name, propose, known.person.id)
        known.keep(response, https=_is_https(request))
        return response

    return await _answered(request, name, work)


async def _as_player(
    request: Request, name: str, propose: Callable[[Held, Entrant], Event | None]
) -> None:
    """Enters what a player wants."""
    person = await person_of(request)
    if person is None:
        await tournaments_of(request).find(name)  # that it is not there comes first
        raise BadRequest("not-entered")
    check_welcome(person)
    admission_of(request).check_asking(person.id)

    def proposed(held: Held) -> Event | None:
        if (entrant := entrant_of(held, person.id)) is None:
            raise BadRequest("not-entered")
        return propose(held, entrant)

    await tournaments_of(request).change(name, proposed, person.id)


@router.post("/tournaments/{name}/leave")
async def leave(request: Request, name: str) -> Response:
    async def work() -> None:
        await _as_player(request, name, lambda _, entrant: Withdraw(entrant.id))

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/report")
async def report(request: Request, name: str) -> Response:
    async def work() -> None:
        told = await read_form(request, OutcomeForm)
        await _as_player(request, name, lambda _, entrant: told.report(entrant.id))

    return await _answered(request, name, work)


# The organiser.


def _next(held: Held) -> Event:
    return next_round(held.tournament) or Finish()


def _written_down(called: str, held: Held) -> Enter:
    return held.tournament.enter(called)


_PLAIN: dict[str, Propose] = {
    "start": lambda _: Start(),
    "next": _next,
    "pause": lambda _: Pause(),
    "resume": lambda _: Resume(),
    "finish": lambda _: Finish(),
}


@router.post("/tournaments/{name}/players")
async def add_players(request: Request, name: str) -> Response:
    """Writes players down. If one of the names is wrong, none is written."""

    async def work() -> None:
        names = (await read_form(request, NamesForm)).listed
        visit = await visit_tournament(request, name)
        visit.check_organises()
        known = {entrant.name for entrant in visit.held.tournament.entrants.values()}
        for called in names:
            if called in known:
                raise BadTournament("tournament-name-twice", name=called)
            known.add(called)
        for called in names:
            await _organise(request, name, partial(_written_down, called))

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/withdraw")
async def withdraw(request: Request, name: str) -> Response:
    async def work() -> None:
        player = (await read_form(request, PlayerForm)).player
        await _organise(request, name, lambda _: Withdraw(player))

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/come-back")
async def come_back(request: Request, name: str) -> Response:
    async def work() -> None:
        player = (await read_form(request, PlayerForm)).player
        await _organise(request, name, lambda _: ComeBack(player))

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/rename")
async def rename(request: Request, name: str) -> Response:
    async def work() -> None:
        wanted = await read_form(request, RenameForm)
        called = checked_name(wanted.name)
        await _organise(request, name, lambda _: Rename(wanted.player, called))

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/meet")
async def pair_by_hand(request: Request, name: str) -> Response:
    """Lets two players meet in this round; whoever they leave behind are paired with each other."""

    async def work() -> None:
        wanted = await read_form(request, MeetForm)

        def propose(held: Held) -> Pair:
            return meet(held.tournament, wanted.south, wanted.north)

        await _organise(request, name, propose)

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/result")
async def result(request: Request, name: str) -> Response:
    """Enters a result, or corrects it."""

    async def work() -> Response:
        told = await read_form(request, OutcomeForm)
        await _organise(request, name, lambda held: told.entered(held.tournament))
        # Results come in one after the other: the next one is entered at the same place.
        return RedirectResponse(f"/tournaments/{name}#desk", 303)

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/{deed}")
async def plain_deed(request: Request, name: str, deed: str) -> Response:
    """Starts, goes on to the next round, pauses, goes on, or ends it."""
    if deed not in _PLAIN:
        raise BadRequest("no-page")

    async def work() -> None:
        await _organise(request, name, _PLAIN[deed])

    return await _answered(request, name, work)
