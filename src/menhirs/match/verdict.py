"""Why a claim was wrong, to be shown to both players afterwards."""

from __future__ import annotations

from dataclasses import dataclass

from menhirs.core import fog as fog_moves
from menhirs.core.actions import Move
from menhirs.core.geometry import Cell, Direction, Mask
from menhirs.core.legality import goes_straight_back
from menhirs.core.position import Position
from menhirs.core.state import Phase, Reason
from menhirs.match.match import Match


@dataclass(frozen=True)
class NoSuchMove:
    """No move frees all menhirs; this one comes closest."""

    position: Position
    move: Move
    covered: Mask
    """The menhirs that would still be under fog."""
    put_back: Cell | None
    """The tile that the claim put back (A9), without which it may have looked like a win."""


@dataclass(frozen=True)
class NotShown:
    """The claim was right, but another move was played or the time ran out."""

    position: Position
    move: Move
    """A move that would have won."""


def why_wrong(match: Match) -> NoSuchMove | NotShown | None:
    """Why the claim that lost the game was wrong; None if no claim lost it."""
    outcome = match.position.outcome
    if outcome is None or outcome.reason is not Reason.WRONG_CLAIM:
        return None
    if not was_right(match):
        last = match.positions[-2].last
        return _closest(match.position, None if last is None else last.taken)
    position = next(p for p in reversed(match.positions) if p.phase is Phase.PROVE)
    return NotShown(position, Move(*next(position.winning_moves())))


def was_right(match: Match) -> bool:
    """Whether the claim that lost the game was right, but not shown (A10)."""
    outcome = match.position.outcome
    return outcome is not None and outcome.is_right_claim_not_shown(match.plies[-1].action)


def _closest(position: Position, put_back: Cell | None) -> NoSuchMove:
    """The fog lies as it did right after the move that was claimed on (A9)."""
    geometry = position.geometry

    def covered_after(move: tuple[Mask, int]) -> Mask:
        tiles, direction = move
        landed = fog_moves.step(tiles, direction, geometry.stride)
        return position.menhirs & (position.fog & ~tiles | landed)

    moves = fog_moves.moves(position.fog, geometry.cells, geometry.stride)
    legal = [move for move in moves if not goes_straight_back(position, *move)]  # M4
    best = min(legal, key=lambda move: covered_after(move).bit_count())
    move = Move(best[0], Direction(best[1]))
    return NoSuchMove(position, move, covered_after(best), put_back)
