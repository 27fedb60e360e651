"""Lines on standard error that tell how far a long job is."""

from __future__ import annotations

import sys

_BAR = 20


def bar(share: float) -> str:
    """``[#####...............]`` for a quarter."""
    filled = int(share * _BAR)
    return f"[{'#' * filled}{'.' * (_BAR - filled)}]"


def duration(seconds: float) -> str:
    """A time in words that are as exact as one wants them."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"


def show_line(line: str, *, last: bool) -> None:
    """On a terminal a line stays only if it is the last of its kind."""
    end = "   \r" if sys.stderr.isatty() and not last else "\n"
    print(line, end=end, file=sys.stderr, flush=True)
