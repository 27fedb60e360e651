"""A table at which a match is played: entries are proposed, kept and replayed; time is a number."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from menhirs.core.actions import Player
from menhirs.core.rules import AMSTERDAM, RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Phase
from menhirs.match.entries import Entry
from menhirs.match.match import Change, Match, entry_of
from menhirs.match.outages import Outages
from menhirs.match.terms import Terms
from menhirs.notation.actions import write_action
from menhirs.notation.line import write_round

START = 1_700_000_000_000

SEED = "fog"
OPENING = "*g2 *a1 +a3 +b2 +e1 +c3 +d6 +d3"
"""Turning over and placing, on the layout of the seed; player 1 is to move in round 11."""
GIFT = "c3d3d4d5d6-S"
"""After this move of player 1's in round 11, player 2 can claim …"""
SHOWS = "a3-NE"
"""… and shows it with this one …"""
FAILS = "b1c2d3d4d5-NE"
"""… and not with this one."""
QUIET = "d1-N"
"""After this one nobody can win at once, so a claim would be wrong."""


def terms(rules: str = "amsterdam", /, **agreed: Any) -> Terms:
    """Terms on the layout of the seed."""
    chosen = RULE_SETS[rules]
    return replace(Terms(chosen, random_menhirs(chosen, SEED), SEED), **agreed)


class PlayedMatch:
    """A match and its log. Every step takes a second unless another time is given."""

    def __init__(self, agreed: Terms | None = None, outages: Outages | None = None) -> None:
        self.terms = agreed or terms()
        self.at = START
        self._outages = outages
        self.log: list[Entry] = []
        self.match = Match(self.terms, (), outages)
        for seat in self.terms.people:
            self.keep(self.match.join_entry(seat, f"Player {seat}", self.at))
        if (together := self.match.together_entry(self.at)) is not None:
            self.keep(together)

    def keep(self, change: Change) -> Entry:
        self.match.append(change)
        entry = entry_of(change)
        self.log.append(entry)
        return entry

    def replayed(self) -> Match:
        return Match(self.terms, self.log, self._outages)

    def wait(self, milliseconds: int) -> PlayedMatch:
        self.at += milliseconds
        return self

    def play(self, text: str, after: int = 1_000) -> PlayedMatch:
        """Plays actions, each by the player whose turn it is."""
        for action in text.split():
            self.wait(after)
            self.keep(self.match.action_ply(self.match.position.player, action, self.at))
        return self

    def claim(self, player: Player, lag: int = 0, turn: int | None = None, held: int = 0) -> Entry:
        """Claims on the turn of the last move, or on the one that is named."""
        if turn is None:
            window = self.match._last_window()
            turn = window.turn if window else 0
        return self.keep(self.match.claim_ply(player, turn, self.at, lag, held))

    def time_is_up(self) -> PlayedMatch:
        """The referee comes at the moment that was announced."""
        moment = self.match.next_moment()
        assert moment is not None
        self.at = moment
        due = self.match.due_change(self.at)
        assert due is not None
        self.keep(due)
        return self

    def quiet_move(self) -> str:
        """A move after which the game goes on."""
        position = self.match.position
        quiet = (a for a in position.board_actions() if not position.play(a).is_over)
        return write_action(next(quiet), position)

    def any_other(self) -> str:
        """Anything but a move: taking away, keeping, deciding, placing."""
        return write_action(self.match.position.board_actions()[0], self.match.position)

    def play_quietly_until(self, there: str) -> PlayedMatch:
        """Plays on without winning or claiming, to the beginning of a round or phase."""
        while there not in (write_round(self.match.position), self.match.position.phase.value):
            moves = self.match.position.phase is Phase.MOVE
            on = self.match.position.phase is Phase.DECIDE
            self.play(self.quiet_move() if moves else "on" if on else self.any_other())
            assert not self.match.is_over
        return self

    @property
    def result(self) -> str:
        outcome = self.match.position.outcome
        return f"{outcome.winner}:{outcome.score}:{outcome.reason.value}" if outcome else "-"


def in_round_11(agreed: Terms | None = None, outages: Outages | None = None) -> PlayedMatch:
    """An Amsterdam game in which player 1 is about to make the first move."""
    assert (agreed or terms()).rules is AMSTERDAM
    return PlayedMatch(agreed, outages).play(OPENING)
