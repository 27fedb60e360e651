"""Who wins a layout, and by how much: the value alone, without any file.

from menhirs.engine.solver import worth

result = worth(Position.start(BASE, menhirs))
result.value             # points to player 1
result.placings.values   # {-1: 8855}: how the placings of all free tiles fare
result.placings.keeping  # how many first placings keep the value
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations

from menhirs.core.actions import Flip, Place
from menhirs.core.geometry import Cell, Mask, cells_in
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.state import Phase
from menhirs.engine.repetition import ties_ahead
from menhirs.engine.solver.drivers.dependencies import Dependencies, with_references
from menhirs.engine.solver.drivers.solver import Progress, Solver
from menhirs.engine.solver.drivers.stores import MemoryStore, RequestRecorder
from menhirs.engine.solver.drivers.workers import Workers
from menhirs.engine.solver.passes.ranking import Ranking
from menhirs.engine.solver.schedule import Schedule, Stage
from menhirs.engine.solver.tables.drafts import Label
from menhirs.engine.solver.tables.folders import layout_text
from menhirs.engine.solver.tables.probe import Tables


@dataclass(frozen=True)
class Placings:
    """How the placings fare, from a position in which the first tile of the game is placed."""

    values: Mapping[int, int]
    """By value to player 1: the number of ways to lay all free tiles that are worth it."""
    first: Mapping[Cell, int]
    """By the cell of the first tile: the value to player 1."""
    keeping: int
    """The number of these cells that keep the value."""


@dataclass(frozen=True)
class Worth:
    """What a position is worth with perfect play."""

    value: int
    """Points to player 1; below 0 player 2 wins them."""
    proven: bool = True
    """Not so only for a win in a game without end that repeats itself: it may be a tie (D15)."""
    placings: Placings | None = None
    """At the beginning of placing; else None."""

    @property
    def winner(self) -> int:
        """The player who wins; 0 for a tie."""
        return 1 if self.value > 0 else 2 if self.value < 0 else 0


def worth(
    position: Position,
    *,
    threads: int = 2,
    workers: Workers | None = None,
    tell: Callable[[Progress], None] = lambda progress: None,
) -> Worth:
    """Solves the layout of a position for its value.

    ``workers`` may be shared by many calls for one board, which saves listing its moves each time;
    else there are ``threads`` of its own. Before all menhirs are turned over, every way to do that
    is solved as far as it is needed, one after the other.
    """
    lent = workers is not None
    workers = workers or Workers(position.geometry, threads)
    try:
        if position.phase is Phase.FLIP:
            return Worth(_Flips(workers, tell).value(position, -_ANY, _ANY))
        return _worth(position, workers, tell)
    finally:
        if not lent:
            workers.close()


_ANY = 127
"""More than any value."""


def _worth(position: Position, workers: Workers, tell: Callable[[Progress], None]) -> Worth:
    rules, menhirs = position.rules, position.menhirs
    schedule = Schedule.of(rules)
    first = _first_placings(position)
    recorder = RequestRecorder()
    to_look_up = Tables(rules, menhirs, recorder)
    for looked_up in (position, *first.values()):
        to_look_up.value(looked_up)
    requested = recorder.requested | ({_first_turn(rules, menhirs)} if first else set())
    dependencies = Dependencies.of(rules, schedule, requested)
    store = MemoryStore(
        workers.ranking,
        with_references(rules, schedule, requested),
        dependencies.read_again(rules, schedule),
    )
    if requested:
        Solver(rules, menhirs, store, dependencies=dependencies, workers=workers, report=tell).run()
    tables = Tables(rules, menhirs, store)
    value = _to_first(position, tables)
    placings = None
    if first:
        cells = {cell: _to_first(after, tables) for cell, after in first.items()}
        keeping = sum(worth == value for worth in cells.values())
        table, ranks = store.table(_first_turn(rules, menhirs)), _placed(position, workers.ranking)
        values = Counter(tables.points(table.value(rank, None)) for rank in ranks)
        placings = Placings(values, cells, keeping)
    return Worth(value, not value or not ties_ahead(position), placings)


def _first_turn(rules: RuleSet, menhirs: Mask) -> Label:
    """The table of the first turn after placing."""
    schedule = Schedule.of(rules)
    turn = schedule.turns[0]
    stage = Stage(1, None, turn.round, turn.player)
    variants = len(schedule.variants(turn, rules.fog_tiles))
    return Label(rules.name, layout_text(rules, menhirs), str(stage), rules.fog_tiles, variants)


def _first_placings(position: Position) -> dict[Cell, Position]:
    """The positions after the first tile, by its cell, if none of the game was placed yet."""
    hand = position.rules.tiles_to_place
    if position.phase is not Phase.PLACE or position.lap > 1 or position.counts != (hand, hand):
        return {}
    free = cells_in(position.geometry.cells & ~position.fog)
    return {cell: position.play_unchecked(Place(cell)) for cell in free}


def _placed(position: Position, ranking: Ranking) -> list[int]:
    """The ranks of all placings of the free tiles."""
    fog, tiles = position.fog, position.rules.fog_tiles
    free = [1 << cell for cell in cells_in(position.geometry.cells & ~fog)]
    ways = combinations(free, tiles - fog.bit_count())
    return [ranking.rank(fog | sum(added), tiles) for added in ways]


def _to_first(position: Position, tables: Tables) -> int:
    value = tables.value(position)
    return value if position.player == 1 else -value


class _Flips:
    """The value of turning over (A1), with no more ways solved than necessary."""

    def __init__(self, workers: Workers, tell: Callable[[Progress], None]) -> None:
        self._workers = workers
        self._tell = tell
        self._known: dict[Mask, int] = {}
        """By the menhirs left lying, of mirror images the least."""

    def value(self, position: Position, least: int, most: int) -> int:
        """Points to player 1. Outside these bounds it may be any other value outside them."""
        if position.phase is not Phase.FLIP:
            return self._solved(position)
        sign = 1 if position.player == 1 else -1
        best = -_ANY
        low, high = sorted((sign * least, sign * most))
        for cell in cells_in(position.menhirs):
            after = position.play_unchecked(Flip(cell))
            bounds = sorted((sign * max(low, best), sign * high))
            best = max(best, sign * self.value(after, *bounds))
            if best >= high:
                break
        return sign * best

    def _solved(self, position: Position) -> int:
        images = [mirror.mask(position.menhirs) for mirror in position.geometry.mirrors]
        kind = min(position.menhirs, *images) if images else position.menhirs
        if kind not in self._known:
            self._known[kind] = _worth(position, self._workers, self._tell).value
        return self._known[kind]
