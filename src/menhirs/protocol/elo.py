"""The Elo difference between two players, estimated from the results of their games."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log10, sqrt

_Z = 1.959964
"""95 % of a normal distribution lie within this many standard deviations of its mean."""


@dataclass(frozen=True, slots=True)
class EloDifference:
    """An estimated Elo difference with its 95 % confidence interval."""

    best: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        # A player who has won all games may be any amount stronger: only one bound is finite.
        if self.best == inf:
            return f"at least {self.low:+.0f} (95 %)"
        if self.best == -inf:
            return f"at most {self.high:+.0f} (95 %)"
        return f"{self.best:+.0f} ± {self.error:.0f} (95 %: {self.low:+.0f} to {self.high:+.0f})"


def elo_difference(wins: int, ties: int, losses: int) -> EloDifference:
    """Estimates the Elo difference from the results of at least one game."""
    games = wins + ties + losses
    score = (wins + ties / 2) / games
    low, high = _score_bounds(score, ties, games)
    return EloDifference(_elo(score), _elo(low), _elo(high))


def _elo(score: float) -> float:
    if score <= 0:
        return -inf
    if score >= 1:
        return inf
    return -400 * log10(1 / score - 1) + 0.0  # no -0


def _score_bounds(score: float, ties: int, games: int) -> tuple[float, float]:
    """The Wilson score interval, which also holds for few games and for all games won by one side.

    It holds every true score p for which the observed score lies within ``_Z`` standard deviations.
    The variance of one game is p(1 - p) less a quarter of the share of ties. That share is taken
    over ``_Z`` squared more games than were played, the number of games that the interval adds
    anyway. So a match of nothing but ties still leaves some uncertainty.
    """
    weight = _Z * _Z / games
    share_of_ties = ties / (games + _Z * _Z)
    a = 1 + weight
    b = 2 * score + weight
    c = score * score + weight * share_of_ties / 4
    root = sqrt(max(0.0, b * b - 4 * a * c))
    return _within_unit((b - root) / (2 * a)), _within_unit((b + root) / (2 * a))


def _within_unit(value: float) -> float:
    # A score of 0 or 1 is its own bound, which rounding must not shift.
    return 0.0 if value < 1e-12 else 1.0 if value > 1 - 1e-12 else value
