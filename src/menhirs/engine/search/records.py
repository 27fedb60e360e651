"""The records of the search: a position as numbers, and what the transposition table knows of it.

Compiled code has them as plain C structs, which need no memory of their own, so they are written
down twice: here for a machine without a compiler, and in ``records.pxd``. Neither is ever changed.
"""

from __future__ import annotations

from typing import NamedTuple


class Node(NamedTuple):
    """The beginning of a turn."""

    turn: int
    """The number of the turn, see ``core/turn_flow.py``."""
    fog: int
    one: int
    """Player 1's count: tiles in hand while placing, else tiles taken away in this lap."""
    two: int
    chooser: int
    """The player who chose to go on; 0 if nobody did."""
    banned: int
    """The fog that the return rule (M4) forbids to move to; 0 if none."""
    cannot_win: bool
    """Whether it is known that the player to move has no winning move."""


class AfterMove(NamedTuple):
    """A node right after its move, or after passing."""

    before: Node
    afterstate: int
    """The fog after the move."""
    landed: int
    """The tiles moved, where they lie now; 0 after passing."""
    hint: int
    """The option to try first: the cell of a tile to take away, or 63 to keep all."""
    reduction: int
    """See ``PhaseSearch.end_turn``."""


class Lookup(NamedTuple):
    """What the transposition table knows of a node."""

    place: int
    """The key of the node, whatever is banned."""
    key: int
    """The key with what is banned."""
    data: int
    """The entry; 0 if there is none."""
    is_answer: bool
    """Whether the entry ends the search."""


def node_of(
    turn: int, fog: int, one: int, two: int, chooser: int, banned: int, cannot_win: bool
) -> Node:
    """A node with these numbers."""
    return Node(turn, fog, one, two, chooser, banned, cannot_win)


def moved_of(before: Node, afterstate: int, landed: int, hint: int, reduction: int) -> AfterMove:
    """A node after its move."""
    return AfterMove(before, afterstate, landed, hint, reduction)


def lookup_of(place: int, key: int, data: int, is_answer: bool) -> Lookup:
    """A lookup with this result."""
    return Lookup(place, key, data, is_answer)
