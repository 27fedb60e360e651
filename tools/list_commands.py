"""Writes the pages that describe commands, options and variables, from the program itself.

``docs/python/commands.md`` has the help of every command, ``docs/host/options.md`` the options of
``menhirs serve`` and the environment variables. A test fails when either page is out of date.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from menhirs.cli.main import COMMANDS, parser_of
from menhirs.cli.variables import VARIABLES

DOCS = Path(__file__).parents[1] / "docs"
COMMANDS_PAGE = DOCS / "python" / "commands.md"
OPTIONS_PAGE = DOCS / "host" / "options.md"
_COMMANDS_BEGIN = """\
# The command line

`menhirs` without a command serves the game to your browser. `menhirs help COMMAND` explains a
command, and `menhirs completion bash` (or `zsh`, `fish`) prints a script that completes commands
and options. Every command takes `--house-rules FILE`: your own [rule sets](../host/house-rules.md).

| command | what it does |
| --- | --- |"""


def commands_page() -> str:
    """What every command does, and its arguments."""
    listed = (f"| [`{name}`](#menhirs-{name}) | {summary} |" for name, summary in COMMANDS.items())
    parts = [_COMMANDS_BEGIN, *listed, ""]
    for name in COMMANDS:
        parts += _command(f"menhirs {name}", parser_of(name), "##")
    return "\n".join(parts)


def _command(name: str, parser: argparse.ArgumentParser, heading: str) -> Iterator[str]:
    """The section of a command, then those of its own commands."""
    yield from (f"{heading} {name}", "", parser.description or "", "")
    if parser.epilog:
        yield from ("```text", parser.epilog.strip(), "```", "")
    if rows := list(_arguments(parser)):
        yield from ("| argument | default | what it sets |", "| --- | --- | --- |", *rows, "")
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, below in action.choices.items():
                yield from _command(f"{name} {word}", below, heading + "#")


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    """A row for each argument of a command."""
    for action in parser._actions:
        if action.dest in ("help", "house_rules") or isinstance(action, argparse._SubParsersAction):
            continue
        names = ", ".join(f"`{option}`" for option in action.option_strings)
        value = action.metavar if isinstance(action.metavar, str) else ""
        if not names:
            names, value = f"`{value or action.dest}`", ""
        unset = action.default in (None, False, argparse.SUPPRESS)
        default = "" if unset or action.required else action.default
        told = (action.help or "").replace("|", "\\|") % {"default": default}
        yield f"| {names}{f' `{value}`' if value else ''} | {default} | {told} |"


def options_page() -> str:
    """The options of a server and the variables that it reads."""
    begin = "# Options and variables\n\n## Options of `menhirs serve`\n"
    parts = [begin, "| option | default | what it sets |", "| --- | --- | --- |"]
    parts += _arguments(parser_of("serve"))
    parts += ["", "## Environment variables", "", "| variable | what it sets |", "| --- | --- |"]
    parts += [f"| `{name}` | {text} |" for name, text in VARIABLES.items()]
    return "\n".join([*parts, ""])


if __name__ == "__main__":
    COMMANDS_PAGE.write_text(commands_page(), "utf-8")
    OPTIONS_PAGE.write_text(options_page(), "utf-8")
