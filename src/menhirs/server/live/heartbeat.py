"""The heartbeat of a server, from which outages are found.

Clocks and claim windows leave outages out.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Collection, Mapping
from math import inf

from menhirs.match.errors import Unavailable
from menhirs.match.outages import Outages
from menhirs.server.live.clock import CLOCK, ServerClock
from menhirs.server.storage.match.writer import Writer

BEAT = 1_000
_GONE = 3 * BEAT
_MISSED = 10.0
"""Seconds without a heartbeat that mean an outage, even on a very slow machine."""
_COMING_BACK = 3_000
"""Seconds given to players to find the server again after an outage."""
_ASK_AGAIN = 0.01


class Heartbeat:
    """Writes the server's time to the database once a second."""

    def __init__(self, writer: Writer, clock: ServerClock = CLOCK) -> None:
        self._writer = writer
        self._clock = clock
        self.server = secrets.token_hex(6)
        self._outages = Outages()
        self._task: asyncio.Task[None] | None = None
        self._beat_at = time.monotonic()
        """When this server last wrote to the database; None if the last attempt failed."""
        self._regular_since = self._beat_at
        """Since when its heartbeat has had no gap."""

    async def start_clock(self) -> Outages:
        """Sets the clock, starts the heartbeat, and returns all outages up to now."""
        run, store = self._writer.run, self._writer.store
        beats = await run(store.last_beats)
        has_others = await run(store.has_other_servers)
        if has_others and (agreed := await self._next_beat(beats)) is not None:
            self._clock.take(agreed)
        else:  # never earlier than the time of earlier servers
            self._clock.catch_up(max(beats.values(), default=0))
        at = self._clock.now()
        last = max(beats.values(), default=at)
        # A server that was killed may be back before its heartbeat is missed.
        if at - last > _GONE or (beats and not has_others):
            await run(store.add_outage, last, at + _COMING_BACK)
        await run(store.beat, self.server, at)
        await run(store.forget, [other for other, beat in beats.items() if at - beat > _GONE])
        self._outages = await run(store.outages)
        return self._outages

    async def _next_beat(self, known: Mapping[str, int]) -> int | None:
        """Waits for another server's heartbeat, and returns its time; None if there is none."""
        deadline = time.monotonic() + _GONE / 1000
        while time.monotonic() < deadline:
            beats = await self._writer.run(self._writer.store.last_beats)
            if moments := [at for server, at in beats.items() if known.get(server) != at]:
                return max(moments)
            await asyncio.sleep(_ASK_AGAIN)
        return None

    def start(self, on_servers: Callable[[Collection[str]], None]) -> None:
        """Starts the heartbeat; each one reports the running servers to ``on_servers``."""
        self._task = asyncio.create_task(self._beat(on_servers))

    async def _beat(self, on_servers: Callable[[Collection[str]], None]) -> None:
        store, now = self._writer.store, self._clock.now
        last = now()
        while True:
            await asyncio.sleep(BEAT / 1000)
            try:
                await self._writer.run(store.beat, self.server, now())
                self._store_beat()
                if now() - last > _GONE:  # the database was down, so nothing could be saved
                    self._outages.add(last, now())
                    await self._writer.run(store.add_outage, last, now())
                beats = await self._writer.run(store.last_beats)
                self._clock.catch_up(max(beats.values()))
                last = now()
                on_servers({server for server, at in beats.items() if now() - at < _GONE})
            except Unavailable:
                self._beat_at = -inf  # logged already

    def _store_beat(self) -> None:
        at = time.monotonic()
        if at - self._beat_at > _GONE / 1000:
            self._regular_since = at
        self._beat_at = at

    @property
    def misses_others(self) -> bool:
        """Whether this server may declare others gone.

        After an outage of the database all heartbeats are old, and every server needs a moment. So
        only a server with some heartbeats in a row declares others gone.
        """
        at, patience = time.monotonic(), _GONE / 1000
        return at - self._beat_at < patience < at - self._regular_since

    def check(self) -> None:
        """Raises if nothing can be written: the last heartbeat failed, or is too old."""
        if time.monotonic() - self._beat_at > _MISSED:
            raise Unavailable("storage")

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
