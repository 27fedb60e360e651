"""Solves a layout: every stage from the last turn back to the first, each written to disk."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from menhirs.core.actions import Player
from menhirs.core.geometry import Mask
from menhirs.core.rules import RuleSet
from menhirs.engine.solver.drivers.course import Course, check_menhirs
from menhirs.engine.solver.drivers.dependencies import Dependencies
from menhirs.engine.solver.drivers.fixed_point import fixed_point
from menhirs.engine.solver.drivers.layer_solver import LayerSolver
from menhirs.engine.solver.drivers.pending import Layers, Pending
from menhirs.engine.solver.drivers.replay import Replay
from menhirs.engine.solver.drivers.stores import FileStore, Store
from menhirs.engine.solver.drivers.workers import Workers
from menhirs.engine.solver.layers import Growth, Layer, Solved, TurnRules
from menhirs.engine.solver.schedule import MovingTurn, PlacingStage, Stage
from menhirs.engine.solver.tables.drafts import (
    Draft,
    Label,
    Model,
    is_smaller_as_changes,
    plain_table,
    table_of_changes,
    whole_table,
)
from menhirs.engine.solver.tables.folders import layout_text

Written = tuple[Label, Future[str]]
"""The label of a table, and its checksum once it is written."""


@dataclass(frozen=True)
class Progress:
    """The progress of a solver."""

    stage: str
    done: int
    of: int
    kept: bool
    """The stage was solved by an earlier run."""


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
        self._course = Course(rules)
        self._schedule = self._course.schedule
        self._menhirs = menhirs
        self._report = report
        dependencies = dependencies or Dependencies.of_all(rules, self._schedule)
        self._tiles = dependencies.tiles
        """By lap: the numbers of tiles with which each turn has to be solved."""
        self._stages = dependencies.stages(rules, self._schedule)
        self._lent_workers = workers is not None
        self._workers = workers or Workers(rules.geometry, threads)
        self._layer_solver = LayerSolver(self._workers, menhirs)
        self._store = FileStore(store, self._workers.ranking) if isinstance(store, Path) else store
        self._models: dict[int, dict[Player, tuple[Solved, Written | None]]] = {}
        """The turn solved last, by number of tiles and player: the model of the next one."""
        self._first_turn: Pending[Layer] | None = None
        """The first turn of the lap solved last."""
        self._replay: Replay | None = None
        """The last lap, while one before it is solved."""
        self._writing: list[Future[str]] = []
        """The tables of the current stage, so far."""
        self._ended: Stage | None = None
        """The stage worked out before the current one."""
        self._tables_of_ended: list[Future[str]] = []
        """The tables of that earlier stage."""
        self._done = 0

    def run(self) -> None:
        """Solves all stages.

        Of stages that an earlier run finished, only what the others follow from is read.
        """
        try:
            for lap in range(self._rules.laps, 0, -1):
                if lap not in self._tiles:
                    self._going_on(lap)
                    continue
                # Neither layer is held here: what is used up is to be let go of at once.
                self._first_turn = self._before_decision(lap, self._decision(lap))
                if lap == 1 and self._first_turn is not None:
                    self._place_first(self._first_turn)
                elif lap - 1 not in self._tiles and self._first_turn is not None:
                    self._going_back(self._first_turn, lap)
                self._finish_stage()
        finally:
            try:
                self._store.close()
            finally:
                if not self._lent_workers:
                    self._workers.close()

    def _decision(self, lap: int) -> Layers:
        """The layers of the decision moment, with values to player 1."""
        next_lap, self._first_turn = self._first_turn, None
        if lap == self._rules.laps:
            solve = self._without_end if self._rules.is_endless else self._after_decision
            return solve(lap)
        growth = self._going_on(lap)
        assert next_lap is not None
        self._models.clear()  # they are of another lap
        self._replay = Replay(self._layer_solver, growth.by)
        # All of them are worked out at once, and what they follow from is let go of.
        sources = [(self._going_back(next_lap, lap + 1), next_lap)]
        decided: dict[int, Layer] = {}

        def take(tiles: int) -> Layer:
            if sources:
                decided.update(self._decide(lap, growth, *sources.pop()))
            return decided.pop(tiles)

        return Layers({tiles: Pending(partial(take, tiles)) for tiles in self._decided(lap)})

    def _decided(self, lap: int) -> list[int]:
        """The numbers of tiles that there can be at the decision moment."""
        return sorted(self._tiles[lap][len(self._schedule.before)])

    def _decide(
        self,
        lap: int,
        growth: Growth,
        back: dict[tuple[int, int], Pending[memoryview]],
        next_lap: Pending[Layer],
    ) -> dict[int, Layer]:
        """Works out what going on or back is worth, whichever the players choose."""
        assert self._replay is not None
        settled = Growth(
            0, self._course.settled(self._schedule.before[-1], lap, self._rules.fog_tiles)
        )
        decision, last_lap = {}, {}
        first_on = self._schedule.after[0]
        stage = Stage(self._rules.laps, None, first_on.round, first_on.player)
        for tiles in self._decided(lap):
            # It was long ago, and meanwhile its memory was needed for other things.
            on = self._store.take(self._label(stage, tiles, 1)).layer()
            families = [back[taken].value for taken in self._schedule.families(tiles)]
            decided = self._layer_solver.decide(on, families, next_lap.value.most, growth)
            last_lap[tiles] = replace(on, version=object())
            # It is not needed any more as it was.
            self._layer_solver.grow(tiles, Growth(growth.by), on.best, on.second)
            decision[tiles] = self._layer_solver.compared(decided, last_lap[tiles], settled)
        self._replay.begin_at(last_lap)
        return decision

    def _going_on(self, lap: int) -> Growth:
        """The tables of the rounds after the decision: those of the last lap, grown by so much."""
        growth, last = self._course.growth_of_going_on(lap), self._rules.laps
        for chooser in (1, 2):
            for place in range(len(self._schedule.after) - 1, -1, -1):
                turn = self._schedule.after[place]
                lost = -growth.tie if turn.player == chooser else growth.tie
                stage = Stage(lap, chooser, turn.round, turn.player)
                for tiles in sorted(self._tiles_after(place)):
                    label = self._label(stage, tiles, 1)
                    if self._store.wants(label) and not self._store.has(label):
                        like = self._label(replace(stage, lap=last, chooser=None), tiles, 1)
                        checksum = self._store.table(like).checksum
                        model = Model(like, checksum, Growth(growth.by, tie=lost))
                        self._write(table_of_changes(label, model, None))
                self._end(stage)
        return growth

    def _tiles_after(self, place: int) -> set[int]:
        """The numbers of tiles in a turn after the decision, by its place there."""
        return self._tiles[self._rules.laps][len(self._schedule.before) + place]

    def _going_back(
        self, next_lap: Pending[Layer], lap: int
    ) -> dict[tuple[int, int], Pending[memoryview]]:
        """The values of the next lap to player 1, by the tiles that each has to place (A5)."""
        each = range((self._rules.chances or 0) + 1)
        placings = {
            (one, two): self._schedule.placing_stages(lap, one, two) for one in each for two in each
        }
        values = self._placings(list(placings.values()), next_lap)
        return {hand: values[stages[0] if stages else None] for hand, stages in placings.items()}

    def _placings(
        self, placings: list[list[PlacingStage]], first_turn: Pending[Layer]
    ) -> dict[PlacingStage | None, Pending[memoryview]]:
        """The values to player 1 before each tile is placed, and when all are (None)."""
        values: dict[PlacingStage | None, Pending[memoryview]] = {
            None: Pending(lambda: first_turn.value.best)
        }
        following: dict[PlacingStage, PlacingStage | None] = {}
        for stages in placings:
            following.update(zip(stages, [*stages[1:], None], strict=False))
        for stage in sorted(following, key=lambda stage: (stage.in_hand, str(stage))):
            values[stage] = self._placed(stage, values[following[stage]])
        return values

    def _placed(self, stage: PlacingStage, after: Pending[memoryview]) -> Pending[memoryview]:
        """The values before a tile is placed."""
        tiles = self._rules.fog_tiles - stage.in_hand
        label = self._label(stage, tiles, 1)
        if self._store.has(label):
            return Pending(lambda: self._store.table(label).layer().best)
        # B1, A1: at first there is fog on every menhir.
        values = self._layer_solver.place(
            tiles, stage.player, after.value, over_menhirs=stage.lap == 1
        )
        if self._store.wants(label):
            self._write(plain_table(label, values))
        return Pending.known(values)

    def _place_first(self, first_turn: Pending[Layer]) -> None:
        """The placing at the very beginning."""
        hand = self._rules.tiles_to_place
        self._placings([self._schedule.placing_stages(1, hand, hand)], first_turn)
        # They are reported with the turn that follows them.
        self._tables_of_ended, self._writing = self._tables_of_ended + self._writing, []

    def _after_decision(self, lap: int) -> Layers:
        turns = self._schedule.after
        layers = Layers({})
        for place in range(len(turns) - 1, -1, -1):
            turn, following = turns[place], layers
            stage = Stage(lap, None, turn.round, turn.player)
            wanted = sorted(self._tiles_after(place))
            if place == len(turns) - 1:
                counts = {count for n in wanted for count in (n, n - 1)}
                following = Layers(
                    {n: Pending(partial(self._layer_solver.constant, n, 0)) for n in counts if n}
                )
            layers = Layers(
                {tiles: self._solved(stage, turn, tiles, [(0, 0)], following) for tiles in wanted}
            )
            self._end(stage)
        return layers

    def _without_end(self, lap: int) -> Layers:
        """The layer of both turns of a game without end: the players' turns are the same."""
        tiles = self._rules.fog_tiles
        first, second = (Stage(lap, None, turn.round, turn.player) for turn in self._schedule.after)
        label, like_it = (self._label(stage, tiles, 1) for stage in (first, second))

        def report(passes: int, changed: int) -> None:
            told = f"pass {passes}, {changed:,} positions changed"
            self._report(Progress(told, 0, self._stages, kept=False))

        layer = Pending(lambda: self._store.table(label).layer())
        if not self._store.has(label):
            layer = Pending.known(fixed_point(self._rules, self._layer_solver, report))
            self._write(whole_table(label, layer.value)).result()
        self._end(first)
        if self._store.wants(like_it) and not self._store.has(like_it):
            model = Model(label, self._store.table(label).checksum, Growth(0))
            self._write(table_of_changes(like_it, model, None))
        self._end(second)
        return Layers({tiles: layer})

    def _before_decision(self, lap: int, decision: Layers) -> Pending[Layer] | None:
        """The layer of the first turn of a lap, if that is solved."""
        schedule, layers = self._schedule, decision
        # A4: with few tiles the decision may come at any time. Others lead to it only at the end.
        decision = decision.those(
            lambda tiles: any(schedule.is_decided_before(turn, tiles) for turn in schedule.before)
        )
        for place in range(len(schedule.before) - 1, -1, -1):
            turn, following = schedule.before[place], layers
            stage = Stage(lap, None, turn.round, turn.player)
            layers = decision.those(partial(schedule.is_decided_before, turn))
            for tiles in sorted(self._tiles[lap][place]):
                families = schedule.families(tiles)
                layers.pending[tiles] = self._solved(stage, turn, tiles, families, following)
            self._end(stage)
        return layers.pending.get(self._rules.fog_tiles)

    def _solved(
        self,
        stage: Stage,
        turn: MovingTurn,
        tiles: int,
        families: list[tuple[int, int]],
        following: Layers,
    ) -> Pending[Layer]:
        label = self._label(stage, tiles, len(families))
        models = self._models.setdefault(tiles, {})
        model: Solved | None
        table: Written | None
        model, table = models.pop(turn.player, (None, None))
        if self._store.has(label):
            return Pending(lambda: self._store.table(label).layer())
        rules, same, fewer = self._course.turn(stage.lap, turn, tiles, families, following)
        if self._replay:
            last = model.layer if model else None
            model, table = self._of_last_lap(self._replay, stage, rules, same, fewer, last, label)
        solved = self._layer_solver.solve(tiles, rules, same, fewer, model)
        layer = solved.layer
        written = None
        if self._store.wants(label):
            written = self._write(self._draft(label, layer, table))
        if not self._replay:  # which has to know what changed; else that is for the next turn only
            solved = replace(solved, layer=replace(solved.layer, changes=None))
        models[turn.player] = solved, None if written is None else (label, written)
        return Pending.known(layer)

    def _of_last_lap(
        self,
        replay: Replay,
        stage: Stage,
        rules: TurnRules,
        same: Layer | None,
        fewer: Layer | None,
        last: Layer | None,
        label: Label,
    ) -> tuple[Solved, Written]:
        """The same turn of the last lap, with values as in this lap, in the memory of ``last``."""
        then = replace(label, stage=str(replace(stage, lap=self._rules.laps)))
        past = self._store.take(then)
        layer = replay.step(stage.player, then.tiles, past, last)
        # The turn after this one may have been kept: then nobody knows what it was worked out from.
        following = replay.following(stage.player)
        model = Solved(
            layer,
            rules,
            same and following.get(same.tiles),
            fewer and following.get(fewer.tiles),
            worth=None,
        )
        checksum: Future[str] = Future()
        checksum.set_result(past.checksum)
        return model, (then, checksum)

    def _draft(self, label: Label, layer: Layer, model: Written | None) -> Draft:
        """The table of a layer: as changes since its model where that is smaller."""
        changed = layer.changes
        if model and self._store.has_model(model[0]) and changed and is_smaller_as_changes(layer):
            growth = self._replay.growth if self._replay else changed.growth
            like, checksum = model
            return table_of_changes(label, Model(like, checksum.result(), growth), layer)
        return whole_table(label, layer)

    def _write(self, draft: Draft) -> Future[str]:
        earlier = self._tables_of_ended + self._writing
        for written in earlier:
            if written.done():
                written.result()  # tells of an error as soon as it is known
        self._writing.append(self._store.put(draft))
        return self._writing[-1]

    def _label(self, stage: Stage | PlacingStage, tiles: int, families: int) -> Label:
        layout = layout_text(self._rules, self._menhirs)
        return Label(self._rules.name, layout, str(stage), tiles, families)

    def _end(self, stage: Stage) -> None:
        """Ends a stage. It counts as done when all its tables are written."""
        if not self._is_solved(stage):
            return
        self._finish_stage()
        self._ended, self._tables_of_ended = stage, self._writing
        self._writing = []

    def _is_solved(self, stage: Stage) -> bool:
        """Whether the stage is among those that are worked out."""
        turns = [(turn.round, turn.player) for turn in self._schedule.turns]
        tiles = self._tiles.get(stage.lap)
        return tiles is not None and bool(tiles[turns.index((stage.round, stage.player))])

    def _finish_stage(self) -> None:
        """Waits until the tables of the earlier stage are written, and reports that."""
        if self._ended is None:
            return
        for written in self._tables_of_ended:
            written.result()
        self._done += 1
        stage, kept = str(self._ended), not self._tables_of_ended
        self._ended = None
        self._report(Progress(stage, self._done, self._stages, kept))
