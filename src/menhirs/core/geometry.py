"""The board: which cells there are, what they are called and which lie next to each other.

A board is nothing but its column heights. Columns stand side by side, centred, and neighbouring
columns differ by one cell, so that every cell has up to six neighbours: N and S in its own column,
NE, SE, SW and NW in the columns beside it.

A set of cells is an ``int`` used as a bit mask. Cell (column, row) has bit number
``column * stride + height``, where ``height`` grows towards the north-east and every column ends in
one bit that is no cell. So one step in a direction is one shift of the whole mask, and a step over
the edge lands on a bit outside :attr:`Geometry.cells`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TypeAlias

from menhirs.core.errors import Illegal, Malformed

Cell: TypeAlias = int
"""The number of a cell's bit."""

Mask: TypeAlias = int
"""A set of cells."""

_MASK_BITS = 64  # the compiled generator keeps a mask in one machine word


class Direction(IntEnum):
    """The six ways fog moves, clockwise from north."""

    N = 0
    NE = 1
    SE = 2
    S = 3
    SW = 4
    NW = 5

    @property
    def opposite(self) -> Direction:
        return Direction((self + 3) % 6)


@dataclass(frozen=True)
class Mirror:
    """A way to reflect the board onto itself."""

    cell_to: dict[Cell, Cell]
    direction_to: tuple[Direction, ...]

    def mask(self, mask: Mask) -> Mask:
        """The mirror image of a set of cells."""
        return sum(1 << self.cell_to[cell] for cell in cells_in(mask))

    def direction(self, direction: Direction) -> Direction:
        """The mirror image of a direction."""
        return self.direction_to[direction]


def cells_in(mask: Mask) -> Iterator[Cell]:
    """The cells of a set in the order a1, a2, …, g3."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@dataclass(frozen=True)
class Geometry:
    """A board given by the heights of its columns, from west to east."""

    heights: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "heights", tuple(self.heights))
        if not all(type(height) is int for height in self.heights):
            raise Malformed("geometry-columns", heights=list(self.heights))
        steps = {abs(a - b) for a, b in zip(self.heights, self.heights[1:], strict=False)}
        if not self.heights or min(self.heights) < 1 or steps - {1}:
            raise Malformed("geometry-columns", heights=list(self.heights))
        if len(self.heights) > 26 or max(self.heights) > 9:
            raise Malformed("geometry-size", heights=list(self.heights))
        # The shift by one diagonal step must not push a bit out of the word.
        if len(self.heights) * self.stride + self.stride + 1 > _MASK_BITS:
            raise Malformed("geometry-size", heights=list(self.heights))

    def __hash__(self) -> int:
        return hash(self.heights)

    @cached_property
    def _lowest(self) -> tuple[int, ...]:
        """How high each column's southernmost cell lies above its column's first bit.

        A column's SE neighbour lies level with it: where columns grow it is the cell with the same
        number, where they shrink the one with a number less.
        """
        lowest = [0]
        for here, there in zip(self.heights, self.heights[1:], strict=False):
            lowest.append(lowest[-1] + (1 if there < here else 0))
        return tuple(lowest)

    @cached_property
    def stride(self) -> int:
        """Bits a column; the shift of a step SE. (N shifts by 1, NE by ``stride + 1``.)"""
        tops = (low + high for low, high in zip(self._lowest, self.heights, strict=True))
        return max(tops) + 1

    @cached_property
    def columns(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells column by column from west to east, each from south to north."""
        return tuple(
            tuple(column * self.stride + self._lowest[column] + row for row in range(height))
            for column, height in enumerate(self.heights)
        )

    @cached_property
    def column_masks(self) -> tuple[tuple[tuple[Cell, ...], Mask], ...]:
        """The columns, each with the set of its cells."""
        return tuple((column, self.mask(column)) for column in self.columns)

    @cached_property
    def cells(self) -> Mask:
        """All cells of the board."""
        return self.mask(cell for column in self.columns for cell in column)

    @cached_property
    def _names(self) -> dict[Cell, str]:
        return {
            cell: f"{chr(ord('a') + column)}{row}"
            for column, cells in enumerate(self.columns)
            for row, cell in enumerate(cells, start=1)
        }

    @cached_property
    def _names_of_bits(self) -> dict[Mask, str]:
        return {1 << cell: name for cell, name in self._names.items()}

    @cached_property
    def _cells_by_name(self) -> dict[str, Cell]:
        return {name: cell for cell, name in self._names.items()}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """All names in the order a1, a2, …, g3."""
        return tuple(self._names.values())

    def name(self, cell: Cell) -> str:
        """What a cell is called: ``"c3"``."""
        try:
            return self._names[cell]
        except KeyError:
            raise Illegal("no-such-cell") from None

    def cell(self, name: str) -> Cell:
        """The cell of that name."""
        try:
            return self._cells_by_name[name]
        except KeyError:
            raise Malformed("cell", text=name) from None

    def mask(self, cells: Iterable[Cell]) -> Mask:
        """The set of these cells."""
        mask = 0
        for cell in cells:
            mask |= 1 << cell
        return mask

    def mask_of(self, names: str | Iterable[str]) -> Mask:
        """The set of the cells with these names: ``"a1 b2"`` or ``["a1", "b2"]``."""
        listed = names.split() if isinstance(names, str) else names
        return self.mask(self.cell(name) for name in listed)

    def names_of(self, mask: Mask) -> list[str]:
        """What the cells of a set are called, in the order a1, a2, …, g3."""
        names, found = self._names_of_bits, []
        try:
            while mask:
                lowest = mask & -mask
                found.append(names[lowest])
                mask ^= lowest
        except KeyError:
            raise Illegal("no-such-cell") from None
        return found

    def neighbour(self, cell: Cell, direction: Direction) -> Cell | None:
        """The cell next to this one, or None where the board ends."""
        stride = self.stride
        step = (1, stride + 1, stride, -1, -stride - 1, -stride)[direction]
        return cell + step if cell + step >= 0 and self.cells >> (cell + step) & 1 else None

    @cached_property
    def mirrors(self) -> tuple[Mirror, ...]:
        """North-south first; then, where the outline allows it, east-west and both together."""
        columns, east_to_west = self.columns, tuple(reversed(self.columns))
        upside_down = tuple(tuple(reversed(column)) for column in columns)
        images = [(upside_down, (3, 2, 1, 0, 5, 4))]
        if self.heights == self.heights[::-1]:
            images.append((east_to_west, (0, 5, 4, 3, 2, 1)))
            images.append((tuple(reversed(upside_down)), (3, 4, 5, 0, 1, 2)))
        return tuple(
            Mirror(
                {
                    cell: mirrored
                    for column, image in zip(columns, image_columns, strict=True)
                    for cell, mirrored in zip(column, image, strict=True)
                },
                tuple(Direction(number) for number in directions),
            )
            for image_columns, directions in images
        )


STANDARD = Geometry((3, 4, 5, 6, 5, 4, 3))
"""The board of 30 cells (D1). Should the real outline differ, this is the line to change."""
