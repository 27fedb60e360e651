"""Options that belong together, or do not: what a command would ignore is an error instead.

A command names them in two tables. ``NEEDS`` has the words of which one must be given too,
``APART`` those that can't. A word is an option, the value of a choice, or the name of an argument.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from menhirs.core.errors import Malformed

Company: TypeAlias = Mapping[str, Sequence[str]]


def check_company(
    parser: argparse.ArgumentParser, options: argparse.Namespace, needs: Company, apart: Company
) -> None:
    """Raises for an option without what it needs; ends the program for two that exclude each
    other, as the parser does.
    """
    given = set(_given(parser, options))
    for word, needed in needs.items():
        if word in given and given.isdisjoint(needed):
            raise Malformed("option-alone", option=word, needed=" or ".join(needed))
    for word, excluded in apart.items():
        if word in given and (wrong := next((one for one in excluded if one in given), None)):
            parser.error(f"argument {wrong}: not allowed with argument {word}")


def _given(parser: argparse.ArgumentParser, options: argparse.Namespace) -> Iterator[str]:
    """What was given, as far as it is not what would count without it."""
    for action in parser._actions:
        value = getattr(options, action.dest, action.default)
        if value == action.default:
            continue
        yield from action.option_strings
        if not action.option_strings:
            yield str(value) if action.choices is not None else str(action.metavar)
