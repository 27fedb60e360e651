"""Passes over the placing of fog and the decision moment. Compiled."""

from menhirs.engine.solver.passes.grow import grown
from menhirs.engine.solver.passes.ranking import Ranking
from menhirs.engine.solver.passes.walk import Scratch, Walk

_LOWEST = -128
"""Below every value: no option at all."""


class PlaceTile(Walk):
    """The best cell for one more tile, with values to player 1.

    Only for fogs that cover all cells of ``under``.
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

    def go(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        under = self.under >> self.ranking.low_bits
        for high in range(highs_from, highs_to):
            west = self.tiles - self.ranking.tiles_in(high)
            if not under & ~high and 0 <= west <= self.ranking.low_bits:
                wests = self.ranking.low_start[west]
                count = self.ranking.low_start[west + 1] - wests
                self.place_in_east(high, count)
                self.place_in_west(high, wests, count)

    def place_in_east(self, high: int, count: int) -> None:
        """The best eastern cell for each of the fogs with that eastern half.

        Whatever lies in the west, a tile there leads on by as many ranks. The values are the
        player's own for now.
        """
        # In a form that compilers turn into steps of many values.
        begin = self.first(high)
        value = self.value
        placed = self.placed
        turned = -1 if self.sign < 0 else 0
        for place in range(begin, begin + count):
            value[place] = _LOWEST
        free = (self.ranking.highs - 1) & ~high
        while free:
            tile = free & (0 - free)
            free ^= tile
            there = self.ranking.bases[(self.tiles + 1) * self.ranking.highs + (high | tile)]
            for number in range(count):
                worth = (placed[there + number] ^ turned) - turned  # times the sign
                best = value[begin + number]
                value[begin + number] = worth if worth > best else best

    def place_in_west(self, high: int, wests: int, count: int) -> None:
        """Takes the best western cell where it is better."""
        begin = self.first(high)
        there = self.ranking.bases[(self.tiles + 1) * self.ranking.highs + high]
        under = self.under & self.ranking.low_mask
        for number in range(count):
            low = self.ranking.lows[wests + number]
            best = self.value[begin + number]
            free = self.ranking.low_mask & ~low
            while free:
                tile = free & (0 - free)
                free ^= tile
                worth = self.sign * self.placed[there + self.ranking.low_rank[low | tile]]
                if worth > best:
                    best = worth
            self.value[begin + number] = 0 if under & ~low else self.sign * best


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
