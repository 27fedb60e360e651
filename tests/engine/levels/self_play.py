"""Whole games of a level against itself, as text."""

from __future__ import annotations

from menhirs.core.actions import Claim
from menhirs.engine.analysis import Limits
from menhirs.engine.levels import LevelPlayer
from menhirs.notation.actions import write_action
from tests.random_play import random_start


def told(rules: str, number: int, nodes: int) -> str:
    """Every action of a game in which a level plays both sides, each thought of so many nodes."""
    position = random_start(rules, seed=number)
    player = LevelPlayer(number, seed=number)
    actions = []
    while not position.is_over:
        claims = position.claimant is not None and player.wants_to_claim(position)
        action = Claim() if claims else player.choose(position, Limits(nodes=nodes))
        actions.append(write_action(action, position))
        position = position.play(action)
    return " ".join(actions)
