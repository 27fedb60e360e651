"""Draw a position: in the terminal, as plain text, SVG or PNG; or a whole game that moves.

FILE is a position line in a file or a game record, whose last position is drawn; --ply picks an
earlier one. --animate writes the whole game as one SVG that browsers play. PNG needs the extra
'png'.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from menhirs.cli.sources import add_position_argument, game_from
from menhirs.core.errors import Malformed
from menhirs.core.position import Position
from menhirs.engine.atomic_file import unwritable
from menhirs.notation.ascii import write_ascii
from menhirs.notation.line import write_line
from menhirs.notation.record import Record
from menhirs.tui.board import draw_board
from menhirs.tui.colour import wants_colour

if TYPE_CHECKING:
    from menhirs.notation.svg import Drawing

_PICTURES = ("--svg", "--png", "--animate")
_LOOKS = ("--dark", "--dense-fog", "--from-north", "--no-coordinates", "--highlight")
NEEDS = {"--width": ("--png",), **dict.fromkeys(_LOOKS, _PICTURES)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position_argument(parser)
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--ascii", action="store_true", help="one plain character a cell")
    kind.add_argument("--svg", action="store_true", help="a drawing that scales")
    kind.add_argument("--png", action="store_true", help="a picture in pixels")
    kind.add_argument("--animate", action="store_true", help="the game as an SVG that moves")
    parser.add_argument("-o", "--output", metavar="FILE", help="write there, not to the terminal")
    parser.add_argument("--ply", type=int, metavar="N", help="of a record: after N actions")
    looks = parser.add_argument_group("looks of SVG and PNG")
    looks.add_argument("--dark", action="store_true", help="for a dark page")
    looks.add_argument("--dense-fog", action="store_true", help="hide the menhirs under fog")
    looks.add_argument("--from-north", action="store_true", help="as player 2 sees it")
    looks.add_argument("--no-coordinates", action="store_true", help="no names on the cells")
    looks.add_argument("--highlight", metavar="TILES", help='outline these cells: "c3 c4 d4"')
    looks.add_argument("--width", type=int, default=800, metavar="PIXELS", help="of a PNG")


def run(options: argparse.Namespace) -> int:
    record = game_from(options)
    ply = _chosen(record, options.ply)
    position = record.positions[ply]
    if options.animate:
        from menhirs.notation.svg.animation import animate

        shown = record.back(len(record.actions) - ply)
        data = animate(shown, _drawing(position, options)).encode()
    elif options.svg or options.png:
        data = _picture(record, ply, options)
    elif options.ascii:
        data = f"{write_ascii(position)}\n".encode()
    else:
        colour = wants_colour(sys.stdout) and not options.output
        data = f"{draw_board(position, colour=colour)}\n{write_line(position)}\n".encode()
    _deliver(data, options.output)
    return 0


def _chosen(record: Record, ply: int | None) -> int:
    last = len(record.actions)
    if ply is not None and not 0 <= ply <= last:
        raise Malformed("ply", ply=ply, last=last)
    return last if ply is None else ply


def _drawing(position: Position, options: argparse.Namespace) -> Drawing:
    from menhirs.notation.svg import Drawing, Theme

    return Drawing(
        theme=Theme.DARK if options.dark else Theme.LIGHT,
        coordinates=not options.no_coordinates,
        dense_fog=options.dense_fog,
        from_north=options.from_north,
        highlighted=position.geometry.mask_of(options.highlight) if options.highlight else 0,
    )


def _picture(record: Record, ply: int, options: argparse.Namespace) -> bytes:
    from menhirs.notation.svg.plies import draw_ply

    drawing = _drawing(record.start, options)
    svg = draw_ply(record.actions, record.positions, ply, drawing)
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
        raise unwritable(Path(path), error) from None
