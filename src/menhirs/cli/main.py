"""The command ``menhirs``: finds the subcommand and turns our errors into words and exit codes."""

from __future__ import annotations

import argparse
import errno
import importlib
import io
import json
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from functools import partial
from typing import NoReturn

from menhirs import __version__
from menhirs.cli.company import check_company
from menhirs.cli.house_rules import add_house_rules_argument, known_rules
from menhirs.cli.progress import add_quiet_argument, be_quiet
from menhirs.core.errors import Malformed, MenhirsError

BAD_INPUT = 2
_LONGEST_COMPLAINT = 1_000

COMMANDS = {
    "serve": "play in the browser: the web app, on this machine or for a network",
    "site": "build the game as a folder of files that works without a server",
    "play": "play in this terminal, two people or against the computer",
    "new": "lay the tiles for a new game and print its position line",
    "show": "draw a position: in the terminal, as plain text, SVG or PNG",
    "moves": "list the legal actions of a position, one a line",
    "handout": "write the rules of a game on one sheet of A4, as HTML or PDF",
    "booklet": "write puzzles for printing, with the answers at the back",
    "replay": "check a game record and print its result",
    "review": "show where a game was won and lost; annotate its record",
    "perft": "count action sequences from a position",
    "analyse": "find a position's value and best lines",
    "solve": "find a position's exact value, by search or by tables",
    "verify": "check solved tables with a second, independent program",
    "survey": "solve many layouts, here or on a cluster",
    "report": "report how balanced the game is, from the results of surveys",
    "puzzles": "make, prove and list puzzles",
    "engine": "run the engine as a program that other programs talk to",
    "tournament": "pair the next round of a tournament and print the standings",
    "match": "let two engine programs play against each other",
    "admin": "look after a server: people, matches, reports, old data, backups",
    "bench": "measure how fast the rules and the engine run here",
    "completion": "print a completion script for bash, zsh or fish",
    "help": "explain a command",
}
"""Each is a module of its name beside this one, imported only when it is called."""

_THINKING = {"analyse", "match", "play", "review", "solve", "survey"}
"""Commands that take long where nothing is compiled, and say so."""

_DESCRIPTION = "Menhirs dans le Brouillard: play it, write it down, check it, draw it."
_EPILOG = """\
examples:
  menhirs                                        play in the browser
  menhirs play --rules base8                     the base game, clearing from round 8
  menhirs new --seed oak > game.line             lay the tiles; the same seed, the same layout
  menhirs show game.line --svg > board.svg       draw the position
  menhirs moves "$(cat game.line)"               what may be done in it
  menhirs replay game.menhirs --json             check a game record

A position is one line of nine fields, in quotes or in a file; - reads it from standard input.
Menhirs dans le Brouillard is a game by Niels Pieterse (NRPGames). This is an independent
implementation; `menhirs handout base` prints the rules on one sheet."""


class _Parser(argparse.ArgumentParser):
    """A parser whose error messages stay short, however long the wrong argument is."""

    def error(self, message: str) -> NoReturn:
        short = (
            message if len(message) <= _LONGEST_COMPLAINT else message[:_LONGEST_COMPLAINT] + "…"
        )
        super().error(short)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code: 0, or 2 for bad input."""
    typed = list(sys.argv[1:] if arguments is None else arguments)
    words = typed or ["serve"]
    _write_any_text()
    try:
        return _run(_read_options(words))
    except ModuleNotFoundError as error:
        from menhirs.cli.extras import missing_extra

        problem = missing_extra(error, words[0])
        if problem is None:
            raise
        if not typed:
            overview().print_help()
        return _report(problem, as_json="--json" in words)
    except BrokenPipeError:
        _drop_output()  # the reader has gone
        return 0
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        _drop_output()
        full = Malformed("file-write", path="standard output", why=error.strerror)
        return _report(full, as_json=False)
    except KeyboardInterrupt:
        return 130


def _run(options: argparse.Namespace) -> int:
    try:
        options.known = known_rules(options.house_rules)
        options.check_company(options)
        if options.quiet:
            be_quiet()
        if options.run.__module__.rpartition(".")[2] in _THINKING:
            _warn_if_slow()
        code: int = options.run(options)
    except MenhirsError as error:
        code = _report(error, as_json=getattr(options, "json", False))
    sys.stdout.flush()
    return code


def _warn_if_slow() -> None:
    from menhirs.engine.compiled import SLOW, is_compiled

    if not is_compiled():
        print(f"menhirs: {SLOW}", file=sys.stderr)


def _write_any_text() -> None:
    """Lets a terminal that lacks a letter show another in its place."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace" if stream is sys.stderr else "replace")


def _drop_output() -> None:
    """Keeps the interpreter from complaining at its exit about unwritten output."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _read_options(words: list[str]) -> argparse.Namespace:
    if words[0] in COMMANDS:
        return parser_of(words[0]).parse_args(words[1:])
    if words[0].startswith("-"):
        overview().parse_args(words)  # prints the help, or an error
    check_command(words[0])
    raise AssertionError(words)


def check_command(name: str) -> None:
    """Ends the program with a suggestion if there is no command of that name."""
    if name not in COMMANDS:
        near = get_close_matches(name, COMMANDS, n=1)
        hint = f"did you mean {near[0]!r}?" if near else "menhirs --help lists all"
        overview().error(f"there is no command {name!r}: {hint}")


def overview() -> argparse.ArgumentParser:
    """The parser of ``menhirs`` without a command: its help lists the commands."""
    parser = _Parser(
        prog="menhirs",
        usage="menhirs COMMAND …",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"menhirs {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="")
    for name, summary in COMMANDS.items():
        commands.add_parser(name, help=summary)
    return parser


def parser_of(name: str) -> argparse.ArgumentParser:
    """The parser of a command."""
    command = importlib.import_module(f"menhirs.cli.{name}")
    summary, _, details = (command.__doc__ or "").partition("\n\n")
    parser = _Parser(
        prog=f"menhirs {name}",
        description=summary,
        epilog=details,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_arguments(parser)
    add_house_rules_argument(parser)
    add_quiet_argument(parser)
    company = partial(
        check_company,
        parser,
        needs=getattr(command, "NEEDS", {}),
        apart=getattr(command, "APART", {}),
    )
    parser.set_defaults(run=command.run, check_company=company)
    return parser


def _report(error: MenhirsError, *, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"error": error.as_dict()}))
    print(f"menhirs: {error}", file=sys.stderr)
    return BAD_INPUT
