"""The answers of ``menhirs admin``: data for programs, words for people."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class AdminAnswer:
    """The answer to an order, as data and in words."""

    data: Mapping[str, Any]
    words: str


def listed(
    name: str, rows: Sequence[Mapping[str, Any]], columns: Mapping[str, Sequence[object]]
) -> AdminAnswer:
    """A list: everything as data, and these columns as a table."""
    return AdminAnswer({name: list(rows)}, table(columns) if rows else "none")


def table(columns: Mapping[str, Sequence[object]]) -> str:
    """Columns with their heads, each as wide as it has to be."""
    texts = [[head, *map(_cell, cells)] for head, cells in columns.items()]
    widths = [max(map(len, column)) for column in texts]
    lines = zip(*texts, strict=True)
    padded = (zip(line, widths, strict=True) for line in lines)
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in line).rstrip() for line in padded
    )


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "-"
    return " ".join(str(value).split()) if value not in (None, "") else "-"


def shown(words: str) -> str:
    """Words for a terminal, without control characters from visitors."""
    return "".join(
        c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in words
    )


def day(at: int | None) -> str:
    """A day, in UTC."""
    return "-" if at is None else time.strftime("%Y-%m-%d", time.gmtime(at / 1000))


def moment(at: int | None) -> str:
    """A day and a minute, in UTC."""
    return "-" if at is None else time.strftime("%Y-%m-%d %H:%M", time.gmtime(at / 1000))


def now() -> int:
    """The time in milliseconds, as the database has it."""
    return time.time_ns() // 1_000_000


def confirm(action: str, *, is_sure: bool) -> None:
    """Asks before what can't be undone."""
    from menhirs.server.errors import BadOrder

    if is_sure:
        return
    print(f"This can't be undone: {action}? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise BadOrder("not-confirmed")
