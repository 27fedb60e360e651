"""How hard a position is to answer: how many of the replies lose at once.

Among actions of equal value the engine prefers the hardest to answer.
"""

from __future__ import annotations

from menhirs.core import fog as fog_moves
from menhirs.core.actions import Move, Player, other
from menhirs.core.geometry import Mask, cells_in
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.core.turn_flow import OVER


def difficulty(position: Position) -> int:
    """How many of a thousand moves lose at once for the opponent of the one who has just acted.

    0 where moving fog is not the next thing that the opponent does.
    """
    stride = position.geometry.stride
    fog = position.fog
    if position.phase is Phase.MOVE:
        mover = position.player
        moves = [(a.tiles, int(a.direction)) for a in _moves(position)]
    elif position.phase is Phase.REMOVE:
        mover = other(position.player)
        moves = fog_moves.moves(fog, position.geometry.cells, stride)
    else:
        return 0
    replies = [fog & ~tiles | fog_moves.step(tiles, way, stride) for tiles, way in moves]
    losing = sum(_loses(position, mover, reply) for reply in replies)
    return 1000 * losing // len(replies) if replies else 0


def _moves(position: Position) -> list[Move]:
    return [action for action in position.board_actions() if isinstance(action, Move)]


def _loses(position: Position, mover: Player, afterstate: Mask) -> bool:
    """Whether moving to that fog loses at once: to a claim, or whatever is taken away.

    Nearly exactly: that M4 may forbid the opponent the only winning move is not worth the time.
    """
    if not afterstate & position.menhirs:
        return False
    flow = position.rules.flow
    turn = position.rules.turn(position.lap, position.round, mover)
    if position.current_round.claims:
        return _wins(position, afterstate)
    if flow.following[turn] == OVER:
        return False  # the game is over
    tiles = flow.takeable(turn, *position.counts, afterstate, position.menhirs)
    if flow.may_keep(turn, tiles) and not _wins(position, afterstate):
        return False
    return all(_wins(position, afterstate & ~(1 << cell)) for cell in cells_in(tiles))


def _wins(position: Position, fog: Mask) -> bool:
    geometry = position.geometry
    return fog_moves.can_free(fog, position.menhirs, geometry.cells, geometry.stride)
