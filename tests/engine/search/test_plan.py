"""Rule sets as flat tables of turns."""

from __future__ import annotations

from dataclasses import replace

import pytest

from menhirs.core.rules import AMSTERDAM, BASE, BASE8
from menhirs.core.scoring import RoundScoring
from menhirs.engine.search.plan import NOWHERE, POINT, plan_of
from tests.engine.search.games import RISING


def test_what_can_still_be_won_in_amsterdam() -> None:
    plan = plan_of(AMSTERDAM)
    for lap, number, most in [(1, 12, 22), (1, 11, 22), (1, 3, 14), (2, 12, 11), (2, 1, 1)]:
        turn = plan.turn(lap, number, 1)
        assert plan.most[turn * plan.width + 11] == most * POINT
    # After the decision moment a tie may be worth 12 to one of them; in lap 2 it never is.
    assert plan.later[plan.turn(1, 1, 2) * plan.width + 5] == 12 * POINT
    assert plan.later[plan.turn(2, 1, 2) * plan.width + 5] == 0


def test_fog_taken_away_lessens_what_can_be_won_in_the_base_game() -> None:
    plan = plan_of(BASE)
    turn = plan.turn(1, 7, 2)
    assert plan.most[turn * plan.width + 11] == 11 * POINT
    assert plan.later[turn * plan.width + 11] == 10 * POINT


def test_who_moves_when_two_tiles_are_left() -> None:
    for rules, mover in [(BASE, 1), (BASE8, 2)]:
        plan = plan_of(rules)
        for number in range(3, 8):  # all fog lies there until the clearing begins
            assert plan.pair[plan.turn(1, number, 1) * plan.width + 11] == mover
        assert plan.pair[plan.turn(1, 12, 2) * plan.width + 3] == 0
        assert plan.pair[plan.turn(1, 1, 1) * plan.width + 7] == 0
    # The last four turns of the Amsterdam Way take a tile each, the others need not.
    plan = plan_of(AMSTERDAM)
    turn = plan.turn(2, 2, 1)
    assert [plan.pair[turn * plan.width + tiles] for tiles in (3, 4, 5, 6)] == [2, 1, 2, 0]
    assert plan.pair[plan.turn(2, 5, 1) * plan.width + 5] == 2


def test_where_the_turns_lead() -> None:
    plan = plan_of(AMSTERDAM)
    assert plan.following[plan.turn(1, 11, 1)] == plan.turn(1, 11, 2)
    assert plan.following[plan.turn(1, 11, 2)] == plan.turn(1, 10, 1)
    assert plan.following[plan.turn(2, 1, 2)] == NOWHERE
    assert plan.on[plan.turn(1, 5, 2)] == plan.turn(1, 2, 1)
    assert plan.back[plan.turn(1, 3, 2)] == plan.turn(2, 12, 1)
    assert plan.back[plan.turn(2, 3, 2)] == NOWHERE
    assert [plan.due[plan.turn(1, n, 2)] for n in (11, 4, 3, 2)] == [1, 1, 2, 0]
    assert plan.due[plan.turn(1, 3, 1)] == 0


def test_where_rounds_rise_in_worth_later_may_be_more() -> None:
    plan = plan_of(RISING)
    turn = plan.turn(1, 2, 1)
    assert plan.later[turn * plan.width + 4] > plan.score[turn * plan.width + 4]


def test_a_win_cannot_be_worth_anything_whatever() -> None:
    with pytest.raises(ValueError, match="points"):
        plan_of(replace(AMSTERDAM, name="rich", scoring=RoundScoring(a_lap_earlier=5000)))
