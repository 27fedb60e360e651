"""A look one move ahead: whether an action lets the opponent win at once."""

from __future__ import annotations

from dataclasses import dataclass

from menhirs.core.actions import Action, Claim, Decide, Move, Player, other
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.engine.claims import should_claim


@dataclass(frozen=True, slots=True)
class Danger:
    """The opponent's win after an action."""

    position: Position
    """The position in which the opponent wins."""
    move: Move
    claims: bool
    """Whether the opponent claims first (A9)."""
    can_be_avoided: bool
    """Whether some other action leaves the opponent no win."""


def danger(position: Position, action: Action) -> Danger | None:
    """The danger of an action of the player to act; None if the opponent can't win at once.

    A move is not dangerous if taking a tile away can still prevent the win. There are no warnings
    about resigning and deciding.
    """
    if isinstance(action, Claim | Decide) or position.phase is Phase.PROVE:
        return None
    me = position.actor(action)
    if me != position.player:
        return None
    found = win_after(position.play(action), me)
    if found is None:
        return None
    reply, move, claims = found
    safe = any(
        win_after(position.play_unchecked(one), me) is None for one in position.board_actions()
    )
    return Danger(reply, move, claims, safe)


def is_trap(position: Position, action: Action) -> bool:
    """Whether an action leaves the opponent no win at once, and every reply loses."""
    me, after = position.player, position.play_unchecked(action)
    if after.is_over or after.player == me or win_after(after, me) is not None:
        return False
    replies = after.board_actions()
    return all(
        win_after(after.play_unchecked(reply), after.player) is not None for reply in replies
    )


def unsafe_actions(position: Position) -> tuple[Action, ...]:
    """The actions of the player to act after which the opponent can win at once."""
    me = position.player
    return tuple(
        action
        for action in position.board_actions()
        if win_after(position.play_unchecked(action), me) is not None
    )


def win_after(position: Position, me: Player) -> tuple[Position, Move, bool] | None:
    """The opponent's immediate win that nothing in the rest of this turn prevents."""
    if position.is_over:
        return None
    if position.claimant == other(me) and should_claim(position):
        shown = position.play_unchecked(Claim())
        return shown, Move(*next(shown.winning_moves())), True
    if position.player == me:
        if position.phase is not Phase.REMOVE:
            return None
        replies = [win_after(position.play_unchecked(one), me) for one in position.board_actions()]
        return replies[0] if replies and None not in replies else None
    if position.phase is not Phase.MOVE:
        return None
    win = next(position.winning_moves(), None)
    return None if win is None else (position, Move(*win), False)
