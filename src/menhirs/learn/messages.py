"""Types of the messages about an exercise. ``docs/play/learning.md`` explains the fields."""

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
    """The milliseconds for it; None where nobody is hurried."""


class ExerciseState(TypedDict):
    """What is to be done now, and what may be done."""

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
    """A position before, and how the opponent's last turn led from it to the one to think about."""
    state: ExerciseState


class TryData(TypedDict):
    """The verdict about one try."""

    verdict: Literal["right", "on", "wrong"]
    text: str
    legal: bool
    code: str
    """Of the error, if it is not legal."""
    rule: str
    """The rule that forbids it, if it is not legal."""
    plies: list[PlyItem]
    """What happened: the try, then the other side's reply, or how a wrong try is punished."""
    state: ExerciseState
    """From where one goes on: after a wrong try, as before."""


class HintData(TypedDict):
    """Help with the step that is to be done now."""

    text: str
    cells: list[str]
    """Where to look."""
    action: str
    """One right answer."""


class ReviewValue(TypedDict):
    """How a game stood at one moment: after so many actions."""

    value: int
    """In points: above 0 player 1 stands to win them, below 0 player 2."""
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
    """An action that deserves a word."""

    ply: int
    named: str
    """Which turn it is, for people: the round and the player."""
    player: PlayerNumber
    marks: list[str]
    is_good: bool
    """Whether it deserves praise."""
    title: str
    text: str
    played: str
    """What was done, in words."""
    better: str
    """The better action in words; "" where nothing better is known."""
    legal: Legal | None
    """The remark as marks on a board, where it can be drawn."""
    mistake: Legal | None
    """What was done, where it was a mistake that can be drawn."""
    line: list[PlyItem]
    """The better action, and how the game could go on after it."""
    exercise: str
    """The id of the exercise to try it again; "" where there is none."""


class ReviewSummary(TypedDict):
    """What a player did, in a few sentences."""

    player: PlayerNumber
    name: str
    words: list[str]


class ReviewData(TypedDict):
    """The review of a game in the reader's language."""

    exact: bool
    """Whether all values are proven."""
    verdict: str
    """Where it was lost, in one sentence."""
    turning_point: int | None
    """The ply that lost it."""
    values: list[ReviewValue]
    """Before the first action, and after each."""
    plies: list[ReviewPly]
    moments: list[ReviewMoment]
    players: list[ReviewSummary]


class ReviewState(TypedDict):
    """How far a review is."""

    id: str
    status: Literal["none", "waiting", "working", "done"]
    """``none``: nobody has asked for it yet."""
    plies: int
    done: int
    """The plies that are worked out."""
    ahead: int
    """The reviews that are worked on before this one."""
    review: ReviewData | None
    """Once it is done."""


class ProofState(TypedDict):
    """Whether a review can be proven by solving the layout, and how far that is."""

    status: Literal["unavailable", "offered", "refused", "waiting", "working", "done"]
    words: str
    """What it takes, or why it is refused."""
    done: int
    stages: int
    """Of so many ``done`` are solved."""


class PlayBar(TypedDict):
    """One bar of a picture of somebody's play."""

    label: str
    share: float
    """How long it is, from 0 to 1."""
    words: str
    """What it says, in a few words."""


class PlayPicture(TypedDict):
    """One thing that somebody's games tell: a sentence, what stands behind it, and bars."""

    id: str
    title: str
    text: str
    basis: str
    bars: list[PlayBar]


class PlayData(TypedDict):
    """What somebody's finished games tell of how they play."""

    games: int
    reviewed: int
    text: str
    """How many games stand behind it."""
    pictures: list[PlayPicture]
    """Nothing where there are too few games."""


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
    """How it was chosen, in a sentence or two."""


class TrainingNext(TypedDict):
    """The exercise from one's own games that comes next: see ``GET /api/exercises``."""

    set: str
    id: str
    kind: str
    title: str
    """What it is about, in the reader's language."""


class TrainingData(TypedDict):
    """Somebody's exercises from their own games."""

    due: int
    all: int
    text: str
    """How many are due, as a sentence."""
    streak: str
    """On how many days in a row they trained; "" where that is not worth a word."""
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
