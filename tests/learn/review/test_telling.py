"""The data of a review for a page: every line can be played, every exercise can be done."""

from __future__ import annotations

import pytest

from menhirs.learn.errors import BadExercise
from menhirs.learn.exercise_data import ExerciseTeller
from menhirs.learn.judge import ExerciseProgress, solution
from menhirs.learn.review import Review, review_game
from menhirs.learn.review.exercise_set import ReviewExercises
from menhirs.learn.review.review import Mark
from menhirs.learn.review.review_data import ReviewTeller
from menhirs.learn.review.words import turning_point_in_words
from menhirs.notation.people import People
from menhirs.notation.record import Record
from menhirs.notation.words import ENGLISH
from menhirs.view.player_names import people_of_record
from menhirs.web.languages import LANGUAGES
from tests.learn.review.games import random_game

NODES = 50
PEOPLE = People({1: "Ann"}, {2: "your opponent"}, reader=2)


def reviewed(seed: int) -> tuple[Record, Review]:
    game = random_game("amsterdam" if seed % 2 else "base", seed)
    return game, review_game(game, NODES)


@pytest.mark.parametrize("seed", range(4))
def test_every_moment_is_told_with_its_line_and_its_exercise(seed: int) -> None:
    record, review = reviewed(seed)
    told = ReviewTeller("name", review, record, PEOPLE, ENGLISH).data()
    assert [one["ply"] for one in told["moments"]] == [p.ply for p in review.plies if p.marks]
    assert len(told["values"]) == len(record.actions) + 1
    exercises = ReviewExercises({"name": (record, review)}.get)
    for moment in told["moments"]:
        assert moment["title"] and moment["text"] and moment["played"]
        assert bool(moment["better"]) == bool(moment["line"])
        assert moment["named"].startswith("Round ")
        assert moment["named"].endswith(("Ann", "You"))
        assert moment["is_good"] <= (moment["mistake"] is None)
        if moment["line"]:
            assert moment["line"][0]["ply"] == moment["ply"] and not moment["is_good"]
        if moment["exercise"]:
            exercise = exercises.exercise(moment["exercise"])
            assert exercise.learner == moment["player"]
            progress = ExerciseProgress(exercise, exercise.start)
            assert solution(progress) is not None
            view = ExerciseTeller(progress, LANGUAGES["en"]).state()["scene"]["view"]
            turned = record.start.menhirs & ~exercise.start.menhirs
            assert view["flipped"] == record.start.geometry.names_of(turned)


def test_what_is_no_exercise_is_refused() -> None:
    record, review = reviewed(1)
    exercises = ReviewExercises({"name": (record, review)}.get)
    for identity in ("", "name", "name.", "name.0", "name.999", "name.x", "name.1.1", "other.1"):
        with pytest.raises(BadExercise, match="no such exercise"):
            exercises.exercise(identity)


def test_where_it_was_lost_is_told_by_round_and_what_is_certain_as_certain() -> None:
    data: dict[str, bool] = {}
    for seed in range(12):
        record, review = reviewed(seed)
        lost = review.turning_point
        if lost is None:
            continue
        words = turning_point_in_words(review, record, PEOPLE)
        number = record.positions[lost.ply - 1].round
        assert f"lost the game in round {number}" in words
        known = lost.proven or {Mark.MISSED_WIN, Mark.MISSED_CLAIM} & set(lost.marks)
        certain = Mark.WRONG_CLAIM in lost.marks or (known and lost.after_proven)
        assert ("not proven" in words) == (not certain)
        data[words] = bool(certain)
    assert True in data.values()


def test_players_of_a_record_have_their_names() -> None:
    named = people_of_record({"Player1": "Ann", "Player2": "?"}, ENGLISH)
    assert [named.call(player, ENGLISH) for player in (1, 2)] == ["Ann", "North"]
    alike = people_of_record({"Player1": "Ann", "Player2": "Ann"}, ENGLISH)
    assert [alike.call(player, ENGLISH) for player in (1, 2)] == ["South", "North"]
