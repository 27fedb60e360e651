"""The number of a fog among all fogs with as many tiles: its place in a table.

Cells are counted in the order a1, a2, …, g3. The first half of them is the western half of the
board, the rest the eastern. Fogs are ordered by their eastern half, then by their western half,
each read as a binary number in which a1, or the first eastern cell, is the lowest bit.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from math import comb

from menhirs.core.geometry import Geometry, Mask, cells_in


class FogNumbers:
    """Numbers the fogs of one board."""

    def __init__(self, geometry: Geometry) -> None:
        self._cells = list(cells_in(geometry.cells))
        self._bit_of = {cell: bit for bit, cell in enumerate(self._cells)}
        self._west_bits = len(self._cells) // 2
        self._east_bits = len(self._cells) - self._west_bits
        by_tiles: list[list[int]] = [[] for _ in range(self._west_bits + 1)]
        for west in range(1 << self._west_bits):
            by_tiles[west.bit_count()].append(west)
        self._wests = by_tiles
        """Western halves by their number of tiles, in order."""
        self._place_of_west = {
            west: place for wests in by_tiles for place, west in enumerate(wests)
        }
        self._starts: dict[int, list[int]] = {}

    def count(self, tiles: int) -> int:
        """How many fogs of so many tiles there are."""
        return comb(len(self._cells), tiles)

    def number(self, fog: Mask) -> int:
        """The number of a fog."""
        bits = sum(1 << self._bit_of[cell] for cell in cells_in(fog))
        east, west = bits >> self._west_bits, bits & (1 << self._west_bits) - 1
        return self._starts_of(fog.bit_count())[east] + self._place_of_west[west]

    def fog(self, number: int, tiles: int) -> Mask:
        """The fog with this number."""
        starts = self._starts_of(tiles)
        east = bisect_right(starts, number) - 1
        west = self._wests[tiles - east.bit_count()][number - starts[east]]
        bits = east << self._west_bits | west
        return sum(1 << cell for bit, cell in enumerate(self._cells) if bits >> bit & 1)

    def _starts_of(self, tiles: int) -> list[int]:
        """The number of the first fog with each eastern half."""
        if tiles not in self._starts:
            sizes = (
                comb(self._west_bits, west) if (west := tiles - east.bit_count()) >= 0 else 0
                for east in range(1 << self._east_bits)
            )
            self._starts[tiles] = [0, *accumulate(sizes)][:-1]
        return self._starts[tiles]
