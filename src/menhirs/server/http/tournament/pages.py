"""The pages of tournaments: the list, the form, the page of each, for a projector and to print."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Annotated, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import JSONResponse, Response
from markupsafe import Markup

from menhirs.core.rules import AMSTERDAM
from menhirs.notation.line import write_line
from menhirs.server.errors import BadRequest
from menhirs.server.http.match.visit import apart, limited
from menhirs.server.http.people.person_cookie import person_of
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.services import offered_by, rooms_of, services_of
from menhirs.server.http.tournament.view import (
    PairingData,
    cross_table,
    game_data,
    round_data,
    tournament_data,
)
from menhirs.server.http.tournament.visit import (
    TournamentVisit,
    unchosen_entrants,
    visit_tournament,
)
from menhirs.server.live.clock import now
from menhirs.server.live.tournament.games import games_to_play, layout_terms
from menhirs.server.live.tournament.steps import Held
from menhirs.server.storage.tournament.tournament_store import Listed
from menhirs.tournament.entries import Pair, Pause, Resume, Unpair
from menhirs.tournament.results import TournamentGame
from menhirs.tournament.settings import System
from menhirs.tournament.tournament import TournamentPhase
from menhirs.tournament.words import (
    entry_in_words,
    phase_title,
    system_title,
    systems_data,
    who_in_words,
)
from menhirs.view.terms_in_words import game_title
from menhirs.web.languages import Language
from menhirs.web.qr_code import qr_code
from menhirs.web.rendering import render

router = APIRouter(include_in_schema=False, dependencies=[Depends(limited)])

_KEPT = 16
"""The number of cached tournaments, each in one language."""

RoundNumber = Annotated[int, Path(ge=1, le=100_000)]


@router.get("/tournaments")
async def tournament_list(request: Request) -> Response:
    language, person = language_of(request), await person_of(request)
    store = services_of(request).tournaments.store
    listed = await rooms_of(request).writer.read(store.listed, person.id if person else None)
    rows = [_row(one, language) for one in listed]
    return page(request, "tournament/list.html", tournaments=rows)


def _row(listed: Listed, language: Language) -> dict[str, object]:
    settings, phase = listed.stored.settings, TournamentPhase[listed.state.upper()]
    return {
        "id": listed.stored.id,
        "name": settings.name,
        "system": system_title(settings.system, language),
        "game": game_title(settings.rules, language),
        "phase": listed.state,
        "status": phase_title(phase, language),
        "starts_at": listed.stored.hosting.starts_at if phase is TournamentPhase.ENTERING else None,
        "players": listed.players,
    }


@router.get("/tournaments/new")
def new_tournament(request: Request) -> Response:
    language = language_of(request)
    offered = offered_by(request).values()
    return page(
        request,
        "tournament/new.html",
        systems=systems_data(language),
        games=[(rules.name, game_title(rules, language)) for rules in offered],
        claim_seconds=AMSTERDAM.claim_time / 1000,
    )


@router.get("/tournaments/ready")
async def ready(request: Request) -> Response:
    """The visitor's next game in a tournament, if there is one."""
    person, found = await person_of(request), None
    if person is not None:
        store = services_of(request).tournaments.store
        found = await rooms_of(request).writer.read(store.waiting_for, person.id)
    data = {} if found is None else {"tournament": found[0], "match": found[1]}
    return JSONResponse(data, headers={"cache-control": "no-store"})


@router.get("/tournaments/{name}")
async def tournament(
    request: Request, name: str, correct: Annotated[int, Query(ge=0, le=100_000)] = 0
) -> Response:
    return await tournament_page(request, name, correct=correct)


async def tournament_page(
    request: Request,
    name: str,
    *,
    problem: str = "",
    names: str = "",
    status: int = 200,
    correct: int = 0,
) -> Response:
    """The page of a tournament; ``problem`` is the error of the last action.

    ``names`` are refused players' names, so that nobody has to type them twice. ``correct``
    is the round whose results may be corrected; without it the last one.
    """
    visit = await visit_tournament(request, name)
    held, language = visit.held, language_of(request)
    tournament, stored = held.tournament, held.stored
    rounds = len(tournament.rounds)
    is_arena = stored.settings.system is System.ARENA
    return await apart(
        request,
        page,
        request,
        "tournament/page.html",
        status,
        problem=problem,
        names=names,
        most_points=stored.settings.rules.most_points,
        here=f"/tournaments/{name}",
        **await for_all(held, language),
        unchosen_entrants=unchosen_entrants(held) if visit.entrant is None else [],
        others=list(tournament.organisers.values()),
        chosen_round=min(correct, rounds) or rounds,
        may_enter=stored.hosting.door.value != "hand"
        and tournament.phase is not TournamentPhase.FINISHED,
        my_name=visit.person.name if visit.person else "",
        me=visit.entrant,
        mine=_own_game(visit, language),
        organises=visit.organises,
        goes_on=stored.hosting.goes_on,
        is_open=bool(tournament.open_games()),
        can_pair_by_hand=bool(rounds) and not is_arena,
        may_unpair=_may_unpair(held),
        is_pairing=services_of(request).tournaments.is_pairing(name),
        link=str(request.url_for("tournament", name=name)),
    )


def _may_unpair(held: Held) -> bool:
    """Whether the pairing of the last round can be undone: it has no result yet."""
    tournament, rounds = held.tournament, len(held.tournament.rounds)
    if not rounds or held.stored.settings.system is System.ARENA:
        return False
    if tournament.phase not in (TournamentPhase.RUNNING, TournamentPhase.PAUSED):
        return False
    return all(tournament.outcome(game) is None for game in tournament.games(rounds))


_shown: OrderedDict[tuple[Held, Language], asyncio.Future[dict[str, object]]] = OrderedDict()


async def for_all(held: Held, language: Language) -> dict[str, object]:
    """The part of the page that all visitors share, cached for when all open pages reload at
    once.
    """
    key = (held, language)
    if (making := _shown.get(key)) is None:
        making = asyncio.ensure_future(asyncio.to_thread(_for_all, held, language))
        _shown[key] = making
        while len(_shown) > _KEPT:
            _shown.popitem(last=False)
    try:
        return await asyncio.shield(making)
    except Exception:
        _shown.pop(key, None)
        raise


def _for_all(held: Held, language: Language) -> dict[str, object]:
    is_arena = held.stored.settings.system is System.ARENA
    shown = {
        "data": tournament_data(held, language),
        "is_arena": is_arena,
        "cross": None if is_arena else cross_table(held),
        "now_playing": _now_playing(held, language),
        "trail": _trail(held, language),
    }
    parts = {
        part: Markup(render(language, f"tournament/{part}.html", **shown))
        for part in ("now", "so_far")
    }
    return {**shown, **parts}


def _now_playing(held: Held, language: Language) -> list[PairingData]:
    """The tables of the last round; in an arena the running games."""
    tournament = held.tournament
    if not tournament.rounds:
        return []
    if tournament.settings.system is not System.ARENA:
        return round_data(held, len(tournament.rounds), language)["pairings"]
    return [
        {
            "table": table,
            "south": tournament.name(game.south),
            "north": tournament.name(game.north),
            "games": [game_data(held, game, language)],
        }
        for table, game in enumerate(games_to_play(tournament), start=1)
    ]


def _own_game(visit: TournamentVisit, language: Language) -> dict[str, object] | None:
    """The visitor's current game."""
    me, held = visit.entrant, visit.held
    if me is None or held.tournament.phase is TournamentPhase.FINISHED:
        return None
    for game in games_to_play(held.tournament):
        if me.id in game.players:
            data = game_data(held, game, language)
            state = held.tournament.state(game)
            opponent = game.north if me.id == game.south else game.south
            return {
                **data,
                "table": _table_of(held, game),
                "is_south": me.id == game.south,
                "opponent": held.tournament.name(opponent),
                "opponent_withdrew": held.tournament.entrant(opponent).withdrawn,
                "reported": me.id in state.reports,
            }
    return None


def _table_of(held: Held, game: TournamentGame) -> int:
    pairings = held.tournament.rounds[game.round - 1].pairings
    return 1 + next(
        table for table, pairing in enumerate(pairings) if pairing.pair == set(game.players)
    )


def _trail(held: Held, language: Language) -> list[tuple[int, str, str]]:
    """The log in words, the latest entry first."""
    return [
        (
            entry.at,
            entry_in_words(held.tournament, entry, language),
            who_in_words(held.tournament, held.stored.organiser, entry.by, language),
        )
        for entry in reversed(held.log)
    ]


@router.get("/tournaments/{name}/projector")
async def projector(request: Request, name: str) -> Response:
    held = (await visit_tournament(request, name)).held
    language = language_of(request)
    link = str(request.url_for("tournament", name=name))
    shown = await for_all(held, language)
    return await apart(
        request,
        page,
        request,
        "tournament/projector.html",
        data=shown["data"],
        now_playing=shown["now_playing"],
        link=link,
        qr=qr_code(link, language.gettext("The link as a QR code")),
        round_time=_round_time(held),
        now=now(),
    )


class RoundTime(NamedTuple):
    """How long a round has taken; a pause does not count."""

    began: int
    """When it was paired, later by all pauses since."""
    stopped: int | None
    """Since when it is paused."""


def _round_time(held: Held) -> RoundTime | None:
    """The time of the round that is being played."""
    running = (TournamentPhase.RUNNING, TournamentPhase.PAUSED)
    if held.tournament.phase not in running or not held.tournament.rounds:
        return None
    began, stopped = 0, None
    for entry in held.log:
        match entry.event:
            case Pair():
                began = entry.at
            case Pause() | Unpair():  # the tournament is paused either way
                stopped = entry.at
            case Resume() if stopped is not None:
                began += entry.at - max(began, stopped)
                stopped = None
    return RoundTime(began, stopped)


@router.get("/tournaments/{name}/print/standings")
async def print_standings(request: Request, name: str) -> Response:
    held = (await visit_tournament(request, name)).held
    shown = await for_all(held, language_of(request))
    return await apart(
        request,
        page,
        request,
        "tournament/print_standings.html",
        data=shown["data"],
        cross=shown["cross"],
        is_open=bool(held.tournament.open_games()),
    )


@router.get("/tournaments/{name}/print/{number}")
async def print_round(request: Request, name: str, number: RoundNumber) -> Response:
    """The pairings of a round, with room for the results."""
    held = await _with_round(request, name, number)
    language = language_of(request)
    data = round_data(held, number, language)
    return page(
        request,
        "tournament/print_round.html",
        title=held.stored.settings.name,
        id=held.id,
        data=data,
    )


@router.get("/tournaments/{name}/cards/{number}")
async def print_cards(request: Request, name: str, number: RoundNumber) -> Response:
    """A card with the layout for each table of a round."""
    held = await _with_round(request, name, number)
    cards = [
        {"table": table, "games": games, "picture": picture}
        for table, pairing in enumerate(held.tournament.rounds[number - 1].pairings, start=1)
        for picture, games in _layouts(held, held.tournament.games_of(number, pairing)).items()
    ]
    settings = held.stored.settings
    return page(
        request,
        "tournament/print_cards.html",
        title=settings.name,
        id=held.id,
        number=number,
        cards=cards,
        game=game_title(settings.rules, language_of(request)),
    )


@router.get("/tournaments/{name}/tables/{number}/{table}")
async def table_layout(
    request: Request, name: str, number: RoundNumber, table: RoundNumber
) -> Response:
    """The layout of a table, for the phones of its two players."""
    held = await _with_round(request, name, number)
    pairings = held.tournament.rounds[number - 1].pairings
    if table > len(pairings):
        raise BadRequest("no-page")
    games = held.tournament.games_of(number, pairings[table - 1])
    return page(
        request,
        "tournament/table.html",
        id=name,
        title=held.stored.settings.name,
        number=number,
        table=table,
        layouts=_layouts(held, games),
        game=game_title(held.stored.settings.rules, language_of(request)),
    )


def _layouts(held: Held, games: list[TournamentGame]) -> dict[str, list[tuple[str, str]]]:
    """For each layout that a pair plays its picture, and who sits in the south and in the north."""
    found: dict[str, list[tuple[str, str]]] = {}
    for game in games:
        line = write_line(layout_terms(held.stored.settings, game).start)
        names = (held.tournament.name(game.south), held.tournament.name(game.north))
        found.setdefault(f"/position.svg?{urlencode({'position': line})}", []).append(names)
    return found


async def _with_round(request: Request, name: str, number: int) -> Held:
    held = (await visit_tournament(request, name)).held
    if number > len(held.tournament.rounds):
        raise BadRequest("no-page")
    return held
