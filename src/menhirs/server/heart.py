"""The heartbeat: how one knows afterwards when no server was there.

Time in which nobody could have acted is nobody's fault, so clocks and claim windows leave it out.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Collection
from contextlib import suppress

from menhirs.match.time import Outages
from menhirs.server.errors import Unavailable
from menhirs.server.storage.store import Store
from menhirs.server.writer import Writer

BEAT = 1_000
_GONE = 3 * BEAT
_COMING_BACK = 3_000
"""Players need some time to find the server again; it is given to them."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Heart:
    """Tells the database once a second that this server runs."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self.server = secrets.token_hex(6)
        self._outages = Outages()
        self._task: asyncio.Task[None] | None = None

    async def take_stock(self) -> Outages:
        """Begins to run, and returns all outages up to now."""
        self._outages = await self._writer.run(_take_stock, self._writer.store, self.server)
        return self._outages

    def start(self, on_servers: Callable[[Collection[str]], None]) -> None:
        """Begins to beat, and tells with every beat which servers run."""
        self._task = asyncio.create_task(self._beat(on_servers))

    async def _beat(self, on_servers: Callable[[Collection[str]], None]) -> None:
        store, last = self._writer.store, now()
        while True:
            await asyncio.sleep(BEAT / 1000)
            with suppress(Unavailable):  # it has been noted
                await self._writer.run(store.beat, self.server, now())
                if now() - last > _GONE:  # the database was away, so nothing could be saved
                    self._outages.add(last, now())
                    await self._writer.run(store.add_outage, last, now())
                last = now()
                beats = await self._writer.run(store.last_beats)
                on_servers({server for server, at in beats.items() if now() - at < _GONE})

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()


def _take_stock(store: Store, server: str) -> Outages:
    at = now()
    beats = store.last_beats()
    last = max(beats.values(), default=at)
    # A server that was killed may be back before its heartbeat is missed.
    if at - last > _GONE or (beats and not store.has_other_servers()):
        store.add_outage(last, at + _COMING_BACK)
    store.beat(server, at)
    store.forget(other for other, beat in beats.items() if at - beat > _GONE)
    return store.outages()
