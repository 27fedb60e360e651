"""The data of the puzzle pages: the overview, a puzzle, the puzzle of the day."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime
from functools import lru_cache

from menhirs.engine.levels import LEVELS
from menhirs.home.exercises import opening_of
from menhirs.home.ports import Visitor
from menhirs.home.requests import Answer, Route, VisitorRequest, json_answer
from menhirs.home.shapes import PositionAsked, PuzzleAsked
from menhirs.learn.puzzles.daily import daily_order, easy_puzzle_of_day, puzzle_of_day
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.page import puzzle_data, today_data
from menhirs.learn.puzzles.puzzle import Puzzle, PuzzleKind
from menhirs.learn.puzzles.visitor_puzzles import GIVEN, name_of
from menhirs.learn.puzzles.words import KIND_WORDS
from menhirs.match.fair_play import EngineDoor
from menhirs.notation.line import read_line
from menhirs.view.language import GettextLanguage


def overview_data(language: GettextLanguage) -> dict[str, object]:
    """The data of the overview of the puzzles, without today's."""
    counted = Counter(puzzle.difficulty for puzzle in PUZZLES.puzzles.values())
    return {
        "kinds": [_kind_data(kind, language) for kind in PuzzleKind],
        "levels": [
            {"number": level.number, "first": _first_of_level(level.number)}
            for level in LEVELS
            if counted[level.number]
        ],
        "any": next(iter(PUZZLES.puzzles)),
        "index": index_of_puzzles(),
        "days": days_of_puzzles(),
    }


def _kind_data(kind: PuzzleKind, language: GettextLanguage) -> dict[str, object]:
    puzzles = [puzzle for puzzle in PUZZLES.puzzles.values() if puzzle.kind is kind]
    return {
        "name": kind.value,
        "title": language.gettext(KIND_WORDS[kind].title),
        "about": language.gettext(KIND_WORDS[kind].about),
        "count": len(puzzles),
        "first": puzzles[0].id,
    }


def _first_of_level(number: int) -> str:
    return next(p.id for p in PUZZLES.puzzles.values() if p.difficulty == number)


def index_of_puzzles() -> list[tuple[str, int]]:
    """All ids with their difficulty, by kind: the browser chooses, since it knows which ones were
    solved.
    """
    kinds = list(PuzzleKind)
    by_kind = sorted(PUZZLES.puzzles.values(), key=lambda puzzle: kinds.index(puzzle.kind))
    return [(puzzle.id, puzzle.difficulty) for puzzle in by_kind]


def days_of_puzzles() -> dict[str, object]:
    """Which puzzle belongs to which day: numbers in the index, and the day that was 1970-01-01."""
    numbers = {name: number for number, (name, _) in enumerate(index_of_puzzles())}
    order = [numbers[one.id] for one in daily_order(PUZZLES.puzzles.values())]
    return {"order": order, "first": date(1970, 1, 1).toordinal()}


def puzzle_of_today(at: int) -> Puzzle:
    """The puzzle of the day: the same for everybody, from midnight to midnight UTC; ``at`` is
    now.
    """
    return _puzzle_of(_day(at))


def puzzles_of_today(visitor: Visitor) -> dict[str, object]:
    """The puzzle of the day, and an easy one for newcomers."""
    easy = easy_puzzle_of_day(_day(visitor.now()), PUZZLES.puzzles.values())
    puzzles = {"today": puzzle_of_today(visitor.now()), "easy": easy}
    return {name: today_data(one, visitor.language) for name, one in puzzles.items()}


def _day(at: int) -> date:
    return datetime.fromtimestamp(at / 1000, UTC).date()


@lru_cache(maxsize=2)
def _puzzle_of(day: date) -> Puzzle:
    return puzzle_of_day(day, PUZZLES.puzzles.values())


async def puzzle_page(visitor: Visitor, request: VisitorRequest[PuzzleAsked]) -> Answer:
    """One puzzle; ``of`` is the selection that "next" walks through."""
    name, today = request.gaps["puzzle"], puzzle_of_today(visitor.now())
    puzzle = today if name == "today" else PUZZLES.puzzle(name)
    data = puzzle_data(puzzle, today, visitor.language)
    return json_answer({**data, "of": request.wanted.of})


async def given_puzzle(visitor: Visitor, position: str) -> dict[str, object]:
    """A position as a puzzle: its address can be sent to somebody."""
    given_position = read_line(position, visitor.offered)
    await visitor.check_fair(EngineDoor.PUZZLE, [given_position])
    name = await visitor.apart(name_of, given_position)
    return {"opening": await opening_of(visitor, GIVEN.name, name)}


async def given_puzzle_page(visitor: Visitor, request: VisitorRequest[PositionAsked]) -> Answer:
    """A position as a puzzle."""
    return json_answer(await given_puzzle(visitor, request.wanted.position))


ROUTES = (
    Route("GET", "/told/puzzles/{puzzle}", puzzle_page, PuzzleAsked, is_listed=False),
    Route("GET", "/told/analysis/puzzle", given_puzzle_page, PositionAsked, is_listed=False),
)
