"""The lines of an analysis: what the table knows about how the game goes on."""

from __future__ import annotations

from menhirs.core.actions import Action, Claim, Keep, Move, Place, Remove
from menhirs.core.fog import moves, step
from menhirs.core.geometry import Direction
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.analysis import Line
from menhirs.engine.claims import should_claim
from menhirs.engine.search.alphabeta import AlphaBeta
from menhirs.engine.search.encode import encode
from menhirs.engine.search.root import Choice
from menhirs.engine.search.transposition import hash_of
from menhirs.engine.stakes import POINT, Stakes

_LONGEST = 40
_KEEP = 63  # in the table: nothing is taken away


def points(value: int) -> int:
    """A value of the search in points; less than a point counts as none."""
    return value // POINT if value >= 0 else -(-value // POINT)


def line_of(stakes: Stakes, choice: Choice, alphabeta: AlphaBeta) -> Line:
    """The line of a choice, as far as the table knows it."""
    actions = [choice.action]
    position = choice.after
    taken: int | None = choice.taken
    while not position.is_over and len(actions) < _LONGEST:
        action, taken = _next(stakes, position, taken, alphabeta)
        if action is None or not position.is_legal(action):
            break
        actions.append(action)
        position = position.play_unchecked(action)
    estimate = None if choice.certain else choice.value / POINT
    return Line(tuple(actions), points(choice.value), choice.certain, estimate)


def _next(
    stakes: Stakes, position: Position, taken: int | None, alphabeta: AlphaBeta
) -> tuple[Action | None, int | None]:
    """The best action now, and the tile to take away after it where that is known already."""
    if should_claim(position):
        return Claim(), None
    if position.phase in (Phase.MOVE, Phase.PROVE):
        for tiles, direction in position.winning_moves():
            return Move(tiles, direction), None
    if position.phase is Phase.REMOVE:
        return _taking(taken), None
    if position.phase not in (Phase.MOVE, Phase.PLACE):
        return None, None
    best = alphabeta.best_known(encode(stakes, position))
    if best is None:
        return None, None
    move, cell = best
    if position.phase is Phase.PLACE:
        return Place(cell), None
    return _move_of(position, move), cell


def _taking(taken: int | None) -> Action | None:
    if taken is None:
        return None
    return Keep() if taken == _KEEP else Remove(taken)


def _move_of(position: Position, move: int) -> Action | None:
    """The move with that hash."""
    geometry, fog = position.geometry, position.fog
    for tiles, direction in moves(fog, geometry.cells, geometry.stride):
        if hash_of(fog & ~tiles | step(tiles, direction, geometry.stride)) == move:
            return Move(tiles, Direction(direction))
    return None
