"""The forms of players and organisers on the page of a tournament."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

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
    KnownPerson,
    check_welcome,
    known_or_new,
    person_of,
)
from menhirs.server.http.rendering import language_of
from menhirs.server.http.services import admission_of, offered_by, services_of
from menhirs.server.http.tournament import requests
from menhirs.server.http.tournament.desk import check_desk_code, desk_link_page
from menhirs.server.http.tournament.pages import tournament_page
from menhirs.server.http.tournament.visit import entrant_of, visit_tournament
from menhirs.server.live.clock import now
from menhirs.server.live.match.seat_keys import hash_of, new_secret
from menhirs.server.live.tournament.steps import FollowUp, Held, Propose, Proposed
from menhirs.server.storage.people.people_store import Person
from menhirs.tournament import entries as diary
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.hosting_settings import Door
from menhirs.tournament.pairing.by_hand import meet
from menhirs.tournament.results import EntrantId
from menhirs.tournament.settings import System
from menhirs.tournament.tournament import Entrant
from menhirs.view.error_status import status_of
from menhirs.view.error_words import explain

router = APIRouter(include_in_schema=False, dependencies=[Depends(limited)])


@router.post("/tournaments")
async def create(request: Request) -> Response:
    check_creation(request)
    wanted = await read_form(request, requests.TournamentWanted)
    known = await known_or_new(request)
    stored = wanted.tournament(known.person.id, offered_by(request))
    await services_of(request).tournaments.create(stored)
    response = RedirectResponse(f"/tournaments/{stored.id}", 303)
    known.keep(request, response)
    return response


Deed: TypeAlias = Callable[[Request, str], Awaitable[Response | None]]
"""What a form asks for in a tournament. Without an answer of its own it leads to the tournament."""


def _form(address: str) -> Callable[[Deed], Deed]:
    """A form on the page of a tournament, which is shown with the error if there is one."""

    def register(deed: Deed) -> Deed:
        @router.post(f"/tournaments/{{name}}/{address}")
        async def answered(request: Request, name: str) -> Response:
            return await _answered(request, name, deed)

        return deed

    return register


async def _answered(request: Request, name: str, deed: Deed) -> Response:
    try:
        done = await deed(request, name)
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


def _entering(held: Held, called: str, person: str = "") -> diary.Enter:
    """The event of a player who enters."""
    if held.stored.hosting.door is Door.HAND:
        raise BadRequest("by-hand")
    if not called:
        raise BadRequest("no-name")
    return held.tournament.enter(called, person)


@_form("enter")
async def enter(request: Request, name: str) -> Response:
    wanted = await read_form(request, requests.NameForm)
    visit = await visit_tournament(request, name)
    if visit.person is None:  # no person is created for a name that is taken
        held = visit.held
        held.tournament.entry(_entering(held, checked_name(wanted.name)), now())
    known = await known_or_new(request, wanted.name)
    called = checked_name(wanted.name) or known.person.name

    def propose(held: Held) -> diary.Event | None:
        entrant = entrant_of(held, known.person.id)
        if entrant is not None:
            return diary.ComeBack(entrant.id) if entrant.withdrawn else None
        return _entering(held, called, known.person.id)

    return await _as_visitor(request, name, known, propose)


async def _as_visitor(
    request: Request, name: str, known: KnownPerson, propose: Propose, then: str = ""
) -> Response:
    """Enters the event of a visitor who may just have been created, and goes on at ``then``."""
    admission_of(request).askings.check(known.person.id)
    await services_of(request).tournaments.change(name, propose, known.person.id)
    response = RedirectResponse(then or f"/tournaments/{name}", 303)
    known.keep(request, response)
    return response


async def _as_player(
    request: Request, name: str, propose: Callable[[Entrant], diary.Event | None]
) -> None:
    """Enters a player's event."""
    person = await person_of(request)
    if person is None:
        await services_of(request).tournaments.find(name)  # "no such tournament" comes first
        raise BadRequest("not-entered")
    check_welcome(person)
    admission_of(request).askings.check(person.id)

    def proposed(held: Held) -> diary.Event | None:
        if (entrant := entrant_of(held, person.id)) is None:
            raise BadRequest("not-entered")
        return propose(entrant)

    await services_of(request).tournaments.change(name, proposed, person.id)


@_form("who")
async def say_who(request: Request, name: str) -> Response:
    """A visitor chooses which of the entered players they are."""
    wanted = await read_form(request, requests.EntrantChoiceForm)
    # No person is created for a tournament that does not exist.
    held = await services_of(request).tournaments.find(name)
    known = await known_or_new(request)

    def propose(held: Held) -> diary.Event | None:
        entrant = held.tournament.entrant(wanted.player)
        is_so = entrant.player == known.person.id
        return None if is_so else diary.ChooseEntrant(wanted.player, known.person.id)

    to_game = f"/m/{wanted.match}" if wanted.match in held.links else ""
    return await _as_visitor(request, name, known, propose, to_game)


@_form("not-me")
async def not_me(request: Request, name: str) -> None:
    """Undoes the visitor's choice of a player."""
    await _as_player(request, name, lambda entrant: diary.ChooseEntrant(entrant.id, ""))


@_form("leave")
async def leave(request: Request, name: str) -> None:
    await _as_player(request, name, lambda entrant: diary.WithdrawPlayer(entrant.id))


@_form("report")
async def report(request: Request, name: str) -> None:
    form = await read_form(request, requests.OutcomeForm)
    await _as_player(request, name, lambda entrant: form.report(entrant.id))


# The organiser.


def _next(held: Held) -> FollowUp:
    if held.tournament.open_games() and held.stored.settings.system is not System.ARENA:
        raise BadTournament("tournament-open", round=len(held.tournament.rounds))
    return FollowUp.ROUND


_PLAIN: dict[str, Propose] = {
    "start": lambda _: diary.Start(),
    "next": _next,
    "unpair": lambda held: diary.Unpair(len(held.tournament.rounds)),
    "pause": lambda _: diary.Pause(),
    "resume": lambda _: diary.Resume(),
    "finish": lambda _: diary.Finish(),
}


@_form("players")
async def add_players(request: Request, name: str) -> None:
    """Enters players. If one of the names is invalid, none is entered."""
    names = (await read_form(request, requests.NamesForm)).listed

    def propose(held: Held) -> list[diary.Enter]:
        first = len(held.tournament.entrants) + 1
        return [diary.Enter(number, called) for number, called in enumerate(names, start=first)]

    await _organise(request, name, propose)


def _form_of_player(address: str, event: Callable[[EntrantId], diary.Event]) -> None:
    """A form in which an organiser names a player."""

    @_form(address)
    async def organise(request: Request, name: str) -> None:
        player = (await read_form(request, requests.PlayerForm)).player
        await _organise(request, name, lambda _: event(player))


_form_of_player("withdraw", diary.WithdrawPlayer)
_form_of_player("come-back", diary.ComeBack)
_form_of_player("free", lambda player: diary.ChooseEntrant(player, ""))


@_form("rename")
async def rename(request: Request, name: str) -> None:
    wanted = await read_form(request, requests.RenameForm)
    called = checked_name(wanted.name)
    await _organise(request, name, lambda _: diary.RenamePlayer(wanted.player, called))


@_form("meet")
async def pair_by_hand(request: Request, name: str) -> None:
    """Pairs two players by hand; their former opponents are paired with each other."""
    wanted = await read_form(request, requests.PairByHandForm)
    pairs = (wanted.south, wanted.north)
    await _organise(request, name, lambda held: meet(held.tournament, *pairs))


@_form("result")
async def result(request: Request, name: str) -> Response:
    """Enters a result, or corrects it."""
    form = await read_form(request, requests.OutcomeForm)
    await _organise(request, name, lambda held: form.entered(held.tournament))
    # The next result is entered at the same place of the page.
    return RedirectResponse(f"/tournaments/{name}#desk", 303)


@_form("settings")
async def change_settings(request: Request, name: str) -> None:
    wanted = await read_form(request, requests.TournamentWanted)
    await _organise(request, name, lambda held: wanted.changed(held, offered_by(request)))


@_form("offer-desk")
async def offer_desk(request: Request, name: str) -> Response:
    """Makes a link for another organiser; shows it once."""
    code = new_secret()
    held = await _organise(request, name, lambda _: diary.OfferDesk(hash_of(code).hex()))
    return await desk_link_page(request, held, code)


@_form("desk")
async def take_desk(request: Request, name: str) -> Response:
    """Makes the visitor an organiser, by the link."""
    wanted = await read_form(request, requests.CodeForm)
    if not (called := checked_name(wanted.name)):
        raise BadRequest("no-name")
    shown = hash_of(wanted.code).hex()
    check_desk_code(await services_of(request).tournaments.find(name), shown)
    known = await known_or_new(request, called)

    def propose(held: Held) -> diary.Event | None:
        if held.is_organiser(known.person.id):
            return None
        check_desk_code(held, shown)
        return diary.Appoint(known.person.id, called)

    return await _as_visitor(request, name, known, propose, f"/tournaments/{name}#desk")


@_form("dismiss")
async def dismiss(request: Request, name: str) -> None:
    """Removes an organiser (or oneself), but never the founder of the tournament."""
    place = (await read_form(request, requests.OrganiserForm)).organiser

    def propose(held: Held) -> diary.Dismiss:
        others = list(held.tournament.organisers)
        return diary.Dismiss(others[place] if place < len(others) else "")

    await _organise(request, name, propose)


@_form("delete")
async def delete(request: Request, name: str) -> Response:
    person = await person_of(request)
    await services_of(request).tournaments.delete(name, lambda held: _check_organises(held, person))
    return RedirectResponse("/tournaments", 303)


@router.post("/tournaments/{name}/{deed}")
async def plain_deed(request: Request, name: str, deed: str) -> Response:
    """Starts, pauses, resumes or ends a tournament, or begins the next round."""
    if deed not in _PLAIN:
        raise BadRequest("no-page")

    async def work(request: Request, name: str) -> None:
        await _organise(request, name, _PLAIN[deed])

    return await _answered(request, name, work)
