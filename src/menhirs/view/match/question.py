"""Questions of a page about an action before it is played.

The board names a cell, or tiles and a direction. So it does not need the notation of actions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from menhirs.core.actions import Action, Flip, Move, Place, Remove
from menhirs.core.errors import Malformed
from menhirs.core.geometry import Cell, Direction
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.notation.actions import read_action

_ON_CELL: dict[Phase, Callable[[Cell], Action]] = {Phase.FLIP: Flip, Phase.PLACE: Place}


@dataclass(frozen=True, slots=True)
class ActionQuestion:
    """An action as text, or a cell, or tiles and the direction in which exactly they would go."""

    action: str | None = None
    cell: str | None = None
    tiles: tuple[str, ...] = ()
    direction: str = ""


def meant(question: ActionQuestion, position: Position) -> Action:
    """The action that a question is about. Whether it is legal is not asked here."""
    geometry = position.geometry
    if question.action is not None:
        return read_action(question.action, position)
    if question.cell is not None:
        return _ON_CELL.get(position.phase, Remove)(geometry.cell(question.cell))
    if question.direction not in Direction.__members__:
        raise Malformed("direction", text=question.direction)
    return Move(geometry.mask_of(question.tiles), Direction[question.direction])
