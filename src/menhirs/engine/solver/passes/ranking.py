"""Ranks of fogs: every fog of n tiles has a number, so that a table is a plain array.

The solver's passes hold a fog as a packed number: one bit per cell, no gaps between columns. The
cells are divided into a western and an eastern half. Fogs are ordered by their eastern half, then
by their western half, so a rank is the sum of two look-ups.
"""

from array import array
from functools import lru_cache
from itertools import accumulate, islice
from math import comb

from menhirs.core.fog import size
from menhirs.core.geometry import Geometry, cells_in


class Removals:
    """What is left of the fogs with one eastern half when a tile is taken away from them."""

    def __init__(self) -> None:
        self.count = 0
        """The number of tiles in the eastern half."""
        self.tiles = array("Q", bytes(8 * 32))
        """These tiles, packed."""
        self.offsets = array("q", bytes(8 * 32))
        """By tile: from the rank of a fog to the rank of what is left without it."""
        self.first = 0
        """Without a western tile: the first rank of what can be left."""


class Ranking:
    """Look-up tables that convert the fogs of one board into ranks and back."""

    def __init__(self, geometry: Geometry) -> None:
        cells = list(cells_in(geometry.cells))
        self.cells = geometry.cells
        self.stride = geometry.stride
        self.cell_count = len(cells)
        self.all_packed = (1 << len(cells)) - 1
        self.low_bits = len(cells) // 2
        self.low_mask = (1 << self.low_bits) - 1
        self.highs = 1 << (len(cells) - self.low_bits)
        """The number of possible eastern halves."""
        # By column: the shift and mask that pack a mask with gaps into one bit per cell.
        shifts, masks, dense = array("i"), array("Q"), 0
        for column in geometry.columns:
            shifts.append(column[0] - dense)
            masks.append(((1 << len(column)) - 1) << dense)
            dense += len(column)
        self.columns = len(shifts)
        self.shifts = shifts
        self.masks = masks
        lows = range(1 << self.low_bits)
        # The fog mask of each western and each eastern half.
        self.low_fog = array("Q", [_spread(low, cells) for low in lows])
        self.high_fog = array(
            "Q", [_spread(high, cells[self.low_bits :]) for high in range(self.highs)]
        )
        # The rank of a western half among the western halves with the same number of tiles.
        seen = [0] * (self.low_bits + 1)
        low_rank = array("I")
        for low in lows:
            low_rank.append(seen[low.bit_count()])
            seen[low.bit_count()] += 1
        self.low_rank = low_rank
        # All western halves, sorted by number of tiles, and the index where each number starts.
        self.lows = array("I", sorted(lows, key=lambda low: (low.bit_count(), low)))
        starts, start = array("i", [0]), 0
        for tiles in range(self.low_bits + 1):
            start += comb(self.low_bits, tiles)
            starts.append(start)
        self.low_start = starts
        # By number of tiles and eastern half: the rank of the first such fog.
        bases = array("I")
        east = [high.bit_count() for high in range(self.highs)]
        for tiles in range(len(cells) + 1):
            # By tiles in the east: the number of western halves that go with them.
            wests = [comb(self.low_bits, max(tiles - count, 0)) for count in range(tiles + 1)]
            wests += [0] * (len(cells) - tiles)
            ranks = accumulate((wests[count] for count in east), initial=0)
            bases.extend(islice(ranks, self.highs))
        self.bases = bases

    def count(self, tiles: int) -> int:
        """Counts the fogs with this number of tiles."""
        return comb(self.cell_count, tiles)

    def tiles_in(self, high: int) -> int:
        """Counts the tiles of an eastern half."""
        return size(high)

    def pack(self, fog: int) -> int:
        """Packs a fog: removes the gaps between the columns."""
        packed = 0
        for column in range(self.columns):
            packed |= fog >> self.shifts[column] & self.masks[column]
        return packed

    def unpack(self, packed: int) -> int:
        """Unpacks a packed fog into a mask."""
        return self.high_fog[packed >> self.low_bits] | self.low_fog[packed & self.low_mask]

    def rank_packed(self, packed: int, tiles: int) -> int:
        """The rank of a packed fog among all fogs with this number of tiles."""
        return (
            self.bases[tiles * self.highs + (packed >> self.low_bits)]
            + self.low_rank[packed & self.low_mask]
        )

    def unrank_packed(self, rank: int, tiles: int) -> int:
        """The packed fog with this rank and this number of tiles."""
        first = tiles * self.highs
        low = first
        high = first + self.highs
        while high - low > 1:  # find the last eastern half that starts at or before this rank
            middle = (low + high) // 2
            if self.bases[middle] <= rank:
                low = middle
            else:
                high = middle
        east = low - first
        west = self.low_start[tiles - size(east)] + rank - self.bases[low]
        return east << self.low_bits | self.lows[west]

    def list_removals(self, high: int, tiles: int, removals: Removals) -> None:
        """Lists what taking a tile away leads to, from fogs with that eastern half."""
        here = tiles * self.highs
        fewer = here - self.highs
        removals.first = self.bases[fewer + high]
        removals.count = 0
        rest = high
        while rest:
            tile = rest & (0 - rest)
            rest ^= tile
            removals.tiles[removals.count] = tile << self.low_bits
            removals.offsets[removals.count] = (
                self.bases[fewer + (high ^ tile)] - self.bases[here + high]
            )
            removals.count += 1

    def rank(self, fog: int, tiles: int) -> int:
        """The rank of a fog among all fogs with this number of tiles."""
        return self.rank_packed(self.pack(fog), tiles)


@lru_cache(maxsize=4)
def ranking_of(geometry: Geometry) -> Ranking:
    """The ranking of a board, which takes a while to make."""
    return Ranking(geometry)


class Images:
    """Mirror images of packed fogs, by one look-up for each half."""

    def __init__(self, geometry: Geometry) -> None:
        cells = list(cells_in(geometry.cells))
        self.count = len(geometry.mirrors)
        self.low_bits = len(cells) // 2
        self.low_mask = (1 << self.low_bits) - 1
        self.highs = 1 << (len(cells) - self.low_bits)
        lows, highs = array("I"), array("I")
        for mirror in geometry.mirrors:
            bits = [1 << cells.index(mirror.cell_to[cell]) for cell in cells]
            lows.extend(_sums(bits[: self.low_bits]))
            highs.extend(_sums(bits[self.low_bits :]))
        self.low_images = lows
        self.high_images = highs

    def image(self, mirror: int, packed: int) -> int:
        """Reflects a packed fog in one of the board's mirrors."""
        return (
            self.low_images[(mirror << self.low_bits) + (packed & self.low_mask)]
            | self.high_images[mirror * self.highs + (packed >> self.low_bits)]
        )


def _sums(bits: list[int]) -> list[int]:
    """The sum of every subset of these numbers, indexed by the subset's bits."""
    sums = [0]
    for bit in bits:
        sums += [bit + less for less in sums]
    return sums


def _spread(dense: int, cells: list[int]) -> int:
    return sum(1 << cell for bit, cell in enumerate(cells) if dense >> bit & 1)
