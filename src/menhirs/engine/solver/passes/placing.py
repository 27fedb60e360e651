"""Passes over the placing of fog and the decision moment. Compiled."""

from menhirs.engine.solver.layers import Layer, ValueShift
from menhirs.engine.solver.passes.pass_base import LayerPass, Scratch
from menhirs.engine.solver.passes.ranking import Ranking
from menhirs.engine.solver.passes.reference import shifted

_LOWEST = -128
"""Below every value: no option at all."""


class PlaceTile(LayerPass):
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
        LayerPass.__init__(self, ranking, tiles)
        self.under = under
        self.sign = 1 if player == 1 else -1
        self.placed = placed
        self.value = value

    def run(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
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
        begin = self.first_rank(high)
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
        begin = self.first_rank(high)
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


class DecisionPass(LayerPass):
    """The decision moment (A5) of one variant, with values to player 1.

    Player 1 goes on, or leaves the decision to player 2, who goes on or back. The value of going on
    follows from the last lap: wins are shifted, and a tie is lost by the player who chose it. This
    changes no choice, because what was better is never worse. Going on keeps the memory of the
    return rule, going back clears it (A12).
    """

    def __init__(
        self,
        ranking: Ranking,
        shift: ValueShift,
        going_on: Layer,
        going_back: memoryview,
        layer: Layer,
        variant: int,
    ) -> None:
        """Going on is worth the values of the last lap, where there is nothing to decide."""
        LayerPass.__init__(self, ranking, layer.tiles)
        self.by = shift.by
        self.tie = shift.tie
        self.on_best = going_on.best
        self.on_second = going_on.second
        self.back = going_back
        self.variant = variant
        self.variants = layer.variants
        self.best = layer.best
        self.second = layer.second

    def run(self, highs_from: int, highs_to: int, scratch: Scratch) -> None:
        for rank in range(self.first_rank(highs_from), self.first_rank(highs_to)):
            position = rank * self.variants + self.variant
            self.best[position] = self.decide(self.on_best[rank], self.back[rank])
            self.second[position] = self.decide(self.on_second[rank], self.back[rank])

    def decide(self, on: int, back: int) -> int:
        """The value of a choice between going on and back."""
        by_first = shifted(on, self.by, 0, -self.tie)
        by_second = shifted(on, self.by, 0, self.tie)
        left_to_second = back if back < by_second else by_second
        return by_first if by_first > left_to_second else left_to_second
