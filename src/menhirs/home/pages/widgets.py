"""The data of the widgets for other sites: a puzzle, a position, a game."""

from __future__ import annotations

import json
from typing import TypedDict
from urllib.parse import quote, urlencode

from menhirs.home.pages.puzzles import puzzle_of_today
from menhirs.home.ports import Visitor
from menhirs.home.requests import Answer, Route, VisitorRequest, json_answer
from menhirs.home.shapes import MovesAsked, PageAsked, PositionAsked
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.page import puzzle_data
from menhirs.match.fair_play import EngineDoor
from menhirs.notation.line import write_line
from menhirs.referee.agreement import begin_from
from menhirs.view.analysis.analysis_line import LineTeller, line_from
from menhirs.view.analysis.analysis_tree import read_moves
from menhirs.view.board_data import geometry_data
from menhirs.view.language import GettextLanguage
from menhirs.view.terms_in_words import game_title


class WidgetData(TypedDict):
    """A widget before its script is there."""

    title: str
    page: str
    """The address of ours that it leads to."""
    data: dict[str, object]
    """What its script begins with."""


def puzzle_widget(name: str, at: int, language: GettextLanguage) -> WidgetData:
    """A puzzle; ``today`` is the one of the day."""
    today = puzzle_of_today(at)
    puzzle = today if name == "today" else PUZZLES.puzzle(name)
    data = puzzle_data(puzzle, today, language)
    return {
        "title": data["title"],
        "page": f"/puzzles/{name}",
        "data": {"opening": data["opening"]},
    }


async def position_widget(visitor: Visitor, position: str, language: GettextLanguage) -> WidgetData:
    """A position that can be played on, for both sides."""
    start = begin_from(position, visitor.offered)
    await visitor.check_fair(EngineDoor.ANALYSIS, [start])
    line = write_line(start)
    played = await visitor.apart(LineTeller(line_from(start, []), language).message_text)
    return {
        "title": game_title(start.rules, language),
        "page": _analysis(line, ""),
        "data": {
            "position": line,
            "geometry": geometry_data(start.geometry),
            "line": json.loads(played),
        },
    }


async def moves_widget(
    visitor: Visitor, position: str, moves: str, language: GettextLanguage
) -> WidgetData:
    """The moves of a game to step through, wherever it was played."""
    visitor.admit_reading()
    start = begin_from(position, visitor.offered)
    game = await visitor.apart(read_moves, start, moves)
    actions = [node.text for node in game.main_line()]
    match = await visitor.apart(line_from, start, actions)
    await visitor.check_fair(EngineDoor.ANALYSIS, match.positions)
    plies = await visitor.apart(LineTeller(match, language).plies_text)
    return {
        "title": game_title(start.rules, language),
        "page": _analysis(write_line(start), " ".join(actions)),
        "data": {
            "match": "",
            "runs": False,
            "geometry": geometry_data(start.geometry),
            "plies": json.loads(plies),
        },
    }


def _analysis(position: str, moves: str) -> str:
    """The address of the analysis board with moves on it, as ``static/analysis/link.js`` has it."""
    address = f"/analysis?{urlencode({'position': position}, quote_via=quote)}"
    return f"{address}#{urlencode({'moves': moves})}" if moves else address


async def puzzle_widget_page(visitor: Visitor, request: VisitorRequest[PageAsked]) -> Answer:
    """A puzzle in a frame."""
    return json_answer(puzzle_widget(request.gaps["puzzle"], visitor.now(), visitor.language))


async def position_widget_page(visitor: Visitor, request: VisitorRequest[PositionAsked]) -> Answer:
    """A position in a frame."""
    return json_answer(await position_widget(visitor, request.wanted.position, visitor.language))


async def moves_widget_page(visitor: Visitor, request: VisitorRequest[MovesAsked]) -> Answer:
    """A game in a frame."""
    wanted = request.wanted
    return json_answer(await moves_widget(visitor, wanted.position, wanted.moves, visitor.language))


ROUTES = (
    Route("GET", "/told/embed/puzzles/{puzzle}", puzzle_widget_page, PageAsked, is_listed=False),
    Route("GET", "/told/embed/position", position_widget_page, PositionAsked, is_listed=False),
    Route("GET", "/told/embed/game", moves_widget_page, MovesAsked, is_listed=False),
)
