"""Solves the turns of a layout, each from its successors: one layer at a time."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from dataclasses import replace

from menhirs.core.actions import Player
from menhirs.core.geometry import Mask
from menhirs.engine.solver.buffers import buffer, marks
from menhirs.engine.solver.drivers.incremental_update import IncrementalUpdate
from menhirs.engine.solver.drivers.workers import Workers
from menhirs.engine.solver.layers import (
    NO_LAYER,
    Changes,
    Delta,
    Layer,
    SolvedTurn,
    TurnRules,
    ValueShift,
)
from menhirs.engine.solver.passes import afterstates, placing, reference, wins
from menhirs.engine.solver.passes.pass_base import VALUES
from menhirs.engine.solver.passes.positions import ValuePositions
from menhirs.engine.solver.tables import blocks
from menhirs.engine.solver.turn_task import SearchBounds, TurnTask


class LayerSolver:
    """Solves layers of one layout."""

    def __init__(self, workers: Workers, menhirs: Mask) -> None:
        self.workers = workers
        self.ranking = workers.ranking
        self._menhirs = workers.ranking.pack(menhirs)
        self._wins: dict[int, memoryview] = {}
        self.few_moves: dict[int, list[int]] = {}
        """By number of tiles: the fogs with fewer than two moves."""
        self._lent: dict[str, memoryview] = {}
        """Memory of passes, by what it is for."""

    def constant(self, tiles: int, value: int) -> Layer:
        """A layer in which every position has the same value."""
        count = self.ranking.count(tiles)
        values = memoryview(array("b", [value]) * count)
        return Layer(tiles, 1, values, values, buffer("I", count), marks(0), abs(value))

    def wins(self, tiles: int) -> memoryview:
        """Marks of the fogs with a winning move."""
        if tiles not in self._wins:
            found, moves = marks(self.ranking.count(tiles)), self.workers.moves(tiles)
            self.workers.run(wins.MarkWins(self.ranking, tiles, moves, self._menhirs, found))
            self._wins[tiles] = found
            self.few_moves[tiles] = self._with_few_moves(tiles) if moves.fewest < 2 else []
        return self._wins[tiles]

    def _with_few_moves(self, tiles: int) -> list[int]:
        found, moves = marks(self.ranking.count(tiles)), self.workers.moves(tiles)
        marking = wins.MarkFewMoves(self.ranking, tiles, moves, self._menhirs, found)
        some = self.workers.tally(marking)[0] > 0
        return [fog for fog in range(len(found)) if found[fog]] if some else []

    def solve(
        self,
        tiles: int,
        rules: TurnRules,
        kept: Layer | None,
        taken: Layer | None,
        reference: SolvedTurn | None = None,
    ) -> SolvedTurn:
        """The layer of a turn, from its successors with as many tiles and with one less.

        A reference, a nearly equal turn, saves most of the work; its layer is used up, because the
        new one takes its memory.
        """
        if reference:
            update = IncrementalUpdate(self, rules, kept, taken, reference)
            if update.knows_deltas:
                return update.from_deltas()
            if update.knows_afterstates:
                return update.from_afterstates()
        variants, fogs = len(rules.variant_if_kept), self.ranking.count(tiles)
        most = rules.most_after(kept, taken)
        layer = Layer.empty(tiles, variants, fogs, most, second_moves=True)
        task = self.task(rules, kept, taken, layer, buffer("b", 2 * fogs * variants))
        self.workers.run(afterstates.ValueAfterstates(task))
        ceilings = self.ceilings(task, range(variants))
        raised = self.borrow("raised", "B", tiles, variants)
        marking = afterstates.MarkRaised(task, ceilings, raised)
        self.workers.run(marking)
        if marking.overflowed:
            raised[:] = b"\1" * len(raised)
        self.workers.run(ValuePositions(task, SearchBounds(most, ceilings, raised, marks(0))))
        if reference:
            layer = self.with_delta(layer, reference.layer, rules.shift_since(reference.rules))
        return SolvedTurn(
            layer, rules, kept and kept.version, taken and taken.version, task.afterstates
        )

    def task(
        self,
        rules: TurnRules,
        kept: Layer | None,
        taken: Layer | None,
        layer: Layer,
        values: memoryview,
    ) -> TurnTask:
        """What the passes over a turn are given; ``values`` are those of its afterstates."""
        return TurnTask(
            self.ranking,
            self.workers.moves(layer.tiles),
            self._menhirs,
            self.wins(layer.tiles),
            rules,
            kept or NO_LAYER,
            taken or NO_LAYER,
            layer,
            values,
        )

    def borrow(self, name: str, code: str, tiles: int, variants: int) -> memoryview:
        """Zeros for every position of a layer, in memory that is used over and over.

        New memory is given page by page as it is written to, which takes longer than clearing.
        """
        count = variants * self.ranking.count(tiles)
        is_new = len(self._lent.get(name, ())) < count
        lent = self.lend(name, code, count)
        if not is_new:
            self.workers.run(reference.ClearMarks(self.ranking, tiles, lent.cast("B")))
        return lent

    def lend(self, name: str, code: str, count: int) -> memoryview:
        """Memory that is used over and over, with whatever was written there last."""
        if len(self._lent.get(name, ())) < count:
            self._lent[name] = buffer(code, count)
        return self._lent[name][:count]

    def no_changes(self, layer: Layer) -> Changes:
        """Memory for the changes of a layer, without any yet."""
        count = len(layer.best)
        return Changes(
            self.borrow("changed", "B", layer.tiles, layer.variants),
            self.lend("old best", "b", count),
            self.lend("old second", "b", count),
            self.lend("old moves", "I", count),
        )

    def with_changes(
        self, layer: Layer, version: object, shift: ValueShift, changes: Changes, count: int
    ) -> Layer:
        """The layer with its delta since a reference of that version: so many changes."""
        delta = Delta.of(version, shift, count)
        reference.collect(changes, delta)
        return replace(layer, delta=delta)

    def shift(self, tiles: int, shift: ValueShift, *blocks: memoryview) -> None:
        """Shifts the values of a reference in place."""
        for values in blocks:
            self.workers.run(reference.ShiftValues(self.ranking, tiles, shift, values))

    def with_delta(self, layer: Layer, since: Layer, shift: ValueShift) -> Layer:
        """The layer with its delta since a reference, found by comparing all positions."""
        if since.variants not in (1, layer.variants):
            return layer
        changes = self.no_changes(layer)
        finding = reference.FindChanges(self.ranking, layer, changes, since, shift)
        count = self.workers.tally(finding)[0]
        return self.with_changes(layer, since.version, shift, changes, count)

    def swap_delta(self, layer: Layer) -> None:
        """Undoes the differences of a layer from its reference, or makes them again."""
        if layer.delta:
            self.workers.run(reference.SwapDelta(self.ranking, layer, layer.delta))

    def ceilings(self, task: TurnTask, variants: Collection[int]) -> array[int]:
        """The ceilings by variant; only these variants get one."""
        ceilings = array("i", [afterstates.NO_CEILING] * task.layer.variants)
        if not variants:
            return ceilings
        tally = self.workers.tally(
            afterstates.SampleAfterstates(task), VALUES * task.layer.variants
        )
        for variant in variants:
            ceilings[variant] = afterstates.ceiling_of(tally, variant)
        return ceilings

    def place(
        self, tiles: int, player: Player, placed: memoryview, *, over_menhirs: bool
    ) -> memoryview:
        """The values before a tile is placed, from the values after it, to player 1.

        With ``over_menhirs`` only for fogs that cover all menhirs.
        """
        under = self._menhirs if over_menhirs else 0
        value = buffer("b", self.ranking.count(tiles))
        self.workers.run(placing.PlaceTile(self.ranking, tiles, player, under, placed, value))
        return value

    def decide(
        self, going_on: Layer, going_back: Sequence[memoryview], most_back: int, shift: ValueShift
    ) -> Layer:
        """The decision moment, from what going back is worth to each variant."""
        most = max(going_on.most + shift.by, shift.tie, most_back)
        layer = Layer.empty(going_on.tiles, len(going_back), len(going_on.best), most)
        for variant, back in enumerate(going_back):
            decision = placing.DecisionPass(self.ranking, shift, going_on, back, layer, variant)
            self.workers.run(decision)
        blocks.copy_moves_to_variants(len(going_back), going_on.best_move, layer.best_move)
        return layer
