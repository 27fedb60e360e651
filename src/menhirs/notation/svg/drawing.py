"""The options of a drawing of a position."""

from __future__ import annotations

from dataclasses import dataclass

from menhirs.core.actions import Move
from menhirs.core.geometry import Mask
from menhirs.core.position import Position
from menhirs.core.state import LastTurn
from menhirs.notation.svg.theme import Theme


@dataclass(frozen=True)
class Drawing:
    """How to draw a position."""

    theme: Theme = Theme.LIGHT
    coordinates: bool = True
    """Write the name of every cell in its corner."""
    last_move: bool = True
    """Mark the tiles of the last turn, and the way they came."""
    turn: LastTurn | None = None
    """The turn to mark, where the position itself remembers less of it."""
    dense_fog: bool = False
    """Hide the menhirs under fog, as at the table; otherwise they shimmer through."""
    from_north: bool = False
    """The north player's view: the board turned by half a turn."""
    highlighted: Mask = 0
    """Tiles to outline: a selected cluster or part, each group within one line."""
    arrows: tuple[Move, ...] = ()
    """Moves to point out, each by an arrow on the edge of its tiles: all the ways a selected
    cluster can go, or a single move to show. Outlining the tiles is up to ``highlighted``."""
    width: int | None = None
    """In pixels; None lets the picture scale to its container."""

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "theme", Theme(self.theme))
        except ValueError:
            known = " and ".join(Theme)
            raise ValueError(f"there is no theme {self.theme!r}: there are {known}") from None

    def marked_turn(self, position: Position) -> LastTurn | None:
        """The turn that is marked on the picture of a position."""
        return (self.turn or position.last) if self.last_move else None
