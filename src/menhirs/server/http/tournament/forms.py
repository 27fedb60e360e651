"""The forms of players and organisers on the page of a tournament."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from menhirs.core.errors import MenhirsError
from menhirs.match.names import checked_name
from menhirs.server.errors import BadRequest
from menhirs.server.http.error_responses import answer
from menhirs.server.http.forms import form_of, read_form
from menhirs.server.http.match.new_match import check_creation
from menhirs.server.http.match.visit import limited
from menhirs.server.http.people.person_cookie import (
    check_welcome,
    known_or_new,
    person_of,
)
from menhirs.server.http.rendering import language_of
from menhirs.server.http.security import is_https
from menhirs.server.http.services import admission_of, offered_by, services_of
from menhirs.server.http.tournament.desk import check_desk_code, desk_link_page
from menhirs.server.http.tournament.pages import tournament_page
from menhirs.server.http.tournament.requests import (
    CodeForm,
    EntrantChoiceForm,
    NameForm,
    NamesForm,
    OrganiserForm,
    OutcomeForm,
    PairByHandForm,
    PlayerForm,
    RenameForm,
    TournamentWanted,
)
from menhirs.server.http.tournament.visit import entrant_of, visit_tournament
from menhirs.server.live.clock import now
from menhirs.server.live.match.seat_keys import hash_of, new_secret
from menhirs.server.live.tournament.steps import FollowUp, Held, Propose, Proposed
from menhirs.server.storage.people.people_store import Person
from menhirs.tournament.entries import (
    Appoint,
    ChooseEntrant,
    ComeBack,
    Dismiss,
    Enter,
    Event,
    Finish,
    OfferDesk,
    Pair,
    Pause,
    RenamePlayer,
    Resume,
    Start,
    Unpair,
    WithdrawPlayer,
)
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.hosting_settings import Door
from menhirs.tournament.pairing.by_hand import meet
from menhirs.tournament.settings import System
from menhirs.tournament.tournament import Entrant
from menhirs.view.error_status import status_of
from menhirs.view.error_words import explain

router = APIRouter(include_in_schema=False, dependencies=[Depends(limited)])


@router.post("/tournaments")
async def create(request: Request) -> Response:
    check_creation(request)
    wanted = await read_form(request, TournamentWanted)
    known = await known_or_new(request)
    stored = wanted.tournament(known.person.id, offered_by(request))
    await services_of(request).tournaments.create(stored)
    response = RedirectResponse(f"/tournaments/{stored.id}", 303)
    known.keep(response, https=is_https(request))
    return response


async def _answered(
    request: Request, name: str, work: Callable[[], Awaitable[Response | None]]
) -> Response:
    """Does something in a tournament, and redirects to its page, which shows an error if there was
    one.
    """
    try:
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


async def _organise(request: Request, name: str, propose: Propose) -> Held:
    """Enters an organiser's event."""
    person = await person_of(request)

    def proposed(held: Held) -> Proposed:
        _check_organises(held, person)
        return propose(held)

    return await services_of(request).tournaments.change(
        name, proposed, person.id if person else ""
    )


def _check_organises(held: Held, person: Person | None) -> None:
    """Raises unless a person is an organiser."""
    if person is None or not held.is_organiser(person.id):
        raise BadRequest("not-organiser")
    check_welcome(person)


# Players.


def _entering(held: Held, called: str, person: str = "") -> Enter:
    """The event of a player who enters."""
    if held.stored.hosting.door is Door.HAND:
        raise BadRequest("by-hand")
    if not called:
        raise BadRequest("no-name")
    return held.tournament.enter(called, person)


@router.post("/tournaments/{name}/enter")
async def enter(request: Request, name: str) -> Response:
    async def work() -> Response:
        wanted = await read_form(request, NameForm)
        visit = await visit_tournament(request, name)
        if visit.person is None:  # no person is created for a name that is taken
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
        await services_of(request).tournaments.change(name, propose, known.person.id)
        known.keep(response, https=is_https(request))
        return response

    return await _answered(request, name, work)


async def _as_player(
    request: Request, name: str, propose: Callable[[Held, Entrant], Event | None]
) -> None:
    """Enters a player's event."""
    person = await person_of(request)
    if person is None:
        await services_of(request).tournaments.find(name)  # "no such tournament" comes first
        raise BadRequest("not-entered")
    check_welcome(person)
    admission_of(request).check_asking(person.id)

    def proposed(held: Held) -> Event | None:
        if (entrant := entrant_of(held, person.id)) is None:
            raise BadRequest("not-entered")
        return propose(held, entrant)

    await services_of(request).tournaments.change(name, proposed, person.id)


@router.post("/tournaments/{name}/who")
async def say_who(request: Request, name: str) -> Response:
    """A visitor chooses which of the entered players they are."""

    async def work() -> Response:
        wanted = await read_form(request, EntrantChoiceForm)
        await services_of(request).tournaments.find(
            name
        )  # no person is created for a tournament that does not exist
        known = await known_or_new(request)
        admission_of(request).check_asking(known.person.id)

        def propose(held: Held) -> Event | None:
            entrant = held.tournament.entrant(wanted.player)
            is_so = entrant.player == known.person.id
            return None if is_so else ChooseEntrant(wanted.player, known.person.id)

        held = await services_of(request).tournaments.change(name, propose, known.person.id)
        response = RedirectResponse(_back_to(held, wanted.match), 303)
        known.keep(response, https=is_https(request))
        return response

    return await _answered(request, name, work)


def _back_to(held: Held, match: str) -> str:
    return f"/m/{match}" if match in held.links else f"/tournaments/{held.id}"


@router.post("/tournaments/{name}/not-me")
async def not_me(request: Request, name: str) -> Response:
    """Undoes the visitor's choice of a player."""

    async def work() -> None:
        await _as_player(request, name, lambda _, entrant: ChooseEntrant(entrant.id, ""))

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/leave")
async def leave(request: Request, name: str) -> Response:
    async def work() -> None:
        await _as_player(request, name, lambda _, entrant: WithdrawPlayer(entrant.id))

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/report")
async def report(request: Request, name: str) -> Response:
    async def work() -> None:
        form = await read_form(request, OutcomeForm)
        await _as_player(request, name, lambda _, entrant: form.report(entrant.id))

    return await _answered(request, name, work)


# The organiser.


def _next(held: Held) -> FollowUp:
    if held.tournament.open_games() and held.stored.settings.system is not System.ARENA:
        raise BadTournament("tournament-open", round=len(held.tournament.rounds))
    return FollowUp.ROUND


_PLAIN: dict[str, Propose] = {
    "start": lambda _: Start(),
    "next": _next,
    "unpair": lambda held: Unpair(len(held.tournament.rounds)),
    "pause": lambda _: Pause(),
    "resume": lambda _: Resume(),
    "finish": lambda _: Finish(),
}


@router.post("/tournaments/{name}/players")
async def add_players(request: Request, name: str) -> Response:
    """Enters players. If one of the names is invalid, none is entered."""

    async def work() -> None:
        names = (await read_form(request, NamesForm)).listed

        def propose(held: Held) -> list[Enter]:
            first = len(held.tournament.entrants) + 1
            return [Enter(number, called) for number, called in enumerate(names, start=first)]

        await _organise(request, name, propose)

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/withdraw")
async def withdraw(request: Request, name: str) -> Response:
    async def work() -> None:
        player = (await read_form(request, PlayerForm)).player
        await _organise(request, name, lambda _: WithdrawPlayer(player))

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/come-back")
async def come_back(request: Request, name: str) -> Response:
    async def work() -> None:
        player = (await read_form(request, PlayerForm)).player
        await _organise(request, name, lambda _: ComeBack(player))

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/free")
async def free(request: Request, name: str) -> Response:
    """Undoes a visitor's choice of a player, as an organiser."""

    async def work() -> None:
        player = (await read_form(request, PlayerForm)).player
        await _organise(request, name, lambda _: ChooseEntrant(player, ""))

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/rename")
async def rename(request: Request, name: str) -> Response:
    async def work() -> None:
        wanted = await read_form(request, RenameForm)
        called = checked_name(wanted.name)
        await _organise(request, name, lambda _: RenamePlayer(wanted.player, called))

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/meet")
async def pair_by_hand(request: Request, name: str) -> Response:
    """Pairs two players by hand; their former opponents are paired with each other."""

    async def work() -> None:
        wanted = await read_form(request, PairByHandForm)

        def propose(held: Held) -> Pair:
            return meet(held.tournament, wanted.south, wanted.north)

        await _organise(request, name, propose)

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/result")
async def result(request: Request, name: str) -> Response:
    """Enters a result, or corrects it."""

    async def work() -> Response:
        form = await read_form(request, OutcomeForm)
        await _organise(request, name, lambda held: form.entered(held.tournament))
        # The next result is entered at the same place of the page.
        return RedirectResponse(f"/tournaments/{name}#desk", 303)

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/settings")
async def change_settings(request: Request, name: str) -> Response:
    async def work() -> None:
        wanted = await read_form(request, TournamentWanted)
        await _organise(request, name, lambda held: wanted.changed(held, offered_by(request)))

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/offer-desk")
async def offer_desk(request: Request, name: str) -> Response:
    """Makes a link for another organiser; shows it once."""
    code = new_secret()

    async def work() -> Response:
        held = await _organise(request, name, lambda _: OfferDesk(hash_of(code).hex()))
        return await desk_link_page(request, held, code)

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/desk")
async def take_desk(request: Request, name: str) -> Response:
    """Makes the visitor an organiser, by the link."""

    async def work() -> Response:
        wanted = await read_form(request, CodeForm)
        if not (called := checked_name(wanted.name)):
            raise BadRequest("no-name")
        shown = hash_of(wanted.code).hex()
        check_desk_code(await services_of(request).tournaments.find(name), shown)
        known = await known_or_new(request, called)
        admission_of(request).check_asking(known.person.id)

        def propose(held: Held) -> Event | None:
            if held.is_organiser(known.person.id):
                return None
            check_desk_code(held, shown)
            return Appoint(known.person.id, called)

        await services_of(request).tournaments.change(name, propose, known.person.id)
        response = RedirectResponse(f"/tournaments/{name}#desk", 303)
        known.keep(response, https=is_https(request))
        return response

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/dismiss")
async def dismiss(request: Request, name: str) -> Response:
    """Removes an organiser (or oneself), but never the founder of the tournament."""

    async def work() -> None:
        place = (await read_form(request, OrganiserForm)).organiser

        def propose(held: Held) -> Dismiss:
            others = list(held.tournament.organisers)
            return Dismiss(others[place] if place < len(others) else "")

        await _organise(request, name, propose)

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/delete")
async def delete(request: Request, name: str) -> Response:
    async def work() -> Response:
        person = await person_of(request)
        await services_of(request).tournaments.delete(
            name, lambda held: _check_organises(held, person)
        )
        return RedirectResponse("/tournaments", 303)

    return await _answered(request, name, work)


@router.post("/tournaments/{name}/{deed}")
async def plain_deed(request: Request, name: str, deed: str) -> Response:
    """Starts, pauses, resumes or ends a tournament, or begins the next round."""
    if deed not in _PLAIN:
        raise BadRequest("no-page")

    async def work() -> None:
        await _organise(request, name, _PLAIN[deed])

    return await _answered(request, name, work)
