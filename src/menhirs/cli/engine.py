"""Run the engine as a program that is talked to in lines on standard input and output.

Type help for its commands, quit to leave. docs/protocol.md tells the whole protocol, enough to
write a viewer or an engine of one's own. Everything that can be set here can also be set in the
conversation.
"""

from __future__ import annotations

import argparse
import sys

from menhirs.protocol.mind import searching_mind
from menhirs.protocol.options import OPTIONS
from menhirs.protocol.server import serve


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for name, option in OPTIONS.items():
        parser.add_argument(
            f"--{name.replace('_', '-')}",
            metavar="N",
            help=f"{option.about} ({option.least} to {option.most}, default: {option.default})",
        )


def run(options: argparse.Namespace) -> int:
    mind = searching_mind()
    for name in OPTIONS:
        value: str | None = getattr(options, name)
        if value is not None:
            mind.set(name, value)
    if sys.stdin.isatty():
        print("menhirs engine: type help for the commands", file=sys.stderr)
    serve(mind, sys.stdin.fileno(), sys.stdout.buffer)
    return 0
