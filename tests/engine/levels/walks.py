"""Positions of random games, one game after the other."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from menhirs.core.position import Position
from menhirs.engine.claims import should_claim
from tests.random_play import choose, random_start


def unfinished_positions(rules: str, games: int) -> Iterator[Position]:
    """All positions but the last of so many random games."""
    for seed in range(games):
        numbers = Random(seed)
        position = random_start(rules, seed)
        while not position.is_over:
            yield position
            position = position.play(choose(position, numbers))


def claimable_positions(most: int) -> list[Position]:
    """Positions with a right claim to be made, on turn and out of turn."""
    found = []
    for position in unfinished_positions("amsterdam", 1000):
        if should_claim(position):
            found.append(position)
            if len(found) == most:
                break
    return found
