"""The data of the pages with a board: an analysis, a review, a position to play from, a match."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from menhirs.core.rules import RuleSet
from menhirs.home.exercises import opening_of
from menhirs.home.ports import Visitor
from menhirs.home.requests import Answer, Route, VisitorRequest, json_answer
from menhirs.home.reviews import record_of
from menhirs.home.shapes import AnalysisAsked, PageAsked, PositionAsked
from menhirs.learn.match_page import match_data
from menhirs.learn.review.exercise_set import ReviewExercises, exercise_id
from menhirs.match.fair_play import EngineDoor
from menhirs.notation.tree import Game
from menhirs.referee.agreement import begin_from
from menhirs.view.analysis.analysis_tree import game_from, game_played, opening_text
from menhirs.view.errors import bad_field
from menhirs.view.language import GettextLanguage
from menhirs.view.request_limits import MOST_LINES
from menhirs.view.start_data import StartData, start_data
from menhirs.view.terms_in_words import game_title


def analysis_page_data(
    language: GettextLanguage, offered: Mapping[str, RuleSet]
) -> dict[str, object]:
    """The data of the analysis page besides the game on its board."""
    games = [
        {"name": name, "title": game_title(known, language)} for name, known in offered.items()
    ]
    return {"most_lines": MOST_LINES, "games": games}


async def _opening(visitor: Visitor, game: Game, at: Game | Any) -> object:
    """A game for the analysis board, opened at one of its positions."""
    return json.loads(await visitor.apart(opening_text, game, at, visitor.language))


async def analysis_opened(visitor: Visitor, wanted: AnalysisAsked) -> dict[str, object]:
    """The position of a line, a finished match, or the start of a game."""
    if wanted.match:
        game = game_played((await visitor.matches.visit(wanted.match)).match)
    else:
        visitor.admit_request()
        game = game_from(wanted.position, wanted.rules, visitor.offered)
    line = [game, *game.main_line()]
    if wanted.position or wanted.match:
        await visitor.check_fair(EngineDoor.ANALYSIS, [node.position for node in line])
    at = line[min(wanted.ply, len(line) - 1)]  # the last, if none is named
    return {"opening": await _opening(visitor, game, at)}


async def analysis_page(visitor: Visitor, request: VisitorRequest[AnalysisAsked]) -> Answer:
    """A game on the analysis board."""
    return json_answer(await analysis_opened(visitor, request.wanted))


async def review_opened(visitor: Visitor, review: str) -> dict[str, object]:
    """A game with its review, finished or in progress."""
    game = Game.from_record(await record_of(visitor, review))
    return {"review": review, "opening": await _opening(visitor, game, game)}


async def review_page(visitor: Visitor, request: VisitorRequest[PageAsked]) -> Answer:
    """A game with its review."""
    return json_answer(await review_opened(visitor, request.gaps["review"]))


async def moment_again(visitor: Visitor, review: str, ply: str) -> dict[str, object]:
    """A moment of a reviewed game as an exercise."""
    if not (ply.isascii() and ply.isdigit() and len(ply) < 9):
        raise bad_field("ply", "not a number")
    name = exercise_id(review, number := int(ply))
    opening = await opening_of(visitor, ReviewExercises.name, name)
    return {"opening": opening, "back": await visitor.reviews.page_of(review, number)}


async def moment_page(visitor: Visitor, request: VisitorRequest[PageAsked]) -> Answer:
    """A moment of a reviewed game."""
    return json_answer(await moment_again(visitor, request.gaps["review"], request.gaps["ply"]))


async def play_from(visitor: Visitor, position: str) -> StartData:
    """A position from which a match can be begun."""
    start = begin_from(position, visitor.offered)
    await visitor.check_fair(EngineDoor.MATCH, [start])
    return start_data(start, visitor.language)


async def start_page(visitor: Visitor, request: VisitorRequest[PositionAsked]) -> Answer:
    """A position from which a match can be begun."""
    return json_answer(await play_from(visitor, request.wanted.position))


async def match_page(visitor: Visitor, request: VisitorRequest[PageAsked]) -> Answer:
    """The data of the match page, before its script runs."""
    visit = await visitor.matches.visit(request.gaps["match"])
    return json_answer(match_data(visit.match, visit.state(), visitor.language))


ROUTES = (
    Route("GET", "/told/analysis", analysis_page, AnalysisAsked, is_listed=False),
    Route("GET", "/told/review/{review}", review_page, PageAsked, is_listed=False),
    Route("GET", "/told/learn/again/{review}/{ply}", moment_page, PageAsked, is_listed=False),
    Route("GET", "/told/play", start_page, PositionAsked, is_listed=False),
    Route("GET", "/told/m/{match}", match_page, PageAsked, is_listed=False),
)
