"""All ways to turn menhirs over from a position, solved by an executor at once.

The result of each way is stored where ``menhirs solve`` looks for it, so either continues after an
interruption of the other. No tables are made.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from menhirs.core.errors import Malformed
from menhirs.core.geometry import Mask
from menhirs.core.position import Position
from menhirs.engine.solver.drivers.flip_job import JobProgress
from menhirs.engine.solver.tables.flips import ways_from
from menhirs.engine.solver.tables.folders import layout_text
from menhirs.engine.solver.tables.results import Result, read_result, write_result
from menhirs.research.survey.errors import BadSurvey
from menhirs.research.survey.executor import Executor, Failure
from menhirs.research.survey.job import Job
from menhirs.research.survey.layouts import canonical, images


def solve_ways(
    position: Position,
    tables: Path,
    executor: Executor,
    *,
    threads: int = 1,
    report: Callable[[JobProgress], None] = lambda progress: None,
) -> None:
    """Writes the result of every way; raises if one can't be solved."""
    ways = ways_from(position)
    rules = position.rules
    begin = time.monotonic()
    done = solved = 0

    def finish(way: Position, *, kept: bool) -> None:
        nonlocal done
        done += 1
        left = (time.monotonic() - begin) / solved * (len(ways) - done) if solved else None
        layout = layout_text(rules, way.menhirs)
        report(JobProgress(done, len(ways), layout, None, kept, left))

    missing: dict[Mask, list[Position]] = {}
    for way in ways:
        known = _known(tables, way)
        if known is None:
            missing.setdefault(canonical(rules.geometry, way.menhirs), []).append(way)
            continue
        write_result(tables, rules, way.menhirs, known)
        finish(way, kept=True)
    for outcome in executor.solve([Job(rules, menhirs, threads) for menhirs in missing]):
        if isinstance(outcome, Failure):
            layout = layout_text(rules, outcome.job.menhirs)
            raise BadSurvey(
                "survey-unsolved", count=1, name=rules.name, layout=layout, why=outcome.why
            )
        solved += len(missing[outcome.menhirs])
        for way in missing[outcome.menhirs]:
            result = Result(outcome.value, round(outcome.seconds, 3))
            write_result(tables, rules, way.menhirs, result)
            finish(way, kept=False)


def _known(tables: Path, way: Position) -> Result | None:
    """The result of an earlier run, of this way or of a mirror image of it."""
    for menhirs in (way.menhirs, *images(way.geometry, way.menhirs)):
        try:
            return read_result(tables, way.rules, menhirs)
        except Malformed:  # not solved yet, or damaged
            continue
    return None
