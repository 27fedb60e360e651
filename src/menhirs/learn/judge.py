"""Judges a learner's actions by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from menhirs.core.actions import Claim, Forfeit
from menhirs.core.errors import Illegal, MenhirsError
from menhirs.core.events import what_happened
from menhirs.core.position import Position
from menhirs.learn.errors import BadExercise
from menhirs.learn.exercise import LET_GO, Answer, Attempt, Exercise, ExerciseStep, Instead, LetGo
from menhirs.notation.actions import read_action
from menhirs.notation.line import write_line


class Verdict(StrEnum):
    """The verdict on a try."""

    RIGHT = "right"
    GO_ON = "on"
    """Right, and there is more to do."""
    WRONG = "wrong"


@dataclass(frozen=True)
class ExerciseProgress:
    """A learner's progress in an exercise."""

    exercise: Exercise
    position: Position
    history: tuple[Attempt, ...] = ()
    """All actions so far, by both sides."""
    done: int = 0
    """The steps that are done."""

    @property
    def step(self) -> ExerciseStep | None:
        """The current step; None at the end."""
        steps = self.exercise.steps
        return steps[self.done] if self.done < len(steps) else None

    @property
    def answers(self) -> list[Answer]:
        """The learner's possible answers now."""
        if self.step is None:
            return []
        actions: list[Answer] = []
        if self.is_on_turn:
            actions += self.position.board_actions()
        if self.may_claim:
            actions += [Claim(), LetGo()]
        return actions

    @property
    def is_on_turn(self) -> bool:
        """Whether the learner may act on the board now."""
        exercise, position = self.exercise, self.position
        if self.step is None or position.is_over or exercise.only_claims:
            return False
        return position.player == exercise.learner

    @property
    def may_claim(self) -> bool:
        """Whether the learner may claim victory now."""
        exercise = self.exercise
        return exercise.claims and self.position.claimant == exercise.learner


@dataclass(frozen=True)
class Judgement:
    """The verdict on one try, with its consequences."""

    verdict: Verdict
    progress: ExerciseProgress
    """The progress after it: unchanged after a wrong try."""
    played: tuple[Attempt, ...]
    """The try, then the other side's reply if it was right, or its refutation."""
    error: MenhirsError | None = None
    """Why it is not legal, if it is not."""


def progress_after(exercise: Exercise, actions: Iterable[str]) -> ExerciseProgress:
    """The progress after these actions, which were all right."""
    progress = ExerciseProgress(exercise, exercise.start)
    for action in actions:
        judgement = judge(progress, read_answer(action, progress.position))
        if judgement.verdict is Verdict.WRONG:
            raise BadExercise("exercise-actions", action=action)
        progress = judgement.progress
    return progress


def read_answer(text: str, position: Position) -> Answer:
    """The learner's answer from its text."""
    return LetGo() if text == LET_GO else read_action(text, position)


def judge(progress: ExerciseProgress, action: Answer) -> Judgement:
    """The verdict on an answer, legal or not."""
    step = progress.step
    if step is None:
        raise BadExercise("exercise-over")
    try:
        attempt = attempted(progress, action)
    except Illegal as error:
        return Judgement(Verdict.WRONG, progress, (), error)
    if not step.goal.is_reached(attempt):
        shown = progress.exercise.refutation(attempt)
        if isinstance(shown, Instead):
            against = played(attempt.before, shown.actions)
        else:
            against = played(attempt.after, shown)
        return Judgement(Verdict.WRONG, progress, (attempt, *against))
    replies = played_texts(attempt.after, step.reply)
    replies += played((attempt, *replies)[-1].after, progress.exercise.confirmation(attempt))
    line = (attempt, *replies)
    reached = ExerciseProgress(
        progress.exercise, line[-1].after, (*progress.history, *line), progress.done + 1
    )
    return Judgement(Verdict.RIGHT if reached.step is None else Verdict.GO_ON, reached, line)


def attempted(progress: ExerciseProgress, action: Answer) -> Attempt:
    """The attempt of a learner; raises if the action is not the learner's."""
    position = progress.position
    if isinstance(action, LetGo):
        if not progress.may_claim:
            raise Illegal("claim-closed", position=position)
        return Attempt(position, action, position.close_claim_window(), ())
    if isinstance(action, Forfeit):
        raise BadExercise("exercise-actions", action=type(action).__name__.lower())
    position.check(action)
    if action not in progress.answers:  # the other side's, or a claim where none is practised
        raise Illegal("claim-closed", position=position)
    return _attempt(position, action)


def played(position: Position, actions: Sequence[Answer]) -> tuple[Attempt, ...]:
    """Actions played one after the other."""
    attempts = []
    for action in actions:
        attempts.append(_attempt(position, action))
        position = attempts[-1].after
    return tuple(attempts)


def played_texts(position: Position, texts: str) -> tuple[Attempt, ...]:
    """Plays actions given as texts with spaces between them."""
    attempts: list[Attempt] = []
    for text in texts.split():
        attempts += played(position, [read_action(text, position)])
        position = attempts[-1].after
    return tuple(attempts)


def solution(progress: ExerciseProgress) -> Answer:
    """A right answer now."""
    step = progress.step
    if step is None:
        raise BadExercise("exercise-over")
    for action in progress.answers:
        if step.goal.is_reached(attempted(progress, action)):
            return action
    raise ValueError(f"{progress.exercise.id} can't be done from {write_line(progress.position)}")


def _attempt(before: Position, action: Answer) -> Attempt:
    if isinstance(action, LetGo):
        return Attempt(before, action, before.close_claim_window(), ())
    after = before.play(action)
    return Attempt(before, action, after, tuple(what_happened(before, action, after)))
