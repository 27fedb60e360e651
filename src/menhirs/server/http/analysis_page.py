"""The analysis board: any position, played on for both sides."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response

from menhirs.core.rules import RuleSet
from menhirs.home.exercises import CLASSROOM
from menhirs.learn.puzzles.given import GIVEN, name_of
from menhirs.match.fair_play import EngineDoor
from menhirs.notation.line import read_line
from menhirs.notation.tree import Game
from menhirs.server.http.admission import address_of
from menhirs.server.http.fair_play import check_fair
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.visit import admission_of, limited, offered_by, visit_to
from menhirs.server.languages import Language
from menhirs.view.analysis_tree import game_from, game_played, opening_text
from menhirs.view.request_limits import MOST_LINES
from menhirs.view.terms_in_words import game_title

Ply = Annotated[int, Query(ge=-1)]

router = APIRouter(include_in_schema=False)


@router.get("/analysis")
async def analysis_page(
    request: Request, position: str = "", rules: str = "amsterdam", match: str = "", ply: Ply = -1
) -> Response:
    """The board with the position of a line, a finished match, or the start of a game."""
    game = await _wanted(request, position, rules, match)
    line = [game, *game.main_line()]
    if position or match:
        await check_fair(request, EngineDoor.ANALYSIS, [node.position for node in line])
    at = line[min(ply, len(line) - 1)]  # the last, if none is named
    language = language_of(request)
    told = analysis_told(language, offered_by(request))
    opening = json.loads(opening_text(game, at, language))
    return page(request, "analysis.html", opening=opening, **told)


def analysis_told(language: Language, offered: Mapping[str, RuleSet]) -> dict[str, object]:
    """What the analysis board tells beside the game on it."""
    games = [
        {"name": name, "title": game_title(known, language)} for name, known in offered.items()
    ]
    return {"most_lines": MOST_LINES, "games": games}


@router.get("/analysis/puzzle", dependencies=[Depends(limited)])
async def puzzle_for_somebody(request: Request, position: str = "") -> Response:
    """A position as a puzzle: its address can be sent to somebody."""
    language = language_of(request)
    asked = read_line(position, offered_by(request))
    await check_fair(request, EngineDoor.PUZZLE, [asked])
    name = await run_in_threadpool(name_of, asked)
    return page(
        request,
        "again.html",
        opening=CLASSROOM.opening(GIVEN.name, name, language),
        up=language.gettext("Puzzles"),
        back="/puzzles",
        back_words=language.gettext("More puzzles"),
    )


async def _wanted(request: Request, position: str, rules: str, match: str) -> Game:
    if match:
        return game_played((await visit_to(request, match)).room.match)
    admission_of(request).check_request(address_of(request))
    return game_from(position, rules, offered_by(request))
