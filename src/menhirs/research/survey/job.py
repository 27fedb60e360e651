"""Solves one layout: what a worker runs, in this process, in another or on another machine.

A job is plain data, rules included, so that it can be sent anywhere without pickling our classes;
its result is a line of text.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

from menhirs.core.actions import Flip
from menhirs.core.geometry import Geometry, Mask, cells_in
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.engine.solver import worth
from menhirs.engine.solver.drivers.workers import Workers
from menhirs.engine.solver.needs import needs_of
from menhirs.notation.house_rules import read_rule_set, write_rule_set
from menhirs.research.survey.layout_result import Drawn, LayoutKey, LayoutResult


@dataclass(frozen=True)
class Job:
    """A set of menhirs to solve."""

    rules: RuleSet
    menhirs: Mask
    threads: int = 1
    drawn: Drawn | None = None
    """How the set came into a sample; no part of the work."""

    @property
    def key(self) -> LayoutKey:
        return LayoutKey.of(self.rules, self.menhirs)

    @property
    def memory(self) -> int:
        """The bytes of memory that it takes."""
        return needs_of(self.rules).memory

    def data(self) -> dict[str, Any]:
        """The job as plain data."""
        return {
            "name": self.rules.name,
            "rules": write_rule_set(self.rules),
            "menhirs": self.menhirs,
            "threads": self.threads,
        }

    @staticmethod
    def of(data: dict[str, Any]) -> Job:
        return Job(read_rule_set(data["name"], data["rules"]), data["menhirs"], data["threads"])


def run_job(data: dict[str, Any]) -> str:
    """Solves the job; returns the line of the result."""
    return solve(Job.of(data)).written()


def solve(job: Job) -> LayoutResult:
    """Solves a set of menhirs, in its canonical image."""
    menhirs = job.key.menhirs
    begin = time.monotonic()
    with _processor_time() as spent, _lent_workers(job) as workers:
        data = worth(start_of(job.rules, menhirs), workers=workers)
    placings = data.placings
    return LayoutResult(
        job.rules,
        menhirs,
        data.value,
        placings.first if placings else {},
        placings.values if placings else {},
        seconds=time.monotonic() - begin,
        processor_seconds=spent[0] if spent else None,
    )


def start_of(rules: RuleSet, menhirs: Mask) -> Position:
    """The position in which fog covers these menhirs, and all others were turned over (A1)."""
    others = (cell for cell in cells_in(rules.geometry.cells & ~menhirs))
    turned = list(islice(others, rules.menhirs - menhirs.bit_count()))
    start = Position.start(rules, menhirs | rules.geometry.mask(turned))
    for cell in turned:
        start = start.play(Flip(cell))
    return start


_idle_workers: dict[tuple[Geometry, int], list[Workers]] = {}


@contextmanager
def _lent_workers(job: Job) -> Iterator[Workers]:
    """Threads with the list of all moves of a board, cached since making it takes seconds."""
    idle = _idle_workers.setdefault((job.rules.geometry, job.threads), [])
    try:
        workers = idle.pop()
    except IndexError:
        workers = Workers(job.rules.geometry, job.threads)
    try:
        yield workers
    except BaseException:
        workers.close()
        raise
    idle.append(workers)


_running = 0
_begun = 0
_count_lock = threading.Lock()


@contextmanager
def _processor_time() -> Iterator[list[float]]:
    """A list that afterwards holds the processor time, if nothing else was solved meanwhile.

    A process knows its processor time only as a whole, and a Dask worker may run several jobs.
    """
    global _running, _begun
    spent: list[float] = []
    with _count_lock:
        _running += 1
        _begun += 1
        alone, own_number = _running == 1, _begun
    begin = time.process_time()
    try:
        yield spent
    finally:
        with _count_lock:
            _running -= 1
            if alone and _begun == own_number:
                spent.append(time.process_time() - begin)
