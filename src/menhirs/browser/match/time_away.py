"""Time in which no tab had a match open, or the device slept: clocks leave it out.

While time runs in a match, its tab stores a heartbeat every second. The tab that opens the match
next sees how long no tab was open; clocks and claim windows leave that time out, like the outages
of a server.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from menhirs.browser.browser_storage import BrowserStorage
from menhirs.match.outages import Outages

BEAT = 1.0
"""Seconds between two heartbeats."""
_GONE = 3_000
"""Milliseconds without a heartbeat after which a tab counts as closed."""
_COMING_BACK = 3_000
"""Milliseconds given to players to find their way into a game again."""
_LAST_SEEN, _AWAY = "seen", "away"


class TimeAway:
    """Records when the matches of this browser were open."""

    def __init__(self, storage: BrowserStorage, now: Callable[[], int]) -> None:
        self._storage = storage
        self._now = now

    async def look(self, match: str) -> Outages:
        """The outages of a match; an unfinished one lasts until now."""
        stretches = await self._known(match)
        if (since := await self._away_since(match)) is not None:
            stretches.append((since, self._now()))
        return Outages(stretches)

    async def come_back(self, match: str) -> Outages:
        """The outages of a match that is being opened: ends the unfinished one."""
        if (since := await self._away_since(match)) is not None:
            await self.add(match, since, self._now() + _COMING_BACK)
        return Outages(await self._known(match))

    async def add(self, match: str, begin: int, end: int) -> None:
        """Stores an outage."""
        stretches = [*await self._known(match), (begin, end)]
        await self._storage.put(_AWAY, match, json.dumps(stretches))
        await self._storage.put(_LAST_SEEN, match, str(self._now()))

    async def beat(self, match: str) -> None:
        """Stores a heartbeat."""
        await self._storage.put(_LAST_SEEN, match, str(self._now()))

    async def stop(self, match: str) -> None:
        """Ends the heartbeats: no time runs any more."""
        await self._storage.drop(_LAST_SEEN, match)

    def was_away(self, since: int) -> bool:
        """Whether the last heartbeat is too long ago."""
        return self._now() - since > _GONE

    async def _away_since(self, match: str) -> int | None:
        seen = await self._storage.get(_LAST_SEEN, match)
        if seen is None or not seen.isdigit() or not self.was_away(int(seen)):
            return None
        return int(seen)

    async def _known(self, match: str) -> list[tuple[int, int]]:
        try:
            data = json.loads(await self._storage.get(_AWAY, match) or "[]")
            return [(int(begin), int(end)) for begin, end in data]
        except (ValueError, TypeError):  # written by another version
            return []
