"""Why a claim was wrong: what can be shown to both players afterwards."""

from __future__ import annotations

from dataclasses import dataclass

from menhirs.core import fog as fog_moves
from menhirs.core.actions import Claim, Move
from menhirs.core.geometry import Direction, Mask
from menhirs.core.legality import goes_straight_back
from menhirs.core.position import Position
from menhirs.core.state import Phase, Reason
from menhirs.match.match import Match


@dataclass(frozen=True)
class NoSuchMove:
    """No move frees the last menhir; this one comes closest."""

    position: Position
    move: Move
    covered: Mask
    """The menhirs that would still be under fog."""


@dataclass(frozen=True)
class NotShown:
    """The claim was right, but another move was played or the time ran out."""

    position: Position
    move: Move
    """A move that would have won."""


def why_wrong(match: Match) -> NoSuchMove | NotShown | None:
    """What was wrong with the claim that lost the game; None if no claim did."""
    outcome = match.position.outcome
    if outcome is None or outcome.reason is not Reason.WRONG_CLAIM:
        return None
    if isinstance(match.plies[-1].action, Claim):
        return _closest(match.position)
    position = next(p for p in reversed(match.positions) if p.phase is Phase.PROVE)
    return NotShown(position, Move(*next(position.winning_moves())))


def _closest(position: Position) -> NoSuchMove:
    """The fog lies as it did right after the move that was claimed on (A9)."""
    geometry = position.geometry

    def covered_after(move: tuple[Mask, int]) -> Mask:
        tiles, direction = move
        landed = fog_moves.step(tiles, direction, geometry.stride)
        return position.menhirs & (position.fog & ~tiles | landed)

    moves = fog_moves.moves(position.fog, geometry.cells, geometry.stride)
    legal = [move for move in moves if not goes_straight_back(position, *move)]  # M4
    best = min(legal, key=lambda move: covered_after(move).bit_count())
    return NoSuchMove(position, Move(best[0], Direction(best[1])), covered_after(best))
