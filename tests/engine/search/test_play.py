"""Whole games: never an illegal action, never a wrong claim, never a win passed over."""

from __future__ import annotations

from random import Random

import pytest

from menhirs.core.actions import Claim
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Phase, Reason
from menhirs.engine.analysis import Limits
from menhirs.engine.claims import should_claim
from menhirs.engine.search import Search
from tests.engine.search.games import SMALL_GAMES, random_positions

GAMES = {**RULE_SETS, **SMALL_GAMES}


@pytest.mark.parametrize("name", RULE_SETS)
def test_games_against_random_play(name: str) -> None:
    rules, search = RULE_SETS[name], Search()
    for seed in range(4):
        numbers = Random(seed)
        engine = 1 + seed % 2
        position = Position.start(rules, random_menhirs(rules, seed))
        while not position.is_over:
            if position.claimant == engine and should_claim(position):
                position = position.play(Claim())
            elif position.player == engine:
                winning = position.phase is Phase.MOVE and any(position.winning_moves())
                line = search.analyse(position, Limits(nodes=400)).lines[0]
                for_line = position
                for action in line.actions:
                    for_line = for_line.play(action)
                position = position.play(line.actions[0])
                assert position.is_over or not winning
            else:
                position = position.play(numbers.choice(position.board_actions()))
        assert position.outcome is not None
        assert position.outcome.reason is not Reason.WRONG_CLAIM


@pytest.mark.parametrize("name", GAMES)
def test_claims_are_right_exactly_when_the_rules_say_so(name: str) -> None:
    for position in random_positions(GAMES[name], 6, seed=8):
        right = position.claimant is not None and not position.play(Claim()).is_over
        assert should_claim(position) == right
