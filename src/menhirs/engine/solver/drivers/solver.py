"""Solves a layout by retrograde analysis: every stage from the last turn back to the first."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from itertools import takewhile
from pathlib import Path

from menhirs.core.actions import Player
from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet
from menhirs.engine.solver.drivers.dependencies import Dependencies
from menhirs.engine.solver.drivers.fixed_point import fixed_point
from menhirs.engine.solver.drivers.last_lap import LastLap
from menhirs.engine.solver.drivers.layer_solver import LayerSolver
from menhirs.engine.solver.drivers.lazy import Lazy, LazyLayers
from menhirs.engine.solver.drivers.placing_solver import PlacingSolver
from menhirs.engine.solver.drivers.stage_tables import Progress, StageTables, Written
from menhirs.engine.solver.drivers.stores import FileStore, Store
from menhirs.engine.solver.drivers.turn_graph import TurnGraph, check_menhirs
from menhirs.engine.solver.drivers.workers import Workers
from menhirs.engine.solver.layers import Layer, SolvedTurn, TurnRules, ValueShift
from menhirs.engine.solver.schedule import MovingTurn, Stage
from menhirs.engine.solver.tables.drafts import Label, whole_table

__all__ = ["Progress", "Solver"]


class Solver:
    """Solves one layout (its menhirs after any turning over)."""

    def __init__(
        self,
        rules: RuleSet,
        menhirs: Mask,
        store: Path | Store,
        *,
        dependencies: Dependencies | None = None,
        workers: Workers | None = None,
        threads: int = 2,
        report: Callable[[Progress], None] = lambda progress: None,
    ) -> None:
        """The store may be a folder; ``dependencies`` are all that is solved, if not everything.

        ``workers`` may be shared by several solvers; else it has ``threads`` of its own.
        """
        check_menhirs(rules, menhirs)
        self._rules = rules
        self._graph = TurnGraph(rules)
        self._schedule = self._graph.schedule
        dependencies = dependencies or Dependencies.of_all(rules, self._schedule)
        self._tiles = dependencies.tiles
        """By lap: the numbers of tiles with which each turn has to be solved."""
        self._has_own_workers = workers is None
        self._workers = workers or Workers(rules.geometry, threads)
        self._layer_solver = LayerSolver(self._workers, menhirs)
        self._store = FileStore(store, self._workers.ranking) if isinstance(store, Path) else store
        stages = dependencies.stages(rules, self._schedule)
        self._tables = StageTables(rules, menhirs, self._store, stages, report)
        self._placing = PlacingSolver(rules, self._schedule, self._layer_solver, self._tables)
        self._references: dict[int, dict[Player, tuple[SolvedTurn, Written | None]]] = {}
        """The turn solved last, by number of tiles and player: the reference of the next one."""
        self._first_turn: Lazy[Layer] | None = None
        """The first turn of the lap solved last."""
        self._last_lap: LastLap | None = None
        """The last lap, while one before it is solved."""

    def run(self) -> None:
        """Solves all stages.

        Of stages that an earlier run finished, only what the others follow from is read.
        """
        try:
            for lap in range(self._rules.laps, 0, -1):
                if lap not in self._tiles:
                    self._write_going_on(lap)
                    continue
                # Neither layer is held here: what is used up is to be let go of at once.
                self._first_turn = self._before_decision(lap, self._decision(lap))
                if lap == 1 and self._first_turn is not None:
                    self._placing.place_first(self._first_turn)
                elif lap - 1 not in self._tiles and self._first_turn is not None:
                    self._placing.going_back(self._first_turn, lap)
                self._tables.finish()
        finally:
            try:
                self._store.close()
            finally:
                if self._has_own_workers:
                    self._workers.close()

    # The turns after the decision, or all of them where there is none.

    def _after_decision(self, lap: int) -> LazyLayers:
        """The layers of the first turn after the decision."""
        turns = self._schedule.after
        layers = LazyLayers({})
        for place in range(len(turns) - 1, -1, -1):
            turn, next_turn = turns[place], layers
            stage = Stage(lap, None, turn.round, turn.player)
            wanted = sorted(self._tiles_after(place))
            if place == len(turns) - 1:
                next_turn = self._end_of_game(wanted)
            layers = LazyLayers(
                {tiles: self._solved(stage, turn, tiles, next_turn) for tiles in wanted}
            )
            self._end(stage)
        return layers

    def _end_of_game(self, tiles: list[int]) -> LazyLayers:
        """What follows the last turn: ties."""
        counts = {count for most in tiles for count in (most, most - 1)}
        return LazyLayers(
            {n: Lazy(partial(self._layer_solver.constant, n, 0)) for n in counts if n}
        )

    def _tiles_after(self, place: int) -> set[int]:
        """The numbers of tiles in a turn after the decision, by its place there."""
        return self._tiles[self._rules.laps][len(self._schedule.before) + place]

    def _without_end(self, lap: int) -> LazyLayers:
        """The layer of both turns of a game without end: the players' turns are the same."""
        tiles = self._rules.fog_tiles
        first, second = (Stage(lap, None, turn.round, turn.player) for turn in self._schedule.after)
        label, equal = (self._tables.label(stage, tiles, 1) for stage in (first, second))

        def report(passes: int, changed: int) -> None:
            self._tables.report(f"pass {passes}, {changed:,} positions changed")

        layer = Lazy(lambda: self._store.table(label).layer())
        if not self._store.has(label):
            layer = Lazy.known(fixed_point(self._rules, self._layer_solver, report))
            self._tables.put(whole_table(label, layer.value)).result()
        self._end(first)
        self._tables.put_equal(equal, label, ValueShift(0))
        self._end(second)
        return LazyLayers({tiles: layer})

    def _write_going_on(self, lap: int) -> ValueShift:
        """Writes the tables of the rounds after the decision: those of the last lap, shifted."""
        shift, last = self._graph.shift_of_going_on(lap), self._rules.laps
        for chooser in (1, 2):
            for place in range(len(self._schedule.after) - 1, -1, -1):
                turn = self._schedule.after[place]
                tie = -shift.tie if turn.player == chooser else shift.tie
                stage = Stage(lap, chooser, turn.round, turn.player)
                for tiles in sorted(self._tiles_after(place)):
                    label = self._tables.label(stage, tiles, 1)
                    like = self._tables.label(replace(stage, lap=last, chooser=None), tiles, 1)
                    self._tables.put_equal(label, like, ValueShift(shift.by, tie=tie))
                self._end(stage)
        return shift

    # The decision.

    def _decision(self, lap: int) -> LazyLayers:
        """The layers of the decision moment, with values to player 1."""
        next_lap, self._first_turn = self._first_turn, None
        if lap == self._rules.laps:
            solve = self._without_end if self._rules.is_endless else self._after_decision
            return solve(lap)
        shift = self._write_going_on(lap)
        assert next_lap is not None
        self._references.clear()  # they are of another lap
        self._last_lap = LastLap(self._layer_solver, shift.by)
        # All of them are worked out at once, and what they follow from is let go of.
        sources = [(self._placing.going_back(next_lap, lap + 1), next_lap)]
        decided: dict[int, Layer] = {}

        def take(tiles: int) -> Layer:
            if sources:
                decided.update(self._decide(lap, shift, sources))
            return decided.pop(tiles)

        return LazyLayers({tiles: Lazy(partial(take, tiles)) for tiles in self._decided(lap)})

    def _decided(self, lap: int) -> list[int]:
        """The numbers of tiles that there can be at the decision moment."""
        return sorted(self._tiles[lap][len(self._schedule.before)])

    def _decide(
        self,
        lap: int,
        shift: ValueShift,
        sources: list[tuple[dict[tuple[int, int], Lazy[memoryview]], Lazy[Layer]]],
    ) -> dict[int, Layer]:
        """Works out what going on or back is worth, whichever the players choose.

        The source is taken from the list, so that nothing else holds it: the values of going back,
        and the first turn of the next lap.
        """
        assert self._last_lap is not None
        last_before, first_on = self._schedule.before[-1], self._schedule.after[0]
        most = self._graph.most_at_decision(last_before, lap, self._rules.fog_tiles)
        most_back = sources[0][1].value.most
        back = {hand: values.value for hand, values in sources.pop()[0].items()}
        decision: dict[int, Layer] = {}
        versions: dict[int, object] = {}
        stage = Stage(self._rules.laps, None, first_on.round, first_on.player)
        for tiles in self._decided(lap):
            # It was solved long ago, and meanwhile its memory was needed for other things.
            on = self._store.take(self._tables.label(stage, tiles, 1)).layer()
            variants = [back[taken] for taken in self._schedule.counts(tiles)]
            decided = self._layer_solver.decide(on, variants, most_back, shift)
            # It is not needed any more as it was.
            self._layer_solver.shift(tiles, ValueShift(shift.by), on.best, on.second)
            versions[tiles] = on.version
            decision[tiles] = self._layer_solver.with_delta(decided, on, ValueShift(0, most))
        self._last_lap.begin_at(versions)
        return decision

    # The turns before the decision.

    def _before_decision(self, lap: int, decision: LazyLayers) -> Lazy[Layer] | None:
        """The layer of the first turn of a lap, if that is solved."""
        schedule, layers = self._schedule, decision
        # A4: with few tiles the decision may come at any time. Others lead to it only at the end.
        decision = decision.where(
            lambda tiles: any(schedule.is_decided_before(turn, tiles) for turn in schedule.before)
        )
        for place in range(len(schedule.before) - 1, -1, -1):
            turn, next_turn = schedule.before[place], layers
            stage = Stage(lap, None, turn.round, turn.player)
            layers = decision.where(partial(schedule.is_decided_before, turn))
            for tiles in sorted(self._tiles[lap][place]):
                layers.lazy[tiles] = self._solved(stage, turn, tiles, next_turn)
            self._end(stage)
        return layers.lazy.get(self._rules.fog_tiles)

    # Any turn.

    def _solved(
        self, stage: Stage, turn: MovingTurn, tiles: int, next_turn: LazyLayers
    ) -> Lazy[Layer]:
        """The layer of a turn, from those of the next one."""
        label = self._tables.label(stage, tiles, len(self._schedule.variants(turn, tiles)))
        references = self._references.setdefault(tiles, {})
        reference: SolvedTurn | None
        table: Written | None
        reference, table = references.pop(turn.player, (None, None))
        if self._store.has(label):
            return Lazy(lambda: self._store.table(label).layer())
        rules, kept, taken = self._graph.rules_of(stage.lap, turn, tiles, next_turn)
        last_lap, shift = self._last_lap, None
        if last_lap:
            later = reference.layer if reference else None
            reference, table = self._of_last_lap(last_lap, stage, rules, kept, taken, later, label)
            shift = last_lap.shift
        solved = self._layer_solver.solve(tiles, rules, kept, taken, reference)
        written = self._tables.put_layer(label, solved.layer, table, shift)
        if self._is_reference(stage, tiles):
            # A delta is for the turn before only, but for the last lap, which has to undo it.
            references[turn.player] = (solved if last_lap else solved.without_delta()), written
        return Lazy.known(solved.layer)

    def _is_reference(self, stage: Stage, tiles: int) -> bool:
        """Whether an earlier turn of the same player is solved from this one."""
        earlier = zip(self._schedule.turns, self._tiles[stage.lap], strict=True)
        return any(
            turn.player == stage.player and tiles in wanted
            for turn, wanted in takewhile(
                lambda pair: (pair[0].round, pair[0].player) != (stage.round, stage.player), earlier
            )
        )

    def _of_last_lap(
        self,
        last_lap: LastLap,
        stage: Stage,
        rules: TurnRules,
        kept: Layer | None,
        taken: Layer | None,
        later: Layer | None,
        label: Label,
    ) -> tuple[SolvedTurn, Written]:
        """The turn of the last lap with values as in this lap, in the memory of ``later``."""
        like = replace(label, stage=str(replace(stage, lap=self._rules.laps)))
        table = self._store.take(like)
        layer = last_lap.step_back(stage.player, table, label.tiles, later)
        # The turn after this one may have been read: then it is unknown what it was solved from.
        versions = last_lap.successors(stage.player)
        reference = SolvedTurn(
            layer,
            rules,
            kept and versions.get(kept.tiles),
            taken and versions.get(taken.tiles),
            afterstates=None,
        )
        checksum: Future[str] = Future()
        checksum.set_result(table.checksum)
        return reference, (like, checksum)

    def _end(self, stage: Stage) -> None:
        """Ends a stage, if it is among those that are solved."""
        turns = [(turn.round, turn.player) for turn in self._schedule.turns]
        tiles = self._tiles.get(stage.lap)
        if tiles is not None and tiles[turns.index((stage.round, stage.player))]:
            self._tables.end(stage)
