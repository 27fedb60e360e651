"""The heartbeat: how one knows afterwards when no server was there.

Time in which nobody could have acted is nobody's fault, so clocks and claim windows leave it out.
"""

from __future__ import annotations

import asyncio
import secrets
import time
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
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> Outages:
        """Begins to beat, and returns all outages up to now."""
        outages: Outages = await self._writer.run(_take_stock, self._writer.store, self.server)
        self._task = asyncio.create_task(self._beat())
        return outages

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT / 1000)
            with suppress(Unavailable):  # it has been noted
                await self._writer.run(self._writer.store.beat, self.server, now())

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()


def _take_stock(store: Store, server: str) -> Outages:
    at = now()
    beats = store.last_beats()
    last = max(beats.values(), default=at)
    if at - last > _GONE:
        store.add_outage(last, at + _COMING_BACK)
    store.beat(server, at)
    store.forget(other for other, beat in beats.items() if at - beat > _GONE)
    return store.outages()
