"""The lessons: every position can be, every step can be done, and every try gets an answer."""

from __future__ import annotations

import pytest

from menhirs.core.actions import Decide
from menhirs.engine.analysis import Limits
from menhirs.engine.search import Search
from menhirs.learn.exercise import Exercise
from menhirs.learn.judge import Stand, Verdict, judge, read_answer, solution
from menhirs.learn.lessons import LESSONS
from menhirs.learn.telling import Storyteller
from menhirs.web.languages import LANGUAGES

EXERCISES = [exercise for lesson in LESSONS.lessons for exercise in lesson.exercises]


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_an_exercise_can_be_done_and_answers_every_try(exercise: Exercise) -> None:
    stand = Stand(exercise, exercise.start)  # reads the line, and so checks it
    while stand.step is not None:
        teller = Storyteller(stand, LANGUAGES["en"])
        assert teller.text(stand.step.task) and teller.text(stand.step.hint)
        said = {}
        for answer in stand.answers:
            judgement = judge(stand, answer)
            said[answer] = teller.verdict(judgement)
            assert said[answer].strip() and "{" not in said[answer]
            assert said[answer][-1] in ".!?", said[answer]
            assert teller.plies(judgement.played)
        judgement = judge(stand, solution(stand))
        assert judgement.verdict is not Verdict.WRONG
        stand = judgement.stand
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
    stand = Stand(exercise, exercise.start)
    judgement = judge(stand, read_answer("d4-N", stand.position))
    said = Storyteller(stand, LANGUAGES["en"]).verdict(judgement)
    assert said == "After that move the menhir on d5 would be under fog."  # it is bare


def test_a_wrong_try_is_punished_on_the_board() -> None:
    """What the lesson says your opponent then does, the opponent does."""
    exercise = LESSONS.exercise("covering-2")
    stand = Stand(exercise, exercise.start)
    judgement = judge(stand, read_answer("b3-N", stand.position))
    assert judgement.verdict is Verdict.WRONG and judgement.stand is stand
    _, reply = judgement.played
    assert reply.after.outcome is not None and reply.after.outcome.winner == 2
