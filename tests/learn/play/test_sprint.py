"""A claim sprint: equal positions for all players of a day, timed by the server."""

from __future__ import annotations

import pytest

from menhirs.core.actions import Claim
from menhirs.engine.claims import should_claim
from menhirs.learn.errors import BadExercise
from menhirs.learn.play.sprint import (
    MISTAKE_COST,
    SPRINT_TIME,
    Sprint,
    SprintExercises,
    sprint_of_day,
    window_of,
)
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.learn.puzzles.puzzle import CLAIM, PuzzleKind

PUZZLES_HERE = tuple(PUZZLES.puzzles.values())
TODAY = sprint_of_day(20_000, PUZZLES_HERE)
START = 20_000 * 24 * 60 * 60 * 1000
CLAIMS = [puzzle.answers == (CLAIM,) for puzzle in TODAY]


def begun() -> Sprint:
    return Sprint("s", START, 20_000)


def test_a_day_has_every_claim_puzzle_once_and_each_day_its_own_order() -> None:
    known = {one.id for one in PUZZLES_HERE if one.kind is PuzzleKind.CLAIM}
    assert {one.id for one in TODAY} == known
    assert len(TODAY) == len(known)
    assert sprint_of_day(20_000, PUZZLES_HERE) == TODAY
    assert [one.id for one in sprint_of_day(20_001, PUZZLES_HERE)] != [one.id for one in TODAY]


def test_positions_grow_harder_and_half_of_each_stretch_are_wins() -> None:
    hardness = [one.difficulty for one in TODAY]
    assert max(hardness[:6]) == 1
    assert max(hardness[:30]) == 3
    assert max(hardness[44:51]) > 4
    for first in range(0, 50, 10):
        assert 2 <= sum(CLAIMS[first : first + 10]) <= 8
    assert [window_of(n) for n in (1, 2, 200)] == [5_000, 4_925, 2_000]


def test_mirror_images_have_the_same_answers() -> None:
    """Every image is a position of its own, and the rules alone decide whether a claim is right."""
    originals = {one.id: one for one in PUZZLES_HERE}
    assert any(one.position != originals[one.id].position for one in TODAY)
    for puzzle in TODAY:
        assert puzzle.position.is_legal(Claim())
        assert should_claim(puzzle.position) == (puzzle.answers == (CLAIM,))
    exercise = SprintExercises(TODAY).exercise("1")
    assert exercise.start == TODAY[0].position


def test_right_answers_count_and_mistakes_cost_time() -> None:
    sprint = begun().answered(1, CLAIMS[0], START + 2_000, TODAY)
    assert (sprint.score, sprint.mistakes, sprint.ends) == (1, 0, START + SPRINT_TIME)
    sprint = sprint.answered(2, not CLAIMS[1], START + 4_000, TODAY)
    assert (sprint.score, sprint.mistakes) == (1, 1)
    assert sprint.ends == START + SPRINT_TIME - MISTAKE_COST
    assert Sprint.from_json("s", 20_000, 1, sprint.as_json()) == sprint


@pytest.mark.parametrize("number", [0, 1, 3, 999])
def test_only_the_position_that_was_asked_can_be_answered(number: int) -> None:
    sprint = begun().answered(1, CLAIMS[0], START + 2_000, TODAY)
    with pytest.raises(BadExercise) as caught:
        sprint.answered(number, True, START + 3_000, TODAY)
    assert caught.value.code == "sprint-number"


def test_a_claim_that_comes_too_late_is_none() -> None:
    number = CLAIMS.index(True) + 1
    sprint = begun()
    for one in range(1, number):
        sprint = sprint.answered(one, CLAIMS[one - 1], START, TODAY)
    assert sprint.answered(number, True, START + 8_000, TODAY).answers[-1].right
    late = sprint.answered(number, True, START + 9_000, TODAY).answers[-1]
    assert (late.claimed, late.right) == (False, False)


def test_after_the_end_nothing_counts() -> None:
    sprint = begun().answered(1, not CLAIMS[0], START + 1_000, TODAY)
    end = START + SPRINT_TIME - MISTAKE_COST
    assert not sprint.is_over(end - 1, len(TODAY))
    assert sprint.is_over(end, len(TODAY))
    assert sprint.answered(2, CLAIMS[1], end + 999, TODAY).score == 1  # it was on its way
    assert sprint.answered(2, CLAIMS[1], end + 1_000, TODAY) == sprint


def test_whoever_answers_everything_is_done() -> None:
    sprint = begun()
    for number, claims in enumerate(CLAIMS, start=1):
        sprint = sprint.answered(number, claims, START + 1_000 * number, TODAY)
    assert sprint.score == len(TODAY)
    assert sprint.is_over(START + 130_000, len(TODAY))
    assert sprint.answered(len(TODAY) + 1, True, START + 131_000, TODAY) == sprint


def test_whoever_only_guesses_gets_nowhere() -> None:
    """Claiming everything at once, a second for each, beats nobody who looks."""
    sprint, at = begun(), START
    while not sprint.is_over(at, len(TODAY)):
        at += 1_000
        sprint = sprint.answered(len(sprint.answers) + 1, True, at, TODAY)
    assert sprint.score < 20
