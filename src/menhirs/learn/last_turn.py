"""The turn that led to a position, as far as its line remembers it, to be shown before an
exercise.
"""

from __future__ import annotations

from dataclasses import replace

from menhirs.core import fog as fog_moves
from menhirs.core.actions import Move, Remove, other
from menhirs.core.events import what_happened
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.learn.exercise import Attempt


def last_turn(position: Position) -> tuple[Attempt, ...]:
    """The last move, and the taking away after it if a claim could undo that; else nothing."""
    last, stride = position.last, position.geometry.stride
    if last is None:
        return ()
    mover = position.player if position.phase is Phase.REMOVE else other(position.player)
    if position.phase is Phase.DECIDE:
        mover = 2  # A5: at the end of a round, for either player
    picture = last.put_back(position.fog)
    tiles = fog_moves.step(last.tiles, last.direction.opposite, stride)
    number = position.round if last.round is None else last.round
    before = replace(
        position,
        fog=picture & ~last.tiles | tiles,
        player=mover,
        round=number,
        phase=Phase.MOVE,
        last=None,
    )
    if last.taken is None:
        return (_attempt(before, Move(tiles, last.direction), position),)
    moved = replace(before, fog=picture, phase=Phase.REMOVE, last=last)
    return (
        _attempt(before, Move(tiles, last.direction), moved),
        _attempt(moved, Remove(last.taken), position),
    )


def _attempt(before: Position, action: Move | Remove, after: Position) -> Attempt:
    return Attempt(before, action, after, tuple(what_happened(before, action, after)))
