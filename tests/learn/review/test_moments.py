"""Key moments: their sentences, and the better actions."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from menhirs.core.actions import Claim
from menhirs.learn.judge import ExerciseProgress, Verdict, judge, read_answer, solution
from menhirs.learn.review import (
    KeyMoment,
    Mark,
    Review,
    annotate,
    exercise_of,
    moments_of,
    review_game,
)
from menhirs.learn.review.words import moment_in_words, summary_in_words
from menhirs.notation.people import People
from menhirs.notation.record import Record, read_record
from menhirs.notation.tree import Game
from menhirs.notation.tree_text import read_tree, write_tree

GOLDEN = Path(__file__).parents[2] / "golden"
NAMES = ["amsterdam-two-laps-tie", "amsterdam-claim-not-shown", "amsterdam-wrong-claim"]
TELLING = [*NAMES, "base-freed"]


def golden(name: str) -> Record:
    return read_record((GOLDEN / f"{name}.menhirs").read_text("utf-8"))


@cache
def reviewed(name: str) -> Review:
    return review_game(golden(name), 2_000)


def moments(name: str) -> list[KeyMoment]:
    return moments_of(golden(name), reviewed(name))


@pytest.mark.parametrize("name", TELLING)
def test_a_moment_can_be_tried_again_and_done_better(name: str) -> None:
    tried = 0
    for moment in moments(name):
        exercise = exercise_of(moment)
        if exercise is None:
            continue
        tried += 1
        progress = ExerciseProgress(exercise, exercise.start)
        assert exercise.start == moment.before
        assert judge(progress, solution(progress)).verdict is Verdict.RIGHT
        if Mark.ONLY_MOVE not in moment.marks and not exercise.only_claims:
            assert judge(progress, moment.action).verdict is Verdict.WRONG
        if exercise.only_claims:
            wrong = "no" if Mark.MISSED_CLAIM in moment.marks else "claim"
            assert judge(progress, read_answer(wrong, moment.before)).verdict is Verdict.WRONG
    assert tried


def test_a_missed_claim_is_told_with_its_move_and_done_better_by_claiming() -> None:
    moment = next(m for m in moments(NAMES[0]) if m.marks[0] is Mark.MISSED_CLAIM)
    assert moment.ply.ply == 21
    assert moment.better == ("claim", "a3-SE")
    assert moment_in_words(moment, People(reader=1)).startswith(
        "You could have claimed victory: a push of a3 and b3 to the south-east would have freed"
    )
    assert moment_in_words(moment).startswith("Player 1 could have claimed victory")
    exercise = exercise_of(moment)
    assert exercise is not None
    assert solution(ExerciseProgress(exercise, exercise.start)) == Claim()


def test_every_moment_has_words_for_the_player_and_for_others() -> None:
    for name in TELLING:
        for moment in moments(name):
            yours = moment_in_words(moment, People(reader=moment.ply.player))
            theirs = moment_in_words(moment, People(names={1: "{Anna}", 2: "Bo"}))
            assert yours != theirs
            assert yours.startswith("You")
            assert theirs.startswith(("{Anna}", "Bo"))


def test_a_summary_counts() -> None:
    one, two = reviewed(NAMES[1]).summaries
    assert (one.actions, two.actions) == (8, 6)
    assert "Wrong claim: 1" in summary_in_words(one)
    assert summary_in_words(one)[0] == "Player 1 made no mistake in 6 of 8 moves."


@pytest.mark.parametrize("name", TELLING)
def test_an_annotated_game_keeps_its_main_line_and_what_was_said(name: str) -> None:
    record = golden(name)
    game = Game.from_record(record)
    first = game.next()
    assert first is not None
    first.comment = "a good beginning"
    review = reviewed(name)
    annotate(game, review)
    assert game.record() == record
    assert first.comment.startswith("a good beginning")
    again = read_tree(write_tree(game))
    assert again == game
    annotate(game, review)
    assert game == again  # nothing is said twice
    for moment in moments_of(record, review):
        node = list(again.main_line())[moment.ply.ply - 1]
        assert moment_in_words(moment) in node.comment
        if moment.better and moment.better[0] != moment.ply.action:
            assert node.parent.variation(moment.better[0]) is not None
