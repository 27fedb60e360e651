"""Fogs with a winning move, and fogs with hardly a move at all. Compiled."""

from menhirs.core.fog import around, size
from menhirs.engine.solver.passes.cluster_moves import ClusterMoves
from menhirs.engine.solver.passes.pass_base import LayerPass, Scratch
from menhirs.engine.solver.passes.ranking import Ranking


class MarkWins(LayerPass):
    """Marks the fogs with a winning move (M6), from the clusters that have one.

    What wins moves every covered menhir, so they all belong to one cluster, and what it leaves bare
    depends on that cluster alone. The other tiles lie anywhere but on menhirs or next to it. The
    mark is 2 where several moves win, so that M4 can't forbid them all.
    """

    def __init__(
        self, ranking: Ranking, tiles: int, moves: ClusterMoves, menhirs: int, wins: memoryview
    ) -> None:
        LayerPass.__init__(self, ranking, tiles)
        self.moves = moves
        self.menhirs = menhirs
        self.wins = wins

    def run(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        """Goes through a share of the clusters, as large as that of these eastern halves."""
        slots = self.moves.slots
        highs = self.ranking.highs
        for slot in range(slots * highs_from // highs, slots * highs_to // highs):
            cluster = self.moves.entries[2 * slot]
            if not cluster:
                continue
            begin = self.moves.entries[2 * slot + 1]
            packed = self.moves.listed[begin]
            if packed & self.menhirs and size(packed) <= self.tiles:
                wins = self.moves.count_uncovering(packed, begin + 2, self.menhirs)
                if wins:
                    near = self.ranking.pack(
                        around(cluster, self.ranking.stride) & self.ranking.cells
                    )
                    free = self.ranking.all_packed & ~(near | self.menhirs)
                    self.mark_fogs_with(packed, free, wins, scratch)

    def mark_fogs_with(self, cluster: int, free: int, wins: int, scratch: Scratch) -> None:
        """Marks every fog of that cluster and other tiles on free cells."""
        others = self.tiles - size(cluster)
        low = cluster & self.ranking.low_mask
        free_low = free & self.ranking.low_mask
        west = self.write_wests(low, free_low, others, scratch)
        free_high = free >> self.ranking.low_bits
        high = free_high
        while True:
            left = others - size(high)
            if 0 <= left <= west:
                base = self.ranking.bases[
                    self.tiles * self.ranking.highs + (cluster >> self.ranking.low_bits | high)
                ]
                for place in range(scratch.starts[left], scratch.starts[left + 1]):
                    self.wins[base + scratch.wests[place]] = wins
            if not high:
                break
            high = high - 1 & free_high

    def write_wests(self, low: int, free: int, most: int, scratch: Scratch) -> int:
        """Writes the ranks of western halves with up to ``most`` more tiles, by their number.

        Returns the largest of these numbers.
        """
        if most > size(free):
            most = size(free)
        for added in range(most + 2):
            scratch.starts[added] = 0
        part = free
        while True:  # counts them first
            added = size(part)
            if added <= most:
                scratch.starts[added + 1] += 1
            if not part:
                break
            part = part - 1 & free
        for added in range(most + 1):
            scratch.starts[added + 1] += scratch.starts[added]
            scratch.filled[added] = scratch.starts[added]
        part = free
        while True:
            added = size(part)
            if added <= most:
                scratch.wests[scratch.filled[added]] = self.ranking.low_rank[low | part]
                scratch.filled[added] += 1
            if not part:
                break
            part = part - 1 & free
        return most


class MarkFewMoves(LayerPass):
    """Marks and counts the fogs with fewer than two moves."""

    def __init__(
        self, ranking: Ranking, tiles: int, moves: ClusterMoves, menhirs: int, marks: memoryview
    ) -> None:
        LayerPass.__init__(self, ranking, tiles)
        self.moves = moves
        self.menhirs = menhirs
        self.marks = marks

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        if fog & self.menhirs and self.moves.are_few(fog, self.menhirs):
            self.marks[rank] = 1
            scratch.tally[0] += 1
