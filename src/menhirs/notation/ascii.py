"""The board in plain characters, one per cell, as it lies on the table: north is up.

.. code-block:: text

          .
        .   .
      .   o   .
    M   .   o   .
      .   M   .
    …

The same letters as in the board text; what stands between them is only for the eye.
"""

from __future__ import annotations

from collections.abc import Iterator

from menhirs.core.errors import Malformed
from menhirs.core.geometry import Cell, Geometry, Mask
from menhirs.core.position import Position
from menhirs.notation.board import letter, read_board


def write_ascii(position: Position) -> str:
    """The drawn board, without a line break at its end."""
    lines = []
    for row in _rows(position.geometry):
        drawn = [" "] * (2 * len(position.geometry.columns) - 1)
        for column, cell in row:
            drawn[2 * column] = letter(position.menhirs, position.fog, cell)
        lines.append("".join(drawn).rstrip())
    return "\n".join(lines)


def read_ascii(text: str, geometry: Geometry) -> tuple[Mask, Mask]:
    """The menhirs and the fog of a drawn board, however far it is indented."""
    rows = list(_rows(geometry))
    drawn = [line.split() for line in text.splitlines() if line.strip()]
    if [len(line) for line in drawn] != [len(row) for row in rows]:
        raise Malformed(
            "ascii-board", expected=geometry.cells.bit_count(), found=sum(map(len, drawn))
        ).locate(text=text)
    letters: dict[Cell, str] = {}
    for line, row in zip(drawn, rows, strict=True):
        letters |= {cell: sign for (_, cell), sign in zip(row, line, strict=True)}
    columns = ("".join(letters[cell] for cell in column) for column in geometry.columns)
    return read_board("/".join(columns), geometry)


def _rows(geometry: Geometry) -> Iterator[list[tuple[int, Cell]]]:
    """From north to south, the (column, cell) pairs that lie level with each other."""
    level_of = {
        (column, cell): 2 * row - len(cells)
        for column, cells in enumerate(geometry.columns)
        for row, cell in enumerate(cells)
    }
    for level in sorted(set(level_of.values()), reverse=True):
        yield [place for place, own in level_of.items() if own == level]
