"""All rooms of a server: opened when somebody comes, closed when nobody is left."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Collection, Coroutine
from typing import Any

from menhirs.core.errors import MenhirsError
from menhirs.match.entries import Entry
from menhirs.match.time import Outages
from menhirs.server.bus import Bus, Presence
from menhirs.server.errors import BadRequest
from menhirs.server.heart import now
from menhirs.server.metrics import ROOMS
from menhirs.server.room import Room
from menhirs.server.seats import is_match_id
from menhirs.server.thinking import Thinkers
from menhirs.server.writer import Writer

_IDLE = 300.0
"""Seconds after which an empty room is closed."""

_log = logging.getLogger(__name__)


class Rooms:
    """All rooms of this server."""

    def __init__(self, writer: Writer, thinkers: Thinkers, bus: Bus, outages: Outages) -> None:
        self.writer = writer
        self.thinkers = thinkers
        self.bus = bus
        self._outages = outages
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.spawn(self._sweep())

    async def _sweep(self) -> None:
        """Closes rooms that nobody has been in for a while."""
        while True:
            await asyncio.sleep(_IDLE)
            for room in list(self._rooms.values()):
                if not room.viewers and not room.is_busy and now() - room.last_used > _IDLE * 1000:
                    self.forget(room)
            gc.collect()  # see prepare_process

    async def room(self, match: str) -> Room:
        """The room of a match, opened if need be."""
        if (room := self._rooms.get(match)) is not None:
            room.last_used = now()
            return room
        if match not in self._loading:  # two visitors at once open one room
            self._loading[match] = asyncio.create_task(self._load(match))
        return await asyncio.shield(self._loading[match])

    async def _load(self, match: str) -> Room:
        try:
            stored = None
            if is_match_id(match):
                stored = await self.writer.read(self.writer.store.load, match)
            if stored is None:
                raise BadRequest("no-match")
            room = self._rooms[match] = Room(stored, self._outages, self)
            ROOMS.set(len(self._rooms))
            return room
        finally:
            del self._loading[match]

    def forget(self, room: Room) -> None:
        """Closes a room; whoever is in it is sent away and finds it again."""
        room.close()
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
        for viewer in room.viewers:
            viewer.send_away()
        ROOMS.set(len(self._rooms))

    async def heard_change(self, match: str, entry: Entry | None) -> None:
        """A server, perhaps this one, wrote an entry; without a match, any may have been."""
        if not match:
            for room in list(self._rooms.values()):
                await room.refresh()
        elif (changed := self._rooms.get(match)) is not None and changed.is_news(entry):
            # A room that is busy must not keep the news of others waiting.
            self.spawn(changed.refresh(entry))

    def heard_servers(self, running: Collection[str]) -> None:
        """Which servers are there."""
        for room in self._rooms.values():
            room.forget_servers(running)

    def heard_presence(self, presence: Presence) -> None:
        if (room := self._rooms.get(presence.match)) is not None:
            room.heard_presence(presence)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Lets something happen by itself; what goes wrong in it is noted."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def spawn_call(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.spawn(work())

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            level = logging.WARNING if isinstance(error, MenhirsError) else logging.ERROR
            _log.log(level, "in a room: %s", error, exc_info=error)

    def close(self) -> None:
        """Closes all rooms."""
        for task in self._tasks:
            task.cancel()
        for room in list(self._rooms.values()):
            self.forget(room)
