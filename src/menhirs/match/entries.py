"""The log of a match: everything that happened, in order.

A match consists of its terms and an append-only log of entries. Reading the log again gives the
same match, on any machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from menhirs.core.actions import Player


class EntryKind(StrEnum):
    """The kinds of entries."""

    JOIN = "join"  # text: the player's name
    NAME = "name"  # text: the new name
    SWAP = "swap"  # the player who waits for the other goes to the other seat
    ACTION = "action"  # text: the action, as a record writes it
    OFFER = "offer"  # text: what is asked for
    DECLINE = "decline"  # text: what is declined
    WITHDRAW = "withdraw"  # text: the offer that its owner withdraws
    TAKE_BACK = "take-back"  # text: the number of actions that stay
    NEXT = "next"  # text: the next match of the series
    LATE_CLAIM = "late-claim"  # text: the turn that it was about; refused, and no action (A9)
    TOGETHER = "together"  # both players were at the board: from here on the clocks run
    ABORTED = "aborted"  # the match is over without a result; text: why, one of Cause
    PAUSED = "paused"  # the organiser of its tournament stops the clocks
    RESUMED = "resumed"  # and lets them run again
    RULING = "ruling"  # text: how the game counts in its tournament, as Ruling writes it
    LEFT_TOURNAMENT = "left-tournament"  # by the player; the game goes on


class Offer(StrEnum):
    """What one player may ask of the other."""

    TAKE_BACK = "take-back"
    REMATCH = "rematch"
    SAME_LAYOUT = "rematch-same-layout"


class Cause(StrEnum):
    """Why a match ended without a result."""

    ASKED = "asked"  # a player aborted it, or gave up, before both had acted
    TIME = "time"  # a player's time ran out before both had acted
    ABSENT = "absent"  # the players were never at the board together
    ORGANISER = "organiser"  # its tournament does not wait for it any more
    LENGTH = "length"  # it had as many actions as a match may have


@dataclass(frozen=True, slots=True)
class Ruling:
    """The result that an organiser has given to a tournament game, whatever happened on the
    board.
    """

    winner: Player | None
    """0 for a tie; None: it does not count, and is played again."""
    score: int = 0
    played: bool = True
    """False where somebody did not come."""

    def write(self) -> str:
        """As text, from which it is read back equal."""
        if self.winner is None:
            return "again"
        return f"{self.winner} {self.score}" if self.played else f"{self.winner} absent"

    @staticmethod
    def read(text: str) -> Ruling:
        """What :meth:`write` wrote."""
        if text == "again":
            return Ruling(None)
        winner, score = text.split()
        return Ruling(int(winner), 0 if score == "absent" else int(score), score != "absent")


REMATCHES = (Offer.REMATCH, Offer.SAME_LAYOUT)
"""The ways to ask for another game. One is open at a time: a new one replaces the one before."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log."""

    number: int
    """Counted from 1."""
    at: int
    """When it reached the referee, in milliseconds since 1970."""
    kind: EntryKind
    player: Player
    text: str
    lag: int = 0
    """For a claim, how many milliseconds before its arrival it counts as made."""
