"""No level ever plays an illegal action or claims wrongly: many games against random play.

30 games of every level; 1,000 with ``--hypothesis-profile=long`` (``make long``).
"""

from __future__ import annotations

from random import Random

import pytest

from menhirs.core.actions import Claim
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS
from menhirs.core.state import Reason
from menhirs.engine.analysis import Limits
from menhirs.engine.levels import LEVELS, LevelPlayer
from tests.random_play import choose, random_start
from tests.thoroughness import is_long

LONG = is_long()
GAMES = 1000 if LONG else 30
PARCELS = 20 if LONG else 1  # so that all processes have something to do
RULES = ["amsterdam", *RULE_SETS]  # claims are what can go wrong: twice as often
THOUGHT = Limits() if LONG else Limits(nodes=1_000)
"""In the quick form the highest levels' thoughts are cut short."""


def play(number: int, seed: int) -> Position:
    """A game of a level against random play, every action checked."""
    numbers = Random(seed)
    seat = 1 + seed % 2
    player = LevelPlayer(number, seed)
    position = random_start(RULES[seed // 2 % len(RULES)], seed)
    while not position.is_over:
        if position.claimant == seat and player.wants_to_claim(position):
            position = position.play(Claim())
        elif position.player == seat:
            position = position.play(player.choose(position, THOUGHT))
        else:
            action = choose(position, numbers)
            # Nobody claims at random: a wrong claim would be the level's own.
            position = position.play(
                numbers.choice(position.board_actions()) if isinstance(action, Claim) else action
            )
    return position


@pytest.mark.parametrize("parcel", range(PARCELS))
@pytest.mark.parametrize("number", range(1, len(LEVELS) + 1))
def test_no_illegal_action_and_no_wrong_claim(number: int, parcel: int) -> None:
    claims = 0
    for seed in range(parcel, GAMES, PARCELS):
        outcome = play(number, seed).outcome
        assert outcome is not None
        assert outcome.reason is not Reason.WRONG_CLAIM, seed
        claims += outcome.reason is Reason.CLAIM
    assert claims
