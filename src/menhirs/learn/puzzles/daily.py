"""The puzzle of the day: the same for everybody, and none twice before all others."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from hashlib import sha256

from menhirs.learn.puzzles.puzzle import Puzzle, PuzzleKind

EASY = 2
"""The most difficult puzzle of the day for somebody who is new to puzzles."""


def puzzle_of_day(day: date, puzzles: Iterable[Puzzle]) -> Puzzle:
    """The puzzle of a day (by UTC): they come in an order that looks like chance."""
    order = daily_order(puzzles)
    return order[day.toordinal() % len(order)]


def daily_order(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """All puzzles in the order of their days; the first is that of day 0 (``date.toordinal``)."""
    return sorted(puzzles, key=lambda puzzle: sha256(puzzle.id.encode()).digest())


def easy_puzzle_of_day(day: date, puzzles: Iterable[Puzzle]) -> Puzzle:
    """The puzzle of a day for newcomers: one push that frees all stones, and not a hard one."""
    easy = (one for one in puzzles if one.kind is PuzzleKind.FREE and one.difficulty <= EASY)
    return puzzle_of_day(day, easy)
