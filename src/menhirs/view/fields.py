"""Reads JSON from outside: an object with exactly the expected fields.

Anything else is refused, and the refusal names the field. The kind of a field reads its value and
describes it for an OpenAPI document.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Any, Generic, TypeVar

from menhirs.core.errors import MenhirsError
from menhirs.view.errors import BadMessage

T = TypeVar("T")
AnyEnum = TypeVar("AnyEnum", bound=StrEnum)
NO_CONTROLS = "there is a control character in it"
_DIGITS = re.compile(r"-?[0-9]{1,15}", re.ASCII)
_DECIMAL = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,15})?", re.ASCII)
_FLAGS = {"true": True, "on": True, "1": True, "false": False, "off": False, "0": False}
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
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


class FieldKind(ABC, Generic[T]):
    """The kind of a field: which values it accepts."""

    schema: Mapping[str, Any]
    """The field as a JSON schema."""

    @abstractmethod
    def __call__(self, value: object, /) -> T:
        """Returns the value if it is of this kind; otherwise raises ``ValueError`` with the
        reason.
        """

    def of_word(self, word: str, /) -> T:
        """Reads the value from an address or a form."""
        return self(word)


def integer(value: object) -> int:
    """A whole number."""
    if type(value) is not int:  # True is none
        raise ValueError("not an integer")
    return value


def number(value: object) -> float:
    """Any number."""
    if type(value) not in (int, float):
        raise ValueError("not a number")
    return value  # type: ignore[return-value]


class Whole(FieldKind[int]):
    """A whole number from one to another."""

    def __init__(self, least: int, most: int) -> None:
        self.schema = {"type": "integer", "minimum": least, "maximum": most}
        self._least, self._most = least, most

    def __call__(self, value: object) -> int:
        found = integer(value)
        if not self._least <= found <= self._most:
            raise ValueError(f"not from {self._least} to {self._most}")
        return found

    def of_word(self, word: str) -> int:
        return self(int(word) if _DIGITS.fullmatch(word) else word)


class Number(FieldKind[float]):
    """Any number from one to another."""

    def __init__(self, least: float, most: float, *, above: bool = False) -> None:
        """``above``: it has to be more than the least."""
        bound = "exclusiveMinimum" if above else "minimum"
        self.schema = {"type": "number", bound: least, "maximum": most}
        self._least, self._most, self._above = least, most, above

    def __call__(self, value: object) -> float:
        found = number(value)
        if not self._least <= found <= self._most or (self._above and found == self._least):
            most = f"{self._most:g}"
            if self._above:
                raise ValueError(f"not above {self._least:g} and up to {most}")
            raise ValueError(f"not from {self._least:g} to {most}")
        return found

    def of_word(self, word: str) -> float:
        return self(float(word) if _DECIMAL.fullmatch(word) else word)


class Flag(FieldKind[bool]):
    """True or false."""

    schema: Mapping[str, Any] = {"type": "boolean"}

    def __call__(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise ValueError("neither true nor false")
        return value

    def of_word(self, word: str) -> bool:
        return self(_FLAGS.get(word, word))


class Text(FieldKind[str]):
    """A text of at most so many characters."""

    def __init__(self, longest: int) -> None:
        self.schema = {"type": "string", "maxLength": longest}
        self._longest = longest

    def __call__(self, value: object) -> str:
        if not isinstance(value, str):
            raise ValueError("not a text")
        if len(value) > self._longest:
            raise ValueError(f"longer than {self._longest} characters")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError("half a character") from None
        if _CONTROL.search(value):
            raise ValueError(NO_CONTROLS)
        return value


class Fitting(FieldKind[str]):
    """A text that matches a pattern, written as in JSON schemas: from ``^`` to ``$``."""

    def __init__(self, pattern: str, description: str) -> None:
        """``what`` it is called."""
        self.schema = {"type": "string", "pattern": pattern}
        self._pattern = re.compile(pattern, re.ASCII)
        self._description = description

    def __call__(self, value: object) -> str:
        if not isinstance(value, str) or not self._pattern.fullmatch(value):
            raise ValueError(f"not {self._description}")
        return value


class OneOf(FieldKind[str]):
    """One of some texts."""

    def __init__(self, choices: Sequence[str]) -> None:
        self.schema = {"type": "string", "enum": list(choices)}
        self._choices = choices

    def __call__(self, value: object) -> str:
        if not isinstance(value, str) or value not in self._choices:
            raise ValueError(f"none of {', '.join(self._choices)}")
        return value


class Member(FieldKind[AnyEnum]):
    """A member of an enumeration of texts."""

    def __init__(self, choices: type[AnyEnum]) -> None:
        self.schema = {"type": "string", "enum": [choice.value for choice in choices]}
        self._choices = choices

    def __call__(self, value: object) -> AnyEnum:
        try:
            return self._choices(str(value))
        except ValueError:
            raise ValueError(f"none of {', '.join(self._choices)}") from None


class Day(FieldKind[date]):
    """A day, as ``2026-03-31``."""

    schema: Mapping[str, Any] = {"type": "string", "format": "date"}

    def __call__(self, value: object) -> date:
        if not isinstance(value, str) or not _DAY.fullmatch(value):
            raise ValueError("not a day as 2026-03-31")
        return date.fromisoformat(value)


class ListOf(FieldKind[list[T]]):
    """A list of at most so many."""

    def __init__(self, kind: FieldKind[T], most: int, *, least: int = 0) -> None:
        self.schema = described = {"type": "array", "items": kind.schema, "maxItems": most}
        if least:
            described["minItems"] = least
        self._kind, self._most, self._least = kind, most, least

    def __call__(self, value: object) -> list[T]:
        if not isinstance(value, list) or not self._least <= len(value) <= self._most:
            raise ValueError(f"not a list of {self._least} to {self._most}")
        return [self._kind(item) for item in value]


class TextsByName(FieldKind[Mapping[str, str]]):
    """An object of at most so many texts, whose names fit a pattern."""

    def __init__(self, name: Fitting, text: Text, most: int) -> None:
        self.schema = {
            "type": "object",
            "patternProperties": {name.schema["pattern"]: text.schema},
            "additionalProperties": False,
            "maxProperties": most,
        }
        self._name, self._text, self._most = name, text, most

    def __call__(self, value: object) -> Mapping[str, str]:
        if not isinstance(value, dict) or len(value) > self._most:
            raise ValueError(f"not an object of at most {self._most} texts")
        return {self._name(name): self._text(text) for name, text in value.items()}
