"""A pass: compiled work on every fog of so many tiles, divided among threads.

Plain Python with the C types of ``pass_base.pxd``; compiled, a pass runs without the interpreter's
lock. A fog is given as a packed number and its rank (see ``ranking.py``).
"""

from array import array

from menhirs.engine.solver.passes import inlined
from menhirs.engine.solver.passes.ranking import Ranking, Removals

ROOM = 4096
"""The most moves of a fog, or moves that lead to one, that there is memory for."""
HALF_MOVES = 24
"""The most moves within an eastern half that are listed for it."""
VALUES = 256
"""The number of values that a position can have."""
_COUNTERS = 16 * VALUES
"""Enough to count the values of every variant: there are fewer variants than tiles."""


class Scratch:
    """Working memory of one thread."""

    def __init__(self) -> None:
        self.parts = array("Q", bytes(8 * ROOM))
        self.directions = array("B", bytes(ROOM))
        # The moves of the present fog, as far as they are listed.
        self.results = array("I", bytes(4 * ROOM))
        """The fogs that they lead to."""
        self.count = 0
        self.ranks = array("I", bytes(4 * ROOM))
        """The ranks of these fogs."""
        self.ranked = 0
        """The number of ranks known so far."""
        self.values = array("b", bytes(2 * ROOM))
        """Their values in one variant: a value and a restricted value each."""
        self.rest = 0
        """The clusters whose moves are not listed yet."""
        self.next_move = 0
        """The place in the list of moves of the next one of the cluster begun last."""
        self.last_move = 0
        """The place where the moves of that cluster end."""
        self.near = 0
        """Cells whose cluster comes first, since it may have a winning move."""
        # The moves that stay within the present eastern half, see ClusterMoves.list_half_moves.
        self.half_moves = 0
        self.half_move_near = array("Q", bytes(8 * HALF_MOVES))
        """By move: the western cells that its cluster touches; with fog there it is another one."""
        self.half_move_offsets = array("q", bytes(8 * HALF_MOVES))
        """By move: how far it leads on in the order of ranks, whatever lies in the west."""
        self.removals = Removals()
        """What taking a tile away leads to, from the present eastern half."""
        self.row = 0
        """The row of the first of the selected places that is not behind the present fog."""
        # What other passes write.
        self.listed = array("I", bytes(4 * ROOM))
        """Clusters with their moves, as ``ListMoves`` lists them."""
        self.used = 0
        """The length of that list, also where it outgrew its memory."""
        self.wests = array("I", bytes(4 << 16))
        """Ranks of western halves, by their number of tiles, which begin at ``starts``."""
        self.starts = array("i", bytes(4 * 36))
        self.filled = array("i", bytes(4 * 36))
        self.tally = array("q", bytes(8 * _COUNTERS))
        """Counters of a pass; what each one counts is up to the pass."""


class LayerPass:
    """Processes every fog of a number of tiles, in the order of the ranks."""

    def __init__(self, ranking: Ranking, tiles: int) -> None:
        self.ranking = ranking
        self.tiles = tiles
        self.fogs = ranking.count(tiles)
        self.all_selected = True
        self.selected = memoryview(b"")
        """Marks of the fogs to process."""
        self.places = memoryview(array("I"))
        """In place of marks: the places to process, in order."""
        self.marks_per_fog = 1
        """By fog: the number of marks, or of places."""

    def select(self, marks: memoryview) -> None:
        """Only fogs with a mark are processed. Each has one mark, or one for each variant."""
        self.all_selected = False
        self.selected = marks
        self.marks_per_fog = len(marks) // self.fogs

    def select_places(self, places: memoryview, variants: int) -> None:
        """Only fogs with one of these places are processed, ``scratch.row`` being the first."""
        self.all_selected = False
        self.places = places
        self.marks_per_fog = variants

    def process(self, fog: int, rank: int, scratch: Scratch) -> None:
        """Works on one fog."""

    def run(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        """Processes the fogs with these eastern halves."""
        scratch.row = self.first_row(highs_from)
        for high in range(highs_from, highs_to):
            west = self.tiles - self.ranking.tiles_in(high)
            if west < 0 or west > self.ranking.low_bits:
                continue
            begin = self.ranking.bases[self.tiles * self.ranking.highs + high]
            east = high << self.ranking.low_bits
            wests = self.ranking.low_start[west]
            end = begin + self.ranking.low_start[west + 1] - wests
            rank = self.next_selected(begin, end, scratch)
            if rank < end:
                self.begin_half(high, scratch)
            while rank < end:
                self.process(east | self.ranking.lows[wests + rank - begin], rank, scratch)
                rank = self.next_selected(rank + 1, end, scratch)

    def begin_half(self, high: int, scratch: Scratch) -> None:
        """Called before the fogs with this eastern half are processed."""

    def next_selected(self, rank: int, end: int, scratch: Scratch) -> int:
        """The first fog to process from this rank on."""
        if self.all_selected or rank >= end:
            return rank
        if len(self.selected) == 0:
            return self.next_with_place(rank, end, scratch)
        begin = rank * self.marks_per_fog
        for place in range(begin, begin + self.marks_per_fog):  # often the next one is marked
            if self.selected[place]:
                return rank
        begin += self.marks_per_fog
        return inlined.next_mark(self.selected, begin, end * self.marks_per_fog) // (
            self.marks_per_fog
        )

    def next_with_place(self, rank: int, end: int, scratch: Scratch) -> int:
        """The first fog with a selected place from this rank on."""
        begin = rank * self.marks_per_fog
        row = scratch.row
        while row < len(self.places) and self.places[row] < begin:
            row += 1
        scratch.row = row
        if row == len(self.places) or self.places[row] >= end * self.marks_per_fog:
            return end
        return self.places[row] // self.marks_per_fog

    def first_row(self, high: int) -> int:
        """The row of the first selected place that fogs from this eastern half on have."""
        place = self.first_rank(high) * self.marks_per_fog
        first = 0
        last = len(self.places)
        while first < last:
            middle = (first + last) // 2
            if self.places[middle] < place:
                first = middle + 1
            else:
                last = middle
        return first

    def first_rank(self, high: int) -> int:
        """The rank of the first fog with this eastern half, or the number of fogs at the end."""
        if high < self.ranking.highs:
            return self.ranking.bases[self.tiles * self.ranking.highs + high]
        return self.fogs
