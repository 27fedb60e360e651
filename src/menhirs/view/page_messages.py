"""What a page may say, read from the text of a message. ``docs/server.md`` lists the messages.

A message is a JSON object with exactly the fields of its type; anything else is refused, and the
refusal names the field.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from menhirs.core.actions import Player
from menhirs.engine.levels import LEVELS
from menhirs.match.commands import (
    Act,
    AnswerRematch,
    AnswerTakeBack,
    Claim,
    Command,
    Rematch,
    Rename,
    TakeBack,
)
from menhirs.match.names import LONGEST_NAME
from menhirs.view.errors import BadMessage
from menhirs.view.question import Question

LARGEST_MESSAGE = 4_096
"""Bytes."""
LONGEST_ACTION = 80
_LONGEST_TYPE = 40
_LONGEST_WORD = 8
_MOST_TILES = 64
_LONGEST_HOLD = 60_000

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Explain:
    """Asks why something is legal now, or not."""

    question: Question


@dataclass(frozen=True, slots=True)
class Read:
    """Asks which action a typed text means."""

    text: str


@dataclass(frozen=True, slots=True)
class Careful:
    """Plays an action of a guided match, unless there is a warning to give first."""

    act: Act


@dataclass(frozen=True, slots=True)
class Hint:
    """Asks what to do, against the computer."""


@dataclass(frozen=True, slots=True)
class Threats:
    """Asks what threatens, against the computer."""


@dataclass(frozen=True, slots=True)
class Pong:
    """Answers a ping."""

    sent: float


Said: TypeAlias = Command | Careful | Hint | Threats | Explain | Read | Pong


def read_message(text: str) -> tuple[Said, int | None]:
    """What a page says, and the number that comes back in the answer."""
    if len(text.encode()) > LARGEST_MESSAGE:
        raise BadMessage("too-large", most=LARGEST_MESSAGE)
    fields = _Fields(_object(text))
    number = fields.optional("re", _integer)
    kind = fields.required("type", _text(_LONGEST_TYPE))
    if kind not in _READERS:
        raise BadMessage("message", why=f"type: {kind!r} is none of {', '.join(_READERS)}")
    said = _READERS[kind](fields)
    fields.finish()
    return said, number


def number_of(text: str) -> int | None:
    """The number of a message that was refused, even if the rest of it can't be read."""
    try:
        number = _object(text).get("re") if len(text) <= LARGEST_MESSAGE else None
    except BadMessage:
        return None
    return number if type(number) is int else None


def read_question(text: str) -> Question:
    """A question on its own, as JSON."""
    fields = _Fields(_object(text))
    question = _question(fields)
    fields.finish()
    return question


def _object(text: str) -> dict[str, Any]:
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


class _Fields:
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
        except ValueError as error:
            raise BadMessage("message", why=f"{name}: {error}") from None

    def required(self, name: str, read: Callable[[Any], T]) -> T:
        value = self.optional(name, read)
        if value is None:
            raise BadMessage("message", why=f"{name}: missing")
        return value

    def finish(self) -> None:
        """Refuses fields that the message does not have."""
        if self._values:
            raise BadMessage("message", why=f"{next(iter(self._values))[:40]!r}: no such field")


def _integer(value: object) -> int:
    if type(value) is not int:  # True is none
        raise ValueError("not an integer")
    return value


def _between(least: int, most: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        number = _integer(value)
        if not least <= number <= most:
            raise ValueError(f"not from {least} to {most}")
        return number

    return read


def _number(value: object) -> float:
    if type(value) not in (int, float):
        raise ValueError("not a number")
    return value  # type: ignore[return-value]


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("neither true nor false")
    return value


def _text(longest: int) -> Callable[[object], str]:
    def read(value: object) -> str:
        if not isinstance(value, str):
            raise ValueError("not a text")
        if len(value) > longest:
            raise ValueError(f"longer than {longest} characters")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise ValueError("half a character") from None
        return value

    return read


def _one_of(choices: Sequence[str]) -> Callable[[object], str]:
    def read(value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise ValueError(f"none of {', '.join(choices)}")
        return value

    return read


def _words(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= _MOST_TILES:
        raise ValueError(f"not a list of 1 to {_MOST_TILES}")
    return tuple(map(_word, value))


_word = _text(_LONGEST_WORD)
_action = _text(LONGEST_ACTION)


def _seat(fields: _Fields) -> Player | None:
    return fields.optional("as", _between(1, 2))


def _question(fields: _Fields) -> Question:
    action, cell = fields.optional("action", _action), fields.optional("cell", _word)
    tiles, direction = fields.optional("tiles", _words), fields.optional("direction", _word)
    if [action, cell, tiles].count(None) != 2:
        raise BadMessage("message", why="one of action, cell and tiles")
    if (tiles is None) != (direction is None):
        raise BadMessage("message", why="tiles go with a direction")
    return Question(action, cell, tiles or (), direction or "")


def _act(fields: _Fields) -> Act | Careful:
    state, action = fields.required("state", _integer), fields.required("action", _action)
    act = Act(state, action, _seat(fields))
    return Careful(act) if fields.optional("warn", _flag) else act


def _claim(fields: _Fields) -> Claim:
    turn = fields.required("turn", _integer)
    held = fields.optional("held", _between(0, _LONGEST_HOLD)) or 0
    return Claim(turn, held=held, seat=_seat(fields))


def _rematch(fields: _Fields) -> Rematch:
    layout = fields.optional("layout", _one_of(("new", "same")))
    return Rematch(layout == "same", fields.optional("level", _between(1, len(LEVELS))))


_READERS: dict[str, Callable[[_Fields], Said]] = {
    "act": _act,
    "claim": _claim,
    "explain": lambda fields: Explain(_question(fields)),
    "hint": lambda _: Hint(),
    "threats": lambda _: Threats(),
    "read": lambda fields: Read(fields.required("text", _action)),
    "take-back": lambda _: TakeBack(),
    "take-back-answer": lambda fields: AnswerTakeBack(fields.required("yes", _flag)),
    "rematch": _rematch,
    "rematch-answer": lambda fields: AnswerRematch(fields.required("yes", _flag)),
    "name": lambda fields: Rename(fields.required("name", _text(LONGEST_NAME)), _seat(fields)),
    "pong": lambda fields: Pong(fields.required("sent", _number)),
}
