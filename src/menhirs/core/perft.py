"""Perft: counting action sequences, the plainest check that two rule books agree."""

from __future__ import annotations

from menhirs.core.position import Position


def perft(position: Position, depth: int) -> int:
    """How many sequences of exactly that many actions there are.

    Claims and resigning are not counted; a game that ends earlier counts for nothing.
    """
    if depth == 0:
        return 1
    actions = position.board_actions()
    if depth == 1:
        return len(actions)
    return sum(perft(position.play_unchecked(action), depth - 1) for action in actions)
