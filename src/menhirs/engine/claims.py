"""Whether to claim victory (A9): never a guess, because the rules make it a matter of one move."""

from __future__ import annotations

from menhirs.core.fog import can_free
from menhirs.core.position import Position


def should_claim(position: Position) -> bool:
    """Whether a player may claim now, and the claim would be right.

    For :attr:`Position.claimant`, on turn or not. Where later rounds score no more than earlier
    ones, as on the sheets, waiting never gains anything.
    """
    last = position.last
    if position.claimant is None or last is None:
        return False
    fog = last.put_back(position.fog)
    return can_free(fog, position.menhirs, position.geometry.cells, position.geometry.stride)
