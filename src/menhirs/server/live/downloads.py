"""Files with many games: one file at a time per visitor, and one game at a time in all.

A file of 400 games reads 400 logs. A visitor who requests many such files, or leaves in the
middle, must not keep others waiting.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterable

from menhirs.core.errors import MenhirsError
from menhirs.server.errors import BadRequest, ServerUnavailable
from menhirs.server.live.match.rooms import Rooms
from menhirs.server.metrics import DOWNLOADS
from menhirs.view.match.record_text import record_text

MOST_OF_ALL = 50


class Downloads:
    """The files of games that this server is making."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._open: set[str] = set()
        self._reading = asyncio.Lock()

    def enter(self, client: str, admit: Callable[[], None]) -> None:
        """Counts a file for a person or an address.

        Raises if another one is in progress; ``admit`` raises if there were too many before.
        """
        if client in self._open:
            raise BadRequest("download-yours")
        if len(self._open) >= MOST_OF_ALL:
            raise ServerUnavailable("download-full")
        admit()
        self._open.add(client)
        DOWNLOADS.inc()

    def leave(self, client: str) -> None:
        """Called when the file is complete, or its reader has left."""
        self._open.remove(client)
        DOWNLOADS.dec()

    async def records(self, matches: Iterable[str]) -> AsyncGenerator[str, None]:
        """The records of matches; a match that can't be read here is replaced by a note."""
        for match in matches:
            async with self._reading:
                began = time.monotonic()
                text = await self._record(match)
                # Half of the time is left to other work.
                await asyncio.sleep(time.monotonic() - began)
            if text:
                yield text

    async def _record(self, match: str) -> str:
        try:
            found = await self._rooms.read(match)
        except MenhirsError:  # a newer server went on with it
            return f"; {match} can't be read by this server\n"
        # A match without actions has no record.
        return record_text(found) if found is not None and found.plies else ""
