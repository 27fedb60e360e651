"""The level of the computer that suits somebody best, while no person is there to play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from menhirs.core.rules import AMSTERDAM
from menhirs.engine.levels import LEVELS
from menhirs.server.storage.practice_store import Practice
from menhirs.tournament.ladder import Standing
from menhirs.tournament.rating import Rating

_USUAL = 3
"""For whoever nothing is known of; it goes with the rating of a newcomer."""
_POINTS_A_LEVEL = 100


class Opponent(NamedTuple):
    """A computer to play against."""

    level: int
    rules: str


def fitting_opponent(last: Practice | None, ratings: Mapping[str, Standing]) -> Opponent:
    """The level after the one that was beaten last, or the one that won; else by rating."""
    if last is not None:
        return Opponent(_a_level(last.level + 1 if last.won else last.level), last.rules)
    if not ratings:
        return Opponent(_USUAL, AMSTERDAM.name)
    game, best = max(ratings.items(), key=lambda item: item[1].games)
    points = best.rating.rating - Rating().rating
    return Opponent(_a_level(_USUAL + round(points / _POINTS_A_LEVEL)), game)


def _a_level(number: int) -> int:
    return max(1, min(number, len(LEVELS)))
