"""Benchmarks of whole layouts on the whole board: all tables, and the value alone.

Each is solved by ``menhirs solve`` in a process of its own, which tells time, processor time and
the peak of its memory. It takes twelve minutes on two cores, and 10 GB.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from menhirs.core.rules import AMSTERDAM, BASE, RuleSet
from menhirs.notation.line import write_line
from menhirs.research.survey.job import start_of

LAYOUTS: tuple[tuple[RuleSet, str], ...] = (
    (BASE, "a3 b3 c3 d2 e1 f1 g1"),
    (AMSTERDAM, "b3 c2 d5 e2 f3"),
)


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
    layouts: tuple[tuple[RuleSet, str], ...] = LAYOUTS, house_rules: Path | None = None
) -> Iterator[str]:
    """The figures, line by line, as they are found; in brackets the ratio to the first ones."""
    known = [] if house_rules is None else ["--house-rules", str(house_rules)]
    for rules, menhirs in layouts:
        yield f"solver, {rules.name} {menhirs}:"
        first: Solved | None = None
        for solved in _ways_to_solve(rules, menhirs, known):
            first = first or solved
            yield solved.line(first)


def _ways_to_solve(rules: RuleSet, menhirs: str, known: list[str]) -> Iterator[Solved]:
    position = write_line(start_of(rules, rules.geometry.mask_of(menhirs)))
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
