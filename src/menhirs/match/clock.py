"""The two clocks of a match."""

from __future__ import annotations

from dataclasses import dataclass

from menhirs.core.actions import Player, other
from menhirs.match.outages import Outages
from menhirs.match.terms import LiveClock, SlowClock


@dataclass(frozen=True, slots=True)
class ClockReading:
    """What the clocks showed when a position came up."""

    left: tuple[int, int]
    spent: tuple[int, int]
    """All the time that each player had used by then."""


class Clock:
    """How much time the players have left. At most one of the two clocks runs."""

    def __init__(self, terms: LiveClock | SlowClock, outages: Outages) -> None:
        self._terms = terms
        self._outages = outages
        self._left = {1: terms.time, 2: terms.time}
        self._spent = {1: 0, 2: 0}
        self._since = 0
        self.running: Player | None = None

    def run(self, player: Player | None, at: int, *, turn_over: bool) -> None:
        """Starts this player's clock at this moment, or stops both."""
        stopped = self.running
        self._count(at)
        if stopped is not None and turn_over and isinstance(self._terms, LiveClock):
            self._left[stopped] += self._terms.increment
        if isinstance(self._terms, SlowClock) and player is not None and turn_over:
            self._left[player] = self._terms.time
        self.running = player

    def take_back(self, player: Player, to: ClockReading, at: int) -> None:
        """A player takes turns back, to the position of that reading, and is on turn again.

        Taking back wins no time: the time used in these turns stays used, and their increments and
        days are lost. The opponent's clock returns to what it was.
        """
        self._count(at)
        opponent = other(player)
        self._left[player] = max(0, self.left_after_take_back(player, to, at))
        self._left[opponent] = to.left[opponent - 1]
        self.running = player

    def left_after_take_back(self, player: Player, to: ClockReading, at: int) -> int:
        """The time that the player would have left after taking back; below 0 if more was used
        than there was.
        """
        running = self._left[player] - self.left(player, at)
        return to.left[player - 1] - (self._spent[player] + running - to.spent[player - 1])

    def _count(self, at: int) -> None:
        """Takes the time since the last change off the clock that ran."""
        if self.running is not None:
            left = self.left(self.running, at)
            self._spent[self.running] += self._left[self.running] - left
            self._left[self.running] = left
        self._since = at

    def reading(self) -> ClockReading:
        """What the clocks showed at the last change."""
        return ClockReading((self._left[1], self._left[2]), (self._spent[1], self._spent[2]))

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
