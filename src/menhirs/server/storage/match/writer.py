"""Writing entries down: many matches in one transaction, each before it is announced.

A commit takes the disk's time, however much it holds. So all that arrives during one commit goes
into the next one together. Where many matches write, they are also gathered for a moment, which
nobody notices: a commit costs us some time too, and the disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from menhirs.match.errors import Unavailable
from menhirs.server.metrics import COMMITS, ENTRIES_A_COMMIT
from menhirs.server.storage.match.store import Append, MatchStore

T = TypeVar("T")

_MOST_A_COMMIT = 500
GATHER = 0.01
"""Seconds for which entries are gathered after a commit that held several."""

_log = logging.getLogger(__name__)


@contextmanager
def _noting_failures(task: str) -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        _log.error("%s: %s", task, error)
        raise Unavailable("storage") from error


class Writer:
    """The one thread of this server that writes to the database."""

    def __init__(self, store: MatchStore) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._waiting: list[tuple[Append, asyncio.Future[bool]]] = []
        self._draining: asyncio.Task[None] | None = None

    async def append(self, append: Append) -> bool:
        """Writes an entry down. False: its number is taken, by another server's entry."""
        written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((append, written))
        if self._draining is None:
            self._draining = asyncio.create_task(self._drain())
        return await written

    async def _drain(self) -> None:
        try:
            while self._waiting:
                batch = self._waiting[:_MOST_A_COMMIT]
                del self._waiting[:_MOST_A_COMMIT]
                await self._commit(batch)
                if len(batch) > 1:
                    await asyncio.sleep(GATHER)
        finally:
            self._draining = None

    async def _commit(self, batch: list[tuple[Append, asyncio.Future[bool]]]) -> None:
        try:
            with COMMITS.time():
                written = await self.run(self.store.append, [append for append, _ in batch])
        except Exception as error:  # whatever it is, nobody may wait for ever
            if not isinstance(error, Unavailable):
                _log.exception("not saved")
            for _, future in batch:
                if not future.done():
                    future.set_exception(Unavailable("storage"))
            return
        ENTRIES_A_COMMIT.observe(len(batch))
        for append, future in batch:
            if not future.done():
                future.set_result((append.match, append.entry.number) in written)

    async def run(self, work: Callable[..., T], *arguments: object) -> T:
        """Does any other work on the database, after all earlier work."""
        loop = asyncio.get_running_loop()
        with _noting_failures("not saved"):
            return await loop.run_in_executor(self._thread, work, *arguments)

    async def read(self, work: Callable[..., T], *arguments: object) -> T:
        """Reads from the database, without waiting for writers."""
        with _noting_failures("not read"):
            return await asyncio.to_thread(work, *arguments)

    def close(self) -> None:
        """Waits for the last commit."""
        self._thread.shutdown()
