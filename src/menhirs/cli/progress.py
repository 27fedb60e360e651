"""What commands say on standard error while they work: how far a long job is."""

from __future__ import annotations

import argparse
import sys

_BAR = 20
_quiet = False


def bar(share: float) -> str:
    """``[#####...............]`` for a quarter."""
    filled = int(share * _BAR)
    return f"[{'#' * filled}{'.' * (_BAR - filled)}]"


def duration(seconds: float) -> str:
    """A duration in words, with sensible precision."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60:02} min"


def show_line(line: str, *, last: bool) -> None:
    """Shows the progress of a job: on a terminal each line replaces the one before.

    In a file only the last line of a job is written.
    """
    if sys.stderr.isatty() and not _quiet:
        print(f"\r{line}   ", end="\n" if last else "", file=sys.stderr, flush=True)
    elif last:
        log_line(line)


def end_line() -> None:
    """Leaves the line on the terminal as it is; what comes next stands below it."""
    if sys.stderr.isatty() and not _quiet:
        print(file=sys.stderr)


def log_line(line: str) -> None:
    """Writes a line about the work, unless with ``--quiet``."""
    if not _quiet:
        print(line, file=sys.stderr, flush=True)


def add_quiet_argument(parser: argparse.ArgumentParser) -> None:
    """The option --quiet, which every command has."""
    parser.add_argument("-q", "--quiet", action="store_true", help="tell nothing of the progress")


def be_quiet() -> None:
    """From now on only results and errors are written."""
    global _quiet
    _quiet = True
