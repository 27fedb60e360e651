"""The orders of ``menhirs admin``, and their answers: data for programs, words for people."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sqlalchemy import Engine

_DATABASE = "that of menhirs serve"


@dataclass(frozen=True)
class AdminAnswer:
    """The answer to an order, as data and in words."""

    data: Mapping[str, Any]
    words: str


class Orders:
    """The orders of the command, to which every family of them adds its own."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._shared = argparse.ArgumentParser(add_help=False)
        # What was said before the order counts as long as nothing is said after it.
        for place, unsaid in ((parser, None), (self._shared, argparse.SUPPRESS)):
            place.add_argument("--database", default=unsaid, metavar="URL", help=_DATABASE)
            place.add_argument("--json", action="store_true", default=unsaid, help="for programs")
        self._orders = parser.add_subparsers(dest="order", metavar="ORDER", required=True)

    def add(
        self,
        name: str,
        does: Callable[[Engine, argparse.Namespace], AdminAnswer],
        what: str,
        *words: str,
        final: bool = False,
    ) -> argparse.ArgumentParser:
        """Adds an order, followed by these words; a final one can't be undone, and asks first."""
        made = self._orders.add_parser(name, help=what, parents=[self._shared])
        made.set_defaults(does=does)
        for word in words:
            made.add_argument(word, metavar=word.upper())
        if final:
            made.add_argument("--yes", action="store_true", default=False, help="do not ask")
        return made


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
