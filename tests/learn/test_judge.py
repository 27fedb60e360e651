"""The judge of exercises: every legal answer gets a verdict, and only the goal decides it."""

from __future__ import annotations

from functools import lru_cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.core.actions import Claim, Decide, other
from menhirs.core.errors import MenhirsError
from menhirs.core.events import what_happened
from menhirs.learn.errors import BadExercise
from menhirs.learn.exercise import Answer, Attempt, Exercise, LetGo
from menhirs.learn.exercise_data import ExerciseTeller, write_answer
from menhirs.learn.judge import (
    ExerciseProgress,
    Verdict,
    judge,
    progress_after,
    read_answer,
    solution,
)
from menhirs.learn.lessons import LESSONS
from menhirs.learn.puzzles.exercises import PUZZLES, exercise_of
from menhirs.learn.puzzles.puzzle import PuzzleKind
from menhirs.web.languages import LANGUAGES

ENGLISH = LANGUAGES["en"]
LESSON_EXERCISES = [one for lesson in LESSONS.lessons for one in lesson.exercises]


@lru_cache
def by_kind(kind: PuzzleKind) -> list[Exercise]:
    return [exercise_of(one) for one in PUZZLES.puzzles.values() if one.kind is kind]


exercises = st.one_of(
    st.sampled_from(LESSON_EXERCISES),
    st.sampled_from(PuzzleKind).flatmap(lambda kind: st.sampled_from(by_kind(kind))),
)


@st.composite
def stands(draw: st.DrawFn) -> ExerciseProgress:
    """A learner who did some steps of an exercise right, and has one to do."""
    exercise = draw(exercises)
    progress = ExerciseProgress(exercise, exercise.start)
    for _ in range(draw(st.integers(0, len(exercise.steps) - 1))):
        progress = judge(progress, solution(progress)).progress
    return progress


def attempt_of(progress: ExerciseProgress, action: Answer) -> Attempt:
    """What an answer leads to, straight from the core."""
    before = progress.position
    if isinstance(action, LetGo):
        return Attempt(before, action, before.close_claim_window(), ())
    after = before.play(action)
    return Attempt(before, action, after, tuple(what_happened(before, action, after)))


@given(stands(), st.data())
def test_every_legal_answer_has_a_verdict_and_the_goal_decides_it(
    progress: ExerciseProgress, data: st.DataObject
) -> None:
    action = data.draw(st.sampled_from(progress.answers))
    judgement = judge(progress, action)
    assert progress.step is not None
    solved = progress.step.goal.is_reached(attempt_of(progress, action))
    assert (judgement.verdict is not Verdict.WRONG) is solved
    assert judgement.error is None
    assert judgement.played[0].action == action
    told = ExerciseTeller(progress, ENGLISH)
    assert told.verdict(judgement)
    assert len(told.plies(judgement.played)) == len(judgement.played)
    if not solved:
        assert judgement.progress is progress
    else:
        assert judgement.progress.done == progress.done + 1
        ended = judgement.progress.done == len(progress.exercise.steps)
        assert (judgement.verdict is Verdict.RIGHT) is ended
        assert judgement.progress.position == judgement.played[-1].after


@given(stands())
def test_something_is_always_right_and_leads_on_from_its_text(progress: ExerciseProgress) -> None:
    answer = solution(progress)
    text = write_answer(answer, progress.position)
    assert read_answer(text, progress.position) == answer
    assert judge(progress, answer).verdict is not Verdict.WRONG


ACTION_LETTERS = "abcdefg1234567NESW+-xclaimkeponbdr@ "


@given(stands(), st.one_of(st.text(max_size=30), st.text(ACTION_LETTERS, max_size=12)))
def test_rubbish_gets_a_coded_error_or_a_verdict(progress: ExerciseProgress, text: str) -> None:
    try:
        judgement = judge(progress, read_answer(text, progress.position))
    except MenhirsError:  # any other exception fails, and every one of this family has a code
        return
    if judgement.error is not None:
        assert judgement.verdict is Verdict.WRONG and judgement.progress is progress
        assert judgement.error.code and ExerciseTeller(progress, ENGLISH).verdict(judgement)


@given(st.sampled_from(LESSON_EXERCISES), st.lists(st.text(max_size=12), max_size=4))
def test_what_a_page_says_it_did_is_checked(exercise: Exercise, actions: list[str]) -> None:
    try:
        progress = progress_after(exercise, actions)
    except MenhirsError:
        assert actions  # before anything was done nothing can be wrong
    else:
        assert progress.done == len(actions)


def test_nobody_gives_up_an_exercise() -> None:
    progress = ExerciseProgress(LESSON_EXERCISES[0], LESSON_EXERCISES[0].start)
    with pytest.raises(BadExercise) as caught:
        judge(progress, read_answer("resign", progress.position))
    assert caught.value.code == "exercise-actions"


def test_the_end_of_an_exercise_takes_no_more() -> None:
    exercise = LESSON_EXERCISES[0]
    done = judge(
        ExerciseProgress(exercise, exercise.start),
        solution(ExerciseProgress(exercise, exercise.start)),
    ).progress
    with pytest.raises(BadExercise) as caught:
        judge(done, LetGo())
    assert caught.value.code == "exercise-over"


class TestRefutations:
    def test_a_wrong_move_shows_how_the_opponent_wins_where_that_is_so(self) -> None:
        shown = 0
        for exercise in by_kind(PuzzleKind.FREE)[:12]:
            progress = ExerciseProgress(exercise, exercise.start)
            for answer in progress.answers:
                line = judge(progress, answer).played[1:]
                if line and judge(progress, answer).verdict is Verdict.WRONG:
                    outcome = line[-1].after.outcome
                    assert outcome is not None and outcome.winner == other(exercise.learner)
                    shown += 1
        assert shown

    def test_letting_a_win_go_shows_the_claim_and_its_move(self) -> None:
        exercise = next(
            one
            for one in by_kind(PuzzleKind.CLAIM)
            if solution(ExerciseProgress(one, one.start)) == Claim()
        )
        judgement = judge(ExerciseProgress(exercise, exercise.start), LetGo())
        assert [type(one.action).__name__ for one in judgement.played] == ["LetGo", "Claim", "Move"]
        outcome = judgement.played[-1].after.outcome
        assert outcome is not None and outcome.winner == exercise.learner

    def test_going_back_shows_how_the_last_rounds_would_have_been_won(self) -> None:
        on, back = Decide(go_on=True), Decide(go_on=False)
        exercise = next(
            one
            for one in by_kind(PuzzleKind.DECIDE)
            if solution(ExerciseProgress(one, one.start)) == on
        )
        played = judge(ExerciseProgress(exercise, exercise.start), back).played
        assert [one.action for one in played[:2]] == [back, on]
        assert played[1].before == exercise.start
        outcome = played[-1].after.outcome
        assert outcome is not None and outcome.winner == exercise.learner
