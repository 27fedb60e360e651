"""Benchmarks of whole layouts, drawn by a seed: all tables, and the value alone.

Each is solved by ``menhirs solve`` in a process of its own, which tells time, processor time and
the peak of its memory. A layout of `base` takes two minutes on two cores, and 3 GB; one of
`amsterdam` ten minutes, and 6 GB.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet
from menhirs.notation.line import write_line
from menhirs.research.survey.job import start_of
from menhirs.research.survey.layouts import drawn_layouts


@dataclass(frozen=True)
class Solved:
    """What it took to solve a layout."""

    what: str
    seconds: float
    processor: float
    megabytes: float
    """The most memory that it held."""

    def line(self, first: Solved) -> str:
        """The figures, beside those of the first one."""
        return (
            f"  {self.what:24} {self.seconds:7.1f} s ({self.seconds / first.seconds:4.2f})   "
            f"processor {self.processor:7.1f} s ({self.processor / first.processor:4.2f})   "
            f"{self.megabytes:6,.0f} MB ({self.megabytes / first.megabytes:4.2f})"
        )


def report(
    rule_sets: Iterable[RuleSet], layouts: int, seed: str, house_rules: Path | None = None
) -> Iterator[str]:
    """The figures, line by line, as they are found; in brackets the ratio to the first ones.

    So many layouts of each rule set are solved, and summed up if there are several.
    """
    known = [] if house_rules is None else ["--house-rules", str(house_rules)]
    for rules in rule_sets:
        runs: list[list[Solved]] = []
        for menhirs in islice(drawn_layouts(rules, seed, turned_over=True), layouts):
            yield f"solver, {rules.name} {' '.join(rules.geometry.names_of(menhirs))}:"
            runs.append([])
            for solved in _ways_to_solve(rules, menhirs, known):
                runs[-1].append(solved)
                yield solved.line(runs[-1][0])
        if layouts > 1:
            yield f"solver, {rules.name}, all {layouts} layouts:"
            sums = [sum_of(way) for way in zip(*runs, strict=True)]
            yield from (solved.line(sums[0]) for solved in sums)


def sum_of(runs: Collection[Solved]) -> Solved:
    """The same way to solve several layouts: their times together, and the most memory."""
    return Solved(
        next(iter(runs)).what,
        sum(run.seconds for run in runs),
        sum(run.processor for run in runs),
        max(run.megabytes for run in runs),
    )


def _ways_to_solve(rules: RuleSet, menhirs: Mask, known: list[str]) -> Iterator[Solved]:
    position = write_line(start_of(rules, menhirs))
    for threads in (1, 2):
        with TemporaryDirectory(dir=Path.cwd(), prefix="bench-tables-") as folder:
            words = ["--tables", folder, "--threads", str(threads)]
            yield _run(f"tables, {threads} thread(s)", [position, *known, *words])
    for threads in (1, 2):
        words = ["--value-only", "--threads", str(threads)]
        yield _run(f"value, {threads} thread(s)", [position, *known, *words])


def _run(what: str, words: list[str]) -> Solved:
    begin = time.perf_counter()
    command = [sys.executable, "-m", "menhirs", "solve", "--build", "--json", *words]
    with Path(os.devnull).open("w") as nowhere:
        actions = [
            (os.POSIX_SPAWN_DUP2, nowhere.fileno(), 1),
            (os.POSIX_SPAWN_DUP2, nowhere.fileno(), 2),
        ]
        process = os.posix_spawn(sys.executable, command, os.environ, file_actions=actions)
    _, status, usage = os.wait4(process, 0)
    if os.waitstatus_to_exitcode(status):
        raise RuntimeError(f"{' '.join(command)} failed")
    return Solved(
        what,
        time.perf_counter() - begin,
        usage.ru_utime + usage.ru_stime,
        usage.ru_maxrss / 1024,
    )
