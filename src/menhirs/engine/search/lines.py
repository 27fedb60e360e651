"""The lines of an analysis: what the table knows about how the game goes on."""

from __future__ import annotations

from menhirs.core.actions import Action, Claim, Keep, Move, Place, Remove
from menhirs.core.fog import moves, step
from menhirs.core.geometry import Direction
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.analysis import Line
from menhirs.engine.claims import should_claim
from menhirs.engine.search.kernel import Kernel
from menhirs.engine.search.plan import POINT, Plan
from menhirs.engine.search.question import question_of
from menhirs.engine.search.root import Choice
from menhirs.engine.search.table import print_of

_LONGEST = 40
_KEEP = 63  # in the table: nothing is taken away


def points(value: int) -> int:
    """The kernel's value in points; what is less than one is none."""
    return value // POINT if value >= 0 else -(-value // POINT)


def line_of(plan: Plan, choice: Choice, kernel: Kernel) -> Line:
    """The line of a choice, as far as the table knows it."""
    actions = [choice.action]
    position = choice.after
    taken: int | None = choice.taken
    while not position.is_over and len(actions) < _LONGEST:
        action, taken = _next(plan, position, taken, kernel)
        if action is None or not position.is_legal(action):
            break
        actions.append(action)
        position = position.play_unchecked(action)
    return Line(tuple(actions), points(choice.value), choice.certain)


def _next(
    plan: Plan, position: Position, taken: int | None, kernel: Kernel
) -> tuple[Action | None, int | None]:
    """What is best now, and what is to be taken away after it where that is known already."""
    if should_claim(position):
        return Claim(), None
    if position.phase in (Phase.MOVE, Phase.PROVE):
        for tiles, direction in position.winning_moves():
            return Move(tiles, direction), None
    if position.phase is Phase.REMOVE:
        return _taking(taken), None
    if position.phase not in (Phase.MOVE, Phase.PLACE):
        return None, None
    remembered = kernel.remembered(question_of(plan, position))
    if remembered is None:
        return None, None
    picture, cell = remembered
    if position.phase is Phase.PLACE:
        return Place(cell), None
    return _move_to(position, picture), cell


def _taking(taken: int | None) -> Action | None:
    if taken is None:
        return None
    return Keep() if taken == _KEEP else Remove(taken)


def _move_to(position: Position, picture: int) -> Action | None:
    """The move to the picture with that print."""
    geometry, fog = position.geometry, position.fog
    for tiles, direction in moves(fog, geometry.cells, geometry.stride):
        if print_of(fog & ~tiles | step(tiles, direction, geometry.stride)) == picture:
            return Move(tiles, Direction(direction))
    return None
