"""The puzzle of the day, for every page that leads to it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache

from menhirs.learn.puzzles.daily import easy_puzzle_of_day, puzzle_of_day
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.puzzle import Puzzle


def todays_puzzle() -> Puzzle:
    """The same for everybody, from midnight to midnight by UTC."""
    return _puzzle_of(_today())


def todays_easy_puzzle() -> Puzzle:
    """Today's for whoever is new to puzzles."""
    return easy_puzzle_of_day(_today(), PUZZLES.puzzles.values())


def _today() -> date:
    return datetime.now(UTC).date()


@lru_cache(maxsize=2)
def _puzzle_of(day: date) -> Puzzle:
    return puzzle_of_day(day, PUZZLES.puzzles.values())
