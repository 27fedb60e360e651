"""Lag compensation: the travel time of a message that is given back to a player who claims (A9).

A page reports its own lag, by how soon it answers a ping, so it can pretend to be slow but not to
be quick. The smallest of the last few times counts: one late answer changes nothing. And as in
scalachess there is a quota, which every answer fills and every claim uses up: a page that has just
come, or that has just had its share, gets little.
"""

from __future__ import annotations

from collections import deque

MOST_LAG = 600
"""At most so many milliseconds are given back for lag: what the quota holds when it is full."""
QUOTA_AT_FIRST = 200
QUOTA_GAIN = 100
"""Milliseconds that each answered ping adds to the quota."""
PINGS_REMEMBERED = 5


class LagTracker:
    """The lag of one page."""

    def __init__(self) -> None:
        self._times: deque[int] = deque(maxlen=PINGS_REMEMBERED)
        self._quota = QUOTA_AT_FIRST

    def measure(self, milliseconds: int) -> None:
        """Notes how long the page took to answer a ping."""
        self._times.append(max(0, milliseconds))
        self._quota = min(MOST_LAG, self._quota + QUOTA_GAIN)

    def spend(self) -> int:
        """The milliseconds that are given back to a claim; the quota has as many less."""
        returned = min([self._quota, *self._times]) if self._times else 0
        self._quota -= returned
        return returned
