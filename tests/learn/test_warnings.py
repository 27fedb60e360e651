"""A warning comes exactly where the rules say that the opponent has a winning reply."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from menhirs.core.actions import Action, Claim, Decide, Player, other
from menhirs.core.position import Position
from menhirs.core.state import Phase, Reason
from menhirs.learn.warnings import danger
from tests.random_play import positions


def wins_at_once(position: Position, player: Player) -> bool:
    """Whether a player can win now: with a claim that can be shown, or with a move on turn.

    Only ``legal_actions`` and ``play`` are used: the slow way, which nobody can get wrong.
    """
    if position.is_over:
        return False
    if position.claimant == player:
        claimed = position.play(Claim())
        if claimed.phase is Phase.PROVE:
            return True
    if position.player != player or position.phase is not Phase.MOVE:
        return False
    ends = (position.play(action).outcome for action in position.board_actions())
    return any(end is not None and end.reason is Reason.FREED for end in ends)


def is_dangerous(position: Position, action: Action) -> bool:
    """Whether the opponent wins at once, whatever is done in the rest of this turn."""
    me = position.player
    after = position.play(action)
    if wins_at_once(after, other(me)):
        return True
    if after.is_over or after.player != me or after.phase is not Phase.REMOVE:
        return False
    return all(wins_at_once(after.play(one), other(me)) for one in after.board_actions())


@given(positions, st.integers(0, 10_000))
def test_a_warning_comes_exactly_where_the_opponent_has_a_winning_reply(
    position: Position, which: int
) -> None:
    assume(not position.is_over and position.phase is not Phase.PROVE)
    actions = position.board_actions()
    action = actions[which % len(actions)]
    found = danger(position, action)
    if isinstance(action, Decide):
        assert found is None
        return
    assert (found is not None) == is_dangerous(position, action)
    if found is not None:
        won = found.position.play(found.move).outcome
        assert won is not None and won.winner == other(position.player)
        # To look at every other action takes long, so not everywhere.
        if len(actions) < 40:
            assert found.can_be_avoided == (not all(is_dangerous(position, a) for a in actions))
