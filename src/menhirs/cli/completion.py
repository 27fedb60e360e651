"""Print a completion script for a shell.

menhirs completion bash > ~/.local/share/bash-completion/completions/menhirs
menhirs completion zsh > "${fpath[1]}/_menhirs"
menhirs completion fish > ~/.config/fish/completions/menhirs.fish
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

_BASH = """\
_menhirs() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}}
  local command= options= words=
  # The shell may split --option=value into three words.
  if [ "$word" = "=" ]; then word=; elif [ "$before" = "=" ]; then
    before=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  if [ "$COMP_CWORD" -gt 1 ]; then command=${{COMP_WORDS[1]}}; fi
  if [ "$COMP_CWORD" -gt 2 ]; then
    case "$command ${{COMP_WORDS[2]}}" in
{nested}
    esac
  fi
  case "$command" in
{commands}
  esac
  case "$command $before" in
{values}
  esac
  case "$word" in -*) words=$options;; esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _menhirs menhirs
"""
"""Where there is nothing to offer the shell completes names of files."""


@dataclass(frozen=True)
class Option:
    """An option of a command, by its long name."""

    name: str
    about: str
    takes_value: bool
    values: Sequence[str]
    """All its values, if these are known."""


@dataclass(frozen=True)
class Completed:
    """What can be typed behind a command."""

    command: str
    """With its order, as in ``admin people``; empty for what stands in place of a command."""
    words: Sequence[str]
    options: Sequence[Option]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``menhirs completion``."""
    parser.add_argument("shell", choices=["bash", "zsh", "fish"])


def run(options: argparse.Namespace) -> int:
    """Prints the script."""
    from menhirs.cli.main import COMMANDS, overview, parser_of

    commands = [
        Completed("", list(COMMANDS), list(_options(overview()))),
        *(found for name in COMMANDS for found in _completed(name, parser_of(name))),
    ]
    match options.shell:
        case "fish":
            print("\n".join(_fish(commands)))
        case "zsh":
            # zsh can run bash's completions.
            print(f"#compdef menhirs\nautoload -U bashcompinit && bashcompinit\n{_bash(commands)}")
        case _:
            print(_bash(commands), end="")
    return 0


def _completed(command: str, parser: argparse.ArgumentParser) -> Iterator[Completed]:
    """The command, and its orders if it has some."""
    from menhirs.cli.main import COMMANDS

    words = list(COMMANDS) if command == "help" else []
    orders: Mapping[str, argparse.ArgumentParser] = {}
    for action in parser._actions:
        if action.option_strings or action.choices is None:
            continue
        words += map(str, action.choices)
        if isinstance(action.choices, Mapping):
            orders = action.choices
    yield Completed(command, words, list(_options(parser)))
    for name, order in orders.items():
        yield from _completed(f"{command} {name}", order)


def _options(parser: argparse.ArgumentParser) -> Iterator[Option]:
    from menhirs.core.rules import RULE_SETS

    for action in parser._actions:
        for name in action.option_strings:
            if name.startswith("--"):
                values = RULE_SETS if name == "--rules" else action.choices or ()
                about = (action.help or "").partition(" (default")[0].replace("%%", "%")
                yield Option(name, about, action.nargs != 0, [str(value) for value in values])


def _bash(commands: Sequence[Completed]) -> str:
    nested = " | ".join(f'"{one.command}"' for one in commands if " " in one.command)
    valued = [
        (f'"{one.command} {option.name}"', option.values)
        for one in commands
        for option in one.options
        if option.takes_value
    ]
    return _BASH.format(
        nested=f'      {nested}) command="$command ${{COMP_WORDS[2]}}";;',
        commands="\n".join(
            f'    "{one.command}") words="{" ".join(one.words)}"'
            f' options="{" ".join(option.name for option in one.options)}";;'
            for one in commands
        ),
        values="\n".join(
            f'    {which}) words="{" ".join(values)}" options=;;' for which, values in valued
        ),
    )


def _fish(commands: Sequence[Completed]) -> Iterator[str]:
    from menhirs.cli.main import COMMANDS

    for name, summary in COMMANDS.items():
        yield f"complete -c menhirs -n __fish_use_subcommand -f -a {name} -d {_quoted(summary)}"
    for one in commands:
        if not one.command:
            continue
        command, _, order = one.command.partition(" ")
        seen = f"__fish_seen_subcommand_from {command}"
        if order:
            seen += f"; and __fish_seen_subcommand_from {order}"
        start = f"complete -c menhirs -n '{seen}'"
        if one.words:
            yield f"{start} -a {_quoted(' '.join(one.words))}"
        for option in one.options:
            line = f"{start} -l {option.name[2:]}"
            if option.takes_value:
                line += f" -x -a {_quoted(' '.join(option.values))}" if option.values else " -r"
            yield f"{line} -d {_quoted(option.about)}" if option.about else line


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
