"""Explain a command, or list all of them.

With --man it prints the manual page of menhirs, made of the same texts:

  menhirs help --man > /usr/local/share/man/man1/menhirs.1
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from menhirs import __version__


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``menhirs help``."""
    parser.add_argument("command", nargs="?", help="the command to explain")
    parser.add_argument("--man", action="store_true", help="print a manual page of all commands")


def run(options: argparse.Namespace) -> int:
    """Prints the help of a command, of all commands, or the manual page."""
    from menhirs.cli.main import check_command, overview, parser_of

    if options.man:
        print("\n".join(_manual_page()))
    elif options.command is None:
        overview().print_help()
    else:
        check_command(options.command)
        parser_of(options.command).print_help()
    return 0


def _manual_page() -> Iterator[str]:
    """The lines of a page in the format of man(7)."""
    from menhirs.cli.main import COMMANDS, overview, parser_of

    yield f'.TH MENHIRS 1 "" "menhirs {__version__}"'
    yield from (".SH NAME", "menhirs \\- Menhirs dans le Brouillard, a board game for two")
    yield from (".SH SYNOPSIS", ".B menhirs", "[COMMAND] [OPTIONS]", ".SH DESCRIPTION")
    yield _literal(overview().description or "")
    for name in COMMANDS:
        yield f'.SH "menhirs {name}"'
        yield from (".nf", _literal(parser_of(name).format_help().rstrip()), ".fi")


def _literal(text: str) -> str:
    """A text in which nothing is a command of the formatter."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").splitlines()
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in lines)
