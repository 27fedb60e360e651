"""Walking through all fogs of so many tiles: what every pass of the solver has in common.

Plain Python with the C types of ``walk.pxd``; compiled, a walk runs without the interpreter's lock.
"""

from array import array

from menhirs.engine.solver.ranking import Ranking

ROOM = 4096
"""For the moves of a fog, or those that lead to it."""


class Scratch:
    """Room for moves, one for each thread."""

    def __init__(self) -> None:
        self.parts = array("Q", bytes(8 * ROOM))
        self.directions = array("B", bytes(ROOM))
        self.ranks = array("I", bytes(4 * ROOM))


class Walk:
    """Visits every fog of so many tiles, in the order of their ranks."""

    def __init__(self, ranking: Ranking, tiles: int) -> None:
        self.ranking = ranking
        self.tiles = tiles
        self.only = array("B")
        """Marks the fogs to visit; empty for all."""

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        """What a pass does with one fog."""

    def go(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        """Visits the fogs with these eastern halves (see ``ranking.py``)."""
        for high in range(highs_from, highs_to):
            west = self.tiles - self.ranking.tiles_in(high)
            if west < 0 or west > self.ranking.low_bits:
                continue
            index = self.ranking.bases[self.tiles * self.ranking.highs + high]
            for place in range(self.ranking.low_start[west], self.ranking.low_start[west + 1]):
                if len(self.only) == 0 or self.only[index]:
                    fog = (
                        self.ranking.high_fog[high] | self.ranking.low_fog[self.ranking.lows[place]]
                    )
                    self.visit(fog, index, scratch)
                index += 1
