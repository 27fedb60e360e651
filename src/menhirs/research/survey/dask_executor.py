"""An executor that is a Dask cluster, started with Dask's own commands.

::

    dask scheduler
    dask worker tcp://host:8786 --nthreads 1 --nworkers 2 --resources memory=5e9

A worker says with ``--resources memory=…`` how many bytes it has for solving, and gets jobs only
as far as they fit: Dask hands out no more than that. If a worker dies Dask gives its job to another
one. Only a few jobs more than the workers can take are handed over at a time, so a survey of all
layouts does not fill the scheduler's memory.
"""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import islice
from secrets import token_hex
from typing import Any

from menhirs.notation.extras import needed_extra
from menhirs.research.survey.errors import BadSurvey
from menhirs.research.survey.executor import Failure, outcome
from menhirs.research.survey.job import Job, run_job
from menhirs.research.survey.layout_result import LayoutResult

_ADDRESS = re.compile(
    r"((?P<protocol>tcp|tls|ws|wss)://)?(?P<host>[^\s/:]+|\[[0-9a-fA-F:.]+\]):(?P<port>\d{1,5})"
)
_PATIENCE = 10.0  # seconds for a scheduler to answer
_LONGEST_GREETING = 100_000
_AHEAD = 2  # jobs handed over for each thread of the cluster: the next one waits where it is needed
_LEAST_AHEAD = 16
_RESOURCE = "memory"


class DaskExecutor:
    """The workers of a Dask scheduler."""

    def __init__(self, address: str, report: Callable[[str], None] = lambda text: None) -> None:
        """``report`` is called with the dashboard's address and with reasons for waiting."""
        self._address = address
        self._report = report
        self._dask = _distributed()
        self._client = self._connected()
        self._name = token_hex(8)
        self._reported_waits: set[int] = set()
        if link := self._client.dashboard_link:
            report(f"Dask's dashboard: {link}")

    def solve(self, jobs: Iterable[Job]) -> Iterator[LayoutResult | Failure]:
        """See :class:`~menhirs.research.survey.executor.Executor`."""
        waiting = iter(jobs)
        handed_over: dict[str, Job] = {}
        finished = self._dask.as_completed(loop=self._client.loop)
        for job in islice(waiting, self._window()):
            finished.add(self._submit(job, handed_over))
        for future in finished:
            job = handed_over.pop(future.key)
            yield self._outcome(job, future)
            for job in islice(waiting, max(0, self._window() - len(handed_over))):
                finished.add(self._submit(job, handed_over))

    def _submit(self, job: Job, handed_over: dict[str, Job]) -> Any:
        self._warn_if_no_worker_can(job)
        layout = "".join(job.rules.geometry.names_of(job.menhirs))
        # The key is readable on the dashboard, and unique: other surveys may solve the same layout.
        key = f"{job.rules.name}-{layout}-{self._name}"
        future = self._client.submit(
            run_job, job.data(), key=key, resources={_RESOURCE: job.memory}, pure=False
        )
        handed_over[future.key] = job
        return future

    def _outcome(self, job: Job, future: Any) -> LayoutResult | Failure:
        if future.status == "finished":
            return outcome(job, future.result())
        if future.status != "error":  # cancelled or lost by the scheduler
            raise BadSurvey("scheduler-lost", address=self._address)
        error = future.exception()
        if isinstance(error, self._dask.KilledWorker):
            return Failure(job, "too many workers died of it")
        return Failure(job, f"{type(error).__name__}: {error}")

    def _window(self) -> int:
        """How many jobs may be handed over at a time."""
        threads = sum(int(worker["nthreads"]) for worker in self._workers())
        return max(_LEAST_AHEAD, _AHEAD * threads)

    def _workers(self) -> list[dict[str, Any]]:
        try:
            return list(self._client.scheduler_info(n_workers=-1)["workers"].values())
        except OSError:
            raise BadSurvey("scheduler-lost", address=self._address) from None

    def _warn_if_no_worker_can(self, job: Job) -> None:
        """Reports once that no worker fits: one may come later."""
        if job.memory in self._reported_waits:
            return
        if all(worker["resources"].get(_RESOURCE, 0) < job.memory for worker in self._workers()):
            self._reported_waits.add(job.memory)
            self._report(
                f"No worker is there for {job.rules.name}: waiting for one that was started with "
                f"--resources {_RESOURCE}={job.memory:.2g} or more."
            )

    def _connected(self) -> Any:
        _knock(self._address)
        try:
            return self._dask.Client(self._address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise _unreachable(self._address, error) from None

    def close(self) -> None:
        """Disconnects from the cluster, which cancels the remaining jobs."""
        self._client.close()


def _knock(address: str) -> None:
    """Raises if no scheduler answers there: Dask itself would wait for another program forever."""
    form = _ADDRESS.fullmatch(address)
    if form is None:
        raise BadSurvey("scheduler-address", address=address)
    try:
        with socket.create_connection((form["host"], int(form["port"])), _PATIENCE) as connection:
            if form["protocol"] in (None, "tcp"):
                _check_greeting(connection)
    except (OSError, OverflowError, UnicodeError) as error:
        raise _unreachable(address, error) from None


def _check_greeting(connection: socket.socket) -> None:
    """Dask speaks first, and begins with the length of what it says."""
    greeting = connection.recv(8, socket.MSG_WAITALL)
    if not 0 < int.from_bytes(greeting, "little") <= _LONGEST_GREETING:
        raise OSError("another program answers there")


def _unreachable(address: str, error: Exception) -> BadSurvey:
    why = str(error).partition("\n")[0] or type(error).__name__
    return BadSurvey("scheduler-unreachable", address=address, why=why)


def _distributed() -> Any:
    """Dask's library, which has no types, if it is installed."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise needed_extra("--scheduler", "cluster") from None
    # We report failures of workers ourselves; the dashboard shows them too.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    return distributed
