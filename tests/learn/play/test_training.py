"""Exercises from one's own games: which moments become one, and when each is due."""

from __future__ import annotations

from functools import cache

import pytest

from menhirs.learn.classroom import Classroom
from menhirs.learn.judge import ExerciseProgress, Verdict, judge, read_answer
from menhirs.learn.play.spaced_repetition import DAY
from menhirs.learn.play.training import (
    NEW_A_DAY,
    CardKind,
    TrainingCard,
    TrainingOutcome,
    TrainingSchedule,
    kind_of,
    new_cards,
)
from menhirs.learn.review import Mark, Review, Reviewer
from menhirs.learn.review.exercise_set import ReviewExercises
from menhirs.learn.review.moments import moments_of
from menhirs.notation.record import Record
from menhirs.notation.words import ENGLISH
from menhirs.web.languages import LANGUAGES
from tests.learn.play.games import random_match


@cache
def games() -> dict[str, tuple[Record, Review]]:
    """Games with their reviews, by name."""
    found = {}
    for seed in range(5):
        record = random_match("amsterdam", seed).record()
        reviewer = Reviewer(record, nodes=2_000)
        found[f"game{seed}"] = (record, reviewer.finish(reviewer.backwards()))
    return found


@cache
def cards_of_games() -> dict[str, list[TrainingCard]]:
    """The cards that follow from each of them, for both players."""
    return {
        name: [card for player in (1, 2) for card in new_cards(name, record, review, player, at=1)]
        for name, (record, review) in games().items()
    }


def test_every_card_is_an_exercise_that_takes_every_right_answer() -> None:
    exercises = ReviewExercises(games().get)
    kinds = set()
    for name, cards in cards_of_games().items():
        _, review = games()[name]
        for card in cards:
            kinds.add(card.kind)
            exercise = exercises.exercise(card.exercise)
            ply = review.plies[int(card.exercise.partition(".")[2]) - 1]
            progress = ExerciseProgress(exercise, exercise.start)
            if card.kind in (CardKind.WIN, CardKind.CLAIM):
                continue
            for text in ply.keeps:
                answer = read_answer(text, exercise.start)
                assert judge(progress, answer).verdict is Verdict.RIGHT
            played = read_answer(ply.action, exercise.start)
            assert judge(progress, played).verdict is Verdict.WRONG
    assert kinds >= {CardKind.WIN, CardKind.CLAIM, CardKind.TILE, CardKind.ONLY}


def test_only_what_is_certain_becomes_one_and_praise_does_not() -> None:
    for name, (record, review) in games().items():
        names = {card.exercise for card in cards_of_games()[name]}
        for moment in moments_of(record, review):
            ply = moment.ply
            if kind_of(moment) is None:
                assert f"{name}.{ply.ply}" not in names
            by_rules = set(ply.marks) & {Mark.MISSED_WIN, Mark.MISSED_CLAIM}
            if by_rules:
                assert f"{name}.{ply.ply}" in names
            if set(ply.marks) <= {Mark.ONLY_MOVE, Mark.TRAP}:
                assert kind_of(moment) is None
            if kind_of(moment) in (CardKind.TILE, CardKind.ONLY, CardKind.KEEP, CardKind.DECIDE):
                assert ply.proven
                assert ply.after_proven


def test_a_claim_has_its_three_seconds() -> None:
    room = Classroom([ReviewExercises(games().get)])
    claims = [
        card for cards in cards_of_games().values() for card in cards if card.kind is CardKind.CLAIM
    ]
    state = room.opening("reviews", claims[0].exercise, LANGUAGES["en"])["state"]
    assert state["claim"] == {"left": 3_000}


def test_what_was_missed_is_due_tomorrow_and_what_was_right_later() -> None:
    card = TrainingCard("m.1", CardKind.WIN, added=5)
    assert TrainingSchedule([card], [], 5).due == [card]
    wrong, right = card.answered(TrainingOutcome.WRONG, 5), card.answered(TrainingOutcome.RIGHT, 5)
    assert (wrong.missed, wrong.times, wrong.begun) == (1, 1, 5)
    assert wrong.due == 5 + DAY
    assert right.due > wrong.due
    assert TrainingSchedule([wrong, right], [], 5).due == []
    assert TrainingSchedule([wrong, right], [], 5).next_at == 5 + DAY
    assert TrainingSchedule([wrong, right], [], 5 + DAY).due == [wrong]
    helped = card.answered(TrainingOutcome.HELPED, 5)
    assert wrong.due <= helped.due <= right.due
    for one in (card, wrong, right):
        assert TrainingCard.from_json(one.as_json()) == one


def test_a_long_history_comes_a_few_a_day_and_what_was_begun_comes_first() -> None:
    new = [TrainingCard(f"m.{n}", CardKind.WIN, added=n) for n in range(30)]
    assert len(TrainingSchedule(new, [], 100).due) == NEW_A_DAY
    assert TrainingSchedule(new, [], 100).due[0].exercise == "m.29"  # of the last game
    begun = [card.answered(TrainingOutcome.RIGHT, 100) for card in new[:4]]
    assert len(TrainingSchedule([*begun, *new[4:]], [], 100).due) == NEW_A_DAY - 4
    old = new[0].answered(TrainingOutcome.WRONG, 0)
    assert TrainingSchedule([*new[1:], old], [], DAY).due[0] == old
    assert TrainingSchedule([*begun, *new[4:]], [], 100).next_at == DAY


@pytest.mark.parametrize(
    ("days", "streak"),
    [([], 0), ([9], 1), ([10], 1), ([9, 10], 2), ([7, 8, 9], 3), ([7, 8], 0), ([8, 10], 1)],
)
def test_a_streak_lasts_until_a_day_was_left_out(days: list[int], streak: int) -> None:
    assert TrainingSchedule([], days, 10 * DAY + 5).streak == streak


def test_what_a_page_is_told() -> None:
    card = TrainingCard("m.1", CardKind.CLAIM, added=5)
    told = TrainingSchedule([card], [0], 5).data(ENGLISH)
    assert told["text"] == "1 exercise from your own games is due."
    assert told["streak"] == ""
    assert told["next"] == {
        "set": "reviews",
        "id": "m.1",
        "kind": "claim",
        "title": "A claim of yours that went wrong",
    }
    done = TrainingSchedule([card.answered(TrainingOutcome.WRONG, 5)], [0], 5).data(ENGLISH)
    assert (done["due"], done["next"], done["next_at"]) == (0, None, 5 + DAY)
    assert TrainingSchedule([], [], 5).data(ENGLISH)["text"].startswith("No exercises yet")
