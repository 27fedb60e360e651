"""Check a game record and print its result.

The exit code is 0 if every action is legal, else 2, with the code of the error, the place where it
stands and what is wrong. With --json: one object a game, a game a line.
"""

from __future__ import annotations

import argparse
import json
from typing import Any

from menhirs.cli.sources import records_from
from menhirs.core.events import what_happened
from menhirs.notation.ascii import write_ascii
from menhirs.notation.board import write_board
from menhirs.notation.line import write_line
from menhirs.notation.record import Record
from menhirs.notation.words import events_in_words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game record; - for standard input")
    parser.add_argument("--json", action="store_true", help="for programs")


def run(options: argparse.Namespace) -> int:
    for number, record in enumerate(records_from(options.file, options.known), start=1):
        if options.json:
            print(json.dumps(as_json(record)))
        else:
            print(as_text(record, number))
    return 0


def as_json(record: Record) -> dict[str, Any]:
    """The game as plain data."""
    outcome = record.final.outcome
    return {
        "rules": record.start.rules.name,
        "boards": [write_board(position) for position in record.positions],
        "position": write_line(record.final),
        "winner": outcome.winner if outcome else 0,
        "score": outcome.score if outcome else 0,
        "reason": outcome.reason.value if outcome else None,
    }


def as_text(record: Record, number: int) -> str:
    """The game in words."""
    lines = [f"Game {number}: {record.start.rules.name}, {len(record.actions)} actions", ""]
    for before, action, after in zip(
        record.positions, record.actions, record.positions[1:], strict=False
    ):
        lines += events_in_words(what_happened(before, action, after), before.geometry)
    if not record.final.is_over:
        lines.append("The game is not finished.")
    return "\n".join([*lines, "", write_ascii(record.final), "", write_line(record.final), ""])
