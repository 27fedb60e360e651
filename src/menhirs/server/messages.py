"""The shapes of what the server tells: to pages over the socket, to bots as JSON.

``docs/server.md`` explains the fields.
"""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

PlayerNumber = Literal[1, 2]
Winner = Literal[0, 1, 2]


class LastMove(TypedDict):
    tiles: list[str]
    """Where they lie now."""
    direction: str | None
    """None where they were placed."""
    taken: str | None


class View(TypedDict):
    """All that a picture of a position needs."""

    board: str
    fog: list[str]
    menhirs: list[str]
    flipped: list[str]
    free: list[str]
    clusters: list[list[str]]
    last: LastMove | None


class Legal(TypedDict, total=False):
    """An action that may be played; moves tell which tiles go where."""

    action: str
    kind: str
    cell: str
    tiles: list[str]
    direction: str
    lands: list[str]
    split: bool


class Event(TypedDict, total=False):
    """Something that happened, for animation and log."""

    type: str
    player: int
    cell: str
    cells: list[str]
    tiles: list[str]
    landed: list[str]
    direction: str
    split: bool
    round: int
    lap: int
    go_on: bool
    winner: int
    score: int
    reason: str


class PlyItem(TypedDict):
    """One action of the game, and the position after it."""

    ply: int
    action: str | None
    player: int
    round: str
    words: str
    events: list[Event]
    view: View
    at: int


class Step(TypedDict):
    """A field of the round track."""

    round: str
    label: str
    lap: int
    state: Literal["done", "now", "to come"]
    takes: Literal["never", "may", "must"]
    only: PlayerNumber | None
    """The one player who takes away in this round, where it is only one."""


class ClaimState(TypedDict):
    player: PlayerNumber
    turn: int
    left: int | None


class ProveState(TypedDict):
    player: PlayerNumber
    left: int | None


class Seat(TypedDict):
    name: str
    kind: Literal["person", "computer", "free"]
    level: int | None
    level_name: str | None
    present: bool


Clocks = TypedDict("Clocks", {"1": int, "2": int, "running": PlayerNumber | None, "slow": bool})
"""The milliseconds that each player has left, and whose clock runs."""


class Offers(TypedDict):
    take_back: PlayerNumber | None
    rematch: PlayerNumber | None


class May(TypedDict):
    take_back: bool
    resign: bool
    rematch: bool


class SeriesGame(TypedDict):
    match: str
    winner: int | None
    score: int


class Series(TypedDict):
    game: int
    wins: list[int]
    points: list[int]
    games: list[SeriesGame]
    next: str | None


class OutcomeState(TypedDict):
    winner: Winner
    score: int
    reason: str
    text: str
    why: str | None


class Scene(TypedDict):
    """What all visitors see alike."""

    ply: int
    rules: str
    position: str
    view: View
    player: PlayerNumber
    round: str
    track: list[Step]
    chances: list[int] | None
    to_place: list[int] | None


class Situation(TypedDict):
    """What depends on who looks, in which language, and when."""

    match: str
    state: int
    you: list[PlayerNumber]
    claims: Literal["timed", "untimed", "none"]
    phase: str
    legal: list[Legal]
    claim: ClaimState | None
    prove: ProveState | None
    clocks: Clocks | None
    status: str
    seats: dict[str, Seat]
    offers: Offers
    may: May
    series: Series
    outcome: OutcomeState | None


class State(Situation, Scene):
    """A match as one visitor sees it."""


class Told(TypedDict):
    """An error as the visitor is told."""

    code: str
    rule: str
    text: str
