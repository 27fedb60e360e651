"""Checks numbers from the command line."""

from __future__ import annotations

import argparse

from menhirs.core.errors import Malformed
from menhirs.protocol.commands import LONGEST_SECONDS, MOST_DEPTH, MOST_LINES, MOST_NODES
from menhirs.protocol.options import MOST_THREADS

_MOST = {
    "limit": 100_000,
    "days": 36_500,
    "look-at": 100_000,
    "count": 10_000,
    "sample": 10**9,
    "seconds": LONGEST_SECONDS,
    "nodes": MOST_NODES,
    "depth": MOST_DEPTH,
    "lines": MOST_LINES,
    "threads": MOST_THREADS,
    "workers": MOST_THREADS,
    "memory": 1_000_000.0,
}


def check_numbers(options: argparse.Namespace, *names: str) -> None:
    """An error if one of these options was given and is not above 0, or beyond all reason.

    An option that the command does not have is not given.
    """
    for name in names:
        value = getattr(options, name.replace("-", "_"), None)
        if value is None:
            continue
        if not value > 0:  # not a number: not above 0 either
            raise Malformed("number-positive", name=f"--{name}", text=str(value))
        if value > _MOST[name]:
            least = 0 if isinstance(value, float) else 1
            raise Malformed(
                "number-range", name=f"--{name}", text=str(value), least=least, most=_MOST[name]
            )
