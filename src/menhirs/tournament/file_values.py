"""The values of a tournament file, each checked, and the line on which each stands."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from menhirs.notation.toml import NoToml, read_toml
from menhirs.tournament.errors import BadTournament

Table: TypeAlias = Mapping[str, Any]
_LONGEST_TEXT = 1_000_000
"""Some hundred players and all their rounds."""
_NAMES = 'a list of names such as ["Anna", "Bram"]'


def read_tables(text: str) -> dict[str, Any]:
    """The tables of a text."""
    try:
        return read_toml(text, _LONGEST_TEXT)
    except NoToml as error:
        raise BadTournament("tournament-syntax", why=str(error)) from None


def check_keys(table: Table, known: Sequence[str]) -> None:
    """Raises for the first key that is not among them."""
    for key in table:
        if key not in known:
            raise BadTournament("tournament-key", key=key, known=", ".join(known))


def bad_value(key: str, value: object, wanted: str) -> BadTournament:
    """The error that a value is not what it should be."""
    return BadTournament("tournament-value", key=key, value=_short(value), wanted=wanted)


def text_of(table: Table, key: str, default: str | None = None) -> str:
    """A text in one line."""
    wanted = "a text"
    value = _required(table, key, wanted) if default is None else table.get(key, default)
    if not isinstance(value, str) or not value.isprintable():
        raise bad_value(key, value, wanted)
    return value


def number_of(table: Table, key: str, least: int, most: int, *, default: int | None = None) -> int:
    """A whole number."""
    wanted = f"a whole number from {least} to {most}"
    value = _required(table, key, wanted) if default is None else table.get(key, default)
    if type(value) is not int or not least <= value <= most:
        raise bad_value(key, value, wanted)
    return value


def truth_of(table: Table, key: str) -> bool:
    """True or false; a missing value is false."""
    value = table.get(key, False)
    if not isinstance(value, bool):
        raise bad_value(key, value, "true or false")
    return value


def names_of(table: Table, key: str) -> list[str]:
    """A list of texts."""
    return names_in(_required(table, key, _NAMES), key)


def names_in(value: object, key: str) -> list[str]:
    """The texts of a list."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise bad_value(key, value, _NAMES)
    return value


def tables_of(table: Table, key: str) -> list[Table]:
    """A list of tables; a missing value is empty."""
    value = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise bad_value(key, value, f"tables that begin with [[{key}]]")
    return value


def place_of(text: str, key: str, index: int | None = None, inner: str | None = None) -> str:
    """Where a key stands, or a key of one of the tables that begin with ``[[key]]``."""
    lines = text.splitlines()
    if index is None:
        label = key
        found = _lines(lines, rf"""\s*["']?{re.escape(key)}["']?\s*=|\s*\[+\s*{re.escape(key)}\b""")
        first = found[0] if found else 0
    else:
        label = f"{key} {index + 1}"
        headers = _lines(lines, rf"\s*\[\[\s*{re.escape(key)}\s*\]\]")
        if index >= len(headers):  # written as a list in one place
            return place_of(text, key).replace(key, label)
        first = headers[index]
    if inner is not None:
        label = f"{label}, {inner}"
        end = next((n for n in _lines(lines, r"\s*\[") if n > first), len(lines))
        inside = _lines(lines[first:end], rf"""\s*["']?{re.escape(inner)}["']?\s*=""")
        first += inside[0] if inside else 0
    return f"line {first + 1}, {label}"


def _lines(lines: Sequence[str], pattern: str) -> list[int]:
    compiled = re.compile(pattern)
    return [number for number, line in enumerate(lines) if compiled.match(line)]


def _required(table: Table, key: str, wanted: str) -> object:
    if key not in table:
        raise BadTournament("tournament-missing", key=key, wanted=wanted)
    return table[key]


def _short(value: object, most: int = 60) -> str:
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of so many digits
        return "that number"
    return text if len(text) <= most else f"{text[: most - 1]}…"
