"""The value of a position by trying everything: plain recursion over the core's own actions."""

from __future__ import annotations

from menhirs.core.actions import Claim
from menhirs.core.position import Position


class BruteForce:
    """Exact values, remembered."""

    def __init__(self) -> None:
        self.known: dict[Position, int] = {}

    def value(self, position: Position) -> int:
        """Points to the player to act if both play their best."""
        if position not in self.known:
            self.known[position] = self._worked_out(position)
        return self.known[position]

    def _worked_out(self, position: Position) -> int:
        if position.outcome is not None:
            won = position.outcome.winner == position.player
            return position.outcome.score if won else -position.outcome.score
        value = max(self._after(position, action) for action in position.board_actions())
        if position.claimant == position.player:
            value = max(value, self._after(position, Claim()))
        elif position.claimant is not None:  # the opponent may claim whatever the mover does
            value = min(value, self._after(position, Claim()))
        return value

    def _after(self, position: Position, action: object) -> int:
        after = position.play(action)  # type: ignore[arg-type]
        value = self.value(after)
        return value if after.player == position.player else -value
