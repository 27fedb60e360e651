r"""The board drawn with characters, in colour or without: every cell shows its name.

.. code-block:: text

         ____
    ____/ b2 \____
   / a2 \~~~~/ c2 \
   \_MM_/ b1 \____/

``~~~~`` is fog, ``MM`` a menhir, ``~MM~`` a menhir under fog. A ``>`` marks the fog moved last.
"""

from __future__ import annotations

from menhirs.core.geometry import Cell
from menhirs.core.position import Position
from menhirs.notation.board import letter
from menhirs.tui.colour import paint

_CELL_WIDTH = 4
_PITCH = _CELL_WIDTH + 1  # neighbouring columns share the slash between them
_GROUND = {".": "____", "o": "~~~~", "m": "_MM_", "M": "~MM~"}
_STYLES = {
    ".": "38;5;151;48;5;22",
    "o": "38;5;244;48;5;254",
    "m": "1;38;5;231;48;5;95",
    "M": "1;38;5;238;48;5;252",
}
_MOVED_STYLE = "1;38;5;160;48;5;254"
_EDGE_STYLE = "38;5;242"


def draw_board(position: Position, *, colour: bool = False) -> str:
    """The drawn board, north up."""
    canvas = _Canvas()
    columns = position.geometry.columns
    tallest = max(len(cells) for cells in columns)
    for number, cells in enumerate(columns):
        for row, cell in enumerate(reversed(cells)):
            top = tallest - len(cells) + 2 * row
            _draw_cell(canvas, position, cell, 1 + number * _PITCH, top)
    return canvas.text(colour=colour)


def _draw_cell(canvas: _Canvas, position: Position, cell: Cell, left: int, top: int) -> None:
    sign = letter(position.menhirs, position.fog, cell)
    style = _STYLES[sign]
    moved = position.last is not None and position.last.tiles & position.fog & 1 << cell
    name = f"{'>' if moved else ' '}{position.geometry.name(cell)} "
    canvas.put(left, top, "____", _EDGE_STYLE, below=True)
    canvas.put(left, top + 1, name, _MOVED_STYLE if moved else style)
    canvas.put(left, top + 2, _GROUND[sign], style)
    for x, y, slash in (
        (left - 1, top + 1, "/"),
        (left + _CELL_WIDTH, top + 1, "\\"),
        (left - 1, top + 2, "\\"),
        (left + _CELL_WIDTH, top + 2, "/"),
    ):
        canvas.put(x, y, slash, _EDGE_STYLE)


class _Canvas:
    """A grid of styled characters, filled in any order."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, x: int, y: int, text: str, style: str, *, below: bool = False) -> None:
        """Draws a text; with ``below``, behind the characters already there."""
        for offset, sign in enumerate(text):
            place = (y, x + offset)
            if not (below and place in self._drawn):
                self._drawn[place] = (sign, style)

    def text(self, *, colour: bool) -> str:
        """All lines, joined."""
        height = max(y for y, _ in self._drawn) + 1
        width = max(x for _, x in self._drawn) + 1
        lines = []
        for y in range(height):
            line, pending, pending_style = "", "", ""
            for x in range(width):
                sign, style = self._drawn.get((y, x), (" ", ""))
                if style != pending_style:
                    line += paint(pending, pending_style if colour else "")
                    pending, pending_style = "", style
                pending += sign
            line += paint(pending, pending_style if colour else "")
            lines.append(line.rstrip())
        return "\n".join(lines)
