"""Encodes a position as the numbers that the search works on (see ``records.py``)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from menhirs.core.geometry import Mask
from menhirs.core.position import Position
from menhirs.core.state import LastTurn, Phase
from menhirs.core.turn_flow import forbidden_picture, picture_before
from menhirs.engine.claims import should_claim
from menhirs.engine.stakes import POINT, Stakes


class Kind(IntEnum):
    """What the player to act has to do."""

    FLIP = 0
    PLACE = 1
    MOVE = 2
    REMOVE = 3
    DECIDE_FIRST = 4
    DECIDE_SECOND = 5


_KINDS = {
    Phase.FLIP: Kind.FLIP,
    Phase.PLACE: Kind.PLACE,
    Phase.MOVE: Kind.MOVE,
    Phase.REMOVE: Kind.REMOVE,
    Phase.PROVE: Kind.MOVE,
    Phase.OVER: Kind.MOVE,
}


@dataclass(frozen=True, slots=True)
class Encoded:
    """A position as numbers, for the player to act."""

    kind: Kind
    turn: int
    menhirs: Mask
    fog: Mask
    before: Mask
    """While taking away: the fog before the move."""
    landed: Mask
    """While taking away: the tiles moved, where they lie now."""
    one: int
    """Player 1's count; while turning over, how many menhirs have still to be."""
    two: int
    chooser: int
    banned: Mask
    """The fog that M4 forbids to move to, 0 if none."""
    claim: int | None
    """The value of a right claim that the player to act can make (A9), if any."""
    answer: int | None
    """The value, if nothing is left to search."""


def encode(stakes: Stakes, position: Position) -> Encoded:
    """The numbers of a position."""
    one, two = position.counts
    player = position.player
    kind = _KINDS.get(position.phase, Kind.DECIDE_FIRST if player == 1 else Kind.DECIDE_SECOND)
    if position.phase is Phase.FLIP:
        one = position.flips_left
    if position.phase is Phase.DECIDE:
        player = 2  # the turn after which it is decided
    moved = position.last if position.phase is Phase.REMOVE else None
    return Encoded(
        kind,
        position.rules.turn(position.lap, position.round, player),
        position.menhirs,
        position.fog,
        before=_before(position, moved) if moved else 0,
        landed=moved.tiles if moved else 0,
        one=one,
        two=two,
        chooser=position.chooser or 0,
        banned=0 if position.phase is Phase.REMOVE else _banned(position),
        claim=_claim(stakes, position),
        answer=_answer(stakes, position),
    )


def _before(position: Position, last: LastTurn) -> Mask:
    """The fog before the turn that M4 remembers, what was taken away since being gone."""
    return picture_before(position.fog, last.tiles, last.direction, position.geometry.stride)


def _banned(position: Position) -> Mask:
    if position.last is None or position.phase not in (Phase.MOVE, Phase.DECIDE):
        return 0
    last = position.last.without_claim()
    if last is None:
        return 0
    return forbidden_picture(
        last.tiles, _before(position, last), position.fog, position.geometry.stride
    )


def _claim(stakes: Stakes, position: Position) -> int | None:
    last = position.last
    if position.claimant != position.player or last is None or not should_claim(position):
        return None
    assert last.round is not None
    turn = position.rules.turn(position.lap, last.round, 1)
    tiles = last.put_back(position.fog).bit_count()
    return stakes.score[stakes.entry(turn, tiles)]


def _answer(stakes: Stakes, position: Position) -> int | None:
    outcome = position.outcome
    if outcome is not None:
        if not outcome.winner:
            return 0
        return outcome.score * POINT * (1 if outcome.winner == position.player else -1)
    if position.phase is not Phase.PROVE:
        return None
    # A claim is only ever open to be shown if it was right.
    return stakes.score[stakes.entry(position.turn, position.fog.bit_count())]
