"""What a position is made of: phases, outcomes and the memory of the last turn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from menhirs.core.geometry import Cell, Direction, Mask


class Phase(StrEnum):
    """What the player to act is asked for."""

    FLIP = "flip"
    PLACE = "place"
    MOVE = "move"
    REMOVE = "remove"
    DECIDE = "decide"
    PROVE = "prove"
    OVER = "over"


class Reason(StrEnum):
    """How a game ended."""

    FREED = "freed"  # M6: a move freed the last menhir
    CLAIM = "claim"  # A10: a right claim, shown
    WRONG_CLAIM = "wrong-claim"  # A9, A10
    TIE = "tie"  # B4, A6
    CHOOSER = "chooser"  # A5: a tie, lost by the player who wanted to go on
    RESIGN = "resign"  # D14
    TIME = "time"  # D14


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won (0 is a tie), for how many points and how."""

    winner: int
    score: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class LastTurn:
    """What has to be remembered of the turn before (M4, A9)."""

    tiles: Mask
    """The tiles that were moved, where they lie now."""
    direction: Direction
    """The way they went."""
    round: int | None = None
    """The round of that turn, as long as it can be claimed on."""
    taken: Cell | None = None
    """The tile taken away in that turn, as long as a claim would put it back."""

    def without_claim(self) -> LastTurn | None:
        """What M4 still needs once nobody can claim on this turn any more."""
        if self.taken is not None and self.tiles >> self.taken & 1:
            return None  # M4: no longer the same group
        return LastTurn(self.tiles, self.direction)
