"""The preview picture of links to our pages: a board in the usual wide format."""

from __future__ import annotations

from dataclasses import replace

from menhirs.core.position import Position
from menhirs.notation.line import read_line
from menhirs.notation.png import render
from menhirs.notation.svg import Drawing, draw
from menhirs.notation.svg.layout import Layout
from menhirs.web.files import STATIC
from menhirs.web.rendering import PREVIEW_SIZE

HERO = read_line("amsterdam o../..Mo/.m.o./...oM./om.o./o.m./..o 2 9 move 1,0 - - -")
"""A position that shows what the game is like."""
DRAWN = STATIC / "preview.png"
"""That position, drawn once: for pages without a match, and where PNG cannot be drawn."""

_GROUND = "#e6e9e1"
_MARGIN = 10
_AS_USUAL = Drawing(coordinates=False)


def preview_svg(position: Position, drawing: Drawing = _AS_USUAL) -> str:
    """A position in the middle of a wide picture."""
    layout, (width, height) = Layout(position.geometry), PREVIEW_SIZE
    high = height - 2 * _MARGIN
    wide = round(high * layout.width / layout.height)
    board = draw(position, replace(drawing, width=wide))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
        f'<rect width="{width}" height="{height}" fill="{_GROUND}"/>'
        f'<g transform="translate({(width - wide) // 2} {_MARGIN})">{board}</g></svg>'
    )


def preview(position: Position) -> bytes:
    """That picture as PNG."""
    return render(preview_svg(position), PREVIEW_SIZE[0])
