"""Glicko-2: a player's rating, its deviation and its volatility.

After Mark Glickman, "Example of the Glicko-2 system" (2012). Numbers are on his public scale, where
1500 is the middle. The steps below have the numbers of that paper.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

WIN, TIE, LOSS = 1.0, 0.5, 0.0
PROVISIONAL_ABOVE = 110.0
"""A rating with a larger deviation is only provisional."""
_MIDDLE = 1500.0
_SCALE = 173.7178
_TAU = 0.5
"""How quickly the volatility changes; Glickman recommends 0.3 to 1.2."""
_TOLERANCE = 1e-6
_LARGEST_DEVIATION = 350.0
_MOST_CERTAIN = 20.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's rating with its deviation and volatility."""

    rating: float = _MIDDLE
    deviation: float = _LARGEST_DEVIATION
    volatility: float = 0.06

    @property
    def is_provisional(self) -> bool:
        """Whether it is based on too few games, or too old ones."""
        return self.deviation > PROVISIONAL_ABOVE


class RatedGame(NamedTuple):
    """A game as the rating sees it."""

    opponent: Rating
    """As it was before the game."""
    result: float
    """``WIN``, ``TIE`` or ``LOSS``."""
    weight: float = 1.0
    """The weight of the game, at most 1."""


def rated(rating: Rating, games: Sequence[RatedGame]) -> Rating:
    """The rating after a period with these games; without any, only the deviation grows."""
    mu, phi = (rating.rating - _MIDDLE) / _SCALE, rating.deviation / _SCALE  # step 2
    if not games:
        return replace(rating, deviation=_deviation(math.hypot(phi, rating.volatility)))
    against = [_against(mu, game) for game in games]
    variance = 1 / sum(w * g * g * expected * (1 - expected) for w, g, expected, _ in against)  # 3
    gain = sum(w * g * (result - expected) for w, g, expected, result in against)
    volatility = _volatility(rating.volatility, phi, variance, variance * gain)  # steps 4 and 5
    before = math.hypot(phi, volatility)  # step 6
    after = 1 / math.sqrt(1 / before**2 + 1 / variance)  # step 7
    moved = mu + after**2 * gain
    return Rating(_MIDDLE + _SCALE * moved, _deviation(after), volatility)  # step 8


def rated_pair(one: Rating, two: Rating, result: float) -> tuple[Rating, Rating]:
    """Both ratings after one game between them; the result is the first player's."""
    return rated(one, [RatedGame(two, result)]), rated(two, [RatedGame(one, 1 - result)])


def _against(mu: float, game: RatedGame) -> tuple[float, float, float, float]:
    """What part of a game it is, how sure its opponent, the result to expect, and its result."""
    phi = game.opponent.deviation / _SCALE
    sureness = 1 / math.sqrt(1 + 3 * phi**2 / math.pi**2)
    difference = mu - (game.opponent.rating - _MIDDLE) / _SCALE
    # Between players worlds apart the expectation is not quite 0 or 1: nothing is divided by 0.
    expected = 1 / (1 + math.exp(max(-_MOST_CERTAIN, min(-sureness * difference, _MOST_CERTAIN))))
    return game.weight, sureness, expected, game.result


def _deviation(phi: float) -> float:
    """A deviation, at most that of a newcomer."""
    return min(phi * _SCALE, _LARGEST_DEVIATION)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: the volatility that fits the results best, by the Illinois algorithm."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        total = phi**2 + variance + e
        return e * (delta**2 - total) / (2 * total**2) - (x - a) / _TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(a - steps * _TAU) < 0:
            steps += 1
        high = a - steps * _TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
