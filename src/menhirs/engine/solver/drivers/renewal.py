"""Solves a turn from a nearly equal one: the model's layer is renewed where something changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from menhirs.engine.solver.buffers import buffer, marks
from menhirs.engine.solver.layers import Changes, Layer, Solved, TurnRules
from menhirs.engine.solver.passes import grow, revalue, value

if TYPE_CHECKING:
    from menhirs.engine.solver.drivers.layer_solver import LayerSolver

TurnT = TypeVar("TurnT", bound=value.Turn)

_LOCKS = 4096  # a power of two, so many that two threads hardly ever want the same one
_FEW = 0.06  # with more pictures changed than this share it is quicker to look at all positions


class Renewal:
    """Turns a model's layer into that of another turn. Marks are by position, but where told."""

    def __init__(
        self,
        layer_solver: LayerSolver,
        rules: TurnRules,
        same: Layer | None,
        fewer: Layer | None,
        model: Solved,
    ) -> None:
        self._layer_solver = layer_solver
        self._workers = layer_solver.workers
        self._rules = rules
        self._same = same
        self._fewer = fewer
        self._model = model
        self._growth = rules.growth_since(model.rules)

    @property
    def can_be_told(self) -> bool:
        """Whether the turns are alike, and it is known what changed in the following layers."""
        return self._rules.is_like(self._model.rules) and all(
            known is None if layer is None else layer.is_new_of(known, self._growth)
            for layer, known in (
                (self._same, self._model.same),
                (self._fewer, self._model.fewer),
            )
        )

    @property
    def can_be_compared(self) -> bool:
        """Whether the model knows what its pictures are worth, and what its values rest on."""
        model = self._model
        return (
            model.worth is not None
            and len(model.layer.runner_up) > 0
            and model.layer.families in (1, len(self._rules.kept_as))
            and self._rules.may_forbid_wins <= model.rules.may_forbid_wins
        )

    def run(self) -> Solved:
        """The layer, from what changed in the following ones."""
        model = self._model
        self._grow(model.layer)
        positions = len(model.layer.best)
        self._begin(
            model.layer, model.worth or self._layer_solver.lend("worth", "b", 2 * positions)
        )
        if not model.worth:
            self._value_near()
        self._touch()
        solved = self._revalue_positions(self._revalue_pictures(), all_valued=bool(model.worth))
        # Without a model's worth only some of it was worked out.
        return solved if model.worth else replace(solved, worth=None)

    def run_by_pictures(self) -> Solved:
        """The layer, from a comparison of all pictures with the model's.

        It takes longer to value them all, but the turns may differ in anything, in what follows
        them and in whether tiles are taken away.
        """
        model = self._model
        assert model.worth is not None
        self._grow(model.layer)
        layer = self._spread()
        self._begin(layer, buffer("b", 2 * len(layer.best)))
        self._workers.walk(self._turn(value.ValuePictures))
        comparing = self._turn(revalue.ComparePictures)
        comparing.compare(model.layer.families, model.worth, self._touched, self._before)
        changed = self._workers.tally(comparing)
        self._mark_exact()
        return self._revalue_positions(changed, all_valued=True)

    def _grow(self, layer: Layer) -> None:
        """Makes the model's values what they would be in this turn."""
        if self._growth.by:
            worth = [self._model.worth] if self._model.worth else []
            self._layer_solver.grow(layer.tiles, self._growth, layer.best, layer.second, *worth)

    def _spread(self) -> Layer:
        """The model's layer, with as many families as this turn has."""
        model, families = self._model.layer, len(self._rules.kept_as)
        if model.families == families:
            return model
        layer = Layer.empty(model.tiles, families, len(model.best), model.most, is_traced=True)
        spreading = grow.Spread(self._workers.ranking, model.tiles, families)
        spreading.read_from(model.best, model.second, model.picture, model.runner_up)
        spreading.write_to(layer.best, layer.second, layer.picture, layer.runner_up)
        self._workers.walk(spreading)
        return replace(layer, version=model.version)

    def _begin(self, layer: Layer, worth: memoryview) -> None:
        """Gets everything ready that the passes mark and write."""
        self._solved = Solved(
            replace(layer, most=self._rules.most_after(self._same, self._fewer), version=object()),
            replace(self._rules, may_forbid_wins=self._model.rules.may_forbid_wins),
            self._same and self._same.version,
            self._fewer and self._fewer.version,
            worth,
        )
        self._touched, self._waiting, self._higher = (
            self._layer_solver.borrow(name, "B", layer.tiles, layer.families)
            for name in ("touched", "waiting", "higher")
        )
        self._before = self._layer_solver.borrow("before", "b", layer.tiles, layer.families)
        self._exact = marks(0)
        self._differing = Changes(layer.version, self._growth, self._layer_solver.room(layer))

    def _revalue_positions(self, changed: list[int], *, all_valued: bool) -> Solved:
        """Works out the positions that changed pictures can affect, given these by family.

        ``all_valued`` if the worth of all pictures is known.
        """
        woken = self._wake(changed)
        if woken and not all_valued:
            self._workers.walk(self._turn(value.ValuePictures))
        if woken and not self._exact:
            self._mark_exact()
        ceilings = self._layer_solver.mark_higher(
            self._solved, self._same, self._fewer, woken, self._higher
        )
        improved = self._spread_changes()
        if not woken and not all_valued:
            self._value_results()
        layer, differing = self._solved.layer, self._differing
        positions = self._turn(revalue.RevaluePositions)
        positions.look_at_wins(self._solved.rules.may_forbid_wins)
        positions.stop_at(layer.most, ceilings, self._higher, self._exact)
        positions.mark(self._waiting)
        positions.keep_in(differing.marks, differing.best, differing.second, differing.picture)
        count = improved + self._workers.tally(positions)[0]
        differing = self._layer_solver.counted(differing, count)
        return replace(self._solved, layer=replace(layer, changes=differing))

    def _turn(self, kind: type[TurnT]) -> TurnT:
        return self._layer_solver.turn(kind, self._solved, self._same, self._fewer)

    def _value_near(self) -> None:
        """Works out the worth that pictures near a change had before it."""
        near = self._layer_solver.borrow("pictures", "B", self._solved.layer.tiles, 1)
        kinds = ((revalue.NearSame, self._same), (revalue.NearFewer, self._fewer))
        for kind, following in kinds:
            if following and following.changes:
                marking = kind(self._workers.ranking, following.tiles)
                marking.mark(near)
                marking.only, marking.marks_a_fog = following.changes.marks, following.families
                self._workers.walk(marking)
        before = self._turn(value.ValuePictures)
        before.only = near  # by fog
        self._exchange_following()
        self._workers.walk(before)
        self._exchange_following()

    def _exchange_following(self) -> None:
        for following in (self._same, self._fewer):
            if following:
                self._layer_solver.exchange(following)

    def _value_results(self) -> None:
        """Works out the worth of all pictures that waiting positions have moves to."""
        results = self._layer_solver.borrow("pictures", "B", self._solved.layer.tiles, 1)
        marking = self._turn(revalue.MarkResults)
        marking.mark(results)
        marking.only, marking.marks_a_fog = self._waiting, self._solved.layer.families
        self._workers.walk(marking)
        pictures = self._turn(value.ValuePictures)
        pictures.only = results  # by fog
        self._workers.walk(pictures)

    def _touch(self) -> None:
        """Marks the pictures that a change in the next turn can affect."""
        for kind, following, known in (
            (revalue.TouchSame, self._same, self._model.same),
            (revalue.TouchFewer, self._fewer, self._model.fewer),
        ):
            if following and following.changes and following.version is not known:
                since = following.changes
                touching = self._layer_solver.turn(
                    kind, self._solved, self._same, self._fewer, walked=following.tiles
                )
                touching.only, touching.marks_a_fog = since.marks, following.families
                touching.keep_in(since.marks, since.best, since.second, since.picture)
                touching.mark(self._touched, self._waiting, self._higher)
                self._workers.walk(touching)

    def _revalue_pictures(self) -> list[int]:
        """Works out the touched pictures; returns the number of changes in each family."""
        pictures = self._turn(revalue.RevaluePictures)
        pictures.untouch(self._touched, self._before)
        return self._workers.tally(pictures)

    def _mark_exact(self) -> None:
        """Marks the positions with a move that is worth more than its picture.

        It saves more time than it takes where many positions are worked out.
        """
        layer = self._solved.layer
        self._exact = self._layer_solver.borrow("exact", "B", layer.tiles, layer.families)
        marking = self._turn(revalue.MarkExact)
        marking.mark(self._exact, self._waiting, self._higher)
        self._workers.walk(marking)

    def _wake(self, changed: list[int]) -> list[int]:
        """Marks all positions of families with many changes as waiting; returns these families."""
        layer = self._solved.layer
        families, fogs = layer.families, self._workers.ranking.count(layer.tiles)
        woken = [family for family in range(families) if changed[family] > _FEW * fogs]
        for family in woken:
            waking = revalue.WakeFamily(self._workers.ranking, layer.tiles, family, families)
            waking.mark(self._touched, self._waiting)
            self._workers.walk(waking)
        return woken

    def _spread_changes(self) -> int:
        """Improves positions by better pictures, and marks those that worse ones can affect.

        Returns the number of the former.
        """
        layer, differing = self._solved.layer, self._differing
        spreading = self._turn(revalue.SpreadChanges)
        spreading.mark(self._touched, self._before, self._waiting, self._higher)
        spreading.keep_in(differing.marks, differing.best, differing.second, differing.picture)
        spreading.share(marks(_LOCKS))
        improved = self._workers.tally(spreading)[0]
        for places in (self._waiting, self._higher):
            if spreading.overflowed:
                places[:] = b"\1" * len(places)
            for fog in self._layer_solver.stuck[layer.tiles]:  # M7: passing leads to the fog itself
                places[fog * layer.families : (fog + 1) * layer.families] = b"\1" * layer.families
        return improved
