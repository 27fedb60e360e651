"""An incremental update, second half: what is dirty is valued and searched anew. Compiled.

What is dirty was found in ``invalidation.py``.
"""

from menhirs.engine.solver.layers import Changes, Delta, Layer
from menhirs.engine.solver.passes import inlined
from menhirs.engine.solver.passes.afterstates import NO_CEILING, ValueAfterstates
from menhirs.engine.solver.passes.pass_base import LayerPass, Scratch
from menhirs.engine.solver.passes.positions import ValuePositions
from menhirs.engine.solver.passes.ranking import Ranking
from menhirs.engine.solver.passes.turn_pass import HIGHEST, TurnPass
from menhirs.engine.solver.turn_task import DirtySets, SearchBounds, TurnTask

_HIGHEST = HIGHEST  # as C numbers
_NO_CEILING = NO_CEILING


class MarkAfterstatesOfKept(LayerPass):
    """Marks the afterstates from which keeping all tiles leads to a changed position."""

    def __init__(
        self, ranking: Ranking, successor: Layer, delta: Delta, afterstates: memoryview
    ) -> None:
        LayerPass.__init__(self, ranking, successor.tiles)
        self.select_places(delta.places, successor.variants)
        self.afterstates = afterstates

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        self.afterstates[rank] = 1


class MarkAfterstatesOfTaken(MarkAfterstatesOfKept):
    """Marks the afterstates from which taking a tile away leads to a changed position."""

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        free = self.ranking.all_packed & ~fog
        while free:
            tile = free & (0 - free)
            free ^= tile
            self.afterstates[inlined.rank_of(self.ranking, fog | tile, self.tiles + 1)] = 1


class MarkMoves(TurnPass):
    """Marks the afterstates that dirty positions have moves to."""

    def __init__(self, task: TurnTask, dirty: DirtySets, marks: memoryview) -> None:
        TurnPass.__init__(self, task)
        self.select(dirty.positions)
        self.marks = marks

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        self.moves.begin_list(fog, 0, scratch)
        while self.moves.list_more(fog, 0, scratch):
            pass
        for option in range(scratch.count):
            self.marks[inlined.rank_of(self.ranking, scratch.results[option], self.tiles)] = 1


class RevalueAfterstates(ValueAfterstates):
    """Values the dirty afterstates.

    Those that keep their value are dirty no more. The others are counted by variant, with their old
    value kept.
    """

    def __init__(self, task: TurnTask, dirty: DirtySets) -> None:
        ValueAfterstates.__init__(self, task)
        self.select(dirty.afterstates)
        self.dirty_afterstates = dirty.afterstates
        self.old_values = dirty.old_values

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        count = self.rank_removals(fog, rank, scratch)
        for variant in range(self.variants):
            afterstate = rank * self.variants + variant
            if not self.dirty_afterstates[afterstate]:
                continue
            old = self.afterstates[2 * afterstate]
            if self.afterstates[2 * afterstate + 1] == _HIGHEST:
                old = _HIGHEST
            self.value(rank, variant, count, scratch)
            if self.afterstates[2 * afterstate + 1] == _HIGHEST:
                old = _HIGHEST
            if self.afterstates[2 * afterstate] == old:
                self.dirty_afterstates[afterstate] = 0
            else:
                self.old_values[afterstate] = old
                scratch.tally[variant] += 1


class CompareAfterstates(TurnPass):
    """Marks the afterstates as dirty whose value differs from the reference's, shifted already.

    They are counted by variant, with the value of the reference kept. A reference with a single
    variant stands for every variant.
    """

    def __init__(
        self, task: TurnTask, variants: int, reference: memoryview, dirty: DirtySets
    ) -> None:
        TurnPass.__init__(self, task)
        self.reference_variants = variants
        self.reference = reference
        self.dirty_afterstates = dirty.afterstates
        self.old_values = dirty.old_values

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        for variant in range(self.variants):
            afterstate = rank * self.variants + variant
            there = rank * self.reference_variants + variant % self.reference_variants
            old = self.reference[2 * there]
            if (
                self.afterstates[2 * afterstate + 1] == _HIGHEST
                or self.reference[2 * there + 1] == _HIGHEST
            ):
                old = _HIGHEST
            if self.afterstates[2 * afterstate] != old:
                self.dirty_afterstates[afterstate] = 1
                self.old_values[afterstate] = old
                scratch.tally[variant] += 1


class RevaluePositions(ValuePositions):
    """Searches the dirty positions. Marks and counts those that change.

    Positions that are not marked as raised are worth no more than they seem to be, or than the
    ceiling of their variant, if it has one: two moves worth as much are enough.
    """

    def __init__(
        self, task: TurnTask, bounds: SearchBounds, changes: Changes, dirty: DirtySets
    ) -> None:
        ValuePositions.__init__(self, task, bounds)
        self.select(dirty.positions)
        self.dirty_positions = dirty.positions
        self.changed = changes.changed
        self.old_best = changes.old_best
        self.old_second = changes.old_second
        self.old_best_move = changes.old_best_move

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        if not fog & self.menhirs or self.is_won(rank):
            return
        scratch.count = 0
        for variant in range(self.variants):
            position = rank * self.variants + variant
            if self.dirty_positions[position]:
                self.revalue(fog, rank, variant, scratch)

    def revalue(self, fog: int, rank: int, variant: int, scratch: Scratch) -> None:
        """Searches one position."""
        position = rank * self.variants + variant
        best = self.best[position]
        second = self.second[position]
        best_move = self.best_move[position]
        enough = best
        enough_second = second
        was_changed = self.changed[position]
        if was_changed:
            best = self.old_best[position]
            second = self.old_second[position]
            best_move = self.old_best_move[position]
        if self.raised[position]:
            enough = self.most
            enough_second = self.most
        elif self.ceilings[variant] != _NO_CEILING:
            if enough < self.ceilings[variant]:
                enough = self.ceilings[variant]
            if enough_second < self.ceilings[variant]:
                enough_second = self.ceilings[variant]
        if self.raised[position] or not self.search_half_moves(
            fog, rank, variant, enough, enough_second, scratch
        ):
            if not scratch.count:
                self.begin_moves(fog, rank, scratch)
            if self.raised[position]:
                self.list_all(fog, scratch)
            if not self.search_moves(fog, position, variant, enough, enough_second, scratch):
                self.choose_exactly(fog, position, variant, scratch)
        if (
            best != self.best[position]
            or second != self.second[position]
            or (best != second and best_move != self.best_move[position])
        ):
            self.changed[position] = 1
            scratch.tally[0] += 1
            self.old_best[position] = best
            self.old_second[position] = second
            self.old_best_move[position] = best_move
        else:
            self.changed[position] = 0
        if was_changed:  # it was counted before
            scratch.tally[0] -= 1

    def list_all(self, fog: int, scratch: Scratch) -> None:
        """Lists the moves of all clusters: with all of them at hand memory is waited for once.

        Not where there may be a win: that comes first.
        """
        if not scratch.near:
            while self.moves.list_more(fog, 0, scratch):
                pass
