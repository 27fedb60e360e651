"""Solves a turn by updating its reference: only what differs is worked out again.

The reference is a nearly equal turn that is solved (``passes/reference.py``), and the new layer
takes its memory. Its values are shifted. Then changes are followed from the successors to the
afterstates, and from those to the positions: what a change can affect is **dirty**
(``passes/invalidation.py``) and worked out anew (``passes/reevaluation.py``). Where something
changed, the values without the change are kept as the layer's delta, for the turn before.
"""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import TYPE_CHECKING

from menhirs.engine.solver.buffers import buffer, marks
from menhirs.engine.solver.layers import Layer, SolvedTurn, TurnRules
from menhirs.engine.solver.passes import invalidation, reevaluation
from menhirs.engine.solver.passes.afterstates import ValueAfterstates
from menhirs.engine.solver.passes.reference import CopyToVariants
from menhirs.engine.solver.passes.turn_pass import TurnPass
from menhirs.engine.solver.turn_task import DirtySets, SearchBounds

if TYPE_CHECKING:
    from menhirs.engine.solver.drivers.layer_solver import LayerSolver

_LOCKS = 4096  # a power of two, so many that two threads hardly ever want the same one
_FEW = 0.06  # with more afterstates changed than this share it is quicker to search all positions


class IncrementalUpdate:
    """Turns the layer of a reference into that of another turn."""

    def __init__(
        self,
        layer_solver: LayerSolver,
        rules: TurnRules,
        kept: Layer | None,
        taken: Layer | None,
        reference: SolvedTurn,
    ) -> None:
        self._layer_solver = layer_solver
        self._workers = layer_solver.workers
        self._rules = rules
        self._kept = kept
        self._taken = taken
        self._reference = reference
        self._shift = rules.shift_since(reference.rules)

    @property
    def knows_deltas(self) -> bool:
        """Whether the turns are alike, and the differences of their successors are known."""
        return self._rules.is_like(self._reference.rules) and all(
            version is None if layer is None else layer.differs_by_delta(version, self._shift)
            for layer, version in (
                (self._kept, self._reference.kept),
                (self._taken, self._reference.taken),
            )
        )

    @property
    def knows_afterstates(self) -> bool:
        """Whether it is known what the reference's afterstates and moves are worth."""
        reference = self._reference
        return (
            reference.afterstates is not None
            and len(reference.layer.second_move) > 0
            and reference.layer.variants in (1, len(self._rules.variant_if_kept))
            and self._rules.may_forbid_wins <= reference.rules.may_forbid_wins
        )

    def from_deltas(self) -> SolvedTurn:
        """The turn, from the deltas of its successors."""
        reference = self._reference
        known = reference.afterstates
        self._shift_reference()
        size = 2 * len(reference.layer.best)
        self._begin(reference.layer, known or self._layer_solver.lend("afterstates", "b", size))
        if not known:
            self._value_afterstates_near_changes()
        self._invalidate_afterstates()
        changed = self._tally_by_variant(reevaluation.RevalueAfterstates(self._task, self._dirty))
        solved = self._revalue_positions(changed, all_valued=bool(known))
        # Where the reference's were unknown, only some afterstates were valued.
        return solved if known else replace(solved, afterstates=None)

    def from_afterstates(self) -> SolvedTurn:
        """The turn, from a comparison of all its afterstates with those of the reference.

        It takes longer to value them all, but the turns may differ in anything, in what follows
        them and in whether tiles are taken away.
        """
        reference = self._reference
        assert reference.afterstates is not None
        self._shift_reference()
        layer = self._with_all_variants(reference.layer)
        self._begin(layer, buffer("b", 2 * len(layer.best)))
        self._workers.run(ValueAfterstates(self._task))
        comparing = reevaluation.CompareAfterstates(
            self._task, reference.layer.variants, reference.afterstates, self._dirty
        )
        changed = self._tally_by_variant(comparing)
        self._invalidate_restricted()
        return self._revalue_positions(changed, all_valued=True)

    def _tally_by_variant(self, work: TurnPass) -> list[int]:
        return self._workers.tally(work, self._task.layer.variants)

    def _shift_reference(self) -> None:
        """Makes the reference's values what they would be in this turn."""
        layer, values = self._reference.layer, self._reference.afterstates
        if self._shift.by:
            also = [values] if values else []
            self._layer_solver.shift(layer.tiles, self._shift, layer.best, layer.second, *also)

    def _with_all_variants(self, reference: Layer) -> Layer:
        """The reference's layer, with as many variants as this turn has."""
        variants = len(self._rules.variant_if_kept)
        if reference.variants == variants:
            return reference
        tiles, fogs = reference.tiles, len(reference.best)
        layer = Layer.empty(tiles, variants, fogs, reference.most, second_moves=True)
        self._workers.run(CopyToVariants(self._workers.ranking, reference, layer))
        return replace(layer, version=reference.version)

    def _begin(self, layer: Layer, afterstates: memoryview) -> None:
        """Gets everything ready that the passes mark and write."""
        lend = self._layer_solver.borrow
        since = layer.version
        layer = replace(
            layer, most=self._rules.most_after(self._kept, self._taken), version=object()
        )
        rules = replace(self._rules, may_forbid_wins=self._reference.rules.may_forbid_wins)
        self._task = self._layer_solver.task(rules, self._kept, self._taken, layer, afterstates)
        dirty, positions, raised = (
            lend(name, "B", layer.tiles, layer.variants)
            for name in ("dirty afterstates", "dirty positions", "raised")
        )
        old_values = lend("old values", "b", layer.tiles, layer.variants)
        self._dirty = DirtySets(dirty, old_values, positions, raised, marks(0))
        self._changes = self._layer_solver.no_changes(layer)
        self._since = since

    def _revalue_positions(self, changed: list[int], *, all_valued: bool) -> SolvedTurn:
        """Searches the positions that changed afterstates, counted by variant, can affect.

        ``all_valued`` if the values of all afterstates are known.
        """
        task, dirty = self._task, self._dirty
        whole = self._invalidate_variants(changed)
        if whole and not all_valued:
            self._workers.run(ValueAfterstates(task))
        if whole and not dirty.restricted:
            self._invalidate_restricted()
        ceilings = self._layer_solver.ceilings(task, whole)
        improved = self._update_predecessors(ceilings)
        if not whole and not all_valued:
            self._value_afterstates_of_moves()
        bounds = SearchBounds(task.layer.most, ceilings, dirty.raised, dirty.restricted)
        searching = reevaluation.RevaluePositions(task, bounds, self._changes, dirty)
        count = improved + self._workers.tally(searching)[0]
        return SolvedTurn(
            self._layer_solver.with_changes(
                task.layer, self._since, self._shift, self._changes, count
            ),
            task.rules,
            self._kept and self._kept.version,
            self._taken and self._taken.version,
            task.afterstates,
        )

    def _value_afterstates_near_changes(self) -> None:
        """Values the afterstates near a change as they were before it."""
        ranking = self._workers.ranking
        near = self._layer_solver.borrow("fogs", "B", self._task.layer.tiles, 1)
        for kind, successor in (
            (reevaluation.MarkAfterstatesOfKept, self._kept),
            (reevaluation.MarkAfterstatesOfTaken, self._taken),
        ):
            if successor and successor.delta:
                self._workers.run(kind(ranking, successor, successor.delta, near))
        self._swap_deltas_of_successors()
        self._value_afterstates(near)
        self._swap_deltas_of_successors()

    def _value_afterstates(self, fogs: memoryview) -> None:
        valuing = ValueAfterstates(self._task)
        valuing.select(fogs)
        self._workers.run(valuing)

    def _swap_deltas_of_successors(self) -> None:
        for successor in (self._kept, self._taken):
            if successor:
                self._layer_solver.swap_delta(successor)

    def _value_afterstates_of_moves(self) -> None:
        """Values all afterstates that dirty positions have moves to."""
        fogs = self._layer_solver.borrow("fogs", "B", self._task.layer.tiles, 1)
        self._workers.run(reevaluation.MarkMoves(self._task, self._dirty, fogs))
        self._value_afterstates(fogs)

    def _invalidate_afterstates(self) -> None:
        """Marks the afterstates that a change in a successor can affect."""
        for kind, successor, version in (
            (invalidation.InvalidateByKept, self._kept, self._reference.kept),
            (invalidation.InvalidateByTaken, self._taken, self._reference.taken),
        ):
            if successor and successor.delta and successor.version is not version:
                self._workers.run(kind(self._task, successor, successor.delta, self._dirty))

    def _invalidate_restricted(self) -> None:
        """Marks the positions with a move that is worth more than its afterstate.

        It saves more time than it takes where many positions are searched.
        """
        layer, dirty = self._task.layer, self._dirty
        dirty.restricted = self._layer_solver.borrow("restricted", "B", layer.tiles, layer.variants)
        self._workers.run(invalidation.InvalidateRestricted(self._task, dirty))

    def _invalidate_variants(self, changed: list[int]) -> list[int]:
        """Makes variants with many changes dirty as a whole; returns these variants."""
        layer = self._task.layer
        many = _FEW * self._workers.ranking.count(layer.tiles)
        whole = [variant for variant in range(layer.variants) if changed[variant] > many]
        for variant in whole:
            self._workers.run(invalidation.InvalidateVariant(self._task, variant, self._dirty))
        return whole

    def _update_predecessors(self, ceilings: array[int]) -> int:
        """Improves positions by better afterstates, and marks those that worse ones can affect.

        Returns the number of the former.
        """
        layer, dirty = self._task.layer, self._dirty
        updating = invalidation.UpdatePredecessors(
            self._task, ceilings, self._changes, dirty, marks(_LOCKS)
        )
        improved = self._workers.tally(updating)[0]
        for places in (dirty.positions, dirty.raised):
            if updating.overflowed:
                places[:] = b"\1" * len(places)
            for fog in self._layer_solver.few_moves[layer.tiles]:  # M7: passing leads to itself
                begin, end = fog * layer.variants, (fog + 1) * layer.variants
                places[begin:end] = b"\1" * layer.variants
        return improved
