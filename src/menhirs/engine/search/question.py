"""A position as the numbers that the kernel searches (see ``course.py``)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from menhirs.core import fog as fog_moves
from menhirs.core.geometry import Mask
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.claims import should_claim
from menhirs.engine.search.plan import POINT, Plan


class Kind(IntEnum):
    """What the player to act is asked for."""

    FLIP = 0
    PLACE = 1
    MOVE = 2
    REMOVE = 3
    FIRST_WORD = 4
    SECOND_WORD = 5


_KINDS = {
    Phase.FLIP: Kind.FLIP,
    Phase.PLACE: Kind.PLACE,
    Phase.MOVE: Kind.MOVE,
    Phase.REMOVE: Kind.REMOVE,
    Phase.PROVE: Kind.MOVE,
    Phase.OVER: Kind.MOVE,
}


@dataclass(frozen=True, slots=True)
class Question:
    """A position, for the player to act."""

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
    """The picture that M4 forbids, 0 if none."""
    claim: int | None
    """What the player to act has for a claim, if there is a right one to be made (A9)."""
    answer: int | None
    """The value, if nothing is left to search."""


def question_of(plan: Plan, position: Position) -> Question:
    """The numbers of a position."""
    rules = position.rules
    one, two = position.counts
    player = position.player
    kind = _KINDS.get(position.phase, Kind.FIRST_WORD if player == 1 else Kind.SECOND_WORD)
    if position.phase is Phase.FLIP:
        one = 2 * rules.flips_each - (rules.menhirs - position.menhirs.bit_count())
    if position.phase is Phase.DECIDE:
        player = 2  # the turn after which it is decided
    removing = position.phase is Phase.REMOVE and position.last is not None
    return Question(
        kind,
        plan.turn(position.lap, position.round, player),
        position.menhirs,
        position.fog,
        before=_before(position) if removing else 0,
        landed=position.last.tiles if removing and position.last else 0,
        one=one,
        two=two,
        chooser=position.chooser or 0,
        banned=0 if position.phase is Phase.REMOVE else _banned(position),
        claim=_claim(plan, position),
        answer=_answer(plan, position),
    )


def _before(position: Position) -> Mask:
    """The fog before the turn that M4 remembers, what was taken away since being gone."""
    last = position.last
    assert last is not None
    back = fog_moves.step(last.tiles, last.direction.opposite, position.geometry.stride)
    return position.fog & ~last.tiles | back


def _banned(position: Position) -> Mask:
    last, geometry = position.last, position.geometry
    if last is None or position.phase not in (Phase.MOVE, Phase.DECIDE):
        return 0
    straight_back = (last.tiles, last.direction.opposite)
    moves = fog_moves.moves(position.fog, geometry.cells, geometry.stride)
    return _before(position) if straight_back in moves else 0


def _claim(plan: Plan, position: Position) -> int | None:
    last = position.last
    if position.claimant != position.player or last is None or not should_claim(position):
        return None
    assert last.round is not None
    tiles = position.fog.bit_count() + (last.taken is not None)
    return plan.score[plan.turn(position.lap, last.round, 1) * plan.width + tiles]


def _answer(plan: Plan, position: Position) -> int | None:
    outcome = position.outcome
    if outcome is not None:
        if not outcome.winner:
            return 0
        return outcome.score * POINT * (1 if outcome.winner == position.player else -1)
    if position.phase is not Phase.PROVE:
        return None
    # A claim is only ever open to be shown if it was right.
    turn = plan.turn(position.lap, position.round, 1)
    return plan.score[turn * plan.width + position.fog.bit_count()]
