"""The level of the computer that suits somebody best, while no person is there to play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from menhirs.core.rules import AMSTERDAM
from menhirs.engine.levels import LEVELS
from menhirs.server.storage.practice_store import Practice
from menhirs.tournament.ladder import RatingState
from menhirs.tournament.rating import Rating

_FIRST = 1
"""The level for a player of whom nothing is known."""
_USUAL = 3
"""For the rating that everybody begins with."""
_POINTS_A_LEVEL = 100


class FittingOpponent(NamedTuple):
    """A computer to play against."""

    level: int
    rules: str
    is_guess: bool = False
    """Whether nothing is known of how strong the player is."""


def fitting_opponent(last: Practice | None, ratings: Mapping[str, RatingState]) -> FittingOpponent:
    """The level after the one that was beaten last, or the one that won; else by rating."""
    if last is not None:
        return FittingOpponent(_a_level(last.level + 1 if last.won else last.level), last.rules)
    if not ratings:
        return FittingOpponent(_FIRST, AMSTERDAM.name, is_guess=True)
    game, best = max(ratings.items(), key=lambda item: item[1].games)
    points = best.rating.rating - Rating().rating
    return FittingOpponent(_a_level(_USUAL + round(points / _POINTS_A_LEVEL)), game)


def _a_level(number: int) -> int:
    return max(1, min(number, len(LEVELS)))
