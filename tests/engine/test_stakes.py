"""What can still be won in every turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from menhirs.core.rules import AMSTERDAM, BASE, BASE8
from menhirs.core.scoring import RoundScoring
from menhirs.engine.stakes import POINT, stakes_of
from tests.engine.search.games import RISING


def test_what_can_still_be_won_in_amsterdam() -> None:
    stakes = stakes_of(AMSTERDAM)
    for lap, number, most in [(1, 12, 22), (1, 11, 22), (1, 3, 14), (2, 12, 11), (2, 1, 1)]:
        turn = stakes.rules.turn(lap, number, 1)
        assert stakes.most[stakes.entry(turn, 11)] == most * POINT
    # After the decision moment a tie may be worth 12 to one of them; in lap 2 it never is.
    assert stakes.later[stakes.entry(stakes.rules.turn(1, 1, 2), 5)] == 12 * POINT
    assert stakes.later[stakes.entry(stakes.rules.turn(2, 1, 2), 5)] == 0


def test_fog_taken_away_lessens_what_can_be_won_in_the_base_game() -> None:
    stakes = stakes_of(BASE)
    turn = stakes.rules.turn(1, 7, 2)
    assert stakes.most[stakes.entry(turn, 11)] == 11 * POINT
    assert stakes.later[stakes.entry(turn, 11)] == 10 * POINT


def test_who_moves_when_two_tiles_are_left() -> None:
    for rules, mover in [(BASE, 1), (BASE8, 2)]:
        stakes = stakes_of(rules)
        for number in range(3, 8):  # all fog lies there until the clearing begins
            assert stakes.pair[stakes.entry(stakes.rules.turn(1, number, 1), 11)] == mover
        assert stakes.pair[stakes.entry(stakes.rules.turn(1, 12, 2), 3)] == 0
        assert stakes.pair[stakes.entry(stakes.rules.turn(1, 1, 1), 7)] == 0
    # The last four turns of the Amsterdam Way take a tile each, the others need not.
    stakes = stakes_of(AMSTERDAM)
    turn = stakes.rules.turn(2, 2, 1)
    assert [stakes.pair[stakes.entry(turn, tiles)] for tiles in (3, 4, 5, 6)] == [2, 1, 2, 0]
    assert stakes.pair[stakes.entry(stakes.rules.turn(2, 5, 1), 5)] == 2


def test_where_rounds_rise_in_worth_later_may_be_more() -> None:
    stakes = stakes_of(RISING)
    turn = stakes.rules.turn(1, 2, 1)
    assert stakes.later[stakes.entry(turn, 4)] > stakes.score[stakes.entry(turn, 4)]


def test_a_win_cannot_be_worth_anything_whatever() -> None:
    with pytest.raises(ValueError, match="points"):
        stakes_of(replace(AMSTERDAM, name="rich", scoring=RoundScoring(a_lap_earlier=5000)))
