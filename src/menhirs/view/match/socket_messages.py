"""Types of the messages that a page gets on its socket. ``docs/host/server.md`` explains them."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias

from menhirs.view.messages import (
    BoardGeometry,
    Claiming,
    ErrorData,
    GoneState,
    PlyItem,
    State,
    Step,
)
from menhirs.view.typed_dict import TypedDict


class HelloFrame(TypedDict):
    """What a page needs to begin with that is the same for many matches."""

    type: Literal["hello"]
    geometry: BoardGeometry
    tracks: list[list[Step]]
    """The rounds of every lap."""
    claiming: Claiming | None
    """How one claims in this match; None if one can't."""


class Hello(HelloFrame):
    """Everything that a page needs to begin with."""

    state: State
    plies: list[PlyItem]


class Change(State):
    """The match after something has happened."""

    type: Literal["state"]
    news: str | None
    """What happened besides moves, in words."""
    ply_item: PlyItem | None
    """The action that was played, if it was one."""


class Presence(TypedDict):
    """Who is at a screen."""

    type: Literal["presence"]
    seats: dict[str, bool]
    watchers: int
    gone: GoneState | None


class Ping(TypedDict):
    """Asks for an answer, to measure how long it takes."""

    type: Literal["ping"]
    sent: int


class Explained(TypedDict):
    """Answers whether something is legal now, and if not, why."""

    type: Literal["explained"]
    re: int | None
    legal: bool
    code: NotRequired[str]
    rule: NotRequired[str]
    text: NotRequired[str]
    retry_after: NotRequired[float]
    more: NotRequired[str]


class ReadAs(TypedDict):
    """Answers which actions a typed text can mean."""

    type: Literal["read"]
    re: int | None
    actions: list[str]
    sure: bool
    """Whether the first of them is meant without asking."""


class Threat(TypedDict):
    """A move that would free all menhirs."""

    tiles: list[str]
    direction: str
    lands: list[str]
    """Where the tiles come to lie."""


class Warned(TypedDict):
    """What a coach says before an action counts."""

    type: Literal["warned"]
    re: int | None
    action: str
    text: str
    threats: list[Threat]
    """How the opponent could then win."""


class Advised(TypedDict):
    """Answers what to do: an action, and why."""

    type: Literal["hint"]
    re: int | None
    action: str
    text: str
    """The action in words."""
    why: str


class Threatened(TypedDict):
    """Answers what threatens."""

    type: Literal["threats"]
    re: int | None
    text: str
    threats: list[Threat]


class RefusedMessage(ErrorData):
    """Says why a message came to nothing."""

    type: Literal["refused"]
    re: int | None


class Bye(ErrorData):
    """Says why the connection ends."""

    type: Literal["bye"]


Message: TypeAlias = (
    Hello
    | Change
    | Presence
    | Ping
    | Explained
    | ReadAs
    | Warned
    | Advised
    | Threatened
    | RefusedMessage
    | Bye
)
