"""An exercise: a position, and tasks in it, step by step.

Exercises are data. The task of a step is a :class:`Goal`, a predicate over the events of an
action; texts are English messages, translated when they are shown. Gaps in a text are filled with
the :func:`~menhirs.learn.facts.facts` of the position.
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
from menhirs.notation.people import Translator

LET_GO = "no"
"""The text for claiming nothing."""


@dataclass(frozen=True, slots=True)
class LetGo:
    """Claims nothing, and lets the time for it run out (A9)."""


Answer: TypeAlias = Action | LetGo
"""An answer of a learner: an action, or claiming nothing."""


@dataclass(frozen=True)
class Attempt:
    """An action, with the positions before and after it."""

    before: Position
    action: Answer
    after: Position
    events: tuple[Event, ...]


class Goal(Protocol):
    """The goal of a step."""

    def is_reached(self, attempt: Attempt, /) -> bool:
        """Whether an attempt reaches the goal."""

    def missed(self, attempt: Attempt, language: Translator, /) -> str:
        """The missing part in one sentence; "" if the events say enough."""


@dataclass(frozen=True)
class Remark:
    """A remark about a certain wrong try."""

    when: Goal
    text: str


@dataclass(frozen=True)
class ExerciseStep:
    """One task of an exercise."""

    task: str
    """The task in one sentence."""
    goal: Goal
    done: str = ""
    """The sentence shown when it is done."""
    hint: str = ""
    remarks: tuple[Remark, ...] = ()
    """Remarks about wrong tries: the first that fits is shown; if none does, the goal's sentence.
    """
    reply: str = ""
    """The other side's reply: actions with spaces between them."""
    timed: bool = False
    """Whether the time for a claim runs (A9)."""


@dataclass(frozen=True)
class Instead:
    """The better actions, from the position before the try."""

    actions: Sequence[Action]


Refutation: TypeAlias = Callable[[Attempt], Sequence[Action] | Instead]
"""The proof that a try is wrong: the actions that punish it (perhaps none), or better ones."""


def unpunished(_: Attempt) -> Sequence[Action]:
    """No refutation: nothing follows a wrong try."""
    return ()


@dataclass(frozen=True)
class Exercise:
    """A position with its tasks."""

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
    """Whether claiming or not is the only question."""
    refutation: Refutation = unpunished
    confirmation: Callable[[Attempt], Sequence[Action]] = unpunished
    """How the game would go on after a right try, to show that it is right."""
    origin: Position | None = None
    """The start of the game that the position comes from: menhirs turned over since are marked."""
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
