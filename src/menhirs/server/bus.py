"""How servers on one PostgreSQL hear of each other's changes.

Every commit of entries notifies its matches (see :mod:`menhirs.server.storage.store`); who is
present at a match is told the same way. On SQLite there is one server, and nothing to hear.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from menhirs.core.errors import MenhirsError
from menhirs.match.entries import Entry
from menhirs.server.errors import Unavailable
from menhirs.server.storage.database import is_postgresql
from menhirs.server.storage.news import read_entry
from menhirs.server.storage.store import CHANNEL
from menhirs.server.writer import Writer

if TYPE_CHECKING:
    from psycopg import AsyncConnection

_TRY_AGAIN = 1.0
_GATHER = 0.05

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Presence:
    """How many connections a server has for each seat of a match."""

    match: str
    server: str
    counts: dict[str, int]


class Bus:
    """What is heard from other servers, and what is told to them."""

    def __init__(self, writer: Writer, server: str) -> None:
        self._writer = writer
        self._server = server
        self._task: asyncio.Task[None] | None = None
        self._untold: dict[str, str] = {}
        """For each match, what is to be told of who is there."""

    @property
    def _has_others(self) -> bool:
        return is_postgresql(self._writer.store.engine)

    def start(
        self,
        on_change: Callable[[str, Entry | None], Awaitable[None]],
        on_presence: Callable[[Presence], None],
    ) -> None:
        """Begins to listen. The change of no match means: anything may have changed."""
        if self._has_others:
            self._task = asyncio.create_task(self._listen(on_change, on_presence))

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def tell_presence(self, match: str, counts: dict[str, int]) -> None:
        """Tells the other servers who is here."""
        if not self._has_others:
            return
        self._untold[match] = json.dumps({"match": match, "server": self._server, "counts": counts})
        if len(self._untold) > 1:
            return  # goes along with what is waiting already
        await asyncio.sleep(_GATHER)  # hundreds may come at once, and play must not wait for them
        told, self._untold = list(self._untold.values()), {}
        if not told:
            return
        with suppress(Unavailable):  # it has been noted
            await self._writer.run(self._writer.store.notify, told)

    async def _listen(
        self,
        on_change: Callable[[str, Entry | None], Awaitable[None]],
        on_presence: Callable[[Presence], None],
    ) -> None:
        import psycopg

        while True:
            try:
                async with await self._connect() as connection:
                    await connection.execute(f"listen {CHANNEL}")
                    await on_change("", None)  # whatever was told while nobody listened
                    async for notice in connection.notifies():
                        told = json.loads(notice.payload)
                        if "entry" in told:
                            await on_change(told["match"], read_entry(told["entry"]))
                        elif told["server"] != self._server:
                            on_presence(Presence(**told))
            except (psycopg.Error, MenhirsError) as error:
                _log.warning("not listening to other servers: %s", error)
            await asyncio.sleep(_TRY_AGAIN)

    async def _connect(self) -> AsyncConnection[Any]:
        from psycopg import AsyncConnection

        address = self._writer.store.engine.url.set(drivername="postgresql")
        return await AsyncConnection.connect(
            address.render_as_string(hide_password=False), autocommit=True
        )
