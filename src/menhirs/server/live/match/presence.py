"""Presence at a match: the occupied seats, and the number of watchers.

A change of a seat is announced at once; the number of watchers only now and then, so that a crowd
costs the players nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import TypeAlias

from menhirs.core.actions import Player
from menhirs.server.storage.bus import PresenceNotice

WATCHERS_EVERY = 5.0
"""Seconds between two announcements of the number of watchers."""
_WATCHERS = "watchers"


Counts: TypeAlias = dict[str, int]


class PresenceCounter:
    """Counts the people at a match, at this server and at others."""

    def __init__(
        self, announce: Callable[[], None], announce_to_servers: Callable[[Counts], None]
    ) -> None:
        """``announce`` sends changes to visitors, ``announce_to_servers`` to other servers."""
        self._announce_to_visitors = announce
        self._announce_to_servers = announce_to_servers
        self._here = {"1": 0, "2": 0, _WATCHERS: 0}
        self._announced_here = self.here
        self._elsewhere: dict[str, dict[str, int]] = {}
        """The numbers of each other server."""
        self._announced = self.seats, 0
        self._announced_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def here(self) -> dict[str, int]:
        """The numbers of this server, as announced to the others."""
        return dict(self._here)

    @property
    def seats(self) -> dict[Player, bool]:
        """Which seats have somebody at a screen."""
        counts = [self._here, *self._elsewhere.values()]
        return {seat: any(count.get(str(seat)) for count in counts) for seat in (1, 2)}

    @property
    def watchers(self) -> int:
        """The number of watchers."""
        counts = [self._here, *self._elsewhere.values()]
        return sum(count.get(_WATCHERS, 0) for count in counts)

    def add(self, own_seats: list[Player]) -> None:
        """Counts a page or a stream that was opened on these seats; without a seat, a watcher."""
        self._count(own_seats, 1)

    def remove(self, own_seats: list[Player]) -> None:
        """Counts a page or a stream that was closed."""
        self._count(own_seats, -1)

    def _count(self, own_seats: list[Player], by: int) -> None:
        before = _occupied(self._here)
        for key in map(str, own_seats) if own_seats else [_WATCHERS]:
            self._here[key] += by
        if _occupied(self._here) != before:
            self._announce_here()
        self._changed()

    def receive(self, presence: PresenceNotice) -> None:
        """Stores the numbers of another server; a new server gets ours."""
        if presence.server not in self._elsewhere and any(self._here.values()):
            self._announce_to_servers(self.here)
        self._elsewhere.pop(presence.server, None)
        if any(presence.counts.values()):  # so that it counts as new when it comes back
            self._elsewhere[presence.server] = presence.counts
        self._changed()

    def forget_servers(self, running: Collection[str]) -> None:
        """Drops the numbers of servers that are gone."""
        gone = self._elsewhere.keys() - running
        for server in gone:
            del self._elsewhere[server]
        if gone:
            self._changed()

    def _changed(self) -> None:
        seats, watchers = self._announced
        if self.seats != seats:
            self._announce()
        elif self.watchers != watchers and self._timer is None:
            loop = asyncio.get_running_loop()
            due = max(loop.time(), self._announced_at + WATCHERS_EVERY)
            self._timer = loop.call_at(due, self._announce_watchers)

    def _announce_watchers(self) -> None:
        self._timer = None
        if self._here != self._announced_here:
            self._announce_here()
        if (self.seats, self.watchers) != self._announced:
            self._announce()

    def _announce(self) -> None:
        self._announced = self.seats, self.watchers
        self._announced_at = asyncio.get_running_loop().time()
        self._announce_to_visitors()

    def _announce_here(self) -> None:
        self._announced_here = self.here
        self._announce_to_servers(self.here)

    def close(self) -> None:
        """Stops announcing to visitors. Other servers still get announcements."""
        self._announce_to_visitors = lambda: None
        if self._timer is not None:
            self._timer.cancel()


def _occupied(counts: dict[str, int]) -> list[bool]:
    return [count > 0 for count in counts.values()]
