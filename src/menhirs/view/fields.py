"""Reading what others send as JSON: an object with exactly the fields that are expected.

Anything else is refused, and the refusal names the field.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from menhirs.core.errors import MenhirsError
from menhirs.view.errors import BadMessage

T = TypeVar("T")
NO_CONTROLS = "there is a control character in it"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


def read_object(text: str) -> dict[str, Any]:
    """A text as a JSON object."""
    try:
        value = _JSON.decode(text)
    except (ValueError, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise BadMessage("message", why=f"not JSON: {why}") from None
    if not isinstance(value, dict):
        raise BadMessage("message", why="not an object")
    return value


def _no_number(constant: str) -> None:
    raise ValueError(f"{constant} is no number")


_JSON = json.JSONDecoder(parse_constant=_no_number)


class Fields:
    """The fields of a message, each taken once."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def optional(self, name: str, read: Callable[[Any], T]) -> T | None:
        """A field that may be missing or null."""
        value = self._values.pop(name, None)
        if value is None:
            return None
        try:
            return read(value)
        except MenhirsError:
            raise
        except ValueError as error:
            raise BadMessage("message", why=f"{name}: {error}") from None

    def required(self, name: str, read: Callable[[Any], T]) -> T:
        """A field that must be there."""
        value = self.optional(name, read)
        if value is None:
            raise BadMessage("message", why=f"{name}: missing")
        return value

    def finish(self) -> None:
        """Refuses fields that the message does not have."""
        if self._values:
            raise BadMessage("message", why=f"{next(iter(self._values))[:40]!r}: no such field")


def integer(value: object) -> int:
    """A whole number."""
    if type(value) is not int:  # True is none
        raise ValueError("not an integer")
    return value


def between(least: int, most: int) -> Callable[[object], int]:
    """A whole number from one to another."""

    def read(value: object) -> int:
        number = integer(value)
        if not least <= number <= most:
            raise ValueError(f"not from {least} to {most}")
        return number

    return read


def number(value: object) -> float:
    """Any number."""
    if type(value) not in (int, float):
        raise ValueError("not a number")
    return value  # type: ignore[return-value]


def number_between(least: float, most: float) -> Callable[[object], float]:
    """Any number from one to another."""

    def read(value: object) -> float:
        found = number(value)
        if not least <= found <= most:
            raise ValueError(f"not from {least:g} to {most:g}")
        return found

    return read


def flag(value: object) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise ValueError("neither true nor false")
    return value


def text_up_to(longest: int) -> Callable[[object], str]:
    """A text of at most so many characters."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise ValueError("not a text")
        if len(value) > longest:
            raise ValueError(f"longer than {longest} characters")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError("half a character") from None
        if _CONTROL.search(value):
            raise ValueError(NO_CONTROLS)
        return value

    return read


def one_of(choices: Sequence[str]) -> Callable[[object], str]:
    """One of some texts."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise ValueError(f"none of {', '.join(choices)}")
        return value

    return read


def list_of(read: Callable[[Any], T], most: int, *, least: int = 0) -> Callable[[object], list[T]]:
    """A list of at most so many."""

    def read_all(value: object) -> list[T]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise ValueError(f"not a list of {least} to {most}")
        return [read(item) for item in value]

    return read_all
