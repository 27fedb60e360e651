"""Colours for terminals that show them."""

from __future__ import annotations

import os
from typing import TextIO

RESET = "\x1b[0m"


def wants_colour(stream: TextIO) -> bool:
    """Whether the stream is a terminal with colours and NO_COLOR is not set."""
    if os.environ.get("NO_COLOR"):
        return False
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def paint(text: str, style: str) -> str:
    """The text in an ANSI style such as ``"1;32"``."""
    return f"\x1b[{style}m{text}{RESET}" if style else text
