"""Types of the messages to an analysis board. ``docs/play/analysis.md`` explains the fields."""

from __future__ import annotations

from typing import Literal

from menhirs.view.messages import (
    BoardGeometry,
    DecideState,
    ErrorData,
    Legal,
    PlayerNumber,
    PlyItem,
    ProveState,
    Scene,
    Step,
    View,
)
from menhirs.view.typed_dict import TypedDict


class AnalysisState(TypedDict):
    """A position of an analysis, and the legal actions of either side."""

    scene: Scene
    phase: str
    status: str
    """What the player to act has to do, or how the game ended."""
    legal: list[Legal]
    claim: PlayerNumber | None
    """Who may claim victory now."""
    claim_words: str
    """The label of the button for it; "" where nobody may."""
    prove: ProveState | None
    decide: DecideState | None


class LineData(TypedDict):
    """Some plies of a line, and the position at its end."""

    plies: list[PlyItem]
    state: AnalysisState


class TreeNode(TypedDict):
    """One action of a tree of variations."""

    parent: int
    """The number of the node that it follows on: 0 is the start, the first node is 1."""
    action: str
    comment: str
    nags: list[int]
    """Judgements by their numbers in PGN."""
    glyphs: str
    """The judgements as signs: ``!`` and ``?``."""
    player: int
    round: str
    words: str


class AnalysisOpening(TypedDict):
    """Everything that a page needs to open a tree of variations."""

    position: str
    """The position line of the start."""
    game: str
    """The title of the game."""
    geometry: BoardGeometry
    tracks: list[list[Step]]
    headers: dict[str, str]
    comment: str
    """The comment on the start."""
    nodes: list[TreeNode]
    """All nodes, each after its parent. The first child of a node continues its line."""
    at: int
    """The number of the node to show first."""
    line: LineData
    """The line through ``at``, from the start to its end; the state is that of ``at``."""


class RecordData(TypedDict):
    """A tree as the text of a game record."""

    text: str


class EngineLine(TypedDict):
    """A line of play found by the engine."""

    value: int
    """In points, to the player to act."""
    proven: bool
    estimate: float | None
    """In points, finer than the value; null where it is proven."""
    actions: list[str]
    label: str
    """Who wins how much, in short; behind ≈, in tenths of a point, where it is an estimate."""
    words: str
    """The value as a sentence."""


class BookEntry(TypedDict):
    """An action and its exact value."""

    action: str
    value: int
    label: str
    words: str


class EngineData(TypedDict):
    """How far an analysis of the engine is."""

    status: Literal["waiting", "thinking", "paused", "done"]
    """``paused``: stopped because others wait, or because its time is over."""
    depth: int
    nodes: int
    seconds: float
    source: Literal["search", "table"]
    proven: bool
    lines: list[EngineLine]
    book: list[BookEntry]
    """All actions with their exact values, best first, where the layout was solved; else empty."""


class ValueData(TypedDict):
    """The value of a position if both sides play their best."""

    position: str
    player: PlayerNumber
    """The player to act. The value is in points to this player."""
    value: int
    """In points; 0 is a tie, or about even if it is not proven."""
    proven: bool
    """Whether the value is exact. Otherwise it is an estimate."""
    source: Literal["search", "table"]
    nodes: int
    """How many positions were searched or looked up."""
    best: list[str]
    """All actions that keep the value; empty if the game is over."""
    line: list[str]
    """A line of best play."""
    words: str


class Named(TypedDict):
    """A value that a field can have, with its name."""

    value: str
    name: str


class SetUpFields(TypedDict):
    """The fields of a position that is set up by hand, as in the position line."""

    rules: str
    menhirs: list[str]
    fog: list[str]
    player: str
    round: str
    phase: str
    counts: list[int]
    last: str
    chooser: str


class SetUpData(TypedDict):
    """A position that is set up by hand: its picture, and whether it is possible."""

    position: str
    """The position line of the fields."""
    problem: ErrorData | None
    """Why the position is impossible."""
    fields: SetUpFields
    """The fields, without values that do not exist on this board or in these rounds."""
    view: View
    geometry: BoardGeometry
    tracks: list[list[Step]]
    rounds: list[str]
    phases: list[Named]
    players: list[Named]
    counts_words: str
    lasts: list[str]
    """Possible last turns."""


class Explanation(TypedDict):
    """Whether an action is legal in a position, and if not, why not."""

    legal: bool
    action: str
    """The written action, if it is legal."""
    code: str
    rule: str
    text: str
