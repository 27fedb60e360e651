"""Files of many games: one at a time for each who asks, and one game at a time for all.

A file of 400 games reads 400 diaries. A visitor who asks for many such files, or goes away in the
middle, must not keep the others waiting.
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

    def enter(self, whose: str, admit: Callable[[], None]) -> None:
        """Counts a file for a person, or for somebody at an address.

        Raises if it is one too many; ``admit`` does so where too many came before.
        """
        if whose in self._open:
            raise BadRequest("download-yours")
        if len(self._open) >= MOST_OF_ALL:
            raise ServerUnavailable("download-full")
        admit()
        self._open.add(whose)
        DOWNLOADS.inc()

    def leave(self, whose: str) -> None:
        """The file is there, or nobody waits for it any more."""
        self._open.remove(whose)
        DOWNLOADS.dec()

    async def records(self, matches: Iterable[str]) -> AsyncGenerator[str, None]:
        """The records of matches; of one that can't be read here there is a note instead."""
        for match in matches:
            async with self._reading:
                began = time.monotonic()
                text = await self._record(match)
                # Half of the time belongs to everybody else.
                await asyncio.sleep(time.monotonic() - began)
            if text:
                yield text

    async def _record(self, match: str) -> str:
        try:
            found = await self._rooms.read(match)
        except MenhirsError:  # a newer server went on with it
            return f"; {match} can't be read by this server\n"
        # Where nothing was played there is nothing to keep.
        return record_text(found) if found is not None and found.plies else ""
