"""Benchmarks of the game for learning programs, beside small games of OpenSpiel's own.

Random games, played action by action from Python: ask for the legal actions, draw one, play it.
Nobody claims, since a random claim is mostly wrong and ends the game. Games are counted per second
of processor time, so other work on the machine matters little.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, BASE, RuleSet
from menhirs.core.setup import random_menhirs
from menhirs.engine.quick_game import GameRules
from menhirs.research.action_numbers import CLAIM
from menhirs.research.game_state import GameState

OPENSPIELS_OWN = ("hex(board_size=5)", "havannah(board_size=4)", "breakthrough(rows=6,columns=6)")
"""Small games of OpenSpiel, in C++: two of them on hexagons, one in which pieces move."""

_LAYOUTS = 100
_NONE = -1


def random_games(seconds: float) -> Iterator[tuple[str, float]]:
    """What is measured, and its games per second of processor time."""
    for rules in (BASE, AMSTERDAM):
        yield f"{rules.name} by Position", _a_second(_by_position(rules), seconds)
        yield f"{rules.name} by GameState", _a_second(_by_state(rules), seconds)
    try:
        import pyspiel

        import menhirs.research.openspiel_game  # noqa: F401 -- registers the game
    except ImportError:
        return
    for rules in (BASE, AMSTERDAM):
        game = pyspiel.load_game(f"menhirs(rules={rules.name},seed=1)")
        yield f"{rules.name} by OpenSpiel", _a_second(_by_openspiel(game, CLAIM), seconds)
    for text in OPENSPIELS_OWN:
        game = pyspiel.load_game(text)
        yield text, _a_second(_by_openspiel(game, _NONE), seconds)


def _by_position(rules: RuleSet) -> Callable[[Random], None]:
    layouts = [random_menhirs(rules, seed) for seed in range(_LAYOUTS)]

    def play(numbers: Random) -> None:
        position = Position.start(rules, numbers.choice(layouts))
        while not position.is_over:
            actions = position.board_actions()
            position = position.play(actions[int(numbers.random() * len(actions))])

    return play


def _by_state(rules: RuleSet) -> Callable[[Random], None]:
    game = GameRules(rules)
    layouts = [random_menhirs(rules, seed) for seed in range(_LAYOUTS)]

    def play(numbers: Random) -> None:
        state = GameState(game, numbers.choice(layouts))
        while not state.is_over:
            actions = state.legal_actions()
            action = CLAIM
            while action == CLAIM:
                action = actions[int(numbers.random() * len(actions))]
            state.apply(action)

    return play


def _by_openspiel(game: Any, left_out: int) -> Callable[[Random], None]:
    def play(numbers: Random) -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            action = left_out
            while action == left_out:
                action = actions[int(numbers.random() * len(actions))]
            state.apply_action(action)

    return play


def _a_second(play: Callable[[Random], None], seconds: float) -> float:
    """Games per second of processor time: of the best of four stretches."""
    numbers = Random(1)
    play(numbers)
    best = 0.0
    for _ in range(4):
        begin, games = time.process_time(), 0
        while (elapsed := time.process_time() - begin) < seconds / 4 or not games:
            play(numbers)
            games += 1
        best = max(best, games / elapsed)
    return best
