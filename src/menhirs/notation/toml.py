"""Reads TOML from untrusted sources, within bounds."""

from __future__ import annotations

import tomllib
from typing import Any

_MOST_DOTS = 100
"""The longest line. The memory of Python's reader grows with the square of the number of parts of
a key.
"""


class NoToml(Exception):
    """The text is not valid TOML, or too long; the message says why."""


def read_toml(text: str, most: int) -> dict[str, Any]:
    """The tables of a text of at most so many characters."""
    if len(text) > most:
        raise NoToml(f"it has more than {most} characters")
    if any(line.count(".") > _MOST_DOTS for line in text.splitlines()):
        raise NoToml(f"a line has more than {_MOST_DOTS} dots")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise NoToml("it is nested too deeply") from None
    except ValueError as error:  # also a number with more digits than Python reads
        raise NoToml(str(error)) from None
