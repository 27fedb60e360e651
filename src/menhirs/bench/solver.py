"""Benchmarks of the solver: two threads beside one, and the value alone beside all tables.

Everything is measured in one run, in time and in processor time. Processor time tells what the
threads cost each other; how many cores they got is up to whatever else runs on the machine.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from menhirs.core.geometry import Geometry
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, BASE
from menhirs.engine.solver import worth
from menhirs.engine.solver.drivers.layer_solver import LayerSolver
from menhirs.engine.solver.drivers.solver import Solver
from menhirs.engine.solver.drivers.workers import Workers
from menhirs.engine.solver.layers import TurnRules

_MENHIRS = "a3 b3 c3 d2 e1 f1 g1"
_TILES = 8

_SMALL = replace(
    AMSTERDAM,
    name="small",
    geometry=Geometry((3, 4, 5, 4, 3)),
    menhirs=5,
    flips_each=0,
    fog_tiles=7,
    chances=2,
)
_FEW_MENHIRS = "a2 b4 c1 d2 e3"


@dataclass(frozen=True)
class Spent:
    """What some work took."""

    seconds: float
    processor: float

    @property
    def cores(self) -> float:
        """How many cores it had, on average."""
        return self.processor / max(self.seconds, 1e-9)


def spent_on(work: Callable[[], object]) -> Spent:
    begin, used = time.perf_counter(), _processor()
    work()
    return Spent(time.perf_counter() - begin, _processor() - used)


def _processor() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def turns(threads: int) -> tuple[int, Spent]:
    """The positions of two turns on the whole board, and what solving them took.

    After the first a tile is taken away, after the second none.
    """
    workers = Workers(BASE.geometry, threads)
    layer_solver = LayerSolver(workers, BASE.geometry.mask_of(_MENHIRS))

    def solve() -> None:
        fewer = layer_solver.constant(_TILES - 1, 0)
        taking = TurnRules(_TILES, 0, True, 0, [-1], [0])
        last = layer_solver.solve(_TILES, taking, None, fewer).layer
        layer_solver.solve(_TILES, TurnRules(_TILES, 0, False, 0, [0], [-1]), last, None)

    try:
        layer_solver.wins(_TILES)  # lists the moves too: both are done once for a layout
        return 2 * workers.ranking.count(_TILES), spent_on(solve)
    finally:
        workers.close()


def tables_and_value() -> tuple[Spent, Spent]:
    """What all tables of a small game of two laps take, and its value alone."""
    menhirs = _SMALL.geometry.mask_of(_FEW_MENHIRS)
    start = Position.start(_SMALL, menhirs)
    with TemporaryDirectory() as folder:
        tables = spent_on(lambda: Solver(_SMALL, menhirs, Path(folder), threads=1).run())
    return tables, spent_on(lambda: worth(start, threads=1))


def report() -> list[str]:
    """The figures, line by line."""
    (positions, one), (_, two) = turns(1), turns(2)
    tables, value = tables_and_value()
    return [
        f"solver, positions a second through two turns with {_TILES} tiles:",
        f"  one thread {positions / one.seconds:12,.0f}   two threads "
        f"{positions / two.seconds:12,.0f}   ratio {one.seconds / two.seconds:5.2f}",
        f"  processor time of two threads, of one's {two.processor / one.processor:5.2f}   "
        f"cores that they got {two.cores:5.2f} (one thread {one.cores:5.2f})",
        "solver, a small game of two laps, processor seconds:",
        f"  all tables {tables.processor:6.1f}   value alone {value.processor:6.1f}   "
        f"ratio {value.processor / tables.processor:5.2f}",
    ]
