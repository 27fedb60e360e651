"""A key moment to try again, as an exercise."""

from __future__ import annotations

from dataclasses import dataclass

from menhirs.core.actions import Claim
from menhirs.learn.exercise import LET_GO, Attempt, Exercise, ExerciseStep, Goal
from menhirs.learn.goals import FreesAll, OneOfActions
from menhirs.learn.puzzles.exercises import SolvesPuzzle
from menhirs.learn.puzzles.puzzle import CLAIM, PuzzleKind
from menhirs.learn.puzzles.replies import confirmation_of, refutation_of
from menhirs.learn.puzzles.words import CLAIM_DONE, KIND_WORDS
from menhirs.learn.review.moments import KeyMoment
from menhirs.learn.review.review import Mark
from menhirs.notation.line import write_line
from menhirs.notation.people import Translator

TITLE = "Try it again"
KEEP_WIN_TASK = "You could have forced a win here. Find the move that keeps it."
KEEP_TIE_TASK = "You could have held a tie here. Find the move that keeps it."
ONLY_TASK = "Only one move here was no mistake. Find it again."
KEEP_HINT = "What does your opponent threaten? And what do you threaten yourself?"
KEEP_DONE = "That is right, as far as the computer can see."
CLAIM_TASK = "Your opponent has just moved. Do you claim victory?"


def texts() -> tuple[str, ...]:
    """All messages, for the translators."""
    return (TITLE, KEEP_WIN_TASK, KEEP_TIE_TASK, ONLY_TASK, KEEP_HINT, KEEP_DONE, CLAIM_TASK)


@dataclass(frozen=True)
class KeepsValue(OneOfActions):
    """The goal of one of the actions that keep the value."""

    def missed(self, attempt: Attempt, language: Translator) -> str:
        return language.gettext("There is something better.")


def exercise_of(moment: KeyMoment) -> Exercise | None:
    """The exercise of a moment; None if nothing better is known."""
    marks, ply = set(moment.marks), moment.ply
    if moment.before.claimant == ply.player:
        if Mark.MISSED_CLAIM in marks or Mark.LATE_CLAIM in marks:
            return _claim_exercise(moment)
        if Mark.WRONG_CLAIM in marks and isinstance(moment.action, Claim):
            return _claim_exercise(moment)
    if Mark.MISSED_WIN in marks:
        words = KIND_WORDS[PuzzleKind.FREE]
        return _exercise(
            moment, ExerciseStep(words.task, FreesAll(), words.done, words.hint), PuzzleKind.FREE
        )
    if ply.player != moment.before.player:
        return None
    if Mark.MISTAKE in marks and ply.keeps:
        task = KEEP_WIN_TASK if ply.value > 0 else KEEP_TIE_TASK
        return _exercise(moment, _keeping(task, KeepsValue(ply.keeps)), PuzzleKind.HOLD)
    if Mark.ONLY_MOVE in marks:
        return _exercise(moment, _keeping(ONLY_TASK, KeepsValue((ply.action,))), PuzzleKind.HOLD)
    return None


def _claim_exercise(moment: KeyMoment) -> Exercise:
    is_right = moment.move_to_claim is not None
    words = KIND_WORDS[PuzzleKind.CLAIM]
    goal = SolvesPuzzle((CLAIM if is_right else LET_GO,), PuzzleKind.CLAIM)
    done = CLAIM_DONE if is_right else words.done
    step = ExerciseStep(CLAIM_TASK, goal, done, words.hint, timed=True)
    return _exercise(moment, step, PuzzleKind.CLAIM)


def _keeping(task: str, goal: Goal) -> ExerciseStep:
    return ExerciseStep(task, goal, KEEP_DONE, KEEP_HINT)


def _exercise(moment: KeyMoment, step: ExerciseStep, kind: PuzzleKind) -> Exercise:
    rules, claims = moment.before.rules, kind is PuzzleKind.CLAIM
    return Exercise(
        f"ply-{moment.ply.ply}",
        write_line(moment.before),
        (step,),
        TITLE,
        side=moment.ply.player,
        claims=claims,
        only_claims=claims,
        rounds=True,
        refutation=refutation_of(kind),
        confirmation=confirmation_of(kind),
        origin=moment.origin,
        known={rules.name: rules},
    )
