"""Solves every way to turn menhirs over: a long job that can be interrupted at any time.

The value of each way is kept in a small file, and the job goes on from there. Tables are made only
where they are wanted: they take a gigabyte and a half for each way on the whole board. The mirror
image of a solved way is worth the same, and without tables it need not be solved.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from menhirs.core.errors import Malformed
from menhirs.core.geometry import Mask
from menhirs.core.position import Position
from menhirs.engine.solver.drivers.solver import Progress, Solver
from menhirs.engine.solver.drivers.workers import Workers
from menhirs.engine.solver.tables.flips import ways_from
from menhirs.engine.solver.tables.folders import folder_of, layout_text
from menhirs.engine.solver.tables.probe import Tables
from menhirs.engine.solver.tables.results import Result, read_result, write_result
from menhirs.engine.solver.value_only import worth


@dataclass(frozen=True)
class JobProgress:
    """The progress of the job."""

    done: int
    """The number of ways with a result."""
    of: int
    layout: str
    """The menhirs that this way leaves lying."""
    stage: Progress | None
    """The progress of this way; None once it has its result."""
    kept: bool
    """An earlier run had the result already."""
    seconds_left: float | None
    """An estimate from the ways solved so far; None before the first."""


class FlipJob:
    """Solves every way to turn menhirs over from a position on."""

    def __init__(
        self,
        position: Position,
        tables: Path,
        *,
        threads: int = 2,
        keep_tables: bool = False,
        report: Callable[[JobProgress], None] = lambda progress: None,
    ) -> None:
        self._ways = ways_from(position)
        self._tables = tables
        self._threads = threads
        self._keep_tables = keep_tables
        self._report = report
        self._done = 0
        self._to_solve = len(self._ways)
        self._durations: list[float] = []
        """Seconds of the ways that were solved in one go, by this run or an earlier one."""

    def run(self) -> None:
        """Solves all ways without a result."""
        missing = [way for way in self._ways if not self._is_done(way)]
        workers = Workers(self._ways[0].geometry, self._threads)
        try:
            while missing:
                self._to_solve = self._count_to_solve(missing)
                way = missing.pop(0)
                result = (
                    self._of_image(way) or self._solved_before(way) or self._solve(way, workers)
                )
                write_result(self._tables, way.rules, way.menhirs, result)
                self._to_solve = self._count_to_solve(missing)
                self._finish(way, result, kept=False)
        finally:
            workers.close()

    def _is_done(self, way: Position) -> bool:
        result = self._known(way, way.menhirs)
        if result is None or (self._keep_tables and self._solved_before(way) is None):
            return False
        self._finish(way, result, kept=True)
        return True

    def _known(self, way: Position, menhirs: Mask) -> Result | None:
        try:
            return read_result(self._tables, way.rules, menhirs)
        except Malformed:  # not solved yet, or damaged
            return None

    def _count_to_solve(self, missing: list[Position]) -> int:
        """The number of these ways that have to be solved, mirror images counted once."""
        return len({self._kind(way) for way in missing if not self._of_image(way)})

    def _kind(self, way: Position) -> Mask:
        """A key that ways share if one result serves them all."""
        return way.menhirs if self._keep_tables else min(way.menhirs, *_images(way))

    def _of_image(self, way: Position) -> Result | None:
        """The result of a mirror image, which is the same."""
        if self._keep_tables:
            return None
        known = (self._known(way, image) for image in _images(way))
        return next((Result(result.value, None) for result in known if result), None)

    def _solved_before(self, way: Position) -> Result | None:
        """The result of complete tables: the one of the first placing is written last."""
        try:
            return Result(self._value(way), None)
        except Malformed:
            return None

    def _solve(self, way: Position, workers: Workers) -> Result:
        begin = time.monotonic()
        went_on = False

        def report(stage: Progress) -> None:
            nonlocal went_on
            went_on |= stage.kept
            self._report_progress(way, stage, kept=False, spent=time.monotonic() - begin)

        if self._keep_tables:
            folder = folder_of(self._tables, way.rules, way.menhirs)
            Solver(way.rules, way.menhirs, folder, workers=workers, report=report).run()
            value = self._value(way)
        else:
            value = worth(way, workers=workers, tell=report).value
        seconds = time.monotonic() - begin
        return Result(value, None if went_on else round(seconds, 3))

    def _value(self, way: Position) -> int:
        folder = folder_of(self._tables, way.rules, way.menhirs)
        value = Tables(way.rules, way.menhirs, folder).value(way)
        return value if way.player == 1 else -value

    def _finish(self, way: Position, result: Result, *, kept: bool) -> None:
        self._done += 1
        if result.seconds is not None:
            self._durations.append(result.seconds)
        self._report_progress(way, None, kept=kept, spent=0.0)

    def _report_progress(
        self, way: Position, stage: Progress | None, *, kept: bool, spent: float
    ) -> None:
        left = None
        if self._durations:
            each = sum(self._durations) / len(self._durations)
            left = max(0.0, each * self._to_solve - spent)
        layout = layout_text(way.rules, way.menhirs)
        self._report(JobProgress(self._done, len(self._ways), layout, stage, kept, left))


def _images(way: Position) -> list[Mask]:
    return [mirror.mask(way.menhirs) for mirror in way.geometry.mirrors]
