"""Spaced repetition: FSRS, version 6, with its published parameters.

The stability of an item is the number of days after which nine in ten are still right. The
formulas are those of https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm and the
tests compare them with the examples of the Python package ``fsrs``. That package itself is not
used, because this code also runs in a browser's worker. Its steps of minutes are left out: a missed
item comes again on the next day.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum
from math import exp

DAY = 24 * 60 * 60 * 1000

_W: tuple[float, ...] = (
    *(0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796),
    *(1.4835, 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542),
)
"""The parameters w0 to w20 of the paper, learnt from millions of repetitions."""
_DECAY = -_W[20]
_FACTOR = 0.9 ** (1 / _DECAY) - 1
_KEPT = 0.9
"""The share of items that should be right when they come again."""
_LONGEST = 36_500
_LEAST_STABILITY = 0.001


class Grade(IntEnum):
    """The result of a repetition."""

    AGAIN = 1
    """Not right at the first try."""
    HARD = 2
    """Right with a hint."""
    GOOD = 3
    EASY = 4


@dataclass(frozen=True, slots=True)
class Memory:
    """The memory of one item."""

    stability: float
    difficulty: float
    """From 1 to 10."""
    at: int
    """The last repetition, in milliseconds since 1970."""

    @property
    def interval(self) -> int:
        """The days until it is due again."""
        days: float = self.stability / _FACTOR * (_KEPT ** (1 / _DECAY) - 1)
        return min(max(round(days), 1), _LONGEST)

    @property
    def due(self) -> int:
        """When it is due again."""
        return self.at + self.interval * DAY

    def recall(self, at: int) -> float:
        """The probability that it is known at a moment."""
        days = max(0, (at - self.at) // DAY)
        return float((1 + _FACTOR * days / self.stability) ** _DECAY)


def repeated(memory: Memory | None, grade: Grade, at: int) -> Memory:
    """The memory after a repetition; ``memory`` is None before the first."""
    if memory is None:
        return Memory(_W[grade - 1], _bounded(_first_difficulty(grade)), at)
    if at - memory.at < DAY:
        stability = _on_the_same_day(memory.stability, grade)
    elif grade is Grade.AGAIN:
        stability = _forgotten(memory, memory.recall(at))
    else:
        stability = _recalled(memory, memory.recall(at), grade)
    difficulty = _next_difficulty(memory.difficulty, grade)
    return replace(memory, stability=max(stability, _LEAST_STABILITY), difficulty=difficulty, at=at)


def _first_difficulty(grade: Grade) -> float:
    return _W[4] - exp(_W[5] * (grade - 1)) + 1


def _next_difficulty(difficulty: float, grade: Grade) -> float:
    changed = difficulty - _W[6] * (grade - 3) * (10 - difficulty) / 9
    return _bounded(_W[7] * _first_difficulty(Grade.EASY) + (1 - _W[7]) * changed)


def _bounded(difficulty: float) -> float:
    return min(max(difficulty, 1.0), 10.0)


def _on_the_same_day(stability: float, grade: Grade) -> float:
    growth: float = exp(_W[17] * (grade - 3 + _W[18])) * stability ** -_W[19]
    return stability * (growth if grade is Grade.AGAIN else max(growth, 1.0))


def _recalled(memory: Memory, recall: float, grade: Grade) -> float:
    growth: float = (
        exp(_W[8])
        * (11 - memory.difficulty)
        * memory.stability ** -_W[9]
        * (exp((1 - recall) * _W[10]) - 1)
        * (_W[15] if grade is Grade.HARD else 1)
        * (_W[16] if grade is Grade.EASY else 1)
    )
    return memory.stability * (1 + growth)


def _forgotten(memory: Memory, recall: float) -> float:
    after: float = (
        _W[11]
        * memory.difficulty ** -_W[12]
        * ((memory.stability + 1) ** _W[13] - 1)
        * exp((1 - recall) * _W[14])
    )
    return min(after, memory.stability / exp(_W[17] * _W[18]))
