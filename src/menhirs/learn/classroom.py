"""Answers a page's questions about exercises. It is stateless: a page sends the actions so far.

It has no I/O, so that it also runs in a browser's worker.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from menhirs.core.actions import Flip, Move, Place, Remove
from menhirs.core.errors import Illegal
from menhirs.core.geometry import Geometry
from menhirs.learn.errors import BadExercise
from menhirs.learn.exercise import LET_GO, Answer, Exercise, ExerciseSet, LetGo
from menhirs.learn.exercise_data import ExerciseTeller, write_answer
from menhirs.learn.judge import (
    ExerciseProgress,
    Judgement,
    Verdict,
    judge,
    progress_after,
    solution,
)
from menhirs.learn.messages import HintData, Opening, TryData
from menhirs.view.board_data import geometry_data
from menhirs.view.error_words import ContextTranslator
from menhirs.view.match.question import ActionQuestion, meant
from menhirs.view.match.round_track import tracks


class Classroom:
    """All sets of exercises, with the verdict on every try."""

    def __init__(self, sets: Iterable[ExerciseSet]) -> None:
        self._sets = {one.name: one for one in sets}

    def with_set(self, one: ExerciseSet) -> Classroom:
        """A classroom with one more set of exercises."""
        return Classroom([*self._sets.values(), one])

    def exercise(self, name: str, identity: str) -> Exercise:
        """An exercise of a set."""
        if name not in self._sets:
            raise BadExercise("no-exercise")
        return self._sets[name].exercise(identity)

    def opening(self, name: str, identity: str, language: ContextTranslator) -> Opening:
        """An exercise before the first try."""
        exercise = self.exercise(name, identity)
        teller = ExerciseTeller(ExerciseProgress(exercise, exercise.start), language)
        return {
            "set": name,
            "id": identity,
            "title": teller.text(exercise.title),
            "geometry": geometry_data(exercise.start.geometry),
            "tracks": tracks(exercise.start.rules),
            "rounds": exercise.rounds,
            "claiming": teller.claiming() if exercise.claims else None,
            "plies": teller.introduction(),
            "state": teller.state(),
        }

    def attempt(
        self,
        name: str,
        identity: str,
        actions: Sequence[str],
        question: ActionQuestion,
        language: ContextTranslator,
    ) -> TryData:
        """The verdict on a try after ``actions``, which were all right."""
        progress = progress_after(self.exercise(name, identity), actions)
        judgement = _judged(progress, question)
        teller, error = ExerciseTeller(progress, language), judgement.error
        return {
            "verdict": judgement.verdict.value,
            "text": teller.verdict(judgement),
            "legal": error is None,
            "code": "" if error is None else error.code,
            "rule": "" if error is None else error.rule,
            "plies": teller.plies(judgement.played),
            "state": ExerciseTeller(judgement.progress, language).state(),
        }

    def hint(
        self, name: str, identity: str, actions: Sequence[str], language: ContextTranslator
    ) -> HintData:
        """Help with the next step."""
        progress = progress_after(self.exercise(name, identity), actions)
        answer = solution(progress)
        assert progress.step is not None
        return {
            "text": ExerciseTeller(progress, language).text(progress.step.hint),
            "cells": _cells(answer, progress.position.geometry),
            "action": write_answer(answer, progress.position),
        }


def _judged(progress: ExerciseProgress, question: ActionQuestion) -> Judgement:
    try:
        answer: Answer = (
            LetGo() if question.action == LET_GO else meant(question, progress.position)
        )
    except Illegal as error:  # a text can name fog that is not there
        return Judgement(Verdict.WRONG, progress, (), error)
    return judge(progress, answer)


def _cells(answer: Answer, geometry: Geometry) -> list[str]:
    match answer:
        case Move(tiles, _):
            return geometry.names_of(tiles)
        case Flip(cell) | Place(cell) | Remove(cell):
            return [geometry.name(cell)]
        case _:
            return []
