"""The public pages of people; blocking and reporting."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request
from fastapi.responses import RedirectResponse, Response

from menhirs.core.rules import rule_set
from menhirs.match.addresses import is_match_id, new_match_id
from menhirs.match.terms import RATED_GAMES
from menhirs.server.errors import BadRequest
from menhirs.server.http.lobby.lobby_data import PageData, rating_data, shown_name
from menhirs.server.http.match.new_match import check_creation
from menhirs.server.http.match.visit import limited
from menhirs.server.http.people.person_cookie import person_of
from menhirs.server.http.people.rating_graph import graph
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.services import rooms_of, services_of
from menhirs.server.live.clock import now
from menhirs.server.storage.match.public_store import PublicGame
from menhirs.server.storage.people.conduct_store import LONGEST_REPORT
from menhirs.server.storage.people.device_store import HINT_DAYS
from menhirs.server.storage.people.people_store import Person
from menhirs.view.terms_in_words import game_title
from menhirs.web.languages import Language

router = APIRouter(include_in_schema=False, dependencies=[Depends(limited)])

_LAST_CHANGES = 60
_LAST_GAMES = 10


async def _found(request: Request, person: str) -> Person:
    found = None
    if is_match_id(person):
        found = await rooms_of(request).writer.read(services_of(request).people.find, person)
    if found is None:
        raise BadRequest("no-person")
    return found


async def _other(request: Request, person: str) -> tuple[str, Person]:
    """The visitor and another person."""
    found, visitor = await _found(request, person), await person_of(request)
    if visitor is None or visitor.id == found.id:
        raise BadRequest("person-needed")
    return visitor.id, found


@router.get("/players/{person}")
async def player(request: Request, person: str, match: str = "", done: str = "") -> Response:
    """A person's public page: ratings, last public games."""
    found, visitor = await _found(request, person), await person_of(request)
    lobby, read, language = (
        services_of(request).lobby,
        rooms_of(request).writer.read,
        language_of(request),
    )
    standings = await read(lobby.ratings.all_of, found.id)
    histories = {
        game: await read(lobby.ratings.history, found.id, game, _LAST_CHANGES)
        for game in RATED_GAMES
        if game in standings
    }
    games = await read(lobby.public.of_person, found.id, _LAST_GAMES)
    blocked = []
    if visitor is not None:
        blocked = await read(lobby.conduct.blocked_by, visitor.id)
    at = now()
    return page(
        request,
        "player.html",
        person=found.id,
        called=shown_name(found.name, language),
        ratings=[
            {
                "game": game_title(rule_set(game), language),
                "rating": rating_data(standings[game].at(at)),
                "games": standings[game].games,
                "graph": graph([changes[0].before, *(change.after for change in changes)])
                if changes
                else None,
            }
            for game, changes in histories.items()
        ],
        games=[_game(game, found.id, language) for game in games],
        is_you=visitor is not None and visitor.id == found.id,
        is_known=visitor is not None,
        is_blocked=any(one.person == found.id for one in blocked),
        match=match if is_match_id(match) else "",
        longest=LONGEST_REPORT,
        done=done,
    )


def _game(game: PublicGame, person: str, language: Language) -> PageData:
    seat = 1 if game.people[1] == person else 2
    other = 3 - seat
    return {
        "match": game.match,
        "opponent": shown_name(game.names.get(other, ""), language),
        "person": game.people[other],
        "game": game_title(game.terms.rules, language),
        "rated": game.terms.rated,
        "result": _result(game, seat, language),
    }


def _result(game: PublicGame, seat: int, language: Language) -> str:
    _ = language.gettext
    if game.winner is None:
        return _("being played")
    if game.winner == 0:
        return _("tie")
    return _("won") if game.winner == seat else _("lost")


@router.post("/players/{person}/block")
async def block(request: Request, person: str) -> Response:
    """Blocks a person."""
    visitor, found = await _other(request, person)
    conduct = services_of(request).lobby.conduct
    await rooms_of(request).writer.run(conduct.block, visitor, found.id, now())
    return RedirectResponse(f"/players/{found.id}?done=blocked", 303)


@router.post("/players/{person}/unblock")
async def unblock(request: Request, person: str, back: Annotated[str, Form()] = "") -> Response:
    visitor, found = await _other(request, person)
    conduct = services_of(request).lobby.conduct
    await rooms_of(request).writer.run(conduct.unblock, visitor, found.id)
    return RedirectResponse("/you/blocked" if back else f"/players/{found.id}", 303)


@router.post("/players/{person}/report")
async def report(
    request: Request,
    person: str,
    words: Annotated[str, Form(max_length=2 * LONGEST_REPORT)] = "",
    match: Annotated[str, Form(max_length=20)] = "",
) -> Response:
    """Reports a person to the operator."""
    check_creation(request)
    visitor, found = await _other(request, person)
    words = words.strip()
    if not 0 < len(words) <= LONGEST_REPORT:
        raise BadRequest("report-words", most=LONGEST_REPORT)
    about = match if is_match_id(match) else None
    data = (new_match_id(), visitor, found.id, about, words, now())
    await rooms_of(request).writer.run(services_of(request).lobby.conduct.report, *data)
    return RedirectResponse(f"/players/{found.id}?done=reported", 303)


@router.get("/you/blocked")
async def blocked(request: Request) -> Response:
    """The people whom the visitor has blocked, with a way to unblock them."""
    visitor, language = await person_of(request), language_of(request)
    conduct, read = services_of(request).lobby.conduct, rooms_of(request).writer.read
    people = [] if visitor is None else await read(conduct.blocked_by, visitor.id)
    return page(
        request,
        "blocked.html",
        you=None if visitor is None else visitor.id,
        hint_days=HINT_DAYS,
        blocked=[{"person": one.person, "name": shown_name(one.name, language)} for one in people],
    )
