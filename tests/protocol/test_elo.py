"""Elo arithmetic on numbers that are known from elsewhere."""

from __future__ import annotations

from math import inf, isinf

import pytest

from menhirs.protocol.elo import elo_difference


def expected_score(difference: float) -> float:
    """The share of the points that a player so much stronger gets."""
    return 1 / (1 + 10 ** (-difference / 400))


@pytest.mark.parametrize(
    ("score", "difference"),
    [(0.5, 0), (0.64, 100), (0.76, 200), (0.849, 300), (0.909, 400), (0.36, -100)],
)
def test_the_table_that_players_know(score: float, difference: float) -> None:
    assert expected_score(difference) == pytest.approx(score, abs=0.001)


@pytest.mark.parametrize(
    ("wins", "ties", "losses", "best"),
    [
        (50, 0, 50, 0),
        (0, 10, 0, 0),
        (75, 0, 25, 190.85),
        (60, 0, 40, 70.44),
        (50, 20, 30, 70.44),
        (10, 0, 1, 400),
        (25, 0, 75, -190.85),
    ],
)
def test_the_difference_follows_from_the_score(
    wins: int, ties: int, losses: int, best: float
) -> None:
    found = elo_difference(wins, ties, losses)
    assert found.best == pytest.approx(best, abs=0.01)
    assert found.low < found.best < found.high
    assert expected_score(found.best) == pytest.approx((wins + ties / 2) / (wins + ties + losses))


def test_without_ties_the_bounds_are_wilsons() -> None:
    # 60 of 100: Wilson's 95 % interval is 0.5020 to 0.6906.
    found = elo_difference(60, 0, 40)
    assert expected_score(found.low) == pytest.approx(0.5020, abs=0.0001)
    assert expected_score(found.high) == pytest.approx(0.6906, abs=0.0001)
    # 10 of 10: 0.7225 to 1.
    swept = elo_difference(10, 0, 0)
    assert expected_score(swept.low) == pytest.approx(0.7225, abs=0.0001)
    assert (swept.best, swept.high) == (inf, inf)


def test_whoever_has_won_all_games_is_at_least_so_much_stronger() -> None:
    assert str(elo_difference(10, 0, 0)) == "at least +166 (95 %)"
    assert str(elo_difference(0, 0, 10)) == "at most -166 (95 %)"
    assert str(elo_difference(60, 0, 40)) == "+70 ± 69 (95 %: +1 to +139)"


def test_ties_narrow_the_bounds_but_never_to_nothing() -> None:
    decided, tied = elo_difference(50, 0, 50), elo_difference(5, 90, 5)
    assert 0 < tied.error < decided.error
    assert elo_difference(0, 2, 0).error > 100


def test_more_games_narrow_the_bounds() -> None:
    errors = [elo_difference(6 * n, 0, 4 * n).error for n in (1, 10, 100, 1000)]
    assert errors == sorted(errors, reverse=True)
    # With many games it is the usual 1.96 standard deviations: 0.6 ± 0.0096 of 10,000.
    assert errors[-1] == pytest.approx(6.95, abs=0.05)


def test_who_is_asked_first_only_turns_the_sign() -> None:
    for result in ((7, 2, 1), (10, 0, 0), (0, 0, 1)):
        one, two = elo_difference(*result), elo_difference(*reversed(result))
        assert one.best == -two.best
        assert one.low == pytest.approx(-two.high) or isinf(one.low)
