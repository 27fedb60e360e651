"""Print a completion script for a shell.

menhirs completion bash > ~/.local/share/bash-completion/completions/menhirs
menhirs completion zsh > "${fpath[1]}/_menhirs"
menhirs completion fish > ~/.config/fish/completions/menhirs.fish
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

_BASH = """\
_menhirs() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} words
  if [ "$COMP_CWORD" -eq 1 ]; then words="{commands}"; else
    case "${{COMP_WORDS[1]}}" in
{cases}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _menhirs menhirs
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``menhirs completion``."""
    parser.add_argument("shell", choices=["bash", "zsh", "fish"])


def run(options: argparse.Namespace) -> int:
    """Prints the script."""
    from menhirs.cli.main import COMMANDS, parser_of

    parsers = {name: parser_of(name) for name in COMMANDS}
    match options.shell:
        case "fish":
            print("\n".join(_fish(parsers)))
        case "zsh":
            # zsh can run bash's completions.
            print(f"#compdef menhirs\nautoload -U bashcompinit && bashcompinit\n{_bash(parsers)}")
        case _:
            print(_bash(parsers), end="")
    return 0


def _bash(parsers: Mapping[str, argparse.ArgumentParser]) -> str:
    cases = "\n".join(
        f'      {name}) words="{" ".join(_words(parser))}";;' for name, parser in parsers.items()
    )
    return _BASH.format(commands=" ".join(parsers), cases=cases)


def _fish(parsers: Mapping[str, argparse.ArgumentParser]) -> Iterator[str]:
    from menhirs.cli.main import COMMANDS

    for name in parsers:
        summary = COMMANDS[name].replace("'", "\\'")
        yield f"complete -c menhirs -n __fish_use_subcommand -f -a {name} -d '{summary}'"
    for name, parser in parsers.items():
        for word in _words(parser):
            shown = f"-l {word[2:]}" if word.startswith("--") else f"-a {word}"
            yield f"complete -c menhirs -n '__fish_seen_subcommand_from {name}' {shown}"


def _words(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The long options of a command, and the words of its positional choices."""
    for action in parser._actions:
        yield from (option for option in action.option_strings if option.startswith("--"))
        if not action.option_strings and action.choices is not None:
            yield from map(str, action.choices)
