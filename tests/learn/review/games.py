"""Games to review: at random, and of levels against each other."""

from __future__ import annotations

from random import Random

from menhirs.core.actions import Action, Claim, Resign, Timeout
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.core.setup import random_menhirs
from menhirs.engine.levels import LevelPlayer
from menhirs.notation.record import Record
from tests.random_play import choose, random_start


def random_game(rules: str, seed: int) -> Record:
    """A game that reaches all corners, now and then given up."""
    return random_game_from(RULE_SETS[rules], seed)


def random_game_from(rules: RuleSet, seed: int) -> Record:
    """A random game by any rules."""
    numbers = Random(seed)
    position = start = Position.start(rules, random_menhirs(rules, seed))
    actions: list[Action] = []
    while not position.is_over:
        action = choose(position, numbers)
        if numbers.random() < 0.004:
            player = numbers.choice([1, 2])
            action = Resign(player) if numbers.random() < 0.5 else Timeout(player)
        actions.append(action)
        position = position.play(action)
    return Record(start, tuple(actions))


def level_game(rules: str, seed: int, one: int, two: int) -> Record:
    """A game of two levels."""
    position = start = random_start(rules, seed)
    players = {1: LevelPlayer(one, seed), 2: LevelPlayer(two, seed + 1)}
    actions: list[Action] = []
    while not position.is_over:
        actions.append(_chosen(position, players))
        position = position.play(actions[-1])
    return Record(start, tuple(actions))


def _chosen(position: Position, players: dict[int, LevelPlayer]) -> Action:
    claimant = position.claimant
    if claimant is not None and players[claimant].wants_to_claim(position):
        return Claim()
    return players[position.player].choose(position)
