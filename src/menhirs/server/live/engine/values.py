"""The values of positions, for ``GET /api/value``.

They have their own engine process, at a lower priority than play, which ends when idle. A search
visits a fixed number of positions, so that an answer is always the same and can be cached.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from menhirs.core.position import Position
from menhirs.server.errors import BadRequest, ServerUnavailable
from menhirs.server.live.engine.engine_process import EngineProcess, PendingQuestion
from menhirs.server.live.engine.live_analyses import engine_with
from menhirs.view.analysis.engine_lines import Found, find_value

VALUE_NODES = 300_000
"""The nodes of a search for one value: a few tenths of a second."""
MOST_OF_ONE = 5
"""The maximum number of values that one visitor waits for."""
_MOST_WAITING = 40
_MOST_KEPT = 2_000
_REST_AFTER = 60.0
"""Seconds without a question after which the process is ended."""


@dataclass(frozen=True)
class ValueQuestion:
    """A position whose value is requested."""

    position: Position
    tables: Path | None

    def think(self, stop: Event | None = None) -> Found:
        """Looks the value up or searches for it."""
        return find_value(engine_with(self.tables), self.position, VALUE_NODES, stop)


class Values:
    """Finds values, one after the other, and caches the latest."""

    def __init__(self, tables: Path | None = None) -> None:
        self._tables = tables
        self._process = EngineProcess()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="values")
        self._kept: OrderedDict[Position, asyncio.Future[Found]] = OrderedDict()
        self._waiting: Counter[str] = Counter()
        """How many values visitors wait for."""
        self._rest: asyncio.TimerHandle | None = None

    def has(self, position: Position) -> bool:
        """Whether the value of a position is cached."""
        return position in self._kept

    async def find(self, position: Position, visitor: str) -> Found:
        """The value of a position; raises if too many wait for theirs."""
        if (kept := self._kept.get(position)) is not None:
            self._kept.move_to_end(position)
            return await asyncio.shield(kept)
        if self._waiting[visitor] >= MOST_OF_ONE:
            raise BadRequest("too-fast", seconds=1.0)
        if self._waiting.total() >= _MOST_WAITING:
            raise ServerUnavailable("analysis-full")
        # A second request for a position that is being searched shares its answer.
        self._waiting[visitor] += 1
        searching = asyncio.ensure_future(self._search(position, visitor))
        self._kept[position] = searching
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return await asyncio.shield(searching)

    async def _search(self, position: Position, visitor: str) -> Found:
        if self._rest is not None:
            self._rest.cancel()
        loop = asyncio.get_running_loop()
        try:
            pending: PendingQuestion[Found] = PendingQuestion(ValueQuestion(position, self._tables))
            found = await loop.run_in_executor(self._thread, self._process.ask, pending)
            assert found is not None  # it is never cancelled
            return found
        except BaseException:
            self._kept.pop(position, None)
            raise
        finally:
            self._waiting -= Counter([visitor])  # and forgets whoever waits for none
            self._rest = loop.call_later(_REST_AFTER, self._rest_if_idle)

    def _rest_if_idle(self) -> None:
        if not self._waiting.total():
            self._process.rest()

    def close(self) -> None:
        """Ends the process for good."""
        self._process.close()
        self._thread.shutdown(wait=False, cancel_futures=True)
