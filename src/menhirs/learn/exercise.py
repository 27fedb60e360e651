"""An exercise: a position, and what is to be done in it, step by step.

Exercises are data. What a step asks for is a :class:`Goal`, a predicate over what the core says
has happened; the texts are English messages, translated when they are told. Gaps in a text are
filled with the :func:`~menhirs.learn.facts.facts` of the position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeAlias

from menhirs.core.actions import Action, Player
from menhirs.core.events import Event
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.notation.line import read_line
from menhirs.notation.people import Tongue

LET_GO = "no"
"""How a text says that one claims nothing."""


@dataclass(frozen=True, slots=True)
class LetGo:
    """Claim nothing, and let the time for it run out (A9)."""


Answer: TypeAlias = Action | LetGo
"""What a learner can do: every action, and claiming nothing."""


@dataclass(frozen=True)
class Attempt:
    """One thing that was done, and what it led to."""

    before: Position
    action: Answer
    after: Position
    events: tuple[Event, ...]


class Goal(Protocol):
    """What a step asks for."""

    def is_reached(self, attempt: Attempt, /) -> bool:
        """Whether this is what was asked for."""
        ...

    def missed(self, attempt: Attempt, language: Tongue, /) -> str:
        """What is wanting, in one sentence; "" if what happened says it all."""
        ...


@dataclass(frozen=True)
class Remark:
    """What is said about a certain wrong try."""

    when: Goal
    text: str


@dataclass(frozen=True)
class ExerciseStep:
    """One thing to do."""

    task: str
    """One sentence that asks for it."""
    goal: Goal
    done: str = ""
    """What is said when it was done."""
    hint: str = ""
    remarks: tuple[Remark, ...] = ()
    """Remarks about wrong tries: the first that fits is shown, otherwise the goal says what is
    missing.
    """
    reply: str = ""
    """What the other side then plays: actions with spaces between them."""
    timed: bool = False
    """Whether the time for a claim runs (A9)."""


@dataclass(frozen=True)
class Instead:
    """What should have been done: actions from the position before the try."""

    actions: Sequence[Action]


Refutation: TypeAlias = Callable[[Attempt], Sequence[Action] | Instead]
"""What shows that a try is wrong: the actions that follow on it, perhaps none, or better ones."""


def unpunished(_: Attempt) -> Sequence[Action]:
    """Nothing follows on a wrong try."""
    return ()


@dataclass(frozen=True)
class Exercise:
    """A position, and what is to be done in it."""

    id: str
    line: str
    steps: tuple[ExerciseStep, ...]
    title: str = ""
    side: Player | None = None
    """The side of the learner: by default the player to act."""
    claims: bool = False
    """Whether the learner may claim, and so sees the button for it."""
    rounds: bool = False
    """Whether the round track is shown."""
    only_claims: bool = False
    """Whether to claim or not is all that is asked, and nothing else can be done."""
    refutation: Refutation = unpunished
    confirmation: Callable[[Attempt], Sequence[Action]] = unpunished
    """How the game would go on after a right try, to show that it is right."""
    origin: Position | None = None
    """Where the game began that this is a moment of: what was turned over since is marked."""
    known: Mapping[str, RuleSet] | None = None
    """The rule sets that the line may name, if they are not the usual ones."""

    @cached_property
    def start(self) -> Position:
        """The position of the line."""
        return read_line(self.line, self.known or RULE_SETS)

    @property
    def learner(self) -> Player:
        """The side of the learner."""
        return self.side or self.start.player

    @property
    def texts(self) -> Iterator[str]:
        """All its messages, for the translators."""
        yield self.title
        for step in self.steps:
            yield from (step.task, step.done, step.hint)
            yield from (remark.text for remark in step.remarks)


class ExerciseSet(Protocol):
    """A named collection of exercises."""

    @property
    def name(self) -> str: ...

    def exercise(self, identity: str, /) -> Exercise:
        """The exercise of that id; raises :class:`BadExercise` if there is none."""
        ...
