"""Where commands get their positions and records from: an argument, a file, standard input."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from menhirs.core.errors import Malformed
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS
from menhirs.notation.line import read_line
from menhirs.notation.record import Record, read_records


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


def position_from_words(words: Sequence[str]) -> Position:
    """The position of the argument LINE."""
    text = " ".join(words)
    return read_line((text if len(text.split()) > 1 else read_text(text)).strip())


def positions_from(words: Sequence[str]) -> tuple[Position, ...]:
    """The positions of a LINE, or of a FILE with a line or records in it (then the last game)."""
    text = " ".join(words)
    if len(text.split()) == 9:
        return (read_line(text),)
    content = read_text(text)
    if len(content.split()) == 9 and not content.lstrip().startswith("["):
        return (read_line(content.strip()),)
    return read_records(content)[-1].positions


def records_from(path: str) -> list[Record]:
    """All games of a file, or of standard input for -."""
    return read_records(read_text(path))


def read_text(path: str) -> str:
    """The text of a file, or of standard input for -."""
    try:
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Malformed("encoding", path=path) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Malformed("file", path=path, why=why) from None
