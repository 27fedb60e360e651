"""What a page is told of a review: every line can be played, every exercise can be done."""

from __future__ import annotations

import pytest

from menhirs.learn.errors import BadExercise
from menhirs.learn.judge import Stand, solution
from menhirs.learn.review import Review, review_game
from menhirs.learn.review.exercise_set import ReviewExercises
from menhirs.learn.review.telling import ReviewTeller
from menhirs.notation.people import People
from menhirs.notation.record import Record
from menhirs.notation.words import ENGLISH
from tests.learn.review.games import random_game

NODES = 50
PEOPLE = People({1: "Ann"}, {2: "your opponent"}, you=2)


def reviewed(seed: int) -> tuple[Record, Review]:
    game = random_game("amsterdam" if seed % 2 else "base", seed)
    return game, review_game(game, NODES)


@pytest.mark.parametrize("seed", range(4))
def test_every_moment_is_told_with_its_line_and_its_exercise(seed: int) -> None:
    record, review = reviewed(seed)
    told = ReviewTeller("name", review, record, PEOPLE, ENGLISH).told()
    assert [one["ply"] for one in told["moments"]] == [p.ply for p in review.plies if p.marks]
    assert len(told["values"]) == len(record.actions) + 1
    exercises = ReviewExercises({"name": (record, review)}.get)
    for moment in told["moments"]:
        assert moment["title"] and moment["text"] and moment["played"]
        assert bool(moment["better"]) == bool(moment["line"])
        if moment["line"]:
            assert moment["line"][0]["ply"] == moment["ply"] and not moment["is_good"]
        if moment["exercise"]:
            exercise = exercises.exercise(moment["exercise"])
            assert exercise.learner == moment["player"]
            assert solution(Stand(exercise, exercise.start)) is not None


def test_what_is_no_exercise_is_refused() -> None:
    record, review = reviewed(1)
    exercises = ReviewExercises({"name": (record, review)}.get)
    for identity in ("", "name", "name.", "name.0", "name.999", "name.x", "name.1.1", "other.1"):
        with pytest.raises(BadExercise, match="no such exercise"):
            exercises.exercise(identity)
