"""The level of the computer that suits a player best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from menhirs.core.rules import AMSTERDAM
from menhirs.server.storage.people.practice_store import Practice
from menhirs.tournament.fitting_opponent import mixture_for, strength_after
from menhirs.tournament.ladder import RatingState


class FittingOpponent(NamedTuple):
    """A computer to play against."""

    level: int
    rules: str
    is_guess: bool = False
    """Whether the player's strength is unknown."""


def fitting_opponent(
    practice: Sequence[Practice], ratings: Mapping[str, RatingState]
) -> FittingOpponent:
    """The level against which the player wins about half of the games: from games against levels,
    and from the rating.

    ``practice`` are the last games against the computer, the oldest first.
    """
    if not practice and not ratings:
        return FittingOpponent(1, AMSTERDAM.name, is_guess=True)
    rules, before = AMSTERDAM.name, None
    if ratings:
        rules, best = max(ratings.items(), key=lambda item: item[1].games)
        before = best.rating
    if practice:
        rules = practice[-1].rules
    strength = strength_after([one.game for one in practice], before).rating
    return FittingOpponent(mixture_for(strength).level(f"{len(practice)} {strength}"), rules)
