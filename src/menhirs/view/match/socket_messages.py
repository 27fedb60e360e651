"""Types of the messages that a page gets on its socket. ``docs/python/http.md`` explains them."""

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
    """The part of the first message that is the same for many matches."""

    type: Literal["hello"]
    geometry: BoardGeometry
    tracks: list[list[Step]]
    """The rounds of every lap."""
    claiming: Claiming | None
    """How to claim in this match; None where there are no claims."""


class Hello(HelloFrame):
    """Everything that a page needs to begin with."""

    state: State
    plies: list[PlyItem]


class Change(State):
    """The state of a match after a change."""

    type: Literal["state"]
    news: str | None
    """News besides moves, in words."""
    ply_item: PlyItem | None
    """The action that was played, if the change was one."""


class Presence(TypedDict):
    """The seats that have somebody at a screen, and the number of watchers."""

    type: Literal["presence"]
    seats: dict[str, bool]
    watchers: int
    gone: GoneState | None


class Ping(TypedDict):
    """Asks the page for an answer, to measure its lag."""

    type: Literal["ping"]
    sent: int


class Explained(TypedDict):
    """Answers whether an action is legal now, and if not, why."""

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
    """Whether the first of them is meant for certain."""


class Threat(TypedDict):
    """A move that would free all menhirs."""

    tiles: list[str]
    direction: str
    lands: list[str]
    """The cells on which the tiles land."""


class Warned(TypedDict):
    """The coach's warning before an action counts."""

    type: Literal["warned"]
    re: int | None
    action: str
    text: str
    threats: list[Threat]
    """The opponent's winning move."""


class Advised(TypedDict):
    """Answers with a hint: an action and its reason."""

    type: Literal["hint"]
    re: int | None
    action: str
    text: str
    """The action in words."""
    why: str


class Threatened(TypedDict):
    """Answers with the threats."""

    type: Literal["threats"]
    re: int | None
    text: str
    threats: list[Threat]


class RefusedMessage(ErrorData):
    """Says why a message was refused."""

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
