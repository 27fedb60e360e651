"""A claim sprint: three minutes, one position after the other, claim or let it go.

Everybody gets the same positions on one day, so that friends can compare. They grow harder, and the
time for each grows shorter. The server (or the local server) times a sprint: a page sends
only answers, never times or points.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any, NamedTuple

from menhirs.learn.errors import BadExercise
from menhirs.learn.exercise import Exercise
from menhirs.learn.puzzles.exercises import exercise_of
from menhirs.learn.puzzles.puzzle import CLAIM, Puzzle, PuzzleKind, images

SPRINT_TIME = 180_000
MISTAKE_COST = 10_000
"""A wrong answer costs so much of the time: whoever only guesses gets nowhere."""
_FIRST_WINDOW, _LAST_WINDOW, _QUICKER = 5_000, 2_000, 75
"""The time to claim on the first position, the shortest, and by how much each is shorter."""
_SHOWING = 3_500
"""What a page may need besides: to show the last answer and the next move, and the network."""
_LAG = 1_000
"""So late the last answer may come in."""
_HARDER = ((1, 6), (2, 10), (3, 14), (4, 14), (8, 7))
"""Up to which difficulty so many positions come; then come all the others."""


class SprintScore(NamedTuple):
    """What a sprint came to."""

    day: int
    run: int
    score: int


class SprintPlace(NamedTuple):
    """A place in the table of a day."""

    name: str
    score: int
    is_you: bool


@dataclass(frozen=True, slots=True)
class SprintAnswer:
    """The answer to a position."""

    claimed: bool
    right: bool
    at: int
    """When the answer came."""


@dataclass(frozen=True, slots=True)
class Sprint:
    """A sprint that somebody runs. Moments are milliseconds since 1970."""

    id: str
    began: int
    day: int
    """Since 1970."""
    run: int = 1
    """Which sprint of that day it is for this person. The first counts in the table of the day:
    later the positions are known."""
    answers: tuple[SprintAnswer, ...] = ()

    @property
    def score(self) -> int:
        """The right answers."""
        return sum(answer.right for answer in self.answers)

    @property
    def mistakes(self) -> int:
        """The wrong answers."""
        return len(self.answers) - self.score

    @property
    def ends(self) -> int:
        """When it is over."""
        return self.began + SPRINT_TIME - self.mistakes * MISTAKE_COST

    def is_over(self, at: int, positions: int) -> bool:
        """Whether nothing can be answered any more."""
        return at >= self.ends or len(self.answers) == positions

    def answered(self, number: int, claims: bool, at: int, day: Sequence[Puzzle]) -> Sprint:
        """The sprint after an answer about the position of that number, from 1.

        A claim that comes too late is none. After the end nothing counts any more.
        """
        if self.is_over(at - _LAG, len(day)):
            return self
        if number != len(self.answers) + 1:
            raise BadExercise("sprint-number")
        shown_at = self.answers[-1].at if self.answers else self.began
        claimed = claims and at - shown_at <= window_of(number) + _SHOWING
        right = claimed == (day[number - 1].answers == (CLAIM,))
        return replace(self, answers=(*self.answers, SprintAnswer(claimed, right, at)))

    def as_json(self) -> dict[str, Any]:
        """What happened, as plain data."""
        return {"began": self.began, "answers": [[a.claimed, a.right, a.at] for a in self.answers]}

    @staticmethod
    def from_json(name: str, day: int, run: int, data: dict[str, Any]) -> Sprint:
        """What :meth:`as_json` wrote."""
        answers = (SprintAnswer(*answer) for answer in data["answers"])
        return Sprint(name, data["began"], day, run, tuple(answers))


class SprintExercises:
    """The positions of a sprint as exercises, by their numbers from 1."""

    name = "sprint"

    def __init__(self, positions: Sequence[Puzzle]) -> None:
        self._positions = positions

    def exercise(self, identity: str) -> Exercise:
        """The exercise of that number."""
        return exercise_of(self._positions[int(identity) - 1])


def window_of(number: int) -> int:
    """The milliseconds in which one may claim on the position of that number, from 1."""
    return max(_LAST_WINDOW, _FIRST_WINDOW - _QUICKER * (number - 1))


@lru_cache(maxsize=4)
def sprint_of_day(day: int, puzzles: tuple[Puzzle, ...]) -> tuple[Puzzle, ...]:
    """The positions of a day, in their order: about half of every stretch are wins.

    Each is turned to one of its mirror images, so that nobody knows them by heart.
    """
    left = [one for one in puzzles if one.kind is PuzzleKind.CLAIM]
    left.sort(key=lambda one: _lot(day, one))
    chosen: list[Puzzle] = []
    for difficulty, wanted in _HARDER:
        stretch = _half_of_each((one for one in left if one.difficulty <= difficulty), wanted)
        chosen += stretch
        left = [one for one in left if one not in stretch]
    return tuple(_mirrored(day, one) for one in (*chosen, *left))


def _half_of_each(puzzles: Iterable[Puzzle], wanted: int) -> list[Puzzle]:
    """A number of positions, half of them to claim if possible, in random order."""
    choice = list(puzzles)
    claims = [one for one in choice if one.answers == (CLAIM,)]
    others = [one for one in choice if one.answers != (CLAIM,)]
    half = max(wanted // 2, wanted - len(others))
    stretch = claims[:half] + others[: wanted - min(half, len(claims))]
    return [one for one in choice if one in stretch]


def _mirrored(day: int, puzzle: Puzzle) -> Puzzle:
    pictures = images(puzzle.position)
    return replace(puzzle, position=pictures[_lot(day, puzzle)[0] % len(pictures)])


def _lot(day: int, puzzle: Puzzle) -> bytes:
    return sha256(f"{day} {puzzle.id}".encode()).digest()
