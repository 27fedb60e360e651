"""A position painted in layers: tray, ground, trees and stones, fog, names, marks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from xml.sax.saxutils import escape

from menhirs.core.geometry import Cell, Direction, Mask, cells_in
from menhirs.core.position import Position
from menhirs.notation.svg import alphabet, shapes, words
from menhirs.notation.svg.drawing import Drawing
from menhirs.notation.svg.layout import Layout
from menhirs.notation.svg.theme import PALETTES

_TREE_SPOTS = ((-26, -16), (1, -24), (27, -14), (-32, 10), (-6, 8), (22, 14), (4, 34))


def draw(position: Position, drawing: Drawing = Drawing()) -> str:  # noqa: B008 (it is frozen)
    """The position as a complete SVG document."""
    return _Picture(position, drawing).document()


class _Picture:
    def __init__(self, position: Position, drawing: Drawing) -> None:
        self._position = position
        self._geometry = position.geometry
        self._drawing = drawing
        self._layout = Layout(position.geometry, drawing.from_north)
        self._colours = PALETTES[drawing.theme]
        # Two pictures on one page may share their definitions, for they are then the same.
        self._prefix = f"menhirs-{drawing.theme}-"

    def document(self) -> str:
        layout, width = self._layout, self._drawing.width
        size = (
            f' width="{width}" height="{round(width * layout.height / layout.width)}"'
            if width
            else ""
        )
        layers = (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{layout.view_box}"{size}>',
            f"<title>{escape(words.title(self._position))}</title>",
            f"<desc>{escape(words.description(self._position, self._drawing))}</desc>",
            shapes.definitions(self._drawing.theme, self._prefix),
            *self._tray(),
            *self._ground(),
            *self._last_trail(),
            *self._fog(),
            *self._names(),
            *self._last_tiles(),
            *self._highlight(),
            *self._arrows(),
            "</svg>",
        )
        return "\n".join(layers) + "\n"

    def _use(self, shape: str, x: int, y: int) -> str:
        return f'<use href="#{self._prefix}{shape}" x="{x}" y="{y}"/>'

    def _turned(self, shape: str, cell: Cell, direction: Direction, edge: Direction) -> str:
        """A shape that points in a direction, on one of a cell's edges."""
        x, y = self._layout.edge_middle(cell, edge)
        angle = self._layout.angle(direction)
        return f'<use href="#{self._prefix}{shape}" transform="translate({x} {y})rotate({angle})"/>'

    def _tray(self) -> Iterator[str]:
        outline = self._layout.outline(self._geometry.cells)
        yield (
            f'<path d="{outline}" fill="url(#{self._prefix}tray-paint)" stroke="{self._colours.rim}" '
            f'stroke-width="24" stroke-linejoin="round" filter="url(#{self._prefix}lifted)"/>'
        )
        yield f'<path d="{outline}" fill="url(#{self._prefix}tray-paint)" stroke="{self._colours.tray[1]}" stroke-width="8" stroke-linejoin="round"/>'

    def _ground(self) -> Iterator[str]:
        """The tiles that were laid. What stands under fog is not drawn, so it cannot show."""
        heath = self._position.menhirs
        if self._drawing.dense_fog:
            heath &= ~self._position.fog
        for cell in cells_in(self._geometry.cells):
            yield self._use("heath" if heath >> cell & 1 else "moss", *self._layout.centre(cell))
        for cell in cells_in(self._geometry.cells & ~self._position.fog):
            if self._position.menhirs >> cell & 1:
                yield self._use("menhir", *self._layout.centre(cell))
            else:
                yield from self._trees(cell)

    def _trees(self, cell: Cell) -> Iterator[str]:
        x, y = self._layout.centre(cell)
        # Each cell has a wood of its own, which comes back unchanged when fog has passed over it.
        # Only ``random`` gives the same numbers in every version of Python.
        number = Random(self._geometry.name(cell)).random
        bare = {int(number() * 7), int(number() * 7)}
        for spot, (dx, dy) in enumerate(_TREE_SPOTS):
            kind = ("fir", "fir", "oak", "sapling", "oak")[int(number() * 5)]
            shift_x, shift_y = int(number() * 9) - 4, int(number() * 9) - 4
            if spot not in bare:
                yield self._use(kind, x + dx + shift_x, y + dy + shift_y + 8)

    def _fog(self) -> Iterator[str]:
        fog = self._position.fog
        yield f'<g filter="url(#{self._prefix}lifted)">'
        yield (
            f'<path d="{"".join(self._bridges(fog))}" '
            f'stroke="{self._colours.fog[1]}" stroke-width="34"/>'
        )
        for cell in cells_in(fog):
            yield self._use("fog", *self._layout.centre(cell))
        yield "</g>"
        if not self._drawing.dense_fog:
            for cell in cells_in(self._position.covered):
                yield self._use("shimmer", *self._layout.centre(cell))

    def _bridges(self, fog: Mask) -> Iterator[str]:
        """From each tile to those it hangs together with, so that one sees what moves as one."""
        for cell in cells_in(fog):
            for direction in (Direction.N, Direction.NE, Direction.SE):  # the others lead back
                neighbour = self._geometry.neighbour(cell, direction)
                if neighbour is not None and fog >> neighbour & 1:
                    (x1, y1), (x2, y2) = self._layout.centre(cell), self._layout.centre(neighbour)
                    yield f"M{x1} {y1}L{x2} {y2}"

    def _names(self) -> Iterator[str]:
        if not self._drawing.coordinates:
            return
        fog, cells = self._position.fog, self._geometry.cells
        for mask, ink in ((cells & ~fog, self._colours.ink), (fog, self._colours.ink_on_fog)):
            yield f'<g fill="none" stroke="{ink}" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round">'
            for cell in cells_in(mask):
                yield self._name(cell)
            yield "</g>"

    def _name(self, cell: Cell) -> str:
        letter, digit = self._geometry.name(cell)
        x, y = self._layout.centre(cell)
        return (
            f'<path transform="translate({x - 27} {y + 43})scale(1.2)" d="{alphabet.GLYPHS[letter]}"/>'
            f'<path transform="translate({x - 27 + 1.2 * alphabet.advance(letter):g} {y + 43})scale(1.2)" d="{alphabet.GLYPHS[digit]}"/>'
        )

    def _last_trail(self) -> Iterator[str]:
        last = self._position.last
        if self._drawing.last_move and last:
            behind = last.direction.opposite
            for cell in self._layout.front(last.tiles, behind):
                yield self._turned("trail", cell, last.direction, behind)

    def _last_tiles(self) -> Iterator[str]:
        last = self._position.last
        if self._drawing.last_move and last:
            outline = self._layout.outline(last.tiles)
            yield f'<path d="{outline}" fill="none" stroke="{self._colours.amber_line}" stroke-width="3" stroke-dasharray="2 9" stroke-linecap="round"/>'

    def _highlight(self) -> Iterator[str]:
        if self._drawing.highlighted:
            outline = self._layout.outline(self._drawing.highlighted)
            for colour, width in ((self._colours.amber_line, 11), (self._colours.amber, 6)):
                yield f'<path d="{outline}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linejoin="round"/>'

    def _arrows(self) -> Iterator[str]:
        for arrow in self._drawing.arrows:
            prow = self._layout.prow(arrow.tiles, arrow.direction)
            yield self._turned("arrow", prow, arrow.direction, arrow.direction)
