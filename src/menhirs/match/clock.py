"""The two clocks of a match."""

from __future__ import annotations

from menhirs.core.actions import Player
from menhirs.match.terms import LiveClock, SlowClock
from menhirs.match.time import Outages


class Clock:
    """How much time the players have left. At most one of the two clocks runs."""

    def __init__(self, terms: LiveClock | SlowClock, outages: Outages) -> None:
        self._terms = terms
        self._outages = outages
        self._left = {1: terms.time, 2: terms.time}
        self._since = 0
        self.running: Player | None = None

    def run(self, player: Player | None, at: int, *, turn_over: bool) -> None:
        """From this moment on it is this player's time, or nobody's."""
        stopped = self.running
        if stopped is not None:
            self._left[stopped] = self.left(stopped, at)
            if turn_over and isinstance(self._terms, LiveClock):
                self._left[stopped] += self._terms.increment
        if isinstance(self._terms, SlowClock) and player is not None and turn_over:
            self._left[player] = self._terms.time
        self.running = player
        self._since = at

    def left(self, player: Player, at: int) -> int:
        """The milliseconds that a player has left, never less than 0."""
        if player != self.running:
            return self._left[player]
        return max(0, self._left[player] - self._outages.elapsed(self._since, at))

    def flag_falls(self) -> int | None:
        """The moment at which the time of the running clock is over."""
        if self.running is None:
            return None
        return self._outages.moment_after(self._since, self._left[self.running])
