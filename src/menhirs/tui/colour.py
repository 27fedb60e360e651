"""Whether a terminal shows colours, and the few that we use."""

from __future__ import annotations

import os
from typing import TextIO

RESET = "\x1b[0m"


def wants_colour(stream: TextIO) -> bool:
    """Colour for a terminal that can, unless its owner said no (the NO_COLOR convention)."""
    if os.environ.get("NO_COLOR"):
        return False
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def paint(text: str, style: str) -> str:
    """The text in an ANSI style such as ``"1;32"``."""
    return f"\x1b[{style}m{text}{RESET}" if style else text
