"""Puzzles as exercises: every answer is judged, put into words, and shown on the board."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from menhirs.core.actions import Claim, Decide
from menhirs.core.position import Position
from menhirs.learn.errors import BadExercise
from menhirs.learn.exercise import Attempt
from menhirs.learn.exercise_data import ExerciseTeller, write_answer
from menhirs.learn.judge import ExerciseProgress, Judgement, Verdict, judge, read_answer
from menhirs.learn.puzzles.daily import puzzle_of_day
from menhirs.learn.puzzles.exercises import PUZZLES, exercise_of
from menhirs.learn.puzzles.puzzle import Puzzle, PuzzleKind
from menhirs.web.languages import LANGUAGES
from tests.thoroughness import is_long

ALL = list(PUZZLES.puzzles.values())
ONE_OF_EACH = [next(puzzle for puzzle in ALL if puzzle.kind is kind) for kind in PuzzleKind]


def judged(puzzle: Puzzle, answer: str) -> Judgement:
    exercise = exercise_of(puzzle)
    progress = ExerciseProgress(exercise, exercise.start)
    return judge(progress, read_answer(answer, progress.position))


def puzzle_with(kind: PuzzleKind, *answers: str) -> Puzzle:
    return next(p for p in ALL if p.kind is kind and p.answers == answers)


@pytest.mark.parametrize("puzzle", ALL if is_long() else ONE_OF_EACH, ids=lambda puzzle: puzzle.id)
def test_every_answer_gets_its_verdict_and_a_sentence(puzzle: Puzzle) -> None:
    exercise = exercise_of(puzzle)
    progress = ExerciseProgress(exercise, exercise.start)
    teller = ExerciseTeller(progress, LANGUAGES["en"])
    assert teller.state()["task"].endswith((".", "?"))
    assert progress.step is not None and progress.step.hint
    texts = {write_answer(answer, progress.position) for answer in progress.answers}
    assert texts >= set(puzzle.answers)
    for text in texts:
        judgement = judged(puzzle, text)
        assert (judgement.verdict is Verdict.RIGHT) == (text in puzzle.answers)
        said = teller.verdict(judgement)
        assert said and said[-1] in ".!?" and "{" not in said
        assert teller.plies(judgement.played)


def test_in_a_claim_puzzle_nothing_else_can_be_done() -> None:
    puzzle = next(
        p for p in ALL if p.kind is PuzzleKind.CLAIM and p.position.claimant == p.position.player
    )
    exercise = exercise_of(puzzle)
    progress = ExerciseProgress(exercise, exercise.start)
    assert {write_answer(answer, progress.position) for answer in progress.answers} == {
        "claim",
        "no",
    }


def last_of(judgement: Judgement) -> Attempt:
    return judgement.played[-1]


def winner_of(position: Position) -> int:
    assert position.outcome is not None
    return position.outcome.winner


def test_a_claim_let_go_is_shown_on_the_board() -> None:
    puzzle = next(p for p in ALL if p.answers == ("claim",) and p.position.last.taken is not None)  # type: ignore[union-attr]
    judgement = judged(puzzle, "no")
    assert [attempt.action for attempt in judgement.played][1] == Claim()
    assert winner_of(last_of(judgement).after) == puzzle.position.claimant


def test_a_right_claim_is_shown_by_its_winning_move() -> None:
    puzzle = puzzle_with(PuzzleKind.CLAIM, "claim")
    judgement = judged(puzzle, "claim")
    assert judgement.verdict is Verdict.RIGHT
    assert winner_of(last_of(judgement).after) == puzzle.position.claimant


@pytest.mark.parametrize(
    "puzzle", [p for p in ALL if p.kind is PuzzleKind.TILE][:5], ids=lambda p: p.id
)
def test_every_wrong_tile_is_answered_by_the_winning_move(puzzle: Puzzle) -> None:
    for action in exercise_of(puzzle).start.board_actions():
        text = write_answer(action, puzzle.position)
        if text not in puzzle.answers:
            assert winner_of(last_of(judged(puzzle, text)).after) != puzzle.position.player


@pytest.mark.parametrize(
    "puzzle", [p for p in ALL if p.kind is PuzzleKind.TRAP][:5], ids=lambda p: p.id
)
def test_a_trap_is_sprung_and_a_failed_one_is_escaped(puzzle: Puzzle) -> None:
    mover = puzzle.position.player
    for action in puzzle.position.board_actions():
        text = write_answer(action, puzzle.position)
        judgement = judged(puzzle, text)
        if text in puzzle.answers:
            assert winner_of(last_of(judgement).after) == mover
        else:
            assert len(judgement.played) > 1
            outcome = last_of(judgement).after.outcome
            assert outcome is None or outcome.winner != mover


def test_a_wrong_decision_to_go_on_is_refuted_to_the_end() -> None:
    judgement = judged(puzzle_with(PuzzleKind.DECIDE, "back"), "on")
    assert judgement.played[0].action == Decide(go_on=True)
    assert len(judgement.played) > 1


def test_there_is_no_puzzle_of_another_name() -> None:
    with pytest.raises(BadExercise) as caught:
        PUZZLES.exercise("tile-nowhere")
    assert caught.value.code == "no-exercise"


def test_every_puzzle_has_its_day_before_one_comes_again() -> None:
    begin = date(2026, 1, 1)
    days = [begin + timedelta(days=number) for number in range(len(ALL))]
    assert {puzzle_of_day(day, ALL) for day in days} == set(ALL)
    assert puzzle_of_day(begin, ALL) == puzzle_of_day(begin, reversed(ALL))
