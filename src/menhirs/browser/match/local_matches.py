"""The matches of this browser: the open ones, and all stored ones."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from menhirs.browser.browser_storage import BrowserStorage
from menhirs.browser.engine_queue import EngineQueue
from menhirs.browser.match.local_match import LocalMatch
from menhirs.browser.match.open_matches import OpenMatches
from menhirs.browser.match.stored_match import StoredTerms, read_entry, read_stored
from menhirs.browser.match.time_away import TimeAway
from menhirs.match.addresses import is_match_id
from menhirs.match.entries import Entry
from menhirs.match.errors import Unavailable
from menhirs.match.match import Match
from menhirs.match.outages import Outages
from menhirs.referee.referee import take_in
from menhirs.referee.tasks import Tasks
from menhirs.view.errors import BadAddress


class LocalMatches:
    """All matches of this browser."""

    def __init__(
        self, storage: BrowserStorage, engine_queue: EngineQueue, clock: Callable[[], int]
    ) -> None:
        self.storage = storage
        self.kept = OpenMatches(storage)
        self.engine_queue = engine_queue
        self._clock = clock
        self._ahead = 0
        """Milliseconds by which the device's clock was ahead when it wrote to a match."""
        self.away = TimeAway(storage, self.now)
        self._open: dict[str, LocalMatch] = {}
        self._loading: dict[str, asyncio.Task[LocalMatch]] = {}
        self._changed_meanwhile: set[str] = set()
        """Matches to which another tab wrote while they were being loaded."""
        self.tasks = Tasks()

    def now(self) -> int:
        """The current time. It never goes back, even if the device's clock is set back."""
        return self._clock() + self._ahead

    async def open(self, match: str) -> LocalMatch:
        """A match with its referee."""
        if match in self._open:
            return self._open[match]
        if match not in self._loading:  # two pages at once open it once
            self._loading[match] = asyncio.ensure_future(self._load(match))
        return await asyncio.shield(self._loading[match])

    def opened(self, match: str) -> LocalMatch | None:
        """A match if it is open here."""
        return self._open.get(match)

    async def _load(self, match: str) -> LocalMatch:
        try:
            outages = await self.away.come_back(match)
            opened = LocalMatch(*await self._read(match, outages), outages, self)
            self._open[match] = opened
            if match in self._changed_meanwhile:
                self.on_match_changed(match)
            return opened
        finally:
            del self._loading[match]
            self._changed_meanwhile.discard(match)

    async def read(self, match: str) -> tuple[StoredTerms, Match]:
        """A match as it is stored."""
        return await self._read(match, await self.away.look(match))

    async def _read(self, match: str, outages: Outages) -> tuple[StoredTerms, Match]:
        found = await self.kept.read(match) if is_match_id(match) else None
        if found is None:
            raise BadAddress("no-match")
        stored = read_stored(match, found[0])
        played = stored.match(outages)
        for number, text in enumerate(found[1], start=len(stored.entries) + 1):
            take_in(played, read_entry(number, text))
        self._ahead += max(0, played.last_at - self.now())
        return stored, played

    async def create(self, stored: StoredTerms) -> None:
        """Stores a new match."""
        if not await self.storage.create(stored.new()):
            raise Unavailable("storage")  # the id is taken: the next try has another

    async def as_it_is(self, match: str) -> tuple[StoredTerms, Match]:
        """A match if it is open here, otherwise as it is stored."""
        if (opened := self._open.get(match)) is not None:
            return opened.stored, opened.match
        return await self.read(match)

    async def entries_after(self, match: str, number: int) -> list[Entry]:
        """The stored entries after a number."""
        found = await self.kept.read(match)
        if found is None:
            raise BadAddress("no-match")
        begun = read_stored(match, found[0]).entries  # more than before if the match was put back
        later = [read_entry(n, text) for n, text in enumerate(found[1], start=len(begun) + 1)]
        return [*begun, *later][number:]

    def on_match_changed(self, match: str) -> None:
        """Called when another tab has written to a match."""
        if (opened := self._open.get(match)) is not None:
            self.spawn(opened.refresh())
        elif match in self._loading:
            self._changed_meanwhile.add(match)

    def forget(self, match: LocalMatch, error: Unavailable | None = None) -> None:
        """Closes a match after an error; its pages get the error and connect again."""
        match.close()
        if self._open.get(match.id) is match:
            del self._open[match.id]
        # A page with an open request gets its answer first.
        asyncio.get_running_loop().call_soon(match.send_pages_away, error)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs work in the background; its errors are logged."""
        return self.tasks.spawn(work)

    def close(self) -> None:
        """Closes all open matches."""
        self.tasks.cancel()
        for match in list(self._open.values()):
            self.forget(match)
