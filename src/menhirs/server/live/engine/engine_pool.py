"""The queue of positions for the computer, and its engine processes.

Visitors are served in turn, so nobody waits for somebody else's twenty matches. Outdated questions
are dropped. One process serves the quick levels only, so that these never wait for the slowest.
"""

from __future__ import annotations

import asyncio
import os
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from menhirs.engine.levels import LEVELS
from menhirs.referee.thought import Question, Thought
from menhirs.server.live.engine.engine_process import EngineProcess, PendingQuestion
from menhirs.server.metrics import THINKING, THOUGHTS_STOPPED, WAITING_TO_THINK

_QUICK = len(LEVELS) - 1
"""The highest level that thinks for milliseconds. The one above takes up to a second."""


class _Waiting:
    """A question in the queue."""

    def __init__(self, question: Question, visitor: str, number: int) -> None:
        self.question = question
        self.pending: PendingQuestion[Thought] = PendingQuestion(question)
        self.visitor = visitor
        self.number = number
        self.since = time.monotonic()
        self.answer: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()
        self.process: EngineProcess | None = None
        """The process that works on it."""

    @property
    def level(self) -> int:
        return self.question.level


class EnginePool:
    """Engine processes: some for every level, one for the quick levels only."""

    def __init__(self, processes: int | None = None) -> None:
        many = processes or max(1, (os.cpu_count() or 2) - 1)
        self._quick = EngineProcess()
        self._processes = [self._quick, *(EngineProcess() for _ in range(many))]
        self._idle = list(self._processes)
        self._threads = ThreadPoolExecutor(len(self._processes), thread_name_prefix="engine")
        self._waiting: list[_Waiting] = []
        self._numbers = count(1)
        self._served: dict[str, int] = {}
        """For each waiting visitor, when one of their questions was last started."""
        self._thinking_for: set[_Waiting] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def warm_up(self) -> None:
        """Starts the processes before the first player waits for them."""
        for process in self._processes:
            self._threads.submit(process.start)

    async def think(self, question: Question, visitor: str) -> Thought:
        """A level's thought about a position. Cancelling this cancels the computation.

        ``visitor``: whose turn in the queue this is, see ``Room.visitor``.
        """
        waiting = _Waiting(question, visitor, next(self._numbers))
        self._waiting.append(waiting)
        self._assign()
        try:
            return await waiting.answer
        finally:
            self._give_up(waiting)

    def _give_up(self, waiting: _Waiting) -> None:
        """Drops a cancelled question."""
        if waiting in self._waiting:
            self._waiting.remove(waiting)
            THOUGHTS_STOPPED.inc()
        elif waiting.process is not None:
            waiting.process.stop(waiting.pending)
            THOUGHTS_STOPPED.inc()

    def _assign(self) -> None:
        """Gives every idle process the next question."""
        for process in list(self._idle):
            if self._is_closed or (waiting := self._next(process)) is None:
                continue
            self._idle.remove(process)
            self._waiting.remove(waiting)
            self._thinking_for.add(waiting)
            self._served[waiting.visitor] = next(self._numbers)
            task = asyncio.create_task(self._think(process, waiting))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        still = {waiting.visitor for waiting in (*self._waiting, *self._thinking_for)}
        self._served = {visitor: when for visitor, when in self._served.items() if visitor in still}

    def _next(self, process: EngineProcess) -> _Waiting | None:
        """The visitor who has waited longest, low levels first."""
        may = (w for w in self._waiting if process is not self._quick or w.level <= _QUICK)
        return min(
            may, key=lambda w: (self._served.get(w.visitor, 0), w.level, w.number), default=None
        )

    async def _think(self, process: EngineProcess, waiting: _Waiting) -> None:
        waiting.process = process
        level, begin = str(waiting.level), time.monotonic()
        WAITING_TO_THINK.labels(level).observe(begin - waiting.since)
        loop = asyncio.get_running_loop()
        try:
            thought = await loop.run_in_executor(self._threads, process.ask, waiting.pending)
        except Exception as error:  # passed on to the waiting caller
            if not waiting.answer.done():
                waiting.answer.set_exception(error)
        else:
            if thought is not None and not waiting.answer.done():
                THINKING.labels(level).observe(time.monotonic() - begin)
                waiting.answer.set_result(thought)
        finally:
            waiting.process = None
            self._thinking_for.discard(waiting)
            self._idle.append(process)
            self._assign()

    def close(self) -> None:
        self._is_closed = True
        for process in self._processes:
            process.close()
        self._threads.shutdown(wait=False, cancel_futures=True)
