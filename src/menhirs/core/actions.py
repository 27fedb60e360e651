"""What players do. A turn may be two actions: a move, then taking a tile away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from menhirs.core.drafts import draft_of
from menhirs.core.geometry import Cell, Direction, Mask
from menhirs.core.short_reprs import by_numbers

Player: TypeAlias = int
"""1 (south, starts) or 2 (north)."""


def other(player: Player) -> Player:
    """The opponent."""
    return 3 - player


@dataclass(frozen=True, slots=True)
class Flip:
    """Turn a menhir over: it counts as forest from now on (A1)."""

    cell: Cell

    __repr__ = by_numbers


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a fog tile on a cell without fog (B1, A2)."""

    cell: Cell

    __repr__ = by_numbers


@dataclass(frozen=True, slots=True)
class Move:
    """Move a cluster, or a part split off from one, one step (M1)."""

    tiles: Mask
    direction: Direction

    __repr__ = by_numbers


_MoveDraft = draft_of(Move)


def new_move(tiles: Mask, direction: Direction) -> Move:
    """``Move(tiles, direction)``, made quickly."""
    draft: Any = _MoveDraft()
    draft.tiles = tiles
    draft.direction = direction
    draft.__class__ = Move
    made: Move = draft
    return made


@dataclass(frozen=True, slots=True)
class Remove:
    """Take a fog tile off the board (B3, A3, A7)."""

    cell: Cell

    __repr__ = by_numbers


@dataclass(frozen=True, slots=True)
class Keep:
    """Take nothing away: the turn is over (A3)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing for want of a legal move (M7)."""


@dataclass(frozen=True, slots=True)
class Decide:
    """Answer at the decision moment: go back to round 12, or on to rounds 2 and 1 (A5)."""

    go_on: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """Say that the opponent's last move can be answered by a winning one (A9).

    Only one player can claim at any time: the opponent of the one who moved last.
    """


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up (D14), on turn or not."""

    player: Player


@dataclass(frozen=True, slots=True)
class Timeout:
    """Run out of time (D14); for showing a claim, that makes the claim a wrong one (A10)."""

    player: Player


@dataclass(frozen=True, slots=True)
class Left:
    """Stay away from a game that is being played (D14): the opponent wins it, or calls it a tie."""

    player: Player
    tie: bool = False


Forfeit: TypeAlias = Resign | Timeout | Left
"""What ends a game at any time, and is no move."""
Action: TypeAlias = Flip | Place | Move | Remove | Keep | Pass | Decide | Claim | Forfeit
