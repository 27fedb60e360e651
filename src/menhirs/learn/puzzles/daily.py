"""The puzzle of the day: the same for everybody, and none twice before all have had their turn."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from hashlib import sha256

from menhirs.learn.puzzles.puzzle import Puzzle, PuzzleKind

EASY = 2
"""The most difficult puzzle of the day for somebody who is new to puzzles."""


def puzzle_of_day(day: date, puzzles: Iterable[Puzzle]) -> Puzzle:
    """The puzzle of a day (by UTC): they come in an order that looks like chance."""
    shuffled = sorted(puzzles, key=lambda puzzle: sha256(puzzle.id.encode()).digest())
    return shuffled[day.toordinal() % len(shuffled)]


def easy_puzzle_of_day(day: date, puzzles: Iterable[Puzzle]) -> Puzzle:
    """The puzzle of a day for newcomers: one push that frees all stones, and not a hard one."""
    easy = (one for one in puzzles if one.kind is PuzzleKind.FREE and one.difficulty <= EASY)
    return puzzle_of_day(day, easy)
