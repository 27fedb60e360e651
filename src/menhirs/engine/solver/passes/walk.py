"""Walks over all fogs of a given number of tiles: the base of every pass of the solver.

Plain Python with the C types of ``walk.pxd``; compiled, a walk runs without the interpreter's lock.
"""

from array import array

from menhirs.core.fog import flood, step, write_moves, write_origins
from menhirs.engine.solver.passes import inlined
from menhirs.engine.solver.passes.ranking import Images, Ranking

ROOM = 4096
"""The most moves of a fog, or moves that lead to one, that there is memory for."""
_VALUES = 256
"""The number of values that a position can have."""


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
        self.listed = array("I", bytes(4 * ROOM))
        """Clusters with their moves, as :class:`ListMoves` lists them."""
        self.used = 0
        """The length of that list, also where it outgrew its memory."""
        self.tally = array("q", bytes(8 * _VALUES))
        """Counters of a pass; what each one counts is up to the pass."""


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
        for high in range(highs_from, highs_to):
            west = self.tiles - self.ranking.tiles_in(high)
            if west < 0 or west > self.ranking.low_bits:
                continue
            begin = self.ranking.bases[self.tiles * self.ranking.highs + high]
            east = high << self.ranking.low_bits
            wests = self.ranking.low_start[west]
            end = begin + self.ranking.low_start[west + 1] - wests
            index = self.next_fog(begin, end)
            while index < end:
                self.visit(east | self.ranking.lows[wests + index - begin], index, scratch)
                index = self.next_fog(index + 1, end)

    def next_fog(self, index: int, end: int) -> int:
        """The first fog to visit from this index on."""
        if len(self.only) == 0:
            return index
        place = inlined.next_mark(self.only, index * self.marks_a_fog, end * self.marks_a_fog)
        return place // self.marks_a_fog

    def first(self, high: int) -> int:
        """The number of fogs that come before those with this eastern half."""
        if high < self.ranking.highs:
            return self.ranking.bases[self.tiles * self.ranking.highs + high]
        return self.fogs


class ListMoves(Walk):
    """Lists all clusters of a number of tiles: each with its moves, as the cells that they change.

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
        if flood(cluster & (0 - cluster), cluster, stride) != cluster:
            return
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


class Moves:
    """The moves of all clusters, as :class:`ListMoves` lists them, looked up by cluster."""

    def __init__(self, ranking: Ranking, listed: "array[int]") -> None:
        self.ranking = ranking
        self.listed = listed
        clusters, slots = self.count(), 2
        while slots < 2 * clusters:  # half of them stay free, so that a search ends soon
            slots *= 2
        self.last_slot = slots - 1
        self.entries = array("Q", bytes(2 * 8 * slots))
        """Pairs of a cluster and the place of its moves: a look-up waits for memory once."""
        self.enter_all()

    def count(self) -> int:
        """The number of clusters listed."""
        clusters = 0
        begin = 0
        while begin < len(self.listed):
            clusters += 1
            begin += 2 + self.listed[begin + 1]
        return clusters

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
        slot = ((cluster ^ cluster >> 25) & 0x7FFFFFFF) * 0x61C88647 >> 24 & self.last_slot
        while self.entries[2 * slot] != cluster and self.entries[2 * slot] != 0:
            slot = (slot + 1) & self.last_slot
        return 2 * slot

    def begin_results(self, fog: int, scratch: Scratch) -> None:
        """Starts the list of pictures that the moves of a fog lead to."""
        scratch.rest = self.ranking.unpack(fog)
        scratch.count = 0
        scratch.ranked = 0

    def write_results(self, fog: int, near: int, scratch: Scratch) -> bool:
        """Adds the pictures that one more cluster can move to; False if no cluster was left.

        A cluster on one of the cells ``near`` comes first.
        """
        if not scratch.rest:
            return False
        first = scratch.rest & near
        if not first:
            first = scratch.rest
        # What is left are whole clusters, so it does not matter that others are gone.
        cluster = flood(first & (0 - first), scratch.rest, self.ranking.stride)
        scratch.rest ^= cluster
        begin = self.entries[self.find(cluster) + 1] + 2
        moves = self.listed[begin - 1]
        count = scratch.count
        for move in range(moves):
            scratch.results[count + move] = fog ^ self.listed[begin + move]
        scratch.count = count + moves
        return True

    def ways_to_leave(self, fog: int, cells: int) -> int:
        """The number of moves that leave all these packed cells bare, counted up to 2.

        Some of the cells are under fog.
        """
        covered = self.ranking.unpack(fog & cells)
        cluster = flood(covered & (0 - covered), self.ranking.unpack(fog), self.ranking.stride)
        if covered & ~cluster:
            return 0
        ways = 0
        begin = self.entries[self.find(cluster) + 1] + 2
        for move in range(begin, begin + self.listed[begin - 1]):
            if not (fog ^ self.listed[move]) & cells:
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
