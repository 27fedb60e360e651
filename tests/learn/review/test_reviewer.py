"""A review comes out the same every time, interrupted or not, and reads back equal."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Event

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.core.actions import Claim, Move
from menhirs.core.position import Position
from menhirs.core.state import Outcome, Reason
from menhirs.engine.analysis import Analysis, Limits, Line, Watch
from menhirs.engine.search import Search
from menhirs.learn.review import (
    BadReview,
    Mark,
    Review,
    ReviewedPly,
    Reviewer,
    moments_of,
    ply_to_json,
    review_from_json,
    review_game,
    review_to_json,
)
from menhirs.learn.review.words import moment_in_words
from menhirs.notation.record import Record, read_record
from tests.learn.review.games import random_game

GOLDEN = Path(__file__).parents[2] / "golden"


def golden(name: str) -> Record:
    return read_record((GOLDEN / f"{name}.menhirs").read_text("utf-8"))


def marks(review: Review) -> dict[int, set[Mark]]:
    return {ply.ply: set(ply.marks) for ply in review.plies if ply.marks}


@pytest.mark.parametrize("rules", ["amsterdam", "base", "endless"])
def test_the_same_nodes_give_the_same_review_interrupted_or_not(rules: str) -> None:
    game = random_game(rules, 4)
    record = Record(game.start, game.actions[:30])
    whole = review_game(record, 300)
    assert review_game(record, 300) == whole
    for done in (5, 17, len(whole.plies)):
        first = Reviewer(record, nodes=300).backwards()
        begun = [next(first) for _ in range(min(done, len(whole.plies)))]
        later = Reviewer(record, nodes=300)
        assert later.finish(later.backwards(begun)) == whole


def test_plies_are_told_from_the_last_to_the_first() -> None:
    reviewer = Reviewer(golden("base-freed"), nodes=20)
    assert [ply.ply for ply in reviewer.backwards()] == list(range(reviewer.plies, 0, -1))


def test_a_game_without_actions_has_an_empty_review() -> None:
    review = review_game(Record(golden("base-freed").start))
    assert (review.plies, review.outcome, review.turning_point) == ((), None, None)


def test_a_wrong_claim_is_marked() -> None:
    review = review_game(golden("amsterdam-wrong-claim"), 300)
    assert Mark.WRONG_CLAIM in review.plies[-1].marks
    assert review.turning_point == review.plies[-1]


def test_a_right_claim_that_is_not_shown_is_wrong_and_a_missed_win() -> None:
    claim, shown = review_game(golden("amsterdam-claim-not-shown"), 300).plies[-2:]
    assert (claim.action, claim.marks) == ("claim", ())
    assert {Mark.WRONG_CLAIM, Mark.MISSED_WIN, Mark.MISTAKE} == set(shown.marks)


def test_a_right_claim_is_no_miss() -> None:
    claim, shown = review_game(golden("amsterdam-right-claim-tile-put-back"), 300).plies[-2:]
    assert (claim.value, claim.proven, claim.after) == (22, True, 22)
    assert claim.best[0] == "claim"
    assert not {Mark.MISSED_WIN, Mark.MISSED_CLAIM, Mark.MISTAKE} & {*claim.marks, *shown.marks}


def test_a_right_claim_that_came_too_late_is_named_and_a_wrong_one_is_not() -> None:
    record = golden("amsterdam-two-laps-tie")
    reviewer = Reviewer(record, nodes=20, late_claims=range(1, 60))
    review = reviewer.finish(reviewer.backwards())
    late = [p.ply for p in review.plies if Mark.LATE_CLAIM in p.marks]
    positions = enumerate(record.positions[:59], start=1)
    tried = {number: one.play(Claim()) for number, one in positions if one.claimant == one.player}
    right = [number for number, claimed in tried.items() if not claimed.is_over]
    assert late == right and 21 in right and len(right) < len(tried)
    told = next(one for one in moments_of(record, review) if one.ply.ply == 21)
    assert "Player 1 tried to claim, but the time for it was over." in moment_in_words(told)


class Hopeful:
    """Believes in nothing but the action that was played, until it is asked about all."""

    def __init__(self, record: Record) -> None:
        self.played = dict(zip(record.positions, record.actions, strict=False))

    def analyse(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        watch: Watch | None = None,
        stop: Event | None = None,
    ) -> Analysis:
        told = Search(table_mb=1).analyse(position, Limits(nodes=2_000), lines=1 << 12)
        first = Line((self.played.get(position, told.lines[0].actions[0]),), 0, proven=False)
        found = told.lines if lines > 1 else (first,)
        return Analysis(found, 0, False, 1, 1, 0.0, "search")


def test_an_action_that_was_refuted_is_not_called_the_best() -> None:
    record = golden("amsterdam-claim-not-shown")
    reviewer = Reviewer(record, tables=Hopeful(record))
    blunder = reviewer.finish(reviewer.backwards()).plies[10]
    assert (blunder.action, blunder.after) == ("a1-SE", -22)
    assert blunder.best and blunder.action not in blunder.best
    assert Mark.MISTAKE in blunder.marks


def test_a_game_that_goes_on_is_reviewed_as_far_as_it_goes() -> None:
    record = golden("base-freed").back(1)
    review = review_game(record, 300)
    assert review.outcome is None
    assert isinstance(record.actions[-2], Move)
    last = review.plies[-1]
    assert (last.after, last.after_proven) == (-1, True)  # the next move wins


texts = st.text(max_size=8)
plies = st.builds(
    ReviewedPly,
    ply=st.integers(1),
    action=texts,
    player=st.sampled_from([1, 2]),
    value=st.integers(),
    proven=st.booleans(),
    after=st.integers(),
    after_proven=st.booleans(),
    best=st.lists(texts, max_size=3).map(tuple),
    line=st.lists(texts, max_size=3).map(tuple),
    marks=st.lists(st.sampled_from(Mark), max_size=3).map(tuple),
    keeps=st.lists(texts, max_size=3).map(tuple),
)
reviews = st.builds(
    Review,
    rules=texts,
    nodes=st.none() | st.integers(1),
    plies=st.lists(plies, max_size=4).map(tuple),
    outcome=st.none()
    | st.builds(Outcome, st.sampled_from([0, 1, 2]), st.integers(), st.sampled_from(Reason)),
)


@given(reviews)
def test_every_review_reads_back_equal(review: Review) -> None:
    assert review_from_json(json.loads(json.dumps(review_to_json(review)))) == review


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


def code_of(data: object) -> str | None:
    """The code with which it is refused, if it is."""
    try:
        review_from_json(data)
    except BadReview as error:
        return error.code
    return None


A_REVIEW = Review("base", 5, (ReviewedPly(1, "+a1", 1, 0, False, 0, False, ("+a1",), ("+a1",)),))
FIELDS = [*review_to_json(A_REVIEW), *(f"plies.{name}" for name in ply_to_json(A_REVIEW.plies[0]))]


@given(st.sampled_from(FIELDS), anything)
def test_what_is_no_review_is_refused_with_a_code(field: str, value: object) -> None:
    told = review_to_json(A_REVIEW)
    place, name = (told["plies"][0], field[6:]) if field.startswith("plies.") else (told, field)
    place[name] = value
    assert code_of(told) in (None, "review-json")
    del place[name]
    derived = ("exact", "players", "winner", "score", "reason", "nodes")
    assert (code_of(told) is None) == (field in derived)
    assert code_of(value) == "review-json"
