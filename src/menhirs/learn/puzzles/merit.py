"""The merit of a puzzle: much to choose from, little of it right, a tempting error.

``docs/play/puzzles.md`` lists the numbers.
"""

from __future__ import annotations

from dataclasses import replace

from menhirs.core import fog as fog_moves
from menhirs.core.actions import Action, Decide, Move
from menhirs.core.geometry import Direction, Mask
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.learn.puzzles.errors import BadPuzzle
from menhirs.learn.puzzles.proof import can_win_at_once
from menhirs.learn.puzzles.puzzle import NO, PuzzleKind
from menhirs.learn.puzzles.values import action_values, worth_of_decisions
from menhirs.notation.actions import read_action

FEWEST_ACTIONS = {
    PuzzleKind.FREE: 12,
    PuzzleKind.CLAIM: 10,
    PuzzleKind.TILE: 4,
    PuzzleKind.TRAP: 8,
    PuzzleKind.HOLD: 8,
    PuzzleKind.DECIDE: 2,
}
"""The number of legal actions to choose from; for a claim, moves from the position claimed on."""
MOST_ANSWERS = {
    PuzzleKind.FREE: 2,
    PuzzleKind.CLAIM: 1,
    PuzzleKind.TILE: 1,
    PuzzleKind.TRAP: 2,
    PuzzleKind.HOLD: 2,
    PuzzleKind.DECIDE: 1,
}
_FEWEST_REPLIES = 6  # to a trap
_FEWEST_COVERED = 2  # menhirs under fog


def check_merit(kind: PuzzleKind, position: Position, answers: tuple[str, ...]) -> None:
    """Raises :class:`BadPuzzle` if the puzzle is too easy to be one."""
    if complaint := _complaint(kind, position, answers):
        raise BadPuzzle("puzzle-trivial", why=complaint)


def _complaint(kind: PuzzleKind, position: Position, answers: tuple[str, ...]) -> str:
    if not answers:
        return "nothing is right"
    if len(answers) > MOST_ANSWERS[kind]:
        return f"{len(answers)} answers are right"
    shown = claimed_picture(position) if kind is PuzzleKind.CLAIM else position
    if len(shown.board_actions()) < FEWEST_ACTIONS[kind]:
        return "there is little to choose from"
    if shown.covered.bit_count() < _FEWEST_COVERED and kind is not PuzzleKind.HOLD:
        return "only one menhir is under fog"
    return {
        PuzzleKind.FREE: _complaint_about_free,
        PuzzleKind.CLAIM: _complaint_about_claim,
        PuzzleKind.TILE: _complaint_about_tile,
        PuzzleKind.TRAP: _complaint_about_trap,
        PuzzleKind.HOLD: _complaint_about_hold,
        PuzzleKind.DECIDE: _complaint_about_decision,
    }[kind](position, answers)


def _complaint_about_free(position: Position, _: tuple[str, ...]) -> str:
    nearly = (position.play_unchecked(action) for action in position.board_actions())
    if not any(after.covered.bit_count() == 1 for after in nearly):
        return "no other move comes near"
    return ""


def _complaint_about_claim(position: Position, answers: tuple[str, ...]) -> str:
    if answers == (NO,) and not is_tempting(position):
        return "nobody would claim here"
    return ""


def _complaint_about_tile(position: Position, _: tuple[str, ...]) -> str:
    geometry = position.geometry
    wins = fog_moves.can_free(position.fog, position.menhirs, geometry.cells, geometry.stride)
    return "" if wins else "the opponent would not win if all fog stayed"


def _complaint_about_trap(position: Position, answers: tuple[str, ...]) -> str:
    if can_win_at_once(position):
        return "a move wins at once"
    for answer in answers:
        after = position.play_unchecked(read_action(answer, position))
        if len(after.board_actions()) < _FEWEST_REPLIES:
            return "there are few replies"
    return ""


def _complaint_about_hold(position: Position, answers: tuple[str, ...]) -> str:
    values = action_values(position)
    best = max(values.values())
    if best < 0:
        return "it is lost anyway"
    if position.phase is Phase.MOVE and can_win_at_once(position):
        return "a move wins at once"
    wrong = [action for action, value in values.items() if value != best]
    if any(_result(values[action]) == _result(best) for action in wrong):
        return "other actions lead to the same result, with fewer points"
    if 3 * sum(_loses_plainly(position, action) for action in wrong) > 2 * len(wrong):
        return "nearly everything else loses at once"
    return ""


def _complaint_about_decision(position: Position, _: tuple[str, ...]) -> str:
    # To go on is to let player 1 move, here and now.
    if can_win_at_once(position.play_unchecked(Decide(go_on=True))):
        return "player 1 can win at once"
    if all(worth.most < 0 for worth in worth_of_decisions(position).values()):
        return "it is lost anyway"
    return ""


def _result(value: int) -> int:
    return (value > 0) - (value < 0)


def _loses_plainly(position: Position, action: Action) -> bool:
    """Whether the opponent can answer an action by a winning move."""
    after = position.play_unchecked(action)
    if after.is_over:
        return False
    geometry = after.geometry
    return fog_moves.can_free(after.fog, after.menhirs, geometry.cells, geometry.stride)


def claimed_picture(position: Position) -> Position:
    """The position of a claim: the claimant to move, the taken tile put back."""
    last, claimant = position.last, position.claimant
    assert last is not None and claimant is not None
    fog = last.put_back(position.fog)
    return replace(position, fog=fog, player=claimant, phase=Phase.MOVE)


def is_tempting(position: Position) -> bool:
    """Whether a wrong claim looks right: the taking away made the win, or one rule forbids it."""
    return win_by_taking(position) or one_rule_short(position)


def win_by_taking(position: Position) -> bool:
    """Whether there is a win on the board that was not there before the tile was taken (A9)."""
    return position.phase is Phase.MOVE and can_win_at_once(position)


def one_rule_short(position: Position) -> bool:
    """Whether only the rule for splitting (M2) keeps a move from freeing all menhirs."""
    return bool(forbidden_wins(position))


def forbidden_wins(position: Position) -> list[Move]:
    """The smallest moves that would free all menhirs, were it not for M2."""
    geometry, last = position.geometry, position.last
    fog = position.fog if last is None else last.put_back(position.fog)
    moves = []
    for direction in Direction:
        tiles = _with_pushed_fog(fog & position.menhirs, fog, direction, geometry.stride)
        whole = fog_moves.flood(tiles & -tiles, fog, geometry.stride)
        landed = fog_moves.step(tiles, direction, geometry.stride)
        if (
            not tiles & ~whole
            and fog_moves.stays_on_board(tiles, direction, geometry.cells, geometry.stride)
            and not landed & position.menhirs
        ):
            moves.append(Move(tiles, direction))
    return moves


def _with_pushed_fog(tiles: Mask, fog: Mask, direction: Direction, stride: int) -> Mask:
    """Tiles with all fog before them in a row, which would have to move along (M3)."""
    grown = 0
    while grown != tiles:
        grown = tiles
        tiles |= fog_moves.step(tiles, direction, stride) & fog
    return grown
