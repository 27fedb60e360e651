"""The clock for a real table: two big clocks, and a bell for claims.

The times are those of the game's rules. The clocks run in the browser.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from menhirs.core.rules import rule_set
from menhirs.match.terms import MINUTE, MOST_INCREMENT, MOST_MINUTES, LiveClock
from menhirs.server.http.match.visit import limited
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.services import offered_by
from menhirs.server.http.tournament.visit import visit_tournament
from menhirs.server.live.tournament.steps import Held
from menhirs.tournament.results import TournamentGame
from menhirs.view.terms_in_words import game_title

router = APIRouter(include_in_schema=False, dependencies=[Depends(limited)])


@router.get("/clock")
async def clock(
    request: Request,
    rules: Annotated[str, Query(max_length=40)] = "amsterdam",
    minutes: Annotated[float, Query(ge=0.5, le=MOST_MINUTES)] = 10,
    increment: Annotated[int, Query(ge=0, le=MOST_INCREMENT)] = 5,
    tournament: Annotated[str, Query(max_length=40)] = "",
    table: Annotated[int, Query(ge=0, le=100_000)] = 0,
) -> Response:
    """The clock; for a tournament with its times, for a table with its players."""
    language, offered = language_of(request), offered_by(request)
    held = (await visit_tournament(request, tournament)).held if tournament else None
    names = dict(zip((1, 2), (language.gettext("South"), language.gettext("North")), strict=True))
    if held is None:
        chosen = rule_set(rules, offered)
    else:
        chosen = held.stored.settings.rules
        if isinstance(agreed := held.stored.hosting.clock, LiveClock):
            minutes, increment = agreed.time / MINUTE, agreed.increment // 1000
        if table and (game := _game_at(held, table)) is not None:
            names = {
                seat: held.tournament.name(entrant_id)
                for seat, entrant_id in enumerate(game.players, 1)
            }
    return page(
        request,
        "tournament/clock.html",
        chosen=chosen,
        minutes=minutes,
        increment=increment,
        names=names,
        tournament=None if held is None else held.stored.settings.name,
        tournament_id=tournament,
        table=table,
        round=len(held.tournament.rounds) if held else 0,
        games=[(each.name, game_title(each, language)) for each in offered.values()],
    )


def _game_at(held: Held, table: int) -> TournamentGame | None:
    """The game that is played at a table now, or was last."""
    tournament = held.tournament
    if not tournament.rounds or table > len(tournament.rounds[-1].pairings):
        return None
    number = len(tournament.rounds)
    games = tournament.games_of(number, tournament.rounds[-1].pairings[table - 1])
    return next((game for game in games if tournament.outcome(game) is None), games[-1])
