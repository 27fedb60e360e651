"""The time given back for lag, however a page pretends to be slow (A9)."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from menhirs.match.lag import (
    MOST_LAG,
    PINGS_REMEMBERED,
    QUOTA_AT_FIRST,
    QUOTA_GAIN,
    LagTracker,
)


def measured(*times: int) -> LagTracker:
    tracker = LagTracker()
    for one in times:
        tracker.measure(one)
    return tracker


def test_nothing_is_given_back_before_a_ping_was_answered() -> None:
    assert LagTracker().spend() == 0


def test_a_steady_lag_is_given_back() -> None:
    assert measured(*[180] * PINGS_REMEMBERED).spend() == 180


def test_the_smallest_of_the_last_pings_counts() -> None:
    assert measured(1_000, 1_000, 40, 1_000).spend() == 40
    assert measured(40, *[300] * PINGS_REMEMBERED).spend() == 300  # the way became longer


def test_a_page_that_has_just_come_gets_little() -> None:
    assert measured(10**6).spend() == QUOTA_AT_FIRST + QUOTA_GAIN


def test_what_was_given_has_to_be_earned_again() -> None:
    late = measured(*[10**6] * 20)
    assert [late.spend(), late.spend()] == [MOST_LAG, 0]
    late.measure(10**6)
    assert late.spend() == QUOTA_GAIN


@given(st.lists(st.none() | st.integers(-10, 10**6), max_size=60))
def test_no_order_of_answers_and_claims_gives_more_than_the_quota(steps: list[int | None]) -> None:
    tracker, spent, answered = LagTracker(), 0, 0
    for step in steps:
        if step is None:
            back = tracker.spend()
            assert 0 <= back <= MOST_LAG
            spent += back
        else:
            tracker.measure(step)
            answered += 1
    assert spent <= QUOTA_AT_FIRST + QUOTA_GAIN * answered
