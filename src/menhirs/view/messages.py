"""Types of the messages that pages and programs get.

``docs/python/http.md`` explains the fields.
"""

from __future__ import annotations

from typing import Literal, NotRequired

from menhirs.view.typed_dict import TypedDict

PlayerNumber = Literal[1, 2]
Winner = Literal[0, 1, 2]


class CellPlace(TypedDict):
    """A cell, and where its centre lies in the picture."""

    name: str
    x: float
    y: float


class BoardGeometry(TypedDict):
    """The cells in the order a1, a2, …, and how far one step goes, clockwise from N."""

    cells: list[CellPlace]
    directions: dict[str, tuple[float, float]]
    view_box: tuple[int, int, int, int]


class LastMove(TypedDict):
    tiles: list[str]
    """The tiles where they lie now."""
    direction: str | None
    """None where they were placed."""
    taken: str | None


class View(TypedDict):
    """The data that a board is drawn from."""

    board: str
    fog: list[str]
    menhirs: list[str]
    flipped: list[str]
    free: list[str]
    clusters: list[list[str]]
    last: LastMove | None


class Legal(TypedDict):
    """A legal action; a move has its tiles and its direction."""

    action: str
    kind: str
    cell: NotRequired[str]
    tiles: NotRequired[list[str]]
    direction: NotRequired[str]
    lands: NotRequired[list[str]]
    split: NotRequired[bool]


class Event(TypedDict):
    """An event, for animation and log."""

    type: str
    player: NotRequired[int]
    cell: NotRequired[str]
    cells: NotRequired[list[str]]
    tiles: NotRequired[list[str]]
    landed: NotRequired[list[str]]
    direction: NotRequired[str]
    split: NotRequired[bool]
    round: NotRequired[int]
    lap: NotRequired[int]
    go_on: NotRequired[bool]
    times: NotRequired[int]
    winner: NotRequired[int]
    score: NotRequired[int]
    reason: NotRequired[str]


class After(TypedDict):
    """The game's place on the round track after an action."""

    round: str
    phase: str


class PlyFacts(TypedDict):
    """One action of the game, and the position after it, without words."""

    ply: int
    action: str | None
    player: int
    round: str
    """The round it was played in; for a claim, the round of the turn that it answers."""
    events: list[Event]
    view: View
    after: After
    at: int


class PlyItem(PlyFacts):
    """One action of the game, for one reader."""

    words: str


class Step(TypedDict):
    """A field of the round track."""

    round: str
    label: str
    lap: int
    places: bool
    takes: Literal["never", "may", "must"]
    only: PlayerNumber | None
    """The one player who takes away in this round, where it is only one."""
    claims: bool
    """Whether a turn of this round can be claimed on."""
    points: list[int] | None
    """The most and the fewest points that a win in this round scores; None where nobody can win."""
    decision: bool
    """Whether the players decide after this round how the game goes on."""
    repetitions: int | None
    """Of a round without end: how often a position comes up until it is a tie; else None."""


class StepNow(Step):
    """A field of the round track, and whether the game has come to it."""

    state: Literal["done", "now", "to come"]


class ClaimState(TypedDict):
    player: PlayerNumber
    turn: int
    left: int | None


class ProveState(TypedDict):
    """A claim that is to be shown now, with the claimant's task in words."""

    player: PlayerNumber
    left: int | None
    title: str
    words: str


class Seat(TypedDict):
    name: str
    call: str
    """The player's name for this visitor: a name, "You", "Your opponent" or a side."""
    kind: Literal["person", "computer", "free"]
    level: int | None
    level_name: str | None
    says: str
    """The computer's remark now; mostly empty."""
    present: bool


Clocks = TypedDict("Clocks", {"1": int, "2": int, "running": PlayerNumber | None, "slow": bool})
"""The milliseconds that each player has left, and whose clock runs."""


class Offers(TypedDict):
    """The open offers."""

    take_back: PlayerNumber | None
    rematch: PlayerNumber | None
    rematch_layout: Literal["new", "same"] | None
    """The kind of rematch on offer."""


class GoneState(TypedDict):
    """A player of a live game who has left on their own turn while the other waits."""

    player: PlayerNumber
    left: int
    """The milliseconds until the other may end the game."""


class NextLevel(TypedDict):
    """The level after the one that was beaten."""

    level: int
    name: str


class May(TypedDict):
    take_back: bool
    abort: bool
    """Whether one may end the game without a result, as long as not both have acted."""
    abort_words: str
    """The consequence, shown before the player confirms."""
    resign: bool
    resign_words: str
    """The consequence of giving up, shown before the player confirms."""
    rematch: bool
    same_layout: bool
    """Whether another game may be played on the same layout."""
    hint: bool
    """Whether the player may ask for a hint: on their turn, against the computer."""
    threats: bool
    """Whether the player may ask for threats: likewise, while fog is placed, moved or taken
    away.
    """
    next_level: NextLevel | None
    """A stronger computer to play against next, after a win."""


class SeriesGame(TypedDict):
    match: str
    winner: int | None
    score: int


class Series(TypedDict):
    game: int
    wins: list[int]
    points: list[int]
    calls: list[str]
    """The players' names where several games are listed: sides change with every game."""
    games: list[SeriesGame]
    """The last few."""
    next: str | None


class OutcomeState(TypedDict):
    winner: Winner | None
    """None if the game was aborted."""
    score: int
    reason: str
    text: str
    why: str | None


class DecisionChoice(TypedDict):
    """An answer at the decision moment."""

    action: str
    title: str
    words: str


class DecideState(TypedDict):
    """The decision moment in words."""

    title: str
    words: str
    """The player who decides."""
    choices: list[DecisionChoice]


class Claiming(TypedDict):
    """How to claim in a match. It never changes, so it is sent once."""

    window: int | None
    """The milliseconds after the end of a turn in which it can be claimed on; None if untimed."""
    show: int | None
    """The milliseconds for showing a claim."""
    label: str
    when: str
    """When one can claim, shown to a player who tries at another time."""
    hold: str
    twice: str
    lesson: str
    """The whole explanation, for a player who has not claimed before."""
    note: str
    """A sentence about unusual claim rules; mostly empty."""


class CoachTip(TypedDict):
    """A tip from the coach of a guided match."""

    key: str
    """The topic: each is explained once in a match."""
    text: str
    rule: str
    """The rule that it explains, or empty."""


class CoachState(TypedDict):
    """The coach of a guided match."""

    tip: CoachTip | None
    touching: list[list[str]]
    """While menhirs are turned over: the groups of menhirs that lie side by side."""


class SceneBesidesTrack(TypedDict):
    """The position, the same for all visitors."""

    ply: int
    rules: str
    position: str
    view: View
    player: PlayerNumber
    round: str
    chances: list[int] | None
    all_chances: int | None
    """The number of chances to take fog away in a lap."""
    to_place: list[int] | None


class Scene(SceneBesidesTrack):
    """The part of a state that is the same for all visitors."""

    track: list[StepNow]


class Moment(TypedDict):
    """The part of a state that all visitors share, but that changes without an action: clocks and
    offers.
    """

    match: str
    state: int
    claims: Literal["timed", "untimed", "none"]
    phase: str
    claim: ClaimState | None
    clocks: Clocks | None
    offers: Offers
    gone: GoneState | None


class Situation(TypedDict):
    """The part of a state that depends on the visitor."""

    you: list[PlayerNumber]
    legal: list[Legal]
    prove: ProveState | None
    decide: DecideState | None
    status: str
    seats: dict[str, Seat]
    may: May
    series: Series
    outcome: OutcomeState | None
    coach: CoachState | None
    """Only for the player of a guided match."""


class State(Situation, Moment, Scene):
    """A match as one visitor sees it."""


class ErrorData(TypedDict):
    """An error in the visitor's language."""

    code: str
    rule: str
    text: str
    retry_after: NotRequired[float]
    """With ``too-fast``: the seconds to wait."""
    more: NotRequired[str]
    """The address of a page with more about it."""


class Created(TypedDict):
    """A new match, and the key to the seats taken in it."""

    match: str
    url: str
    """The page to send to the other player."""
    seats: list[PlayerNumber]
    secret: str


class Joined(TypedDict):
    """A seat that was taken, with its key."""

    seat: PlayerNumber
    secret: str
