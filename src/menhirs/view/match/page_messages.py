"""The messages of a page, read from text. ``docs/python/http.md`` lists the messages.

A message is a JSON object with exactly the fields of its type; anything else is refused, and the
refusal names the field.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from menhirs.core.actions import Player
from menhirs.engine.levels import LEVELS
from menhirs.match import commands
from menhirs.match.entries import Offer
from menhirs.match.names import LONGEST_NAME
from menhirs.view.errors import BadMessage
from menhirs.view.fields import (
    Fields,
    Flag,
    ListOf,
    OneOf,
    Text,
    Whole,
    integer,
    number,
    read_object,
)
from menhirs.view.match.question import ActionQuestion

LARGEST_MESSAGE = 4_096
"""Bytes."""
LONGEST_ACTION = 80
_LONGEST_TYPE = 40
_LONGEST_WORD = 8
_MOST_TILES = 64
_LONGEST_HOLD = 60_000


@dataclass(frozen=True, slots=True)
class Explain:
    """Asks why something is legal now, or not."""

    question: ActionQuestion


@dataclass(frozen=True, slots=True)
class Read:
    """Asks which action a typed text means."""

    text: str


@dataclass(frozen=True, slots=True)
class Careful:
    """Plays an action of a guided match, unless there is a warning to give first."""

    act: commands.ActCommand


@dataclass(frozen=True, slots=True)
class Hint:
    """Asks for a hint, against the computer."""


@dataclass(frozen=True, slots=True)
class Threats:
    """Asks for threats, against the computer."""


@dataclass(frozen=True, slots=True)
class Pong:
    """Answers a ping."""

    sent: float


Said: TypeAlias = commands.Command | Careful | Hint | Threats | Explain | Read | Pong


def read_message(text: str) -> tuple[Said, int | None]:
    """The message of a page, and the number that its answer repeats."""
    if len(text.encode()) > LARGEST_MESSAGE:
        raise BadMessage("too-large", most=LARGEST_MESSAGE)
    fields = Fields(read_object(text))
    number = fields.optional("re", integer)
    kind = fields.required("type", Text(_LONGEST_TYPE))
    if kind not in _READERS:
        raise BadMessage("message", why=f"type: {kind!r} is none of {', '.join(_READERS)}")
    command = _READERS[kind](fields)
    fields.finish()
    return command, number


def number_of(text: str) -> int | None:
    """The number of a message that was refused, even if the rest of it can't be read."""
    try:
        number = read_object(text).get("re") if len(text) <= LARGEST_MESSAGE else None
    except BadMessage:
        return None
    return number if type(number) is int else None


def read_question(text: str) -> ActionQuestion:
    """A question on its own, as JSON."""
    fields = Fields(read_object(text))
    question = _question(fields)
    fields.finish()
    return question


def _words(value: object) -> tuple[str, ...]:
    return tuple(ListOf(_word, _MOST_TILES, least=1)(value))


_word = Text(_LONGEST_WORD)
_action = Text(LONGEST_ACTION)


def _seat(fields: Fields) -> Player | None:
    return fields.optional("as", Whole(1, 2))


def _question(fields: Fields) -> ActionQuestion:
    action, cell = fields.optional("action", _action), fields.optional("cell", _word)
    tiles, direction = fields.optional("tiles", _words), fields.optional("direction", _word)
    if [action, cell, tiles].count(None) != 2:
        raise BadMessage("message", why="one of action, cell and tiles")
    if (tiles is None) != (direction is None):
        raise BadMessage("message", why="tiles go with a direction")
    return ActionQuestion(action, cell, tiles or (), direction or "")


def _act(fields: Fields) -> commands.ActCommand | Careful:
    state, action = fields.required("state", integer), fields.required("action", _action)
    act = commands.ActCommand(state, action, _seat(fields))
    return Careful(act) if fields.optional("warn", Flag()) else act


def _claim(fields: Fields) -> commands.ClaimCommand:
    turn = fields.required("turn", integer)
    held = fields.optional("held", Whole(0, _LONGEST_HOLD)) or 0
    return commands.ClaimCommand(turn, held=held, seat=_seat(fields))


def _rematch(fields: Fields) -> commands.Rematch:
    layout = fields.optional("layout", OneOf(("new", "same")))
    return commands.Rematch(layout == "same", fields.optional("level", Whole(1, len(LEVELS))))


_READERS: dict[str, Callable[[Fields], Said]] = {
    "abort": lambda _: commands.Abort(),
    "act": _act,
    "claim": _claim,
    "explain": lambda fields: Explain(_question(fields)),
    "hint": lambda _: Hint(),
    "threats": lambda _: Threats(),
    "read": lambda fields: Read(fields.required("text", _action)),
    "take-back": lambda _: commands.TakeBack(),
    "take-back-answer": lambda fields: commands.AnswerTakeBack(fields.required("yes", Flag())),
    "rematch": _rematch,
    "rematch-answer": lambda fields: commands.AnswerRematch(fields.required("yes", Flag())),
    "left": lambda fields: commands.EndLeftCommand(fields.required("tie", Flag())),
    "withdraw": lambda fields: commands.WithdrawCommand(
        Offer(fields.required("offer", OneOf(tuple(Offer))))
    ),
    "name": lambda fields: commands.RenameCommand(
        fields.required("name", Text(LONGEST_NAME)), _seat(fields)
    ),
    "pong": lambda fields: Pong(fields.required("sent", number)),
}
