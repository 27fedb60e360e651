"""Count action sequences from a position.

Claims and resigning are not counted. Every first action is listed with its share; the last line is
the bare number.
"""

from __future__ import annotations

import argparse

from menhirs.cli.sources import add_position_argument, position_from, records_from
from menhirs.core.errors import Malformed
from menhirs.core.perft import perft
from menhirs.notation.actions import write_action


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_position_argument(parser, optional=True)
    parser.add_argument("--depth", type=int, required=True, metavar="N", help="actions a sequence")
    parser.add_argument(
        "--record", metavar="FILE", help="start from the last position of this record"
    )


def run(options: argparse.Namespace) -> int:
    if options.depth < 0:
        raise Malformed("number", name="--depth", text=str(options.depth), least=0)
    if bool(options.record) == bool(options.line):
        raise Malformed("one-of", options="LINE or --record FILE")
    if options.record:
        position = records_from(options.record, options.known)[-1].final
    else:
        position = position_from(options)
    total = 0
    if options.depth < 2:
        total = perft(position, options.depth)
    else:
        for action in position.board_actions():
            share = perft(position.play_unchecked(action), options.depth - 1)
            print(f"{write_action(action, position)}: {share}", flush=True)
            total += share
    print(total)
    return 0
