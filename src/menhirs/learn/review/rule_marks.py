"""Marks that the rules alone decide, by looking one or two moves ahead: nothing is estimated."""

from __future__ import annotations

from collections.abc import Iterator

from menhirs.core.actions import Action, Claim, Forfeit, Keep, Move, Remove, other
from menhirs.core.position import Position
from menhirs.core.state import Phase, Reason
from menhirs.engine.claims import should_claim
from menhirs.learn.puzzles.proof import can_win_at_once, is_trap, loses_at_once
from menhirs.learn.review.review import Mark


def rule_marks(before: Position, action: Action, after: Position) -> Iterator[Mark]:
    """The marks that the rules decide for an action from one position to the next."""
    if misses_win(before, action, after):
        yield Mark.MISSED_WIN
    if misses_claim(before, action, after):
        yield Mark.MISSED_CLAIM
    if makes_wrong_claim(after):
        yield Mark.WRONG_CLAIM
    if isinstance(action, Move | Remove | Keep) and not after.is_over and is_trap(before, action):
        yield Mark.TRAP


def misses_win(before: Position, action: Action, after: Position) -> bool:
    """Whether a player who could win by a move did something else (M6).

    A right claim is no miss: it wins too, by the move that is shown next (A10).
    """
    if before.phase not in (Phase.MOVE, Phase.PROVE) or before.actor(action) != before.player:
        return False
    if not can_win_at_once(before) or _wins(before, after):
        return False
    return not (isinstance(action, Claim) and after.phase is Phase.PROVE)


def misses_claim(before: Position, action: Action, after: Position) -> bool:
    """Whether a right claim was open to the player, whose move or decision let it go (A9, A10).

    A winning move is as good an answer. Resigning is not counted as a miss.
    """
    if isinstance(action, Claim | Forfeit) or before.claimant != before.player:
        return False
    return should_claim(before) and not _wins(before, after)


def makes_wrong_claim(after: Position) -> bool:
    """Whether the game was lost with this action by a claim: a wrong one, or one not shown."""
    return after.outcome is not None and after.outcome.reason is Reason.WRONG_CLAIM


def is_only_safe_action(before: Position, action: Action) -> bool:
    """Whether every other action of the player would have let the opponent win at once."""
    actions = before.board_actions()
    if before.phase not in (Phase.MOVE, Phase.REMOVE) or action not in actions:
        return False
    if len(actions) < 2 or should_claim(before):
        return False
    opponent = other(before.player)
    if loses_at_once(before, action, opponent):
        return False
    return all(loses_at_once(before, one, opponent) for one in actions if one != action)


def _wins(before: Position, after: Position) -> bool:
    return after.outcome is not None and after.outcome.winner == before.player
