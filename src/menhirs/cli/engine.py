"""Run the engine as a program that is talked to in lines on standard input and output.

Type help for its commands, quit to leave. docs/python/protocol.md describes the whole
protocol, enough to write a viewer or an engine. Everything that can be set here can also be set in
the conversation.
"""

from __future__ import annotations

import argparse
import sys

from menhirs.protocol.engine_host import engine_host
from menhirs.protocol.options import OPTIONS
from menhirs.protocol.server import serve
from menhirs.protocol.wire import as_one_word


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for name, option in OPTIONS.items():
        placeholder, about = option.shell_help
        parser.add_argument(f"--{name.replace('_', '-')}", metavar=placeholder, help=about)


def run(options: argparse.Namespace) -> int:
    host = engine_host()
    for name in OPTIONS:
        value: str | None = getattr(options, name)
        if value is not None:
            host.set(name, as_one_word(value))
    if sys.stdin.isatty():
        print("menhirs engine: type help for the commands", file=sys.stderr)
    serve(host, sys.stdin.fileno(), sys.stdout.buffer, options.known)
    return 0
