"""Writes the pages that describe commands, options and variables, from the program itself.

``docs/python/commands.md`` has the help of every command, ``docs/host/options.md`` the options of
``menhirs serve`` and the environment variables. A test fails when either page is out of date.
"""

from __future__ import annotations

import argparse
import re
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
and options. Every command takes `--house-rules FILE`, your own [rule sets](../host/house-rules.md),
and `--quiet` (`-q`), which leaves out reports of progress. In a file's place `-` is standard input.
Exit code 2 means bad input, with a [code](errors.md).

| command | what it does |
| --- | --- |"""
_DEFAULT = re.compile(r" \(default: [^()]*\)")
_EVERYWHERE = {"help", "house_rules", "quiet"}
"""Options of every command, which the page names once."""
_FOR_HOSTS = {
    "menhirs serve": "../host/options.md",
    "menhirs admin": "../host/options.md#orders-of-menhirs-admin",
}
"""Commands whose options are listed on the page for hosts."""


def commands_page() -> str:
    """What every command does, and its arguments."""
    listed = (f"| [`{name}`](#menhirs-{name}) | {summary} |" for name, summary in COMMANDS.items())
    parts = [_COMMANDS_BEGIN, *listed, ""]
    for name in COMMANDS:
        parts += _command(f"menhirs {name}", parser_of(name))
    return "\n".join(parts)


def _command(name: str, parser: argparse.ArgumentParser) -> Iterator[str]:
    """The section of a command."""
    yield from (f"## {name}", "", parser.description or "", "")
    if parser.epilog:
        yield from ("```text", parser.epilog.strip("\n").rstrip(), "```", "")
    if name in _FOR_HOSTS:
        yield from (f"[Its options]({_FOR_HOSTS[name]}).", "")
    elif rows := list(_arguments(parser)):
        yield from ("| argument | default | what it sets |", "| --- | --- | --- |", *rows, "")


def _orders(parser: argparse.ArgumentParser) -> Iterator[str]:
    """A row for each order of a command, with the options that not all of them have."""
    (orders,) = (one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    shared = _EVERYWHERE | {action.dest for action in parser._actions}
    summaries = {choice.dest: choice.help or "" for choice in orders._choices_actions}
    for word, order in orders.choices.items():
        own = [action for action in order._actions if action.dest not in shared]
        places = [str(one.metavar or one.dest) for one in own if not one.option_strings]
        options = [
            f"`{' '.join([one.option_strings[-1], *filter(None, [one.metavar])])}` {one.help}"
            for one in own
            if one.option_strings
        ]
        yield f"| `{' '.join([word, *places])}` | {summaries[word]} | {'; '.join(options)} |"


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    """A row for each argument of a command."""
    for action in parser._actions:
        if action.dest in _EVERYWHERE or isinstance(action, argparse._SubParsersAction):
            continue
        names = ", ".join(f"`{option}`" for option in action.option_strings)
        value = action.metavar if isinstance(action.metavar, str) else ""
        if not names:
            names, value = f"`{value or action.dest}`", ""
        unset = action.default in (None, False, argparse.SUPPRESS)
        default = "" if unset or action.required else action.default
        text = (action.help or "").replace("|", "\\|") % {"default": default}
        if default:
            text = _DEFAULT.sub("", text)
        yield f"| {names}{f' `{value}`' if value else ''} | {default} | {text} |"


def options_page() -> str:
    """The options of a server and the variables that it reads."""
    begin = "# Options, orders and variables\n\n## Options of `menhirs serve`\n"
    parts = [begin, "| option | default | what it sets |", "| --- | --- | --- |"]
    parts += _arguments(parser_of("serve"))
    parts += ["", "## Orders of `menhirs admin`", ""]
    parts += ["| order | what it does | options |", "| --- | --- | --- |"]
    parts += _orders(parser_of("admin"))
    parts += ["", "## Environment variables", "", "| variable | what it sets |", "| --- | --- |"]
    parts += [f"| `{name}` | {text} |" for name, text in VARIABLES.items()]
    return "\n".join([*parts, ""])


if __name__ == "__main__":
    COMMANDS_PAGE.write_text(commands_page(), "utf-8")
    OPTIONS_PAGE.write_text(options_page(), "utf-8")
