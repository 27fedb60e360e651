"""Glicko-2, with the worked example of Glickman's paper."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.tournament.rating import LOSS, TIE, WIN, RatedGame, Rating, rated, rated_pair

RATINGS = st.builds(Rating, st.floats(0, 4000), st.floats(20, 350), st.floats(0.03, 0.1))


def test_the_example_of_the_paper() -> None:
    games = [
        RatedGame(Rating(1400, 30), WIN),
        RatedGame(Rating(1550, 100), LOSS),
        RatedGame(Rating(1700, 300), LOSS),
    ]
    after = rated(Rating(1500, 200, 0.06), games)
    # The paper rounds on its way: 1464.06.
    assert after.rating == pytest.approx(1464.06, abs=0.015)
    assert after.deviation == pytest.approx(151.52, abs=0.005)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_only_the_doubt_grows() -> None:
    after = rated(Rating(1600, 50, 0.06), [])
    assert (after.rating, after.volatility) == (1600, 0.06)
    assert 50 < after.deviation < 52
    assert rated(Rating(), []).deviation == 350


def test_a_rating_is_provisional_until_enough_games_stand_behind_it() -> None:
    assert Rating().is_provisional
    assert Rating(deviation=110.1).is_provisional
    assert not Rating(deviation=110).is_provisional
    mine, theirs = Rating(), Rating()
    for game in range(20):
        mine, theirs = rated_pair(mine, theirs, WIN if game % 2 else LOSS)
    assert not mine.is_provisional


@given(RATINGS, RATINGS)
def test_the_winner_gains_and_the_loser_loses(one: Rating, two: Rating) -> None:
    winner, loser = rated_pair(one, two, WIN)
    assert winner.rating > one.rating
    assert loser.rating < two.rating
    assert 0 < winner.deviation <= 350
    assert 0 < winner.volatility < 1


@given(RATINGS)
def test_a_tie_of_equals_changes_no_rating(one: Rating) -> None:
    after, other = rated_pair(one, one, TIE)
    assert after.rating == pytest.approx(one.rating)
    assert after == other
