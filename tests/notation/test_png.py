"""Rendered boards: real PNG files that show the position, also where no font is installed."""

from __future__ import annotations

import struct
import sys
import zlib

import pytest

from menhirs.core.errors import Malformed
from menhirs.core.geometry import STANDARD
from menhirs.core.position import Position
from menhirs.core.rules import BASE
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Phase
from menhirs.notation import png
from menhirs.notation.svg import Drawing, Theme, draw

Pixel = tuple[int, ...]

MASK = STANDARD.mask_of
MIDDLE = Position(
    BASE,
    menhirs=MASK("a3 b3 c3 d2 e1 f3 g1"),
    fog=MASK("a3 b3 c3 c4 d4 d5 e4 f1 g1"),
    player=1,
    round=5,
    lap=1,
    phase=Phase.MOVE,
)


class Picture:
    """A PNG of 8 bits a channel with red, green, blue and alpha, decoded."""

    def __init__(self, data: bytes) -> None:
        assert data[:8] == b"\x89PNG\r\n\x1a\n"
        self.width, self.height, depth, kind, *_, interlaced = struct.unpack(
            ">IIBBBBB", data[16:29]
        )
        assert (depth, kind, interlaced) == (8, 6, 0)
        raw, at = b"", 8
        while at < len(data):
            length, chunk = struct.unpack(">I4s", data[at : at + 8])
            raw += data[at + 8 : at + 8 + length] if chunk == b"IDAT" else b""
            at += length + 12
        self._rows = self._unfiltered(zlib.decompress(raw))

    def _unfiltered(self, raw: bytes) -> list[bytearray]:
        step, length = 4, 4 * self.width
        rows, above = [], bytearray(length)
        for start in range(0, len(raw), length + 1):
            kind, row = raw[start], bytearray(raw[start + 1 : start + 1 + length])
            for i in range(length) if kind else ():
                left, up = row[i - step] if i >= step else 0, above[i]
                if kind == 4:
                    corner = above[i - step] if i >= step else 0
                    guess = left + up - corner
                    best = min((left, up, corner), key=lambda near: abs(guess - near))
                else:
                    best = (left, up, (left + up) // 2)[kind - 1]
                row[i] = (row[i] + best) % 256
            rows.append(row)
            above = row
        return rows

    def pixel(self, x: int, y: int) -> Pixel:
        return tuple(self._rows[y][4 * x : 4 * x + 4])

    def on(self, name: str, east: int, south: int, from_north: bool = False) -> Pixel:
        """The colour at a spot so far from the middle of a cell of the standard board."""
        column = "abcdefg".index(name[0])
        x = 90 * (column - 3)
        y = 52 * (STANDARD.heights[column] + 1 - 2 * int(name[1]))
        if from_north:
            x, y = -x, -y
        scale = self.width / (6 * 90 + 120 + 52)
        return self.pixel(
            round(self.width / 2 + (x + east) * scale), round(self.height / 2 + (y + south) * scale)
        )


def rendered(drawing: Drawing, width: int = 356) -> Picture:
    return Picture(png.render(draw(MIDDLE, drawing), width))


@pytest.mark.parametrize("width", [1, 200, 333])
def test_the_picture_is_as_wide_as_asked(width: int) -> None:
    picture = rendered(Drawing(), width)
    assert picture.width == width
    assert abs(picture.height - width * 676 / 712) <= 1


def test_the_width_of_the_drawing_does_not_matter() -> None:
    assert rendered(Drawing(width=90), 200).width == 200


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("from_north", [False, True])
def test_fog_shows_where_fog_lies(theme: Theme, from_north: bool) -> None:
    # Below the waves and the stone, to the right of the name: here fog is pale and bluish, and
    # moss, trees and heath, by day and by night, are darker than that and have little blue. On
    # paper fog is grey, and everything else nearly white.
    picture = rendered(Drawing(theme, from_north=from_north))
    shown = set()
    for name in STANDARD.names:
        red, _, blue, opacity = picture.on(name, 5, 40, from_north)
        assert opacity == 255
        is_fog = blue < 220 if theme is Theme.PAPER else min(red, blue) > 160 and blue > red
        if is_fog:
            shown.add(name)
    assert shown == set(STANDARD.names_of(MIDDLE.fog))


def test_menhirs_show_bare_and_through_the_fog_but_not_through_dense_fog() -> None:
    shimmering, dense = rendered(Drawing()), rendered(Drawing(dense_fog=True))
    for name in STANDARD.names_of(MIDDLE.fog):
        same = shimmering.on(name, 0, -28) == dense.on(name, 0, -28)
        assert same != bool(MIDDLE.covered & MASK(name)), name
    for name in ("d2", "e1", "f3"):
        red, green, blue, _ = dense.on(name, -5, -12)
        assert max(red, green, blue) - min(red, green, blue) < 20, "granite is grey"


@pytest.mark.parametrize("theme", Theme)
def test_names_need_no_fonts(theme: Theme) -> None:
    """The renderer may use no font of the machine, and every cell has its name."""
    named, plain = rendered(Drawing(theme)), rendered(Drawing(theme, coordinates=False))
    for name in STANDARD.names:
        spots = [(x, y) for x in range(-28, -11) for y in range(33, 46)]
        changed = sum(named.on(name, *spot) != plain.on(name, *spot) for spot in spots)
        assert changed > 30, name


def test_the_outside_is_transparent() -> None:
    assert rendered(Drawing(), 200).pixel(0, 0)[3] == 0


def test_without_the_renderer_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(Malformed) as error:
        png.render(draw(Position.start(BASE, random_menhirs(BASE, 1))), 100)
    assert error.value.code == "missing-extra"
    assert "[png]" in str(error.value)
