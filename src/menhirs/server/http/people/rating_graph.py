"""The history of a rating as a line, for a drawing in the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

WIDTH, HEIGHT = 600, 160
_STEP = 100
"""Points between two lines of the scale."""


@dataclass(frozen=True)
class Graph:
    """A line in a box of fixed size, with its scale."""

    points: str
    """Of an SVG polyline."""
    scale: list[tuple[int, float]]
    """The scale: ratings with their distance from the upper edge."""
    first: int
    last: int
    lowest: int
    highest: int
    games: int
    width: int = WIDTH
    height: int = HEIGHT


def graph(ratings: Sequence[float]) -> Graph:
    """The line of these ratings, the oldest first."""
    bottom = floor(min(ratings) / _STEP) * _STEP
    top = max(ceil(max(ratings) / _STEP) * _STEP, bottom + _STEP)

    def height(rating: float) -> float:
        return round(HEIGHT * (top - rating) / (top - bottom), 1)

    apart = WIDTH / max(1, len(ratings) - 1)
    points = (f"{round(number * apart, 1)},{height(one)}" for number, one in enumerate(ratings))
    return Graph(
        " ".join(points),
        [(rating, height(rating)) for rating in range(bottom, top + 1, _STEP)],
        round(ratings[0]),
        round(ratings[-1]),
        round(min(ratings)),
        round(max(ratings)),
        len(ratings) - 1,
    )
