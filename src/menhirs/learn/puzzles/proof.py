"""All right answers of a position. Nothing is estimated: positions that can't be proven are
refused.

``free``, ``claim``, ``tile`` and ``trap`` are enumerated by the rules alone; ``hold`` and
``decide`` rest on the exact values of ``values.py``.
"""

from __future__ import annotations

from menhirs.core.actions import Action, Claim, Move, Player, other
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.claims import should_claim
from menhirs.learn.puzzles.errors import BadPuzzle
from menhirs.learn.puzzles.puzzle import CLAIM, NO, PuzzleKind
from menhirs.learn.puzzles.values import action_values, worth_of_decisions
from menhirs.notation.actions import write_action


def right_answers(kind: PuzzleKind, position: Position) -> tuple[str, ...]:
    """Every right answer, as action texts; none if nothing is right.

    Raises :class:`BadPuzzle` if the kind does not fit the position, or can't be proven.
    """
    if kind is PuzzleKind.CLAIM:
        return (CLAIM if _claim_is_right(position) else NO,)
    if position.claimant is not None:
        raise _impossible(kind, "somebody may still claim")
    right = {
        PuzzleKind.FREE: _freeing,
        PuzzleKind.TILE: _saving,
        PuzzleKind.TRAP: _trapping,
        PuzzleKind.HOLD: _holding,
        PuzzleKind.DECIDE: _deciding,
    }[kind](position)
    return tuple(write_action(action, position) for action in right)


def _claim_is_right(position: Position) -> bool:
    """A9: whether one move wins from where the opponent's move has led."""
    if position.claimant is None:
        raise _impossible(PuzzleKind.CLAIM, "nobody may claim")
    return not position.play_unchecked(Claim()).is_over


def _freeing(position: Position) -> list[Action]:
    """M6: the moves that win."""
    _need(PuzzleKind.FREE, position, Phase.MOVE)
    return [Move(*move) for move in position.winning_moves()]


def _saving(position: Position) -> list[Action]:
    """The tiles without which the opponent, who would win otherwise, can't win by a move."""
    _need(PuzzleKind.TILE, position, Phase.REMOVE)
    saving: list[Action] = []
    for action in position.board_actions():
        after = position.play_unchecked(action)
        if after.phase is not Phase.MOVE:
            raise _impossible(PuzzleKind.TILE, "the opponent does not move next")
        if not can_win_at_once(after):
            saving.append(action)
    return saving


def _trapping(position: Position) -> list[Action]:
    """The moves after which every reply loses."""
    _need(PuzzleKind.TRAP, position, Phase.MOVE)
    return [action for action in position.board_actions() if is_trap(position, action)]


def is_trap(position: Position, action: Action) -> bool:
    """Whether every reply to this move loses at once.

    The turn has to be over with the move: a tile that may be taken away is another choice.
    """
    after = position.play_unchecked(action)
    if after.player == position.player or after.phase is not Phase.MOVE or can_win_at_once(after):
        return False
    return all(
        loses_at_once(after, reply, position.player) for reply in after.legal_actions(claims=True)
    )


def loses_at_once(position: Position, reply: Action, to: Player) -> bool:
    """Whether a reply lets player ``to`` win by one move, whatever is taken away with it."""
    after = position.play_unchecked(reply)
    if after.outcome is not None:
        return after.outcome.winner == to
    if after.claimant == to and should_claim(after):
        return True
    if after.phase is Phase.REMOVE and after.player == other(to):
        return all(loses_at_once(after, action, to) for action in after.board_actions())
    return after.phase is Phase.MOVE and after.player == to and can_win_at_once(after)


def can_win_at_once(position: Position) -> bool:
    """Whether the player to move has a move that wins (M6)."""
    return next(position.winning_moves(), None) is not None


def _holding(position: Position) -> list[Action]:
    """The actions whose value is that of the position."""
    if position.phase not in (Phase.MOVE, Phase.REMOVE):
        raise _impossible(PuzzleKind.HOLD, f"its phase is {position.phase}")
    values = action_values(position)
    best = max(values.values())
    return [action for action, value in values.items() if value == best]


def _deciding(position: Position) -> list[Action]:
    """Back or on, if one is proven to be worth more."""
    _need(PuzzleKind.DECIDE, position, Phase.DECIDE)
    worth = worth_of_decisions(position)
    best = max(worth, key=lambda action: worth[action].least)
    for action in worth:
        if action != best and worth[action].most >= worth[best].least:
            raise BadPuzzle("puzzle-unproven", action=write_action(action, position))
    return [best]


def _need(kind: PuzzleKind, position: Position, phase: Phase) -> None:
    if position.phase is not phase:
        raise _impossible(kind, f"its phase is {position.phase}, not {phase}")


def _impossible(kind: PuzzleKind, why: str) -> BadPuzzle:
    return BadPuzzle("puzzle-position", kind=kind.value, why=why)
