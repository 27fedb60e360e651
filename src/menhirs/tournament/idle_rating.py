"""The uncertainty of a rating grows while its player rests.

Every rated game is a rating period of its own, and so are every five days without one. With the
usual volatility a rating that was certain (deviation 60) is provisional again after about a year.
"""

from __future__ import annotations

from menhirs.tournament.rating import Rating, rated

PERIOD = 5 * 24 * 60 * 60 * 1000
"""Milliseconds without a game that make a rating period."""
_MOST_PERIODS = 1_200
"""After so many periods, sixteen years, a rating means nothing any more."""


def after_rest(rating: Rating, milliseconds: int) -> Rating:
    """The rating of a player who has not played for so long."""
    for _ in range(min(max(0, milliseconds) // PERIOD, _MOST_PERIODS)):
        rating = rated(rating, [])
    return rating
