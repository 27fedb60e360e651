"""Reads positions and records of commands: from an argument, a file or standard input."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from menhirs.core.errors import Malformed
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.notation.line import read_line
from menhirs.notation.record import Record, read_records
from menhirs.notation.record_tokens import LARGEST_TEXT


def add_position_argument(parser: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """The argument LINE|FILE: a position line, or a file with one or with a game record."""
    parser.add_argument(
        "line",
        nargs="*" if optional else "+",
        metavar="LINE|FILE",
        help="a position line, or a file with one or with a game record (its last position); "
        "- is standard input",
    )


def add_rules_argument(parser: argparse.ArgumentParser) -> None:
    """The option --rules."""
    parser.add_argument(
        "--rules",
        default="amsterdam",
        metavar="NAME",
        help=f"one of {', '.join(RULE_SETS)} (default: amsterdam)",
    )


def position_from(options: argparse.Namespace) -> Position:
    """The position of the argument LINE|FILE: of a record its last one."""
    return game_from(options).final


def game_from(options: argparse.Namespace) -> Record:
    """The last game of a file; for a position line, given or in a file, a game without actions."""
    line = " ".join(options.line)
    content = line if " " in line and not _is_path(line) else read_text(line)
    if "[" in content:  # it has headers
        return read_records(content, options.known)[-1]
    return Record(read_line(content.strip(), options.known))


def _is_path(text: str) -> bool:
    try:
        return Path(text).exists()
    except OSError:  # it is too long for one
        return False


def records_from(path: str, known: Mapping[str, RuleSet]) -> list[Record]:
    """All games of a file, or of standard input for -."""
    return read_records(read_text(path), known)


def read_text(path: str) -> str:
    """The text of a file, or of standard input for -."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(LARGEST_TEXT + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(LARGEST_TEXT + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Malformed("file", path=path, why=why) from None
    if len(data) > LARGEST_TEXT:
        raise Malformed("file-size", path=path, most=LARGEST_TEXT)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Malformed("encoding", path=path) from None
