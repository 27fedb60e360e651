"""Live analyses: the engine searches a position for as long as a page shows it.

They have their own processes, at a lower priority than play. Visitors take turns: while others
wait, each has a process for a few seconds only.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from threading import Event
from typing import Literal

from menhirs.core.position import Position
from menhirs.engine.analysis import Analysis, Limits, Line
from menhirs.engine.engine import Engine
from menhirs.engine.replies import with_replies
from menhirs.engine.tables_folder import missing_tables
from menhirs.server.errors import BadRequest, ServerUnavailable
from menhirs.server.live.engine.engine_process import (
    EngineProcess,
    PendingQuestion,
    ReportingEngineTask,
)
from menhirs.server.metrics import LIVE_ANALYSES
from menhirs.view.analysis.engine_lines import ALL_LINES, Found, found

MOST_OF_ONE = 3
"""The most analyses of one visitor, running or waiting."""
MOST_OF_ALL = 60
_TURN = 4.0
"""Seconds that each analysis gets, even while others wait."""
_REST_AFTER = 60.0
"""Seconds without work after which a process is ended."""
_TELL_EVERY = 0.1


@dataclass(frozen=True)
class LiveQuestion(ReportingEngineTask):
    """A live analysis of a position."""

    position: Position
    lines: int
    seconds: float
    tables: Path | None = None

    def think_aloud(self, send: Callable[[object], None], stop: Event) -> Found:
        """The best lines, deeper and deeper."""
        position, engine = self.position, engine_with(self.tables)
        limits = Limits(seconds=self.seconds)
        book = self._book(engine, stop)
        announced_at = 0.0

        def watch(analysis: Analysis) -> None:
            nonlocal announced_at
            if time.monotonic() - announced_at >= _TELL_EVERY:
                announced_at = time.monotonic()
                send(replace(found(position, analysis, book), is_over=False))

        analysis = engine.analyse(position, limits, lines=self.lines, watch=watch, stop=stop)
        analysis = with_replies(engine, position, analysis, limits, stop=stop)
        return found(position, analysis, book)

    def _book(self, engine: Engine, stop: Event) -> tuple[Line, ...]:
        """Every action with its exact value, if the layout was solved."""
        if self.tables is None or missing_tables(self.tables, self.position) is not None:
            return ()
        known = engine.analyse(self.position, Limits(nodes=1), lines=ALL_LINES, stop=stop)
        return known.lines if known.source == "table" else ()


@cache
def engine_with(tables: Path | None) -> Engine:
    """The engine of this process."""
    return Engine(tables=tables)


@dataclass(frozen=True)
class AnalysisReport:
    """A report to a visitor: lines, or the number of analyses before theirs in the queue."""

    status: Literal["waiting", "thinking", "paused", "done"]
    known: Found | None


class LiveAnalyses:
    """The running and waiting analyses of this server."""

    def __init__(self, tables: Path | None = None, processes: int = 1) -> None:
        self.tables = tables
        self._idle = [EngineProcess(in_background=True) for _ in range(processes)]
        self._processes = list(self._idle)
        self._free = asyncio.Semaphore(processes)
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="analysis")
        self._open: Counter[str] = Counter()
        self._waiting = 0
        self._crowd = asyncio.Event()
        """Set while an analysis waits for a process."""

    def enter(self, visitor: str) -> None:
        """Counts one more analysis of a visitor, or raises."""
        if self._open[visitor] >= MOST_OF_ONE:
            raise BadRequest("analysis-yours", most=MOST_OF_ONE)
        if self._open.total() >= MOST_OF_ALL:
            raise ServerUnavailable("analysis-full")
        self._open[visitor] += 1
        LIVE_ANALYSES.inc()

    def leave(self, visitor: str) -> None:
        """Called when a visitor's analysis has ended."""
        self._open[visitor] -= 1
        LIVE_ANALYSES.dec()
        if not self._open[visitor]:
            del self._open[visitor]

    async def follow(self, question: LiveQuestion) -> AsyncGenerator[AnalysisReport, None]:
        """The growing analysis. Closing it stops the engine."""
        if self._free.locked():
            yield AnalysisReport("waiting", None)
        self._change_waiting(1)
        try:
            await self._free.acquire()
        finally:
            self._change_waiting(-1)
        process = self._idle.pop()
        try:
            async for report in self._follow(question, process):
                yield report
        finally:
            self._idle.append(process)
            self._free.release()
            asyncio.get_running_loop().call_later(_REST_AFTER, self._rest)

    async def _follow(
        self, question: LiveQuestion, process: EngineProcess
    ) -> AsyncGenerator[AnalysisReport, None]:
        loop = asyncio.get_running_loop()
        news: asyncio.Queue[Found | None] = asyncio.Queue()
        known: Found | None = None

        def hear(found: Found) -> None:
            loop.call_soon_threadsafe(news.put_nowait, found)

        pending: PendingQuestion[Found] = PendingQuestion(question, hear)
        thinking = loop.run_in_executor(self._threads, process.ask, pending)
        thinking.add_done_callback(lambda _: news.put_nowait(None))
        turn = asyncio.create_task(self._end_turn(pending, process))
        try:
            yield AnalysisReport("thinking", None)
            while (report := await news.get()) is not None:
                known = report
                yield AnalysisReport("thinking", known)
            answer = await thinking
            if answer is None:  # others wait
                yield AnalysisReport("paused", known)
            else:
                yield AnalysisReport("done" if answer.is_over else "paused", answer)
        finally:
            turn.cancel()
            process.stop(pending)
            if not thinking.done():
                await asyncio.wait([thinking])

    async def _end_turn(self, pending: PendingQuestion[Found], process: EngineProcess) -> None:
        """Stops an analysis that has had its turn, once another one waits."""
        await asyncio.sleep(_TURN)
        await self._crowd.wait()
        process.stop(pending)

    def _change_waiting(self, by: int) -> None:
        self._waiting += by
        if self._waiting > 0 and self._free.locked():
            self._crowd.set()
        elif self._waiting == 0:
            self._crowd.clear()

    def _rest(self) -> None:
        """Ends idle processes."""
        if not self._open:
            for process in self._idle:
                process.rest()

    def close(self) -> None:
        for process in self._processes:
            process.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
