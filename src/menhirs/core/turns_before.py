"""Whether the turns that a position remembers are possible (M1 to M4, D15).

The check is for positions from outside; positions made by playing are always possible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from menhirs.core import fog as fog_moves
from menhirs.core.errors import Illegal
from menhirs.core.geometry import Geometry, Mask
from menhirs.core.past import Past
from menhirs.core.state import LastTurn, Reason
from menhirs.core.turn_flow import goes_straight_back, picture_before

if TYPE_CHECKING:
    from menhirs.core.position import Position


def complaint_about_tiles(geometry: Geometry, fog: Mask, turn: LastTurn) -> str | None:
    """The error in the place of moved tiles, in the fog right after the move."""
    cells, stride = geometry.cells, geometry.stride
    back = turn.direction.opposite
    if not turn.tiles or turn.tiles & ~fog:
        return "its tiles are not where fog lies"
    if fog_moves.flood(turn.tiles & -turn.tiles, turn.tiles, stride) != turn.tiles:
        return "its tiles do not hang together"
    if not fog_moves.stays_on_board(turn.tiles, back, cells, stride):
        return "its tiles would have come from off the board"
    if not fog_moves.lands_free(turn.tiles, back, fog, stride):
        return "its tiles would have come from under other fog"
    return None


def complaint_about_move(
    geometry: Geometry, menhirs: Mask, fog: Mask, turn: LastTurn
) -> str | None:
    """The error in a move that led to this fog, whose tiles are in possible places."""
    cells, stride = geometry.cells, geometry.stride
    before = picture_before(fog, turn.tiles, turn.direction, stride)
    origin = fog_moves.step(turn.tiles, turn.direction.opposite, stride)
    if not before & menhirs:
        return "the game was won before it"
    if (origin, turn.direction.value) not in fog_moves.moves(before, cells, stride):
        return "that move breaks the rule for splitting"
    return None


def check_past(position: Position) -> None:
    """D15: raises :class:`Illegal` if the remembered turns of an endless game are impossible."""
    if position.past is None:
        return
    if position.current_round.places:
        raise Illegal("position-past", position=position, turn=1, why="nothing has moved yet")
    fog, last = position.fog, position.last
    for number, before in zip(range(position.past.length, 0, -1), position.past, strict=True):
        if complaint := _complaint_about_turn(position, fog, last, before):
            raise Illegal("position-past", position=position, turn=number, why=complaint)
        fog, last = before.fog, before.last
    _check_repetitions(position, position.past)


def _complaint_about_turn(
    position: Position, fog: Mask, turn: LastTurn | None, before: Past
) -> str | None:
    """The error in one turn from one position to the next; a turn of None is a pass."""
    geometry = position.geometry
    if turn is None:
        moves = fog_moves.moves(fog, geometry.cells, geometry.stride)
        return "nobody passes who can move" if any(not _is_back(m, before) for m in moves) else None
    if turn.round is not None:
        return "nobody can claim on it"
    complaint = complaint_about_tiles(geometry, fog, turn) or complaint_about_move(
        geometry, position.menhirs, fog, turn
    )
    origin = fog_moves.step(turn.tiles, turn.direction.opposite, geometry.stride)
    if complaint is None and _is_back((origin, turn.direction), before):
        return "its tiles went straight back"
    return complaint


def _is_back(move: tuple[Mask, int], before: Past) -> bool:
    """M4: whether a move in that position takes back the one that led to it."""
    last = before.last
    return last is not None and goes_straight_back(*move, last.tiles, last.direction)


def _check_repetitions(position: Position, past: Past) -> None:
    """D15: the game was not over before, and is over if it ought to be."""
    rules = position.rules
    seen = past.tally(position.geometry.stride)
    tie = position.outcome is not None and position.outcome.reason is Reason.TIE
    if max(seen.values()) == rules.repetitions or (
        position.times_seen == rules.repetitions and not tie
    ):
        raise Illegal("position-repeated", position=position, times=rules.repetitions)
