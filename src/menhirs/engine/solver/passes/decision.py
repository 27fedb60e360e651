"""Passes over the placing of fog and the decision moment. Compiled."""

from menhirs.engine.solver.passes import inlined
from menhirs.engine.solver.passes.grow import grown
from menhirs.engine.solver.passes.ranking import Ranking
from menhirs.engine.solver.passes.walk import Scratch, Walk

_LOWEST = -128
"""Below every value: no option at all."""


class PlaceTile(Walk):
    """The best cell for one more tile, with values to player 1.

    Visits only fogs that cover all cells of ``under``.
    """

    def __init__(
        self,
        ranking: Ranking,
        tiles: int,
        player: int,
        under: int,
        placed: memoryview,
        value: memoryview,
    ) -> None:
        Walk.__init__(self, ranking, tiles)
        self.under = under
        self.sign = 1 if player == 1 else -1
        self.placed = placed
        self.value = value

    def visit(self, fog: int, index: int, scratch: Scratch) -> None:
        if self.under & ~fog:
            return
        free = self.ranking.all_packed & ~fog
        top = _LOWEST
        while free:
            tile = free & (0 - free)
            free ^= tile
            there = (
                self.sign * self.placed[inlined.rank_of(self.ranking, fog | tile, self.tiles + 1)]
            )
            if there > top:
                top = there
        self.value[index] = self.sign * top


class Decide(Walk):
    """The decision moment (A5) of one family, with values to player 1.

    Player 1 goes on, or leaves the decision to player 2, who goes on or back. The value of going on
    follows from the last lap: wins are worth ``by`` more, and a tie is lost by the player who chose
    it. This changes no choice, because what was better is never worse. Going on keeps the memory of
    the return rule, going back clears it (A12).
    """

    def __init__(
        self,
        ranking: Ranking,
        tiles: int,
        family: int,
        families: int,
        by: int,
        tie: int,
        back: memoryview,
    ) -> None:
        Walk.__init__(self, ranking, tiles)
        self.family = family
        self.families = families
        self.by = by
        self.tie = tie
        self.back = back

    def read_from(self, best: memoryview, second: memoryview) -> None:
        """The values of the last lap, where there is nothing to decide."""
        self.on_best = best
        self.on_second = second

    def write_to(self, best: memoryview, second: memoryview) -> None:
        self.best = best
        self.second = second

    def go(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        for index in range(self.first(highs_from), self.first(highs_to)):
            entry = index * self.families + self.family
            self.best[entry] = self.decided(self.on_best[index], self.back[index])
            self.second[entry] = self.decided(self.on_second[index], self.back[index])

    def decided(self, on: int, back: int) -> int:
        by_first = grown(on, self.by, 0, -self.tie)
        by_second = grown(on, self.by, 0, self.tie)
        left_to_second = back if back < by_second else by_second
        return by_first if by_first > left_to_second else left_to_second
