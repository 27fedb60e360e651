"""The puzzle of the day, for every page that leads to it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache
from urllib.parse import urlencode

from menhirs.learn.puzzles.daily import puzzle_of_day
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.puzzle import Puzzle
from menhirs.learn.puzzles.words import KIND_WORDS
from menhirs.notation.line import write_line
from menhirs.server.languages import Language


def todays_puzzle() -> Puzzle:
    """The same for everybody, from midnight to midnight by UTC."""
    return _puzzle_of(datetime.now(UTC).date())


@lru_cache(maxsize=2)
def _puzzle_of(day: date) -> Puzzle:
    return puzzle_of_day(day, PUZZLES.puzzles.values())


def today_told(language: Language) -> dict[str, object]:
    """The puzzle of the day in words, its picture, and whether there is a turn to show."""
    puzzle = todays_puzzle()
    words = KIND_WORDS[puzzle.kind]
    return {
        "id": puzzle.id,
        "title": language.gettext(words.title),
        "about": language.gettext(words.about),
        "lives": puzzle.position.last is not None,
        "picture": f"/position.svg?{urlencode({'position': write_line(puzzle.position)})}",
    }
