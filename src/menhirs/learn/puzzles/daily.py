"""The puzzle of the day: the same for everybody, and none twice before all have had their turn."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from hashlib import sha256

from menhirs.learn.puzzles.puzzle import Puzzle


def puzzle_of_day(day: date, puzzles: Iterable[Puzzle]) -> Puzzle:
    """The puzzle of a day (by UTC): they come in an order that looks like chance."""
    shuffled = sorted(puzzles, key=lambda puzzle: sha256(puzzle.id.encode()).digest())
    return shuffled[day.toordinal() % len(shuffled)]
