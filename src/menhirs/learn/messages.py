"""Types of the messages about an exercise. ``docs/contribute/lessons.md`` explains the fields."""

from __future__ import annotations

from typing import Literal

from menhirs.view.messages import (
    BoardGeometry,
    Claiming,
    DecideState,
    Legal,
    PlayerNumber,
    PlyItem,
    ProveState,
    Scene,
    Step,
    View,
)
from menhirs.view.typed_dict import TypedDict


class PracticeClaim(TypedDict):
    """A claim that the learner may make now."""

    left: int | None
    """The milliseconds for it; None if it is not timed."""


class ExerciseState(TypedDict):
    """The current task, and the legal actions."""

    done: int
    """The steps that are done."""
    steps: int
    task: str
    """One sentence; "" at the end."""
    scene: Scene
    you: PlayerNumber
    phase: str
    legal: list[Legal]
    claim: PracticeClaim | None
    prove: ProveState | None
    decide: DecideState | None


class Opening(TypedDict):
    """An exercise before the first try."""

    set: str
    id: str
    title: str
    geometry: BoardGeometry
    tracks: list[list[Step]]
    rounds: bool
    """Whether the round track is to be shown."""
    claiming: Claiming | None
    plies: list[PlyItem]
    """An earlier position, and the opponent's last turn from there to the position of the
    exercise.
    """
    state: ExerciseState


class TryData(TypedDict):
    """The verdict on one try."""

    verdict: Literal["right", "on", "wrong"]
    text: str
    legal: bool
    code: str
    """Of the error, if it is not legal."""
    rule: str
    """The rule that forbids it, if it is not legal."""
    plies: list[PlyItem]
    """The try, then the other side's reply, or the refutation of a wrong try."""
    state: ExerciseState
    """The state after it: unchanged after a wrong try."""


class HintData(TypedDict):
    """Help with the current step."""

    text: str
    cells: list[str]
    """Where to look."""
    action: str
    """One right answer."""


class ReviewValue(TypedDict):
    """The value of a game after so many actions."""

    value: int
    """In points: above 0 for player 1, below 0 for player 2."""
    proven: bool
    words: str


class ReviewPly(TypedDict):
    """An action, reviewed: see docs/play/review.md."""

    ply: int
    action: str
    player: PlayerNumber
    value: int
    proven: bool
    after: int
    after_proven: bool
    best: list[str]
    keeps: list[str]
    line: list[str]
    marks: list[str]


class ReviewMoment(TypedDict):
    """An action with a remark."""

    ply: int
    named: str
    """The turn in words: the round and the player."""
    player: PlayerNumber
    marks: list[str]
    is_good: bool
    """Whether it deserves praise."""
    title: str
    text: str
    played: str
    """The action in words."""
    better: str
    """The better action in words; "" if none is known."""
    legal: Legal | None
    """The remark as marks on a board, where it can be drawn."""
    mistake: Legal | None
    """The action, if it was a mistake and can be drawn."""
    line: list[PlyItem]
    """The better action, and how the game could go on after it."""
    exercise: str
    """The id of the exercise to try it again; "" where there is none."""


class ReviewSummary(TypedDict):
    """A player's summary, in a few sentences."""

    player: PlayerNumber
    name: str
    words: list[str]


class ReviewData(TypedDict):
    """The review of a game in the reader's language."""

    exact: bool
    """Whether all values are proven."""
    verdict: str
    """Where the game was lost, in one sentence."""
    turning_point: int | None
    """The ply that lost it."""
    values: list[ReviewValue]
    """Before the first action, and after each."""
    plies: list[ReviewPly]
    moments: list[ReviewMoment]
    players: list[ReviewSummary]


class ReviewState(TypedDict):
    """The progress of a review."""

    id: str
    status: Literal["none", "waiting", "working", "done"]
    """``none``: it was never requested."""
    plies: int
    done: int
    """The finished plies."""
    ahead: int
    """The number of reviews before this one in the queue."""
    review: ReviewData | None
    """The review, once it is done."""


class ProofState(TypedDict):
    """Whether a review can be proven by solving the layout, and the progress of the proof."""

    status: Literal["unavailable", "offered", "refused", "waiting", "working", "done"]
    words: str
    """The time and memory that it takes, or why it is refused."""
    done: int
    stages: int
    """The number of stages, of which ``done`` are solved."""


class PlayBar(TypedDict):
    """One bar of a chart about a player."""

    label: str
    share: float
    """How long it is, from 0 to 1."""
    words: str
    """The label of the value, in a few words."""


class PlayPicture(TypedDict):
    """One finding about a player: a sentence, its basis, and bars."""

    id: str
    title: str
    text: str
    basis: str
    bars: list[PlayBar]


class PlayData(TypedDict):
    """The statistics of a player's finished games."""

    games: int
    reviewed: int
    text: str
    """The number of games that it is based on."""
    pictures: list[PlayPicture]
    """Empty if there are too few games."""


class FrontBoard(TypedDict):
    """The board on the front page before the first push."""

    position: str
    geometry: BoardGeometry
    view: View
    legal: list[Legal]


class FittingData(TypedDict):
    """An opponent against whom the reader wins about half of the games."""

    level: int
    """The level to play next."""
    rules: str
    name: str
    text: str
    """The reason for the choice, in a sentence or two."""


class TrainingNext(TypedDict):
    """The exercise from one's own games that comes next: see ``GET /api/exercises``."""

    set: str
    id: str
    kind: str
    title: str
    """Its subject, in the reader's language."""


class TrainingData(TypedDict):
    """A player's exercises from their own games."""

    due: int
    all: int
    text: str
    """The number of due exercises, as a sentence."""
    streak: str
    """The days in a row on which the player trained, in words; "" for few."""
    next_at: int | None
    """When the next one is due, if none is now: milliseconds since 1970."""
    next: TrainingNext | None


class SprintState(TypedDict):
    """A claim sprint as it stands."""

    id: str
    over: bool
    left: int
    """The milliseconds that are left."""
    score: int
    """The right answers so far."""
    mistakes: int
    number: int
    """Of the position to answer now, from 1."""
    window: int
    """The milliseconds in which it can be claimed."""
    opening: Opening | None
    """The position to answer now; None once the sprint is over."""


class SprintResult(TypedDict):
    """The verdict on an answer in a sprint, and what comes next."""

    verdict: TryData | None
    """None: the sprint was over, and the answer did not count."""
    state: SprintState


class SprintRow(TypedDict):
    """A place in the table of the day."""

    place: int
    name: str
    score: int
    you: bool


class SprintsData(TypedDict):
    """The claim sprints of today."""

    text: str
    """How the reader did, in a sentence or two."""
    best: int | None
    """The reader's best score ever; None before their first sprint."""
    best_today: int | None
    table: list[SprintRow] | None
    """The best first sprints of today, by people who have a name; None where nobody else plays."""
