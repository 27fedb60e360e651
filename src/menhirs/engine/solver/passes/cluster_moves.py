"""The moves of every cluster, generated once for all layouts of a board. Compiled.

The moves of a cluster depend on the cluster alone: no other one touches it, so only the edge of the
board and its own tiles can be in the way (M1 to M3). A move is kept as the cells that it changes,
those that it leaves and those that it comes to cover: from any fog it is one exclusive or.
"""

from array import array

from menhirs.core.fog import around, flood, size, step, write_moves, write_origins
from menhirs.engine.solver.passes import inlined
from menhirs.engine.solver.passes.pass_base import HALF_MOVES, LayerPass, Scratch
from menhirs.engine.solver.passes.ranking import Images, Ranking

_HALF_MOVES = HALF_MOVES  # as a C number
_SMALL = 5
"""Of several clusters one has no more tiles than this, with 11 in all."""


class MarkLargerClusters(LayerPass):
    """Marks all clusters with one tile more than those processed."""

    def __init__(
        self, ranking: Ranking, tiles: int, smaller: memoryview, clusters: memoryview
    ) -> None:
        LayerPass.__init__(self, ranking, tiles)
        self.select(smaller)
        self.clusters = clusters

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        near = around(self.ranking.unpack(fog), self.ranking.stride) & self.ranking.cells
        free = self.ranking.pack(near) & ~fog
        while free:
            tile = free & (0 - free)
            free ^= tile
            self.clusters[inlined.rank_of(self.ranking, fog | tile, self.tiles + 1)] = 1


class ListMoves(LayerPass):
    """Lists the clusters processed: the cluster, the number of its moves, then each move.

    Mirror images of a cluster are listed along with it.
    """

    def __init__(self, ranking: Ranking, tiles: int, images: Images, clusters: memoryview) -> None:
        LayerPass.__init__(self, ranking, tiles)
        self.select(clusters)
        self.images = images

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        for mirror in range(self.images.count):
            if self.images.image(mirror, fog) < fog:
                return
        cluster = self.ranking.unpack(fog)
        stride = self.ranking.stride
        count = write_moves(cluster, self.ranking.cells, stride, scratch.parts, scratch.directions)
        begin = scratch.used
        scratch.used += 2 + count
        if scratch.used <= len(scratch.listed) and count <= len(scratch.parts):
            scratch.listed[begin] = fog
            scratch.listed[begin + 1] = count
            for move in range(count):
                part = scratch.parts[move]
                change = part ^ step(part, scratch.directions[move], stride)
                scratch.listed[begin + 2 + move] = self.ranking.pack(change)
            self.put_near_first(begin + 2, scratch.used, scratch)
        for mirror in range(self.images.count):
            if self.is_new(mirror, fog):
                self.list_image(mirror, begin, count, scratch)

    def is_new(self, mirror: int, fog: int) -> bool:
        """Whether this image differs from the fog and from its images in earlier mirrors."""
        image = self.images.image(mirror, fog)
        for before in range(mirror):
            if self.images.image(before, fog) == image:
                return False
        return image != fog

    def list_image(self, mirror: int, like: int, count: int, scratch: Scratch) -> None:
        """Lists the mirror image of the cluster listed at ``like``."""
        begin = scratch.used
        scratch.used += 2 + count
        if scratch.used > len(scratch.listed):
            return
        scratch.listed[begin] = self.images.image(mirror, scratch.listed[like])
        scratch.listed[begin + 1] = count
        for move in range(2, 2 + count):
            scratch.listed[begin + move] = self.images.image(mirror, scratch.listed[like + move])
        self.put_near_first(begin + 2, scratch.used, scratch)

    def put_near_first(self, begin: int, end: int, scratch: Scratch) -> None:
        """Lists moves first that leave the eastern half as it is.

        They lead to fogs whose ranks are close by, so what is looked up there is in the cache.
        """
        near = begin
        for move in range(begin, end):
            change = scratch.listed[move]
            if change <= self.ranking.low_mask:
                scratch.listed[move] = scratch.listed[near]
                scratch.listed[near] = change
                near += 1


class ClusterMoves:
    """The moves of all clusters, as :class:`ListMoves` lists them, looked up by cluster."""

    def __init__(self, ranking: Ranking, listed: "array[int]") -> None:
        self.ranking = ranking
        self.listed = listed
        self.small = 0
        self.large = 0
        """The numbers of small and of larger clusters."""
        self.fewest = 1 << 30
        """The number of moves of the cluster that has fewest."""
        self.count_all()
        # Small clusters have slots of their own, few enough to stay in the cache.
        self.small_slots = _slots_for(self.small)
        self.slots = self.small_slots + _slots_for(self.large)
        self.entries = array("Q", bytes(2 * 8 * self.slots))
        """Pairs of a cluster and the place of its moves: a look-up waits for memory once."""
        self.enter_all()

    def count_all(self) -> None:
        begin = 0
        while begin < len(self.listed):
            if size(self.listed[begin]) <= _SMALL:
                self.small += 1
            else:
                self.large += 1
            if self.listed[begin + 1] < self.fewest:
                self.fewest = self.listed[begin + 1]
            begin += 2 + self.listed[begin + 1]

    def enter_all(self) -> None:
        begin = 0
        while begin < len(self.listed):
            cluster = self.ranking.unpack(self.listed[begin])
            entry = self.find(cluster)
            self.entries[entry] = cluster
            self.entries[entry + 1] = begin
            begin += 2 + self.listed[begin + 1]

    def find(self, cluster: int) -> int:
        """The entry of a cluster, or the free one where it belongs."""
        # A product that keeps within a signed word, so that the interpreter finds the same slot.
        slot = ((cluster ^ cluster >> 25) & 0x7FFFFFFF) * 0x61C88647 >> 24
        first = 0
        last = self.small_slots - 1
        if size(cluster) > _SMALL:
            first = self.small_slots
            last = self.slots - self.small_slots - 1
        slot &= last
        while self.entries[2 * (first + slot)] != cluster and self.entries[2 * (first + slot)] != 0:
            slot = (slot + 1) & last
        return 2 * (first + slot)

    def list_half_moves(self, high: int, tiles: int, scratch: Scratch) -> None:
        """Lists moves that stay within an eastern half, of the clusters that it has by itself.

        They are the same whatever lies in the west, as long as no fog there touches the cluster;
        and they lead on by as many ranks.
        """
        first = self.ranking.bases[tiles * self.ranking.highs + high]
        rest = self.ranking.high_fog[high]
        count = 0
        while rest and count < _HALF_MOVES:
            cluster = flood(rest & (0 - rest), rest, self.ranking.stride)
            rest ^= cluster
            near = self.ranking.pack(around(cluster, self.ranking.stride) & self.ranking.cells)
            begin = self.entries[self.find(cluster) + 1] + 2
            for move in range(begin, begin + self.listed[begin - 1]):
                change = self.listed[move]
                if not change & self.ranking.low_mask and count < _HALF_MOVES:
                    there = high ^ change >> self.ranking.low_bits
                    scratch.half_move_near[count] = near & self.ranking.low_mask
                    scratch.half_move_offsets[count] = (
                        self.ranking.bases[tiles * self.ranking.highs + there] - first
                    )
                    count += 1
        scratch.half_moves = count

    def begin_list(self, fog: int, near: int, scratch: Scratch) -> None:
        """Begins to list the moves of a fog. A cluster on one of the cells ``near`` comes first."""
        scratch.rest = self.ranking.unpack(fog)
        scratch.near = near
        scratch.count = 0
        scratch.ranked = 0
        scratch.next_move = 0
        scratch.last_move = 0

    def list_more(self, fog: int, most: int, scratch: Scratch) -> bool:
        """Lists up to so many moves more, of one cluster; False if there are none.

        With 0 all moves of the cluster.
        """
        if scratch.next_move == scratch.last_move:
            if not scratch.rest:
                return False
            cluster = self.next_cluster(scratch)
            scratch.rest ^= cluster
            begin = self.entries[self.find(cluster) + 1] + 2
            scratch.next_move = begin
            scratch.last_move = begin + self.listed[begin - 1]
        end = scratch.last_move
        if most and end > scratch.next_move + most:
            end = scratch.next_move + most
        count = scratch.count
        for move in range(scratch.next_move, end):
            scratch.results[count] = fog ^ self.listed[move]
            count += 1
        scratch.next_move = end
        scratch.count = count
        return True

    def next_cluster(self, scratch: Scratch) -> int:
        """The cluster whose moves come next: of those that are near, else a small one first.

        There are few small clusters, so that their moves are in the cache.
        """
        # What is left are whole clusters, so it does not matter that others are gone.
        rest = scratch.rest
        first = rest & scratch.near
        if first:
            return flood(first & (0 - first), rest, self.ranking.stride)
        cluster = flood(rest & (0 - rest), rest, self.ranking.stride)
        rest ^= cluster
        while rest and size(cluster) > _SMALL:
            cluster = flood(rest & (0 - rest), rest, self.ranking.stride)
            rest ^= cluster
        return cluster

    def count_uncovering(self, cluster: int, begin: int, cells: int) -> int:
        """The number of moves of a packed cluster that leave all these packed cells bare, up to 2.

        Its moves are listed from ``begin`` on.
        """
        count = 0
        for move in range(begin, begin + self.listed[begin - 1]):
            if not (cluster ^ self.listed[move]) & cells:
                count += 1
                if count == 2:
                    break
        return count

    def are_few(self, fog: int, cells: int) -> bool:
        """Whether the fog has fewer than two moves, so that a player may have to pass (M7).

        A cluster on one of these packed cells is looked at first.
        """
        near = self.ranking.unpack(fog & cells)
        rest = self.ranking.unpack(fog)
        moves = 0
        while moves < 2 and rest:
            if not near & rest:
                near = rest
            cluster = flood(near & rest & (0 - (near & rest)), rest, self.ranking.stride)
            rest ^= cluster
            moves += self.listed[self.entries[self.find(cluster) + 1] + 1]
        return moves < 2


def _slots_for(clusters: int) -> int:
    """A power of two: half of the slots stay free, so that a search ends soon."""
    slots = 2
    while slots < 2 * clusters:
        slots *= 2
    return slots


def rank_predecessors(fog: int, tiles: int, ranking: Ranking, scratch: Scratch) -> int:
    """Writes the ranks of all fogs from which a move leads to this one; returns their number.

    No more are written than there is memory for.
    """
    here = ranking.unpack(fog)
    count = write_origins(here, ranking.cells, ranking.stride, scratch.parts, scratch.directions)
    for move in range(count if count < len(scratch.parts) else len(scratch.parts)):
        part = scratch.parts[move]
        origin = step(part, (scratch.directions[move] + 3) % 6, ranking.stride)
        scratch.ranks[move] = ranking.rank((here & ~part) | origin, tiles)
    return count
