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
    """Shows how far a job is: on a terminal each line replaces the one before.

    In a file only the last line of a job is written.
    """
    if last or sys.stderr.isatty():
        print(line, end="\n" if last else "   \r", file=sys.stderr, flush=True)
