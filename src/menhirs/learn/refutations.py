"""The other side's winning reply to a wrong try."""

from __future__ import annotations

from collections.abc import Sequence

from menhirs.core.actions import Action, Move
from menhirs.core.state import Phase
from menhirs.learn.exercise import Attempt


def winning_reply(attempt: Attempt) -> Sequence[Action]:
    """The move by which the other side now wins, if there is one (M6)."""
    after = attempt.after
    if after.phase is not Phase.MOVE or after.player == attempt.before.player:
        return ()
    return [Move(tiles, direction) for tiles, direction in after.winning_moves()][:1]
