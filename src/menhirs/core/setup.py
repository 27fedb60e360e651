"""Laying the tiles: at random from a seed, the same everywhere for the same seed."""

from __future__ import annotations

from random import Random

from menhirs.core.geometry import Mask, cells_in
from menhirs.core.rules import RuleSet


def random_menhirs(rules: RuleSet, seed: int | str) -> Mask:
    """The cells of the menhirs of a random layout (B1, A1).

    Only ``Random.random`` promises the same numbers in every version of Python, so the drawing is
    spelled out with it: two tables with the same seed play the same layout.
    """
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise TypeError(f"a seed is a text or a whole number, not {seed!r}")
    numbers = Random(str(seed))
    bag = list(cells_in(rules.geometry.cells))
    drawn = 0
    for _ in range(rules.menhirs):
        drawn |= 1 << bag.pop(int(numbers.random() * len(bag)))
    return drawn
