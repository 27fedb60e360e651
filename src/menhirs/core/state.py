"""What a position is made of: phases, outcomes and the memory of the last turn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from menhirs.core.actions import Action, Claim
from menhirs.core.drafts import draft_of
from menhirs.core.geometry import Cell, Direction, Mask
from menhirs.core.short_reprs import by_numbers
from menhirs.core.turn_flow import remembered


class Phase(StrEnum):
    """What the player to act has to do."""

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
    TIE = "tie"  # B4, A6, D15
    CHOOSER = "chooser"  # A5: a tie, lost by the player who wanted to go on
    RESIGN = "resign"  # D14
    TIME = "time"  # D14
    LEFT = "left"  # D14


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won (0 is a tie), for how many points and how."""

    winner: int
    score: int
    reason: Reason

    def is_right_claim_not_shown(self, last: Action) -> bool:
        """A10: whether the game was lost by a claim that was right, but not shown.

        ``last`` is the last action. A claim that no move can show ends the game itself (A9); after
        a right one another action does.
        """
        return self.reason is Reason.WRONG_CLAIM and not isinstance(last, Claim)


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

    __repr__ = by_numbers

    def without_claim(self) -> LastTurn | None:
        """The turn as M4 needs it, once it can't be claimed on any more."""
        taken = 0 if self.taken is None else 1 << self.taken
        return last_turn(self.tiles, self.direction) if remembered(self.tiles, taken) else None

    def put_back(self, fog: Mask) -> Mask:
        """A9: the fog with the tile that was taken in this turn on the board again."""
        return fog if self.taken is None else fog | 1 << self.taken


_LastTurnDraft = draft_of(LastTurn)


def last_turn(
    tiles: Mask, direction: Direction, round: int | None = None, taken: Cell | None = None
) -> LastTurn:
    """``LastTurn(tiles, direction, round, taken)``, made quickly."""
    draft: Any = _LastTurnDraft()
    draft.tiles = tiles
    draft.direction = direction
    draft.round = round
    draft.taken = taken
    draft.__class__ = LastTurn
    made: LastTurn = draft
    return made
