"""The lessons: every position can be, every step can be done, and every try gets an answer."""

from __future__ import annotations

import pytest

from menhirs.core.actions import Decide
from menhirs.engine.analysis import Limits
from menhirs.engine.search import Search
from menhirs.learn.exercise import Exercise
from menhirs.learn.exercise_data import ExerciseTeller
from menhirs.learn.judge import ExerciseProgress, Verdict, judge, read_answer, solution
from menhirs.learn.lessons import LESSONS
from menhirs.web.languages import LANGUAGES

EXERCISES = [exercise for lesson in LESSONS.lessons for exercise in lesson.exercises]


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_an_exercise_can_be_done_and_answers_every_try(exercise: Exercise) -> None:
    progress = ExerciseProgress(exercise, exercise.start)  # reads the line, and so checks it
    while progress.step is not None:
        teller = ExerciseTeller(progress, LANGUAGES["en"])
        assert teller.text(progress.step.task) and teller.text(progress.step.hint)
        said = {}
        for answer in progress.answers:
            judgement = judge(progress, answer)
            said[answer] = teller.verdict(judgement)
            assert said[answer].strip() and "{" not in said[answer]
            assert said[answer][-1] in ".!?", said[answer]
            assert teller.plies(judgement.played)
        judgement = judge(progress, solution(progress))
        assert judgement.verdict is not Verdict.WRONG
        progress = judgement.progress
    assert judgement.verdict is Verdict.RIGHT


def test_no_id_comes_twice() -> None:
    ids = [exercise.id for exercise in EXERCISES]
    assert len(set(ids)) == len(ids)
    assert all(
        exercise.id.startswith(f"{lesson.id}-")
        for lesson in LESSONS.lessons
        for exercise in lesson.exercises
    )


def test_going_on_loses_where_the_lesson_says_so() -> None:
    position = LESSONS.exercise("deciding-2").start.play(Decide(go_on=True))
    analysis = Search(table_mb=1).analyse(position, Limits())
    assert analysis.proven and analysis.value < 0


def test_what_is_said_of_a_wrong_try_is_true_when_the_board_has_gone_back() -> None:
    exercise = LESSONS.exercise("freeing-1")
    progress = ExerciseProgress(exercise, exercise.start)
    judgement = judge(progress, read_answer("d4-N", progress.position))
    said = ExerciseTeller(progress, LANGUAGES["en"]).verdict(judgement)
    assert said == "After that move the menhir on d5 would be under fog."  # it is bare


def test_a_wrong_try_is_punished_on_the_board() -> None:
    """What the lesson says your opponent then does, the opponent does."""
    exercise = LESSONS.exercise("covering-2")
    progress = ExerciseProgress(exercise, exercise.start)
    judgement = judge(progress, read_answer("b3-N", progress.position))
    assert judgement.verdict is Verdict.WRONG and judgement.progress is progress
    _, reply = judgement.played
    assert reply.after.outcome is not None and reply.after.outcome.winner == 2
