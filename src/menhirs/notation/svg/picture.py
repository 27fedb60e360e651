"""A position painted in layers: tray, ground, woods and stones, fog, names and marks."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from xml.sax.saxutils import escape

from menhirs.core.geometry import Cell, Direction, Mask, cells_in
from menhirs.core.position import Position
from menhirs.notation.svg import shapes, words
from menhirs.notation.svg.alphabet import advance
from menhirs.notation.svg.drawing import Drawing
from menhirs.notation.svg.layout import Layout
from menhirs.notation.svg.theme import PALETTES

# From north to south, as nearer trees stand before farther ones; none where the name is written.
_TREE_SPOTS = ((-16, -15), (15, -17), (-34, 8), (0, 8), (32, 7), (32, 27), (13, 31))
_TREES = ("fir", "fir", "sapling", "oak", "oak")
_NAME_SPOT = (-27, 44)
_HALF = (Direction.N, Direction.NE, Direction.SE)
_AS_USUAL = Drawing()
_ROUND = 'stroke-linejoin="round"'


def draw(position: Position, drawing: Drawing = _AS_USUAL) -> str:
    """The position as a complete SVG document."""
    if not isinstance(position, Position):
        raise TypeError(f"{position!r} is no position: a record's last one is record.final")
    return "\n".join(Picture(position, drawing).document()) + "\n"


class Picture:
    """A position as layers to be painted one over the other."""

    def __init__(self, position: Position, drawing: Drawing, prefix: str | None = None) -> None:
        self._position = position
        self._geometry = position.geometry
        self._drawing = drawing
        self._layout = Layout(position.geometry, drawing.from_north)
        self._last = drawing.marked_turn(position)
        self._colours = PALETTES[drawing.theme]
        # Pictures of one theme on one page share names, and what the names stand for is the same.
        self._prefix = f"menhirs-{drawing.theme}-" if prefix is None else prefix

    def document(self) -> Iterator[str]:
        layout, width = self._layout, self._drawing.width
        height = width and round(width * layout.height / layout.width)
        size = f' width="{width}" height="{height}"' if width else ""
        glyphs = set("".join(self._geometry.names)) if self._drawing.coordinates else set()
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{layout.view_box}"{size} role="img">'
        )
        yield f"<title>{escape(words.title(self._position))}</title>"
        yield f"<desc>{escape(words.description(self._position, self._drawing))}</desc>"
        yield from shapes.definitions(self._drawing.theme, self._prefix, glyphs)
        yield from self.tray()
        yield from self.ground()
        yield from self.came_from()
        yield from self.fog(self._position.fog)
        yield from self.names()
        yield from self.moved()
        yield from self.highlight()
        yield from self.arrows()
        yield "</svg>"

    def tray(self) -> Iterator[str]:
        outline = self._layout.outline(self._geometry.cells)
        lit, dim = self._colours.rim, self._colours.tray[1]
        yield _stroke(outline, dim, 24, 'transform="translate(0 5)"')  # its thickness
        yield _stroke(outline, lit, 24)
        yield _stroke(outline, dim, 8)
        yield f'<path d="{outline}" fill="url(#{self._prefix}tray-paint)"/>'

    def ground(self) -> Iterator[str]:
        """The tiles that were laid. What stands under fog is not drawn, so it cannot show."""
        fog, heath = self._position.fog, self._position.menhirs
        if self._drawing.dense_fog:
            heath &= ~fog
        for cell in cells_in(self._geometry.cells):
            yield self._on(cell, "heath" if heath >> cell & 1 else "moss")
        for cell in cells_in(self._geometry.cells & ~fog):
            if heath >> cell & 1:
                yield self._on(cell, "menhir")
            else:
                yield from self._wood(cell)

    def stone(self, cell: Cell) -> Iterator[str]:
        """A bare menhir on its tile."""
        yield self._on(cell, "heath")
        yield self._on(cell, "menhir")

    def _wood(self, cell: Cell) -> Iterator[str]:
        # Each cell has a wood of its own, which comes back unchanged when fog has passed over it.
        # Only ``random`` promises the same numbers in every version of Python.
        number = Random(self._geometry.name(cell)).random
        clearings = {int(number() * len(_TREE_SPOTS)) for _ in range(2)}
        for spot, (x, y) in enumerate(_TREE_SPOTS):
            tree = _TREES[int(number() * len(_TREES))]
            x, y = x + int(number() * 9) - 4, y + int(number() * 7) - 3
            if spot not in clearings:
                yield self._on(cell, tree, x, y)

    def fog(self, tiles: Mask) -> Iterator[str]:
        """A group of fog tiles, with the menhirs that shimmer through."""
        # All shadows first: they fall from a whole bank of fog, not inside it.
        for cell in cells_in(tiles):
            yield self._on(cell, "shadow")
        yield from self.bridges(tiles, tiles)
        for cell in cells_in(tiles):
            yield self._on(cell, "fog")
        if not self._drawing.dense_fog:
            for cell in cells_in(self._position.covered & tiles):
                yield self._on(cell, "shimmer")

    def bridges(self, tiles: Mask, others: Mask) -> Iterator[str]:
        """Between tiles that hang together, so that one sees what moves as one."""
        path = ""
        for cell in cells_in(tiles):
            for direction in Direction:
                neighbour = self._geometry.neighbour(cell, direction)
                if neighbour is None or not others >> neighbour & 1:
                    continue
                if tiles >> neighbour & 1 and direction not in _HALF:
                    continue  # the other tile has it
                (x1, y1), (x2, y2) = self._layout.centre(cell), self._layout.centre(neighbour)
                path += f"M{x1} {y1}L{x2} {y2}"
        if path:
            yield f'<path d="{path}" stroke="{self._colours.fog[1]}" stroke-width="60"/>'

    def names(self) -> Iterator[str]:
        if not self._drawing.coordinates:
            return
        fog, cells = self._position.fog, self._geometry.cells
        x, y = _NAME_SPOT
        for named, ink in ((cells & ~fog, self._colours.ink), (fog, self._colours.ink_on_fog)):
            yield f'<g fill="none" stroke="{ink}" stroke-width="1.4" stroke-linecap="round">'
            for cell in cells_in(named):
                name = self._geometry.name(cell)
                yield self._on(cell, name[0], x, y)
                yield self._on(cell, name[1], x + advance(name[0]), y)
            yield "</g>"

    def came_from(self) -> Iterator[str]:
        """The cells that the last moved tiles left, and the hole where one was taken."""
        if self._last:
            behind = self._last.direction.opposite
            for cell in self._layout.front(self._last.tiles, behind):
                left = self._geometry.neighbour(cell, behind)
                if left is not None:  # a position from outside may have come from nowhere
                    yield self._on(left, "wake")
            taken = self._last.taken
            if taken is not None and not self._position.fog >> taken & 1:  # a claim puts it back
                yield self._on(taken, "taken")

    def moved(self) -> Iterator[str]:
        """A line around the last moved tiles, and one arrow where the last of them came in."""
        if self._last:
            tiles, direction = self._last.tiles, self._last.direction
            outline = self._layout.outline(tiles)
            yield _stroke(outline, self._colours.ink_on_fog, 3, 'stroke-opacity=".7"')
            stern = self._layout.prow(tiles, direction.opposite)
            yield self._at_edge(stern, direction.opposite, "came", direction)

    def highlight(self) -> Iterator[str]:
        if self._drawing.highlighted:
            outline = self._layout.outline(self._drawing.highlighted)
            yield _stroke(outline, self._colours.amber_line, 11)
            yield _stroke(outline, self._colours.amber, 6)

    def arrows(self) -> Iterator[str]:
        """Arrows on the edge that the tiles would cross, where they hide nothing important."""
        for arrow in self._drawing.arrows:
            prow = self._layout.prow(arrow.tiles, arrow.direction)
            yield self._at_edge(prow, arrow.direction, "arrow", arrow.direction)

    def _on(self, cell: Cell, shape: str, east: int = 0, south: int = 0) -> str:
        """A shape on a cell, moved from its middle by this distance."""
        x, y = self._layout.centre(cell)
        return f'<use href="#{self._prefix}{shape}" x="{x + east}" y="{y + south}"/>'

    def _at_edge(self, cell: Cell, edge: Direction, shape: str, towards: Direction) -> str:
        """A shape on the middle of a cell's edge, pointing in a direction."""
        x, y = self._layout.edge_middle(cell, edge)
        place = f"translate({x} {y})rotate({self._layout.angle(towards)})"
        return f'<use href="#{self._prefix}{shape}" transform="{place}"/>'


def _stroke(outline: str, colour: str, width: int, more: str = "") -> str:
    line = f'fill="none" stroke="{colour}" stroke-width="{width}" {_ROUND}'
    return f'<path d="{outline}" {line}{more and " " + more}/>'
