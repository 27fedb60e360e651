"""The time of the server: its start, plus the time of a monotonic clock since.

A machine's wall clock can be set forward or back, by hand or by a time server. That must not lose
a game or keep a claim window open. So it is read only once, at the start. Servers on one database
agree through their heartbeats: a new one takes over the time of the running ones, and one that is
behind catches up.
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
        """Both return nanoseconds; ``wall`` is called only once, now."""
        self._monotonic = monotonic
        self._offset = wall() - monotonic()

    def now(self) -> int:
        """The current time."""
        return (self._offset + self._monotonic()) // 1_000_000

    def take(self, at: int) -> None:
        """Sets the clock, even back. Only for a server that has not used the time yet."""
        self._offset = at * 1_000_000 - self._monotonic()

    def catch_up(self, at: int) -> None:
        """Sets the clock forward to the time of another server."""
        if at > self.now():
            self.take(at)


CLOCK = ServerClock()
"""The clock of this process."""


def now() -> int:
    """The current time, in milliseconds since 1970."""
    return CLOCK.now()
