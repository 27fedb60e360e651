"""An executor of processes on this machine: as many as there are cores, as long as memory lasts.

Each worker gets one job at a time over a pipe. If a worker dies (for want of memory), its pipe
closes: a new worker takes its place at once, and the job is handed out again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread

from menhirs.core.errors import MenhirsError
from menhirs.engine.solver.needs import check_memory, free_memory
from menhirs.research.survey.executor import Failure, outcome
from menhirs.research.survey.job import Job, run_job
from menhirs.research.survey.layout_result import LayoutResult

_MOST_DEATHS = 3  # the number of workers that one job may kill before it fails
_SHARE_OF_MEMORY = 0.9
_PATIENCE = 5.0  # seconds for a process to end after a request


class LocalExecutor:
    """Workers on this machine."""

    def __init__(self, workers: int | None = None, *, threads: int = 1) -> None:
        """``workers`` is the most at once; by default the number of cores."""
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
        self._most = workers or max(1, (cores or 1) // threads)
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, _Worker] = {}

    def solve(self, jobs: Iterable[Job]) -> Iterator[LayoutResult | Failure]:
        """See :class:`~menhirs.research.survey.executor.Executor`."""
        waiting = iter(jobs)
        again: deque[Job] = deque()
        deaths: Counter[Job] = Counter()
        free = free_memory()
        budget = None if free is None else int(free * _SHARE_OF_MEMORY)
        job = next(waiting, None)
        while job or self._busy:
            if job and self._has_room_for(job, budget):
                self._hand_out(job)
                job = again.popleft() if again else next(waiting, None)
                continue
            if job and not self._busy:
                check_memory(job.memory, budget)  # raises: it does not fit
            for connection in wait(list(self._busy)):
                assert isinstance(connection, Connection)
                worker = self._busy.pop(connection)
                done = worker.job
                reply = worker.receive()
                if reply is None:
                    worker.close()
                    deaths[done] += 1
                    if deaths[done] < _MOST_DEATHS:
                        again.append(done)
                    else:
                        yield Failure(done, f"{_MOST_DEATHS} workers died of it")
                    continue
                self._idle.append(worker)
                yield (
                    outcome(done, reply["line"]) if "line" in reply else Failure(done, reply["why"])
                )
            if job is None and again:
                job = again.popleft()

    def _has_room_for(self, job: Job, budget: int | None) -> bool:
        if len(self._busy) >= self._most:
            return False
        used = sum(worker.job.memory for worker in self._busy.values())
        return budget is None or used + job.memory <= budget

    def _hand_out(self, job: Job) -> None:
        """Gives the job to a worker; one that died while it was idle is replaced."""
        while True:
            worker = self._idle.pop() if self._idle else _Worker()
            if worker.send(job):
                self._busy[worker.connection] = worker
                return
            worker.close()

    def close(self) -> None:
        """Ends all workers, whatever they are doing."""
        for worker in [*self._idle, *self._busy.values()]:
            worker.close()
        self._idle.clear()
        self._busy.clear()


class _Worker:
    """A process that solves one job at a time."""

    job: Job
    """Its current job."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.connection, child_end = context.Pipe()
        self._process: SpawnProcess = context.Process(target=_work, args=(child_end,), daemon=True)
        self._process.start()
        child_end.close()  # so that the pipe closes when the process dies

    def send(self, job: Job) -> bool:
        self.job = job
        try:
            self.connection.send(job.data())
        except OSError:
            return False
        return True

    def receive(self) -> dict[str, str] | None:
        """Its answer; None if it has died."""
        try:
            reply: dict[str, str] = self.connection.recv()
        except (EOFError, OSError):
            return None
        return reply

    def close(self) -> None:
        self.connection.close()
        self._process.terminate()
        self._process.join(_PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _work(connection: Connection) -> None:
    """Answers jobs until the pipe closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the parent process
    Thread(target=_end_with_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            reply = connection.recv()
            try:
                answer = {"line": run_job(reply)}
            except (MenhirsError, MemoryError, OSError) as error:
                answer = {"why": f"{type(error).__name__}: {error}"}
            connection.send(answer)


def _end_with_parent() -> None:
    """Ends this process when its parent was killed."""
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)
