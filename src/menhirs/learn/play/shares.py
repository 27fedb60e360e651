"""Shares in everyday words: one in three, four in five."""

from __future__ import annotations

from typing import NamedTuple


class Share(NamedTuple):
    """A count out of a total."""

    part: int
    whole: int


_SIMPLE = [Share(1, n) for n in range(2, 11)] + [
    Share(2, 3),
    Share(3, 4),
    Share(2, 5),
    Share(3, 5),
    Share(4, 5),
]


def simple_share(part: int, whole: int) -> Share | None:
    """The nearest simple share; None for none, all, or nearly so."""
    share = part / whole
    if not 0.08 < share < 0.85:
        return None
    return min(_SIMPLE, key=lambda one: abs(one.part / one.whole - share))
