"""A reviewed game as data: the value and the marks of every action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from menhirs.core.actions import Player, other
from menhirs.core.state import Outcome


def sign(value: int) -> int:
    """1 for a win, 0 for a tie, -1 for a loss."""
    return (value > 0) - (value < 0)


class Mark(StrEnum):
    """The marks of an action."""

    MISSED_WIN = "missed-win"
    """The player could win by a move, and did something else (M6)."""
    MISSED_CLAIM = "missed-claim"
    """A right claim was open to the player, who neither claimed nor won by a move (A9)."""
    LATE_CLAIM = "late-claim"
    """The player tried to claim, rightly, when the time for it was over (A9)."""
    WRONG_CLAIM = "wrong-claim"
    """A claim that no move shows, or the action that failed to show a right one (A9, A10)."""
    MISTAKE = "mistake"
    """The player stood better before it: a win became a tie or a loss, or a tie a loss."""
    ONLY_MOVE = "only-move"
    """Every other action would have been a mistake."""
    TRAP = "trap"
    """The opponent can't win at once, and whatever the opponent does lets the player win."""


@dataclass(frozen=True, slots=True)
class ReviewedPly:
    """One action of a game, reviewed. Actions are written as in a record."""

    ply: int
    """The number of the action, from 1."""
    action: str
    player: Player
    """The player who acted; not always the player on turn: anybody may resign, and some claims
    come early.
    """
    value: int
    """The points of that player before the action, if both play their best from there on."""
    proven: bool
    """Whether that value is exact."""
    after: int
    """The points of the same player after the action."""
    after_proven: bool
    best: tuple[str, ...]
    """The best actions that are known, the best one first; a claim too."""
    line: tuple[str, ...]
    """How the game could go on with the first of them."""
    marks: tuple[Mark, ...] = ()
    keeps: tuple[str, ...] = ()
    """For a mistake: all actions that are known to keep the value."""

    @property
    def value_of_first_player(self) -> int:
        """The value before the action as player 1 sees it."""
        return self.value if self.player == 1 else -self.value

    @property
    def after_of_first_player(self) -> int:
        """The value after the action as player 1 sees it."""
        return self.after if self.player == 1 else -self.after


@dataclass(frozen=True, slots=True)
class Summary:
    """A player's game in numbers."""

    player: Player
    actions: int
    marks: Mapping[Mark, int]
    """How often each mark was given; marks that were not given are left out."""
    kept: int
    """The number of actions that kept the value."""


@dataclass(frozen=True, slots=True)
class Review:
    """A game, reviewed from its first action to its last."""

    rules: str
    """The name of the rule set."""
    nodes: int | None
    """The most positions searched for each action; None if every value is from tables."""
    plies: tuple[ReviewedPly, ...]
    outcome: Outcome | None = None
    """How the game ended, if it did."""

    @property
    def is_exact(self) -> bool:
        """Whether every value is proven."""
        return all(ply.proven and ply.after_proven for ply in self.plies)

    @property
    def summaries(self) -> tuple[Summary, Summary]:
        """The summaries of both players, player 1 first."""
        return self._summary(1), self._summary(2)

    @property
    def turning_point(self) -> ReviewedPly | None:
        """The mistake after which the loser never stood as well again; None if there was none.

        A tied game has none.
        """
        if self.outcome is None or not self.outcome.winner:
            return None
        loser = other(self.outcome.winner)
        mistakes = (p for p in self.plies if p.player == loser and Mark.MISTAKE in p.marks)
        return max(mistakes, key=lambda ply: ply.ply, default=None)

    def _summary(self, player: Player) -> Summary:
        plies = [ply for ply in self.plies if ply.player == player]
        marks = Counter(mark for ply in plies for mark in ply.marks)
        kept = sum(ply.after >= ply.value for ply in plies)
        return Summary(
            player, len(plies), {mark: marks[mark] for mark in Mark if marks[mark]}, kept
        )
