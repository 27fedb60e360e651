"""The time of the server: the start, plus what a monotonic clock has counted since.

A machine's clock of day can be set, by hand or by a time server, an hour forward or back. No game
must be lost by it, and no claim window stay open. So it is asked once, at the start. Servers that
share a database agree through their heartbeats: one that starts takes the time of those that run,
and one that finds itself behind another catches up.
"""

from __future__ import annotations

import time
from collections.abc import Callable


class ServerClock:
    """Milliseconds since 1970, as this server counts them. They never go back."""

    def __init__(
        self,
        wall: Callable[[], int] = time.time_ns,
        monotonic: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        """Both are asked for nanoseconds; the first one only now."""
        self._monotonic = monotonic
        self._offset = wall() - monotonic()

    def now(self) -> int:
        """The moment."""
        return (self._offset + self._monotonic()) // 1_000_000

    def take(self, at: int) -> None:
        """Sets the clock, even back. Only for a server that has not used the time yet."""
        self._offset = at * 1_000_000 - self._monotonic()

    def catch_up(self, at: int) -> None:
        """Sets the clock forward to a moment that another server has seen."""
        if at > self.now():
            self.take(at)


CLOCK = ServerClock()
"""The clock of this process."""


def now() -> int:
    """The moment, in milliseconds since 1970."""
    return CLOCK.now()
