"""The flow of the turns: what may be taken away, what may not go back, who is next.

The one place where these rules stand: the referee, the search, random games and the solver all ask
this file. Like ``fog.py`` it is plain Python, compiled at install with the C types of
``turn_flow.pxd`` and called without the interpreter's lock; without a compiler it runs as it is.

A turn is a number: ``(lap * rounds + round) * 2 + player``, all counted from 0. Even ones are
player 1's, and they only grow in the course of a game, but for a last round without end: its two
turns follow on each other. ``one`` and ``two`` are the players' counts:
the tiles that each has in hand while fog is placed, afterwards those taken away in this lap.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from menhirs.core.fog import may_move, step

NEVER, MAY, MUST = 0, 1, 2
"""Whether a turn ends with taking a tile away."""

OVER = -1
"""Instead of a turn: the game is over."""
DECISION = -2
"""Instead of a turn: the players decide how to go on (A5)."""

_NOT_DUE, _DUE_WITHOUT_CHANCES, _DUE = 0, 1, 2
_MAY, _MUST, _OVER, _DECISION = MAY, MUST, OVER, DECISION  # as C numbers, for compiled code

RoundEntry: TypeAlias = "tuple[bool, int, int, int, bool]"
"""Of a round: whether fog is placed, how many tiles each player holds back, what player 1 and
player 2 take away (``NEVER``, ``MAY``, ``MUST``), whether its turns can be claimed on."""


def removable(fog: int, menhirs: int) -> int:
    """A8, B3: the tiles that may be taken away: not the one that covers the last menhir."""
    covered = fog & menhirs
    return fog if covered & (covered - 1) else fog & ~covered


def remembered(landed: int, taken: int) -> int:
    """M4: the tiles that may not go straight back, once that tile (0 for none) was taken away.

    Exactly those that were moved. With one of them gone it is no longer the same group, and nothing
    is forbidden.
    """
    return 0 if landed & taken else landed


def goes_straight_back(tiles: int, direction: int, last: int, last_direction: int) -> bool:
    """M4: whether a move takes just the remembered tiles back to where they came from."""
    return tiles == last and direction == (last_direction + 3) % 6


def picture_before(fog: int, landed: int, direction: int, stride: int) -> int:
    """The fog with the tiles that were moved back where they came from."""
    return fog & ~landed | step(landed, (direction + 3) % 6, stride)


def forbidden_picture(landed: int, before: int, fog: int, stride: int) -> int:
    """M4 as a picture: the one before the move, if the remembered tiles could go back; else 0.

    Two different moves never lead to the same picture, so to forbid the picture is to forbid the
    move.
    """
    return before if landed and may_move(landed, fog & ~landed, stride) else 0


def winner_of_tie(chooser: int) -> int:
    """B4, A6: nobody (0); but a tie is lost by the player who wanted to go on (A5)."""
    return 3 - chooser if chooser else 0


class TurnFlow:
    """The turns of a rule set, and how one follows on another."""

    def __init__(
        self,
        rounds: Sequence[RoundEntry],
        laps: int,
        decision: int | None,
        chances: int | None,
        endless: bool = False,
    ) -> None:
        """``decision``: the place of the round after which the players decide how to go on.

        ``endless``: the last round is played again and again (B0).
        """
        self.parts = (rounds, laps, decision, chances, endless)
        self.endless = endless
        self.chances = chances or 0
        self.counts_taken = chances is not None
        """Whether the tiles that a player takes away are counted."""
        turns = [
            (lap, index, player)
            for lap in range(laps)
            for index in range(len(rounds))
            for player in (0, 1)
        ]
        self.places = _column(rounds[index][0] for _, index, _ in turns)
        """1 if fog is placed in this turn's round."""
        self.held = _column(rounds[index][1] for _, index, _ in turns)
        """While placing: how many tiles each player keeps in hand for later rounds."""
        self.taking = _column(rounds[index][2 + player] for _, index, player in turns)
        self.claims = _column(rounds[index][4] for _, index, _ in turns)
        """1 if the turn can be claimed on (A9)."""
        self.following = _column(
            turn + 1 if (index + 1, player) != (len(rounds), 1) else turn - 1 if endless else OVER
            for turn, (_, index, player) in enumerate(turns)
        )
        """The turn after this one if nothing is to be decided, or ``OVER``."""
        self.due = _column(_due(index, player, decision, chances) for _, index, player in turns)
        self.going_on = _column(
            OVER if decision is None else (lap * len(rounds) + decision + 1) * 2
            for lap, _, _ in turns
        )
        """The first turn after the decision moment, or ``OVER`` where there is none."""
        self.going_back = _column(
            OVER if decision is None or lap + 1 == laps else (lap + 1) * len(rounds) * 2
            for lap, _, _ in turns
        )
        """The first turn of the next lap, or ``OVER`` where the players can't go back to it."""

    def __reduce__(self) -> tuple[type[TurnFlow], tuple[object, ...]]:
        return TurnFlow, self.parts

    def takeable(self, turn: int, one: int, two: int, fog: int, menhirs: int) -> int:
        """The tiles that may be taken away after the move (A3, A7, B3); none ends the turn (M8)."""
        taking = self.taking[turn]
        taken = two if turn & 1 else one
        if taking == _MUST or (taking == _MAY and taken < self.chances):
            return removable(fog, menhirs)
        return 0

    def may_keep(self, turn: int, takeable: int) -> bool:
        """Whether the turn may end with no tile taken away: by choice (A3) or for want (M8)."""
        return self.taking[turn] != _MUST or not takeable

    def decision_is_due(self, turn: int, one: int, two: int) -> bool:
        """Whether the decision moment follows this turn (A5); early if no chance is left (A4)."""
        due = self.due[turn]
        return due == _DUE or (
            due == _DUE_WITHOUT_CHANCES and one >= self.chances and two >= self.chances
        )

    def after(self, turn: int, one: int, two: int) -> int:
        """The turn that follows, or ``DECISION``, or ``OVER``.

        Where the players can't go back any more there is nothing to decide (A6).
        """
        if not self.decision_is_due(turn, one, two):
            return self.following[turn]
        return self.going_on[turn] if self.going_back[turn] == _OVER else _DECISION

    def begin(self, turn: int, one: int, two: int) -> int:
        """The first turn from the beginning of a round on: player 1 is first (A2, B1).

        A player with nothing to place is passed over; if neither has a tile, the round is (A5).
        """
        while self.places[turn]:
            if one > self.held[turn]:
                return turn
            if two > self.held[turn]:
                return turn + 1
            turn += 2
        return turn

    def placed(self, turn: int, one: int, two: int) -> int:
        """The turn after a tile was placed, ``one`` and ``two`` being what is left in hand."""
        held = self.held[turn]
        own = two if turn & 1 else one
        theirs = one if turn & 1 else two
        if theirs > held:
            return turn ^ 1
        if own > held:
            return turn  # A5: one who has none left is passed over
        return self.begin((turn | 1) + 1, one, two)


def _column(entries: Iterable[int]) -> array[int]:
    return array("i", (int(entry) for entry in entries))


def _due(index: int, player: int, decision: int | None, chances: int | None) -> int:
    """When the decision moment follows that player's turn in the round of that place."""
    if decision is None or player == 0 or index > decision:
        return _NOT_DUE
    if index == decision:
        return _DUE
    return _DUE_WITHOUT_CHANCES if chances else _NOT_DUE
