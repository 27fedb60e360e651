"""Walks over all fogs of a given number of tiles: the base of every pass of the solver.

Plain Python with the C types of ``walk.pxd``; compiled, a walk runs without the interpreter's lock.
"""

from array import array

from menhirs.core.fog import around, flood, size, step, write_moves, write_origins
from menhirs.engine.solver.passes import inlined
from menhirs.engine.solver.passes.ranking import Images, Ranking, Rests

ROOM = 4096
"""The most moves of a fog, or moves that lead to one, that there is memory for."""
STAYS = 24
"""The most moves within an eastern half that are listed for it."""
_SMALL = 5
"""Of several clusters one has no more tiles than this, with 11 in all."""
VALUES = 256
"""The number of values that a position can have."""
_COUNTERS = 16 * VALUES
"""Enough to count the values of every family: there are fewer families than tiles."""


class Scratch:
    """Working memory of one thread."""

    def __init__(self) -> None:
        self.parts = array("Q", bytes(8 * ROOM))
        self.directions = array("B", bytes(ROOM))
        self.results = array("I", bytes(4 * ROOM))
        """The fogs that moves lead to."""
        self.count = 0
        """The number of results written so far."""
        self.ranks = array("I", bytes(4 * ROOM))
        """The ranks of these results."""
        self.ranked = 0
        """The number of ranks known so far."""
        self.worth = array("b", bytes(2 * ROOM))
        """The worth of these results in one family, two values each."""
        self.rest = 0
        """The clusters whose moves are not among the results yet."""
        self.next_move = 0
        """The place in the list of moves of the next one of the cluster begun last."""
        self.last_move = 0
        """Where the moves of that cluster end."""
        self.near = 0
        """Cells whose cluster comes first, since it may have a winning move."""
        self.listed = array("I", bytes(4 * ROOM))
        """Clusters with their moves, as :class:`ListMoves` lists them."""
        self.used = 0
        """The length of that list, also where it outgrew its memory."""
        self.tally = array("q", bytes(8 * _COUNTERS))
        """Counters of a pass; what each one counts is up to the pass."""
        self.wests = array("I", bytes(4 << 16))
        """Ranks of western halves, by their number of tiles, which begin at ``starts``."""
        self.rests = Rests()
        """What taking a tile away leads to, from the present eastern half."""
        self.stays = 0
        """The number of moves within the present eastern half, see :meth:`Moves.list_stays`."""
        self.stay_touches = array("Q", bytes(8 * STAYS))
        """By move: the western cells that its cluster touches; with fog there it is another one."""
        self.stay_offsets = array("q", bytes(8 * STAYS))
        """By move: how far it leads on in the order of ranks, whatever lies in the west."""
        self.starts = array("i", bytes(4 * 36))
        self.filled = array("i", bytes(4 * 36))


class Walk:
    """A pass: visits every fog of a number of tiles, in the order of the ranks."""

    def __init__(self, ranking: Ranking, tiles: int) -> None:
        self.ranking = ranking
        self.tiles = tiles
        self.fogs = ranking.count(tiles)
        self.only = memoryview(b"")
        """Marks of the fogs to visit, one for each family; empty to visit all."""
        self.marks_a_fog = 1

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        """Works on one fog, given as a packed number (see ``ranking.py``)."""

    def go(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        """Visits the fogs with these eastern halves."""
        visits_all = self.visits_all()
        for high in range(highs_from, highs_to):
            west = self.tiles - self.ranking.tiles_in(high)
            if west < 0 or west > self.ranking.low_bits:
                continue
            begin = self.ranking.bases[self.tiles * self.ranking.highs + high]
            east = high << self.ranking.low_bits
            wests = self.ranking.low_start[west]
            end = begin + self.ranking.low_start[west + 1] - wests
            index = self.next_fog(begin, end)
            if index < end:
                self.begin_east(high, scratch)
            while index < end:
                self.visit(east | self.ranking.lows[wests + index - begin], index, scratch)
                index = index + 1 if visits_all else self.next_fog(index + 1, end)

    def begin_east(self, high: int, scratch: Scratch) -> None:
        """Called before the fogs with this eastern half are visited."""

    def visits_all(self) -> bool:
        """Whether no fog is left out."""
        return len(self.only) == 0

    def next_fog(self, index: int, end: int) -> int:
        """The first fog to visit from this index on."""
        if len(self.only) == 0 or index >= end:
            return index
        begin = index * self.marks_a_fog
        for place in range(begin, begin + self.marks_a_fog):  # often the next one is marked
            if self.only[place]:
                return index
        place = inlined.next_mark(self.only, begin + self.marks_a_fog, end * self.marks_a_fog)
        return place // self.marks_a_fog

    def first(self, high: int) -> int:
        """The number of fogs that come before those with this eastern half."""
        if high < self.ranking.highs:
            return self.ranking.bases[self.tiles * self.ranking.highs + high]
        return self.fogs


class GrowClusters(Walk):
    """Marks all clusters with one tile more than those walked over."""

    def mark(self, clusters: memoryview) -> None:
        self.clusters = clusters

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        near = around(self.ranking.unpack(fog), self.ranking.stride) & self.ranking.cells
        free = self.ranking.pack(near) & ~fog
        while free:
            tile = free & (0 - free)
            free ^= tile
            self.clusters[inlined.rank_of(self.ranking, fog | tile, self.tiles + 1)] = 1


class ListMoves(Walk):
    """Lists the clusters walked over: each with its moves, as the cells that they change.

    The moves of a cluster depend on the cluster alone: no other one touches it, so only the edge of
    the board and its own tiles can be in the way (M1 to M3). A move changes the cells that it
    leaves and those that it comes to cover. Mirror images of a cluster are listed along with it.
    """

    def __init__(self, ranking: Ranking, tiles: int, images: Images) -> None:
        Walk.__init__(self, ranking, tiles)
        self.images = images

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
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


class Moves:
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
        """The slot of a cluster, or the free one where it belongs."""
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

    def list_stays(self, high: int, tiles: int, scratch: Scratch) -> None:
        """Lists moves that stay within an eastern half, of the clusters that it has by itself.

        They are the same whatever lies in the west, as long as no fog there touches the cluster;
        and they lead on by as many ranks.
        """
        first = self.ranking.bases[tiles * self.ranking.highs + high]
        rest = self.ranking.high_fog[high]
        stays = 0
        while rest and stays < STAYS:
            cluster = flood(rest & (0 - rest), rest, self.ranking.stride)
            rest ^= cluster
            touch = self.ranking.pack(around(cluster, self.ranking.stride) & self.ranking.cells)
            begin = self.entries[self.find(cluster) + 1] + 2
            for move in range(begin, begin + self.listed[begin - 1]):
                change = self.listed[move]
                if not change & self.ranking.low_mask and stays < STAYS:
                    there = high ^ change >> self.ranking.low_bits
                    scratch.stay_touches[stays] = touch & self.ranking.low_mask
                    scratch.stay_offsets[stays] = (
                        self.ranking.bases[tiles * self.ranking.highs + there] - first
                    )
                    stays += 1
        scratch.stays = stays

    def begin_results(self, fog: int, near: int, scratch: Scratch) -> None:
        """Starts the list of pictures that the moves of a fog lead to.

        A cluster on one of the cells ``near`` comes first.
        """
        scratch.rest = self.ranking.unpack(fog)
        scratch.near = near
        scratch.count = 0
        scratch.ranked = 0
        scratch.next_move = 0
        scratch.last_move = 0

    def write_results(self, fog: int, most: int, scratch: Scratch) -> bool:
        """Adds up to so many pictures that one cluster can move to; False if none were left.

        With 0 all that the cluster can move to.
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

    def ways_to_leave(self, cluster: int, begin: int, cells: int) -> int:
        """The number of moves of a packed cluster that leave all these packed cells bare, up to 2.

        Its moves are listed from ``begin`` on.
        """
        ways = 0
        for move in range(begin, begin + self.listed[begin - 1]):
            if not (cluster ^ self.listed[move]) & cells:
                ways += 1
                if ways == 2:
                    break
        return ways

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


def rank_origins(fog: int, tiles: int, ranking: Ranking, scratch: Scratch) -> int:
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
