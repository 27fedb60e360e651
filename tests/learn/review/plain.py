"""Missed wins and claims by plain enumeration: everything is tried out, nothing is looked up.

Written apart from the review: a claim is tried when it opens, right after the opponent's move, and
remembered until the claimant does something.
"""

from __future__ import annotations

from menhirs.core.actions import Action, Claim, Forfeit, Move, Player
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.notation.record import Record


def missed_wins(record: Record) -> set[int]:
    """The plies whose player could have won by a move, and did something else."""
    found = set()
    position = record.start
    for ply, action in enumerate(record.actions, start=1):
        after = position.play(action)
        could_win = _actor(position, action) == position.player and any(
            _is_won_by(position.play(one), position.player)
            for one in position.legal_actions(claims=True)
            if isinstance(one, Move)
        )
        right_claim = isinstance(action, Claim) and not after.is_over
        if could_win and not right_claim and not _is_won_by(after, position.player):
            found.add(ply)
        position = after
    return found


def missed_claims(record: Record) -> set[int]:
    """The plies whose player let a right claim go."""
    found = set()
    position = record.start
    claimant: Player | None = None
    """Who has a right claim since the last move."""
    for ply, action in enumerate(record.actions, start=1):
        actor, after = _actor(position, action), position.play(action)
        if actor == claimant and not isinstance(action, Forfeit):
            if not isinstance(action, Claim) and not _is_won_by(after, actor):
                found.add(ply)
            claimant = None
        if isinstance(action, Move) and position.phase is Phase.MOVE and not after.is_over:
            claimant = _right_claimant(after, actor)
        position = after
    return found


def _actor(position: Position, action: Action) -> Player:
    if isinstance(action, Forfeit):
        return action.player
    if isinstance(action, Claim) and position.phase is Phase.REMOVE:
        return 3 - position.player
    return position.player


def _right_claimant(after_move: Position, mover: Player) -> Player | None:
    if not after_move.is_legal(Claim()) or after_move.play(Claim()).is_over:
        return None
    return 3 - mover


def _is_won_by(position: Position, player: Player) -> bool:
    return position.outcome is not None and position.outcome.winner == player
