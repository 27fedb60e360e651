"""Where commands get their positions and records from: an argument, a file, standard input."""

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
    """The argument LINE: nine fields, quoted or not, a file, or - for standard input."""
    parser.add_argument(
        "line",
        nargs="*" if optional else "+",
        metavar="LINE",
        help="a position line (in quotes or not), or a file with one; - is standard input",
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
    """The position of the argument LINE."""
    text = " ".join(options.line)
    return read_line((text if len(text.split()) > 1 else read_text(text)).strip(), options.known)


def game_from(options: argparse.Namespace) -> Record:
    """The last game of a FILE; for a LINE, given or in a FILE, a game without actions."""
    text = " ".join(options.line)
    if len(text.split()) == 9:
        return Record(read_line(text, options.known))
    content = read_text(text)
    if len(content.split()) == 9 and not content.lstrip().startswith("["):
        return Record(read_line(content.strip(), options.known))
    return read_records(content, options.known)[-1]


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
