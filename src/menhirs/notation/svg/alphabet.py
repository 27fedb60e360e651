"""Letters and digits as strokes of a pen.

Coordinates are drawn rather than written as text: a picture is then the same everywhere, also where
no font is installed (a bare server that makes PNGs), and needs no font of its own.

Every glyph is a path that starts on the base line: lower-case letters are 5 high, with ascenders
and digits 8.
"""

from __future__ import annotations

_BOWL = "M4-2.5a2 2.5 0 1 1-4 0a2 2.5 0 1 1 4 0"
_EIGHT_TOP = "M4-6.1a1.8 1.9 0 1 1-3.6 0a1.8 1.9 0 1 1 3.6 0"

GLYPHS = {
    "a": f"{_BOWL}M4-5V0",
    "b": f"{_BOWL}M0-8V0",
    "c": "M3.8-4A2.2 2.5 0 1 0 3.8-1",
    "d": f"{_BOWL}M4-8V0",
    "e": "M0-2.6H4A2 2.5 0 1 0 3.6-.9",
    "f": "M3.2-7.9Q1-8.2 1-6V0M-.4-5H3",
    "g": f"{_BOWL}M4-5V.2Q4 2.6 2 2.6Q.8 2.6.2 1.9",
    "h": "M0-8V0M0-3Q.4-5 2.1-5T4-3V0",
    "i": "M1-5V0M1-7.7V-7.6",
    "j": "M2-5V.6Q2 2.6 0 2.6M2-7.7V-7.6",
    "k": "M0-8V0M3.6-5L0-2.2M1.2-3L3.8 0",
    "l": "M1-8V0",
    "m": "M0-5V0M0-3Q.2-5 1.6-5T3.2-3V0M3.2-3Q3.4-5 4.8-5T6.4-3V0",
    "n": "M0-5V0M0-3Q.4-5 2.1-5T4-3V0",
    "o": _BOWL,
    "p": f"{_BOWL}M0-5V2.6",
    "q": f"{_BOWL}M4-5V2.6",
    "r": "M0-5V0M0-2.8Q.4-5 2.8-5",
    "s": "M3.6-4.3Q2.9-5 1.9-5Q.2-5 .2-3.8T1.9-2.5T3.7-1.2T1.9 0Q.7 0 0-.8",
    "t": "M1-7V-1.6Q1 0 2.9-.1M-.5-5H2.8",
    "u": "M0-5V-2Q0 0 1.9 0T4-2M4-5V0",
    "v": "M0-5L2 0L4-5",
    "w": "M0-5L1.5 0L3-5L4.5 0L6-5",
    "x": "M0-5L4 0M4-5L0 0",
    "y": "M0-5L2-.2M4-5L1.6 1.6Q1.2 2.6.2 2.5",
    "z": "M0-5H4L0 0H4",
    "1": "M.6-6.2L2.6-8V0",
    "2": "M.1-6Q.3-8 2.2-8T4.2-6.1Q4.2-4.8 2.8-3.3L0 0H4.3",
    "3": "M.2-8H3.9L1.7-4.8Q4.3-4.8 4.3-2.4T2 0Q.5 0 0-1.3",
    "4": "M3.1 0V-8L0-2.4H4.4",
    "5": "M3.9-8H.7L.3-4.5Q.9-5.2 2.1-5.2Q4.3-5.2 4.3-2.6T2 0Q.6 0 0-1.1",
    "6": "M3.4-8Q.1-6 .1-2.5M4.3-2.5a2.1 2.5 0 1 1-4.2 0a2.1 2.5 0 1 1 4.2 0",
    "7": "M0-8H4.3L1.5 0",
    "8": f"{_EIGHT_TOP}M4.4-2.1a2.2 2.1 0 1 1-4.4 0a2.2 2.1 0 1 1 4.4 0",
    "9": "M.9 0Q4.2-2 4.2-5.5M4.2-5.5a2.1 2.5 0 1 1-4.2 0a2.1 2.5 0 1 1 4.2 0",
}


SCALE = 1.2
"""How large they are written on the picture."""

_WIDTHS = {"f": 3, "i": 2, "j": 2, "l": 2, "m": 6.4, "t": 3, "w": 6}
_USUAL_WIDTH, _GAP = 4, 2.6


def advance(glyph: str) -> int:
    """How far on the picture the pen moves on before the next glyph."""
    return round(SCALE * (_WIDTHS.get(glyph, _USUAL_WIDTH) + _GAP))
