"""An opponent against whom a player wins about half of the games: between two levels if necessary.

Levels and people are on one rating scale. The distances between the levels are from the table in
``docs/python/levels.md`` (``tools/ladder.py``); level 3 has the rating that everybody begins with.
A player's strength follows from results against levels, as a rating follows from rated games.

If no level fits, the player meets the level below in some games and the level above in the others,
in the proportion that makes one half.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import NamedTuple

from menhirs.tournament.rating import RatedGame, Rating, rated

_AGAINST_THE_LEVEL_BELOW = (0.780, 0.735, 0.720, 0.822, 0.730, 0.702, 0.670)
"""The score of levels 2 to 8."""
_USUAL = 3
"""The level with the rating that everybody begins with."""
_SURENESS = 40.0
"""The deviation of a level's rating: that of the score of 200 games."""
_POINTS = 400
"""The difference of ratings that means a score of ten to one."""
MOST_GAMES = 60
"""The number of latest games that count: learners outgrow old results."""


def _scale() -> tuple[float, ...]:
    steps = (_POINTS * math.log10(score / (1 - score)) for score in _AGAINST_THE_LEVEL_BELOW)
    heights = list(accumulate(steps, initial=0.0))
    return tuple(Rating().rating + height - heights[_USUAL - 1] for height in heights)


LEVEL_RATINGS = _scale()
"""The rating of levels 1 to 8."""


class LevelGame(NamedTuple):
    """A finished game against a level."""

    level: int
    result: float
    """The player's: ``WIN``, ``TIE`` or ``LOSS``."""


@dataclass(frozen=True, slots=True)
class LevelMixture:
    """Two neighbouring levels, or one twice, and the share of games against the upper one."""

    lower: int
    upper: int
    share: float
    """The part of the games against the upper one."""

    def level(self, seed: str) -> int:
        """The level for one game. The same seed has the same level."""
        return self.upper if Random(seed).random() < self.share else self.lower


def rating_of_level(level: int) -> Rating:
    """The rating of a level, from 1 on."""
    return Rating(LEVEL_RATINGS[level - 1], _SURENESS)


def expected_score(strength: float, level: int) -> float:
    """The expected score of a rating against a level; a tie counts half."""
    return float(1 / (1 + 10 ** ((LEVEL_RATINGS[level - 1] - strength) / _POINTS)))


def strength_after(games: Iterable[LevelGame], before: Rating | None = None) -> Rating:
    """A player's rating after these games against levels, the oldest first.

    ``before`` is the rating from games against people. An unknown player counts as a beginner:
    winning the first game is better than being beaten.
    """
    rating = before or Rating(LEVEL_RATINGS[0])
    for level, result in list(games)[-MOST_GAMES:]:
        rating = rated(rating, [RatedGame(rating_of_level(level), result)])
    return rating


def mixture_for(strength: float) -> LevelMixture:
    """The opponent against whom somebody with that rating wins half of the games."""
    if strength <= LEVEL_RATINGS[0]:
        return LevelMixture(1, 1, 0.0)
    if strength >= LEVEL_RATINGS[-1]:
        return LevelMixture(len(LEVEL_RATINGS), len(LEVEL_RATINGS), 0.0)
    lower = sum(rating <= strength for rating in LEVEL_RATINGS)
    easy, hard = (expected_score(strength, level) for level in (lower, lower + 1))
    return LevelMixture(lower, lower + 1, (easy - 0.5) / (easy - hard))
