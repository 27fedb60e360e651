"""A turn's reference: a solved turn that it is nearly equal to, and the differences. Compiled.

From some turn on, hardly anything changes on the way back to the first round: a win is worth one
point more a round earlier, and that is all. So a turn is solved from a reference, the same player's
turn one round later. The reference's values are shifted in place, and only what depends on another
difference is worked out again.

Not all values are shifted. A win after the decision moment is worth the same in whichever round
that moment comes (A4), so before it values up to ``fixed_up_to`` stay. Shifting keeps the order of
values, and with it every choice among moves that did not change otherwise.

The **delta** of a turn is the positions that differ from the shifted reference, and the values that
they would have without the difference. While the turn is solved they are marked among all others;
then they are collected, so that they take no more memory than there are of them.
"""

from menhirs.engine.solver.layers import Changes, Delta, Layer, ValueShift
from menhirs.engine.solver.passes import inlined
from menhirs.engine.solver.passes.pass_base import LayerPass, Scratch
from menhirs.engine.solver.passes.ranking import Ranking


def shifted(value: int, by: int, fixed_up_to: int, tie: int) -> int:
    """A value of the reference as it is in the turn: wins and losses grow, a tie becomes ``tie``.

    The marks -128 (no option) and 127 (above all values) stay as they are.
    """
    if value == 0:
        return tie
    if value == -128 or value == 127 or -fixed_up_to <= value <= fixed_up_to:
        return value
    return value + by if value > 0 else value - by


class ShiftValues(LayerPass):
    """Shifts values in place, as many for each fog as there are."""

    def __init__(self, ranking: Ranking, tiles: int, shift: ValueShift, values: memoryview) -> None:
        LayerPass.__init__(self, ranking, tiles)
        self.values_per_fog = len(values) // self.fogs
        self.by = shift.by
        self.fixed_up_to = shift.fixed_up_to
        self.values = values

    def run(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        # As ``shifted`` does, but in a form that compilers turn into steps of many values.
        values = self.values
        by = self.by
        fixed = self.fixed_up_to
        end = self.first_rank(highs_to) * self.values_per_fog
        for place in range(self.first_rank(highs_from) * self.values_per_fog, end):
            value = values[place]
            grows = (value > fixed) & (value < 127)
            falls = (value < -fixed) & (value > -128)
            values[place] = value + by * grows - by * falls


class ClearMarks(LayerPass):
    """Makes all marks zero, as many for each fog as there are."""

    def __init__(self, ranking: Ranking, tiles: int, marks: memoryview) -> None:
        LayerPass.__init__(self, ranking, tiles)
        self.values_per_fog = len(marks) // self.fogs
        self.marks = marks

    def run(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        marks = self.marks
        end = self.first_rank(highs_to) * self.values_per_fog
        for place in range(self.first_rank(highs_from) * self.values_per_fog, end):
            marks[place] = 0


class CopyToVariants(LayerPass):
    """Copies a layer with a single variant to every variant of another one."""

    def __init__(self, ranking: Ranking, reference: Layer, layer: Layer) -> None:
        LayerPass.__init__(self, ranking, layer.tiles)
        self.variants = layer.variants
        self.reference_best = reference.best
        self.reference_second = reference.second
        self.reference_best_move = reference.best_move
        self.reference_second_move = reference.second_move
        self.best = layer.best
        self.second = layer.second
        self.best_move = layer.best_move
        self.second_move = layer.second_move

    def run(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        position = self.first_rank(highs_from) * self.variants
        for rank in range(self.first_rank(highs_from), self.first_rank(highs_to)):
            for _ in range(self.variants):
                self.best[position] = self.reference_best[rank]
                self.second[position] = self.reference_second[rank]
                self.second_move[position] = self.reference_second_move[rank]
                if self.reference_best_move[rank]:  # memory that is never written to costs nothing
                    self.best_move[position] = self.reference_best_move[rank]
                position += 1


class FindChanges(LayerPass):
    """Finds the changes by comparing all positions with the reference, and counts them.

    A reference with a single variant stands for every variant.
    """

    def __init__(
        self,
        ranking: Ranking,
        layer: Layer,
        changes: Changes,
        reference: Layer,
        shift: ValueShift,
    ) -> None:
        LayerPass.__init__(self, ranking, layer.tiles)
        self.variants = layer.variants
        self.best = layer.best
        self.second = layer.second
        self.best_move = layer.best_move
        self.changed = changes.changed
        self.old_best = changes.old_best
        self.old_second = changes.old_second
        self.old_best_move = changes.old_best_move
        self.reference_variants = reference.variants
        self.by = shift.by
        self.fixed_up_to = shift.fixed_up_to
        self.reference_best = reference.best
        self.reference_second = reference.second
        self.reference_best_move = reference.best_move

    def run(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        count = 0
        shared = self.reference_variants == 1 and self.variants > 1
        end = self.first_rank(highs_to) * self.variants
        for position in range(self.first_rank(highs_from) * self.variants, end):
            there = position // self.variants if shared else position
            best = inlined.shifted_by(self.reference_best[there], self.by, self.fixed_up_to)
            second = inlined.shifted_by(self.reference_second[there], self.by, self.fixed_up_to)
            if (
                self.best[position] != best
                or self.second[position] != second
                or (best != second and self.best_move[position] != self.reference_best_move[there])
            ):
                self.changed[position] = 1
                self.old_best[position] = best
                self.old_second[position] = second
                self.old_best_move[position] = self.reference_best_move[there]
                count += 1
        scratch.tally[0] += count


class SwapDelta(LayerPass):
    """Swaps every changed value with the one before the change. Done twice, it does nothing."""

    def __init__(self, ranking: Ranking, layer: Layer, delta: Delta) -> None:
        LayerPass.__init__(self, ranking, layer.tiles)
        self.select_places(delta.places, layer.variants)
        self.best = layer.best
        self.second = layer.second
        self.best_move = layer.best_move
        self.old_best = delta.old_best
        self.old_second = delta.old_second
        self.old_best_move = delta.old_best_move

    def run(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        for row in range(self.first_row(highs_from), self.first_row(highs_to)):
            position = self.places[row]
            best = self.best[position]
            second = self.second[position]
            best_move = self.best_move[position]
            self.best[position] = self.old_best[row]
            self.second[position] = self.old_second[row]
            self.best_move[position] = self.old_best_move[row]
            self.old_best[row] = best
            self.old_second[row] = second
            self.old_best_move[row] = best_move


def collect(changes: Changes, delta: Delta) -> None:
    """Collects the changes in a delta of their number."""
    changed = changes.changed
    best = changes.old_best
    second = changes.old_second
    best_move = changes.old_best_move
    places = delta.places
    old_best = delta.old_best
    old_second = delta.old_second
    old_best_move = delta.old_best_move
    end = len(changed)
    place = inlined.next_mark(changed, 0, end)
    for row in range(len(places)):
        places[row] = place
        old_best[row] = best[place]
        old_second[row] = second[place]
        old_best_move[row] = best_move[place]
        place += 1
        if place < end and not changed[place]:  # often the next one is marked
            place = inlined.next_mark(changed, place, end)
