"""Ratings while their players rest."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from menhirs.tournament.idle_rating import PERIOD, after_rest
from menhirs.tournament.rating import PROVISIONAL_ABOVE, Rating, rated

ratings = st.builds(Rating, st.floats(500, 2_500), st.floats(30, 350), st.floats(0.03, 0.09))


@given(ratings, st.integers(-PERIOD, 400 * PERIOD))
def test_rest_changes_the_doubt_alone_and_only_upwards(rating: Rating, rest: int) -> None:
    rested = after_rest(rating, rest)
    assert (rested.rating, rested.volatility) == (rating.rating, rating.volatility)
    assert rating.deviation <= rested.deviation <= 350


@given(ratings, st.integers(0, 100), st.integers(0, 100))
def test_two_rests_are_one(rating: Rating, one: int, two: int) -> None:
    apart = after_rest(after_rest(rating, one * PERIOD), two * PERIOD)
    assert apart == after_rest(rating, (one + two) * PERIOD)


@given(ratings)
def test_a_rest_that_is_too_short_is_none_and_a_whole_one_is_a_period(rating: Rating) -> None:
    assert after_rest(rating, PERIOD - 1) == rating
    assert after_rest(rating, PERIOD) == rated(rating, [])


def test_a_sure_rating_is_provisional_again_after_about_a_year() -> None:
    year = 365 * 24 * 60 * 60 * 1000
    sure = Rating(1500, 60, 0.06)
    assert after_rest(sure, year * 9 // 10).deviation < PROVISIONAL_ABOVE
    assert after_rest(sure, year * 12 // 10).deviation > PROVISIONAL_ABOVE


def test_after_ages_nobody_is_known() -> None:
    assert after_rest(Rating(1500, 50, 0.06), 10**15).deviation == 350
