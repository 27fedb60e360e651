"""Perft: counting action sequences, the plainest check that two rule books agree."""

from __future__ import annotations

from menhirs.core.errors import Malformed
from menhirs.core.position import Position


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly that many actions there are.

    Claims and resigning are not counted; a game that ends earlier counts for nothing.
    """
    if not isinstance(depth, int):
        raise TypeError(f"a depth is a whole number, not {depth!r}")
    if depth < 0:
        raise Malformed("number", name="depth", text=str(depth), least=0)
    return _count(position, depth)


def _count(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    actions = position.board_actions()
    if depth == 1:
        return len(actions)
    return sum(_count(position.play_unchecked(action), depth - 1) for action in actions)
