"""Draw a position: in the terminal, as plain text, SVG or PNG.

FILE is a position line in a file or a game record, whose last position is drawn; --ply picks an
earlier one. PNG needs the extra 'png'.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from menhirs.cli.sources import positions_from
from menhirs.core.errors import Malformed
from menhirs.core.position import Position
from menhirs.notation.ascii import write_ascii
from menhirs.notation.line import write_line
from menhirs.tui.board import draw_board
from menhirs.tui.colour import wants_colour


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("line", nargs="+", metavar="LINE|FILE", help="what to draw; - for stdin")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--ascii", action="store_true", help="one plain character a cell")
    kind.add_argument("--svg", action="store_true", help="a drawing that scales")
    kind.add_argument("--png", action="store_true", help="a picture in pixels")
    parser.add_argument("--output", "-o", metavar="FILE", help="write there, not to the terminal")
    parser.add_argument("--ply", type=int, metavar="N", help="of a record: after N actions")
    looks = parser.add_argument_group("looks of SVG and PNG")
    looks.add_argument("--dark", action="store_true", help="for a dark page")
    looks.add_argument("--dense-fog", action="store_true", help="hide the menhirs under fog")
    looks.add_argument("--from-north", action="store_true", help="as player 2 sees it")
    looks.add_argument("--no-coordinates", action="store_true", help="no names on the cells")
    looks.add_argument("--highlight", metavar="TILES", help='outline these cells: "c3 c4 d4"')
    looks.add_argument("--width", type=int, default=800, metavar="PIXELS", help="of a PNG")


def run(options: argparse.Namespace) -> int:
    position = _chosen(positions_from(options.line), options.ply)
    if options.svg or options.png:
        data = _picture(position, options)
    elif options.ascii:
        data = f"{write_ascii(position)}\n".encode()
    else:
        colour = wants_colour(sys.stdout) and not options.output
        data = f"{draw_board(position, colour=colour)}\n{write_line(position)}\n".encode()
    _deliver(data, options.output)
    return 0


def _chosen(positions: tuple[Position, ...], ply: int | None) -> Position:
    if ply is None:
        return positions[-1]
    if not 0 <= ply < len(positions):
        raise Malformed("ply", ply=ply, last=len(positions) - 1)
    return positions[ply]


def _picture(position: Position, options: argparse.Namespace) -> bytes:
    from menhirs.notation.svg import Drawing, Theme, draw

    geometry = position.geometry
    svg = draw(
        position,
        Drawing(
            theme=Theme.DARK if options.dark else Theme.LIGHT,
            coordinates=not options.no_coordinates,
            dense_fog=options.dense_fog,
            from_north=options.from_north,
            highlighted=geometry.mask_of(options.highlight) if options.highlight else 0,
        ),
    )
    if not options.png:
        return svg.encode()
    from menhirs.notation.png import render

    if not 16 <= options.width <= 8192:
        raise Malformed("number", name="--width", text=str(options.width), least=16)
    return render(svg, options.width)


def _deliver(data: bytes, path: str | None) -> None:
    if path is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise Malformed("file-write", path=path, why=error.strerror or os.strerror(5)) from None
