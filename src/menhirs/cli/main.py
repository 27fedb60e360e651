"""The command ``menhirs``: finds the subcommand and turns our errors into words and exit codes."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence

from menhirs.cli import bench, moves, new, perft, play, replay, show
from menhirs.core.errors import MenhirsError

BAD_INPUT = 2

_DESCRIPTION = "Menhirs dans le Brouillard: play it, write it down, check it, draw it."
_EPILOG = """\
examples:
  menhirs play --rules base8                     the base game, clearing from round 8
  menhirs new --seed oak > game.line             lay the tiles; the same seed, the same layout
  menhirs show game.line --svg > board.svg       draw the position
  menhirs moves "$(cat game.line)"               what may be done in it
  menhirs replay game.menhirs --json             check a game record

A position is one line of nine fields, in quotes or in a file; - reads it from standard input.
Menhirs dans le Brouillard is a game by Niels Pieterse (NRPGames). This is an independent
implementation; docs/rules.md tells the rules."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code: 0, or 2 for bad input."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    options = _parser().parse_args(words or ["play"])
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except MenhirsError as error:
        return _report(error, as_json=getattr(options, "json", False))
    except BrokenPipeError:
        # Whoever read our output is gone; keep the interpreter from complaining at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="menhirs",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in (play, new, show, moves, replay, perft, bench):
        assert command.__doc__ is not None
        summary, _, details = command.__doc__.partition("\n\n")
        subparser = commands.add_parser(
            command.__name__.rpartition(".")[2],
            help=summary.rstrip("."),
            description=summary,
            epilog=details,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    return parser


def _report(error: MenhirsError, *, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"error": error.as_dict()}))
    print(f"menhirs: {error}", file=sys.stderr)
    return BAD_INPUT
