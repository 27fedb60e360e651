"""No game is longer, and none is worth more, than is said before."""

from __future__ import annotations

from random import Random

import pytest

from menhirs.core.rules import AMSTERDAM, BASE, BASE8_21, ENDLESS, RULE_SETS, RuleSet
from menhirs.core.setup import random_menhirs
from menhirs.engine.quick_game import GameRules
from menhirs.research.bounds import longest_game
from menhirs.research.game_state import GameState
from tests.engine.house_rules import GENEROUS_AMSTERDAM, SMALL_BASE


def test_the_most_points_are_those_of_the_sheets() -> None:
    found = [rules.most_points for rules in (BASE, BASE8_21, ENDLESS, AMSTERDAM)]
    assert found == [11, 21, 11, 22]


@pytest.mark.parametrize(
    "rules", [*RULE_SETS.values(), SMALL_BASE, GENEROUS_AMSTERDAM], ids=lambda rules: rules.name
)
def test_games_stay_within_the_bounds(rules: RuleSet) -> None:
    game, numbers = GameRules(rules), Random(1)
    for seed in range(5 if rules is ENDLESS else 100):
        state = GameState(game, random_menhirs(rules, seed))
        length = 0
        while not state.is_over:
            # No claims, for they end games, and back as often as there is a choice.
            legal = [number for number in state.legal_actions() if number not in (3, 4)]
            state.apply(numbers.choice(legal))
            length += 1
        assert length <= longest_game(rules)
        assert abs(state.returns()[0]) <= rules.most_points
