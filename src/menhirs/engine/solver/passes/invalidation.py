"""An incremental update, first half: what a change in the successors can affect. Compiled.

The values from before a change tell what it can affect. A reply that was and still is worse for the
opponent than another one does not change the value of an afterstate; a move that was and still is
worth less than two others does not change a position. So only few afterstates and positions near a
change are dirty. The other half, working those out anew, is ``reevaluation.py``.
"""

from array import array

from menhirs.core.turn_flow import removable
from menhirs.engine.solver.layers import Changes, Delta, Layer
from menhirs.engine.solver.passes import inlined
from menhirs.engine.solver.passes.afterstates import NO_CEILING, MarkRaised
from menhirs.engine.solver.passes.cluster_moves import rank_predecessors
from menhirs.engine.solver.passes.pass_base import LayerPass, Scratch
from menhirs.engine.solver.passes.turn_pass import HIGHEST, VALUED_ALONE, TurnPass
from menhirs.engine.solver.turn_task import DirtySets, TurnTask

_HIGHEST = HIGHEST  # as C numbers
_NO_CEILING = NO_CEILING
_VALUED_ALONE = VALUED_ALONE


class InvalidateAfterstates(TurnPass):
    """Finds the afterstates whose values may change because a reply to them has changed.

    To a player who comes from the very position that the reply would go back to, a move can be
    worth more than its afterstate. So that position is dirty too.
    """

    def __init__(self, task: TurnTask, successor: Layer, delta: Delta, dirty: DirtySets) -> None:
        """Starts from what has changed in that successor."""
        TurnPass.__init__(self, task, successor.tiles)
        self.select_places(delta.places, successor.variants)
        self.old_best = delta.old_best
        self.old_second = delta.old_second
        self.old_best_move = delta.old_best_move
        self.dirty_afterstates = dirty.afterstates
        self.dirty_positions = dirty.positions
        self.raised = dirty.raised

    def invalidate(self, afterstate: int, old: int, new: int, restricted: int, tile: int) -> int:
        """Looks at one changed reply to an afterstate, after that tile (or none) was taken away.

        The reply was and is worth so much to the mover, and ``restricted`` if it is forbidden.
        Returns the value of the afterstate.
        """
        value = self.afterstates[2 * afterstate]
        known = self.afterstates[2 * afterstate + 1]
        if (
            new > value
            or (old >= value > new and not (tile and self.is_worth_keeping(afterstate, value)))
            or restricted > known  # if it is less, what is known is still an upper bound
            # M7: coming from somewhere the best is not to be had, so that what is worse matters.
            or known == _HIGHEST
        ):
            self.dirty_afterstates[afterstate] = 1
        return value

    def is_worth_keeping(self, afterstate: int, value: int) -> bool:
        """Whether keeping all tiles is worth at least as much."""
        variant = self.variant_if_kept[afterstate % self.variants]
        if variant < 0:
            return False
        return -self.kept_best[afterstate // self.variants * self.kept_variants + variant] >= value

    def invalidate_position(self, fog_rank: int, variant: int, value: int) -> None:
        """Looks at the one position with a move worth that much, since the reply is forbidden."""
        position = fog_rank * self.variants + variant
        if value > self.second[position]:
            self.raised[position] = 1
        if value >= self.second[position]:
            self.dirty_positions[position] = 1


class InvalidateByKept(InvalidateAfterstates):
    """Starts from the changed positions that are reached by keeping all tiles."""

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        if not fog & self.menhirs or (self.if_claimed and self.wins[rank]):
            return
        first = rank * self.kept_variants
        row = scratch.row
        while row < len(self.places) and self.places[row] < first + self.kept_variants:
            for variant in range(self.variants):
                if self.places[row] == first + self.variant_if_kept[variant]:
                    self.consider_reply(rank * self.variants + variant, variant, row)
            row += 1

    def consider_reply(self, afterstate: int, variant: int, row: int) -> None:
        """Looks at the changed reply to one afterstate."""
        there = self.places[row]
        best = self.kept_best[there]
        old_restricted = inlined.if_reply_forbidden(self.old_best[row], self.old_second[row])
        restricted = inlined.if_reply_forbidden(best, self.kept_second[there])
        value = self.invalidate(afterstate, -self.old_best[row], -best, restricted, 0)
        if old_restricted > value:
            self.invalidate_position(self.old_best_move[row], variant, old_restricted)
        if restricted > value:
            self.invalidate_position(self.kept_best_move[there], variant, restricted)


class InvalidateByTaken(InvalidateAfterstates):
    """Starts from the changed positions that are reached by taking a tile away."""

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        first = rank * self.taken_variants
        row = scratch.row
        while row < len(self.places) and self.places[row] < first + self.taken_variants:
            for variant in range(self.variants):
                if self.places[row] == first + self.variant_if_taken[variant]:
                    self.consider_tiles(fog, variant, row)
            row += 1

    def consider_tiles(self, fog: int, variant: int, row: int) -> None:
        """Looks at every tile whose taking away can have led to this fog."""
        there = self.places[row]
        old = -self.old_best[row]
        new = -self.taken_best[there]
        old_restricted = inlined.if_reply_forbidden(self.old_best[row], self.old_second[row])
        restricted = inlined.if_reply_forbidden(self.taken_best[there], self.taken_second[there])
        old_origin = 0  # where the reply would go back to is looked up only where it matters
        origin = 0
        free = self.ranking.all_packed & ~fog
        while free:
            tile = free & (0 - free)
            free ^= tile
            if not tile & removable(fog | tile, self.menhirs):
                continue
            rank = inlined.rank_of(self.ranking, fog | tile, self.tiles + 1)
            if self.if_claimed and self.wins[rank]:
                continue
            value = self.invalidate(rank * self.variants + variant, old, new, restricted, tile)
            if old_restricted > value:
                if not old_origin:
                    old_origin = self.ranking.unrank_packed(self.old_best_move[row], self.tiles)
                self.consider_origin(tile, old_origin, variant, old_restricted)
            if restricted > value:
                if not origin:
                    origin = self.ranking.unrank_packed(self.taken_best_move[there], self.tiles)
                self.consider_origin(tile, origin, variant, restricted)

    def consider_origin(self, tile: int, origin: int, variant: int, value: int) -> None:
        """Looks at the position that a reply would go back to, if that tile is added."""
        if not origin & tile:
            rank = inlined.rank_of(self.ranking, origin | tile, self.tiles + 1)
            self.invalidate_position(rank, variant, value)


class InvalidateRestricted(MarkRaised):
    """Marks the positions with a move that is worth more than its afterstate (M4), now or before.

    Those that were valued so before are dirty, and those that gain by it now. All of the latter are
    marked as restricted.
    """

    def __init__(self, task: TurnTask, dirty: DirtySets) -> None:
        MarkRaised.__init__(self, task, array("i"), dirty.raised)
        self.restricted = dirty.restricted
        self.dirty_positions = dirty.positions

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        for variant in range(self.variants):
            position = rank * self.variants + variant
            if len(self.second_move) and self.second_move[position] == _VALUED_ALONE:
                self.dirty_positions[position] = 1
                self.raised[position] = 1
            value = self.afterstates[2 * position]
            if fog & self.menhirs and self.afterstates[2 * position + 1] > value:
                self.mark_restricted(fog, rank, variant, value)

    def mark_position(self, position: int, value: int) -> None:
        self.restricted[position] = 1
        if value > self.second[position]:
            self.dirty_positions[position] = 1
            self.raised[position] = 1


class InvalidateVariant(LayerPass):
    """Makes all positions of a variant dirty, where finding the affected ones would cost more."""

    def __init__(self, task: TurnTask, variant: int, dirty: DirtySets) -> None:
        LayerPass.__init__(self, task.ranking, task.layer.tiles)
        self.variant = variant
        self.variants = task.layer.variants
        self.dirty_positions = dirty.positions

    def run(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        for rank in range(self.first_rank(highs_from), self.first_rank(highs_to)):
            self.dirty_positions[rank * self.variants + self.variant] = 1


class UpdatePredecessors(TurnPass):
    """Brings changed afterstates to the positions with a move to them; counts those it changes.

    A better afterstate takes its place among a position's two best moves at once. A worse one
    matters only where one of the two values rests on it: such a position is dirty. Its values may
    be too high until it is searched, never too low.

    Where a variant has a ceiling all its positions are dirty, and only afterstates that have become
    better and exceed it matter: no value of a position is too low, but for those below the ceiling.
    """

    def __init__(
        self,
        task: TurnTask,
        ceilings: "array[int]",
        changes: Changes,
        dirty: DirtySets,
        locks: memoryview,
    ) -> None:
        """Whoever changes a position holds its lock."""
        TurnPass.__init__(self, task)
        self.ceilings = ceilings
        self.select(dirty.afterstates)
        self.dirty_afterstates = dirty.afterstates
        self.old_values = dirty.old_values
        self.dirty_positions = dirty.positions
        self.raised = dirty.raised
        self.changed = changes.changed
        self.old_best = changes.old_best
        self.old_second = changes.old_second
        self.old_best_move = changes.old_best_move
        self.locks = locks
        self.overflowed = False
        """Whether some afterstate had more predecessors than there is memory for."""

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        count = -1
        for variant in range(self.variants):
            afterstate = rank * self.variants + variant
            if not self.dirty_afterstates[afterstate]:
                continue
            old = self.old_values[afterstate]
            new = _HIGHEST if old == _HIGHEST else self.afterstates[2 * afterstate]
            ceiling = self.ceilings[variant]
            if ceiling != _NO_CEILING and (new <= ceiling or new < old):
                continue
            if count < 0:
                count = rank_predecessors(fog, self.tiles, self.ranking, scratch)
                if count > len(scratch.ranks):
                    self.overflowed = True
                    return
            is_better = old < new <= self.win
            # Without a branch, so that memory is asked for all of them at once.
            above = new if new > old else old + 1
            concerned = 0
            for predecessor in range(count):
                place = scratch.ranks[predecessor]
                scratch.results[concerned] = place
                concerned += self.second[place * self.variants + variant] < above
            for predecessor in range(concerned):
                there = scratch.results[predecessor] * self.variants + variant
                if new > self.second[there]:
                    if is_better:
                        self.improve(there, rank, new, scratch)
                    else:
                        self.dirty_positions[there] = 1
                        self.raised[there] = 1
                elif self.best_move[there] == rank or self.may_be_second_move(there, rank):
                    self.dirty_positions[there] = 1

    def improve(self, position: int, move: int, value: int, scratch: Scratch) -> None:
        """Gives a position a move that has become worth more."""
        inlined.lock(self.locks, position)
        best = self.best[position]
        is_best = move == self.best_move[position]
        # It may be worth more already, to a player who comes from here (M4).
        if value > (best if is_best else self.second[position]):
            if not self.changed[position]:
                self.changed[position] = 1
                scratch.tally[0] += 1
                self.old_best[position] = best
                self.old_second[position] = self.second[position]
                self.old_best_move[position] = self.best_move[position]
            if value <= best:
                self.second[position] = value
                self.store_second_move(position, move)
            else:
                self.best[position] = value
                if not is_best:
                    self.second[position] = best
                    self.store_second_move(position, self.best_move[position])
                    self.best_move[position] = move
        inlined.unlock(self.locks, position)

    def store_second_move(self, position: int, move: int) -> None:
        """Stores the hash of the move that the second value rests on now."""
        if len(self.second_move) and self.second_move[position] != _VALUED_ALONE:
            self.second_move[position] = inlined.move_hash(move)

    def may_be_second_move(self, position: int, move: int) -> bool:
        """Whether the second value of a position may rest on that move."""
        if len(self.second_move) == 0:
            return True
        known = self.second_move[position]
        return known == inlined.move_hash(move) or known == _VALUED_ALONE
