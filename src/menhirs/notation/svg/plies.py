"""The picture of a ply of a game: the position with the last action marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from menhirs.core.actions import Action, Flip, Move, Place, Remove
from menhirs.core.errors import Malformed
from menhirs.core.geometry import Geometry, Mask, cells_in
from menhirs.core.position import Position
from menhirs.core.state import LastTurn
from menhirs.notation.svg.drawing import Drawing
from menhirs.notation.svg.picture import draw


def draw_ply(
    actions: Sequence[Action], positions: Sequence[Position], ply: int, drawing: Drawing
) -> str:
    """The position after so many actions, as SVG."""
    if not 0 <= ply < len(positions):
        raise Malformed("ply", ply=ply, last=len(positions) - 1)
    return draw(positions[ply], with_last_action(actions, positions, ply, drawing))


def with_last_action(
    actions: Sequence[Action], positions: Sequence[Position], ply: int, drawing: Drawing
) -> Drawing:
    """The drawing with the action before a ply marked.

    A position remembers only what the rules ask for: not where fog was placed, what was taken away
    once nobody can claim on it, or how the game was won.
    """
    if ply == 0:
        return drawing
    match actions[ply - 1]:
        case Move() as move:
            moved = moved_tiles(positions[ply].geometry, move)
            return replace(drawing, turn=LastTurn(moved, move.direction))
        case Place(cell) | Flip(cell):
            return replace(drawing, highlighted=drawing.highlighted | 1 << cell)
        case Remove(cell) if (turn := positions[ply - 1].last) is not None:
            return replace(drawing, turn=replace(turn, taken=cell))
    return drawing


def moved_tiles(geometry: Geometry, move: Move) -> Mask:
    """Where the tiles of a move lie after it."""
    steps = (geometry.neighbour(tile, move.direction) for tile in cells_in(move.tiles))
    return geometry.mask(cell for cell in steps if cell is not None)
