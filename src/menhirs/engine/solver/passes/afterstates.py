"""The first pass over a turn: the values of its afterstates, from the successors. Compiled.

**Ceilings.** Nearly all afterstates of a variant have at most a common value, the ceiling, which a
sample tells. It is quicker to ask which positions have a move to one of the few above it than to
look through the moves of every position: all others are done after two moves that reach the
ceiling.
"""

from array import array

from menhirs.core.turn_flow import removable
from menhirs.engine.solver.passes import inlined
from menhirs.engine.solver.passes.cluster_moves import rank_predecessors
from menhirs.engine.solver.passes.pass_base import VALUES, LayerPass, Scratch
from menhirs.engine.solver.passes.turn_pass import HIGHEST, LOWEST, TurnPass
from menhirs.engine.solver.turn_task import TurnTask

_LOWEST = LOWEST  # as C numbers
_VALUES = VALUES
NO_CEILING = HIGHEST
"""The ceiling of a variant that has none: no value is above it."""
_RARE = 0.03
"""With a larger share of afterstates above the ceiling it would cost more than it saves."""
_SAMPLED = 17
"""One eastern half of so many belongs to a sample."""
_LARGE = 100_000
"""With fewer fogs a sample would be too small, so all belong to it."""


class ValueAfterstates(TurnPass):
    """Values each afterstate: the better of keeping all tiles and of taking the best one away."""

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        first = rank * self.variants
        if not fog & self.menhirs:
            self.fill(first, self.win, _LOWEST)
            return
        if self.if_claimed and self.wins[rank]:
            self.fill(first, self.if_claimed, self.if_claimed)
            return
        count = self.rank_removals(fog, rank, scratch)
        for variant in range(self.variants):
            self.value(rank, variant, count, scratch)

    def begin_half(self, high: int, scratch: Scratch) -> None:
        if self.taken_variants:
            self.ranking.list_removals(high, self.tiles, scratch.removals)

    def rank_removals(self, fog: int, rank: int, scratch: Scratch) -> int:
        """Ranks the fogs that taking a tile away can leave; returns their number."""
        if not self.taken_variants:
            return 0
        rest = removable(fog, self.menhirs)
        low = fog & self.ranking.low_mask
        west = rest & self.ranking.low_mask
        count = 0
        while west:
            tile = west & (0 - west)
            west ^= tile
            scratch.ranks[count] = scratch.removals.first + self.ranking.low_rank[low ^ tile]
            count += 1
        for number in range(scratch.removals.count):
            if scratch.removals.tiles[number] & rest:
                scratch.ranks[count] = rank + scratch.removals.offsets[number]
                count += 1
        return count

    def value(self, rank: int, variant: int, count: int, scratch: Scratch) -> None:
        """Takes the better of keeping all and of leaving one of these fogs."""
        value = _LOWEST
        restricted = _LOWEST
        if self.variant_if_kept[variant] >= 0:
            there = rank * self.kept_variants + self.variant_if_kept[variant]
            value = -self.kept_best[there]
            restricted = inlined.if_reply_forbidden(self.kept_best[there], self.kept_second[there])
        if self.variant_if_taken[variant] >= 0:
            for option in range(count):
                place = scratch.ranks[option]
                there = place * self.taken_variants + self.variant_if_taken[variant]
                best = self.taken_best[there]
                if -best > value:
                    value = -best
                if self.taken_second[there] != best:
                    could_be = inlined.if_reply_forbidden(best, self.taken_second[there])
                    if could_be > restricted:
                        restricted = could_be
        self.afterstates[2 * (rank * self.variants + variant)] = value
        self.afterstates[2 * (rank * self.variants + variant) + 1] = restricted

    def fill(self, first: int, value: int, restricted: int) -> None:
        """Gives all variants the same values."""
        for afterstate in range(first, first + self.variants):
            self.afterstates[2 * afterstate] = value
            self.afterstates[2 * afterstate + 1] = restricted


class SampleAfterstates(TurnPass):
    """Counts a sample of the afterstates by variant and value, won ones left out."""

    def run(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        for high in range(highs_from, highs_to):
            if high % _SAMPLED == 0 or self.fogs < _LARGE:
                LayerPass.run(self, high, high + 1, scratch)

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        if fog & self.menhirs:
            for variant in range(self.variants):
                value = self.afterstates[2 * (rank * self.variants + variant)]
                scratch.tally[_VALUES * variant + value - _LOWEST] += 1


def ceiling_of(tally: list[int], variant: int) -> int:
    """The value that is exceeded by only a rare share of a variant's sample."""
    counts = tally[VALUES * variant : VALUES * (variant + 1)]
    left = _RARE * sum(counts)
    place = VALUES - 1
    while place and counts[place] <= left:
        left -= counts[place]
        place -= 1
    return place + LOWEST


class MarkRaised(TurnPass):
    """Marks the positions with a move that may be worth more than a ceiling, but for winning ones.

    Those moves are known already.
    """

    def __init__(self, task: TurnTask, ceilings: "array[int]", raised: memoryview) -> None:
        TurnPass.__init__(self, task)
        self.ceilings = ceilings
        self.raised = raised
        self.overflowed = False
        """Whether some afterstate had more predecessors than there is memory for."""

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        if not fog & self.menhirs:
            return
        count = -1
        for variant in range(self.variants):
            afterstate = rank * self.variants + variant
            if self.afterstates[2 * afterstate + 1] > self.ceilings[variant]:
                self.mark_restricted(fog, rank, variant, self.ceilings[variant])
            if self.afterstates[2 * afterstate] <= self.ceilings[variant]:
                continue
            self.raised[afterstate] = 1  # M7: by passing a fog leads to itself
            if count < 0:
                count = rank_predecessors(fog, self.tiles, self.ranking, scratch)
                if count > len(scratch.ranks):
                    self.overflowed = True
                    return
            for predecessor in range(count):
                self.raised[scratch.ranks[predecessor] * self.variants + variant] = 1

    def mark_restricted(self, fog: int, rank: int, variant: int, least: int) -> None:
        """Marks the positions that the opponent would like to go back to but may not (M4).

        For a mover who comes from one of those the afterstate is worth more; here, more than
        ``least``.
        """
        if self.variant_if_kept[variant] >= 0:
            there = rank * self.kept_variants + self.variant_if_kept[variant]
            value = inlined.if_reply_forbidden(self.kept_best[there], self.kept_second[there])
            if value > least:
                self.mark_position(self.kept_best_move[there] * self.variants + variant, value)
        if self.variant_if_taken[variant] < 0 or not self.taken_variants:
            return
        rest = removable(fog, self.menhirs)
        while rest:
            tile = rest & (0 - rest)
            rest ^= tile
            there = self.taken_position(fog ^ tile, variant)
            value = inlined.if_reply_forbidden(self.taken_best[there], self.taken_second[there])
            if value > least:
                origin = self.ranking.unrank_packed(self.taken_best_move[there], self.tiles - 1)
                if not origin & tile:
                    place = inlined.rank_of(self.ranking, origin | tile, self.tiles)
                    self.mark_position(place * self.variants + variant, value)

    def mark_position(self, position: int, value: int) -> None:
        """Marks a position with a move that may be worth so much."""
        self.raised[position] = 1
