"""How much stronger one player is, told from the results of a match."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log10, sqrt

_Z = 1.959964
"""So many standard deviations to either side hold 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class EloDifference:
    """The difference that the results suggest, and the bounds that hold it in 95 of 100 matches."""

    best: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the distance of the bounds."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        # Whoever has won all games may be any amount stronger, and only one bound can be told.
        if self.best == inf:
            return f"at least {self.low:+.0f} (95 %)"
        if self.best == -inf:
            return f"at most {self.high:+.0f} (95 %)"
        return f"{self.best:+.0f} ± {self.error:.0f} (95 %: {self.low:+.0f} to {self.high:+.0f})"


def elo_difference(wins: int, ties: int, losses: int) -> EloDifference:
    """The difference between two players who met so often; at least one game was played."""
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
    """Wilson's interval: it also holds after few games, or if one side won them all.

    Wilson asks for which true scores p the one found is within so many standard deviations. A game
    varies by p(1 - p) less a quarter of the share of ties; that share is taken a little smaller
    than found, as if as many games without ties had been played as the interval adds anyway, so
    that nothing but ties is no certainty.
    """
    weight = _Z * _Z / games
    share_of_ties = ties / (games + _Z * _Z)
    a = 1 + weight
    b = 2 * score + weight
    c = score * score + weight * share_of_ties / 4
    root = sqrt(max(0.0, b * b - 4 * a * c))
    return _within_unit((b - root) / (2 * a)), _within_unit((b + root) / (2 * a))


def _within_unit(value: float) -> float:
    # A score of 0 or 1 is a bound of itself; rounding must not put it a hair beside.
    return 0.0 if value < 1e-12 else 1.0 if value > 1 - 1e-12 else value
