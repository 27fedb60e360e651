"""OpenSpiel's Monte Carlo tree search plays against chance, taking turns to begin.

    python examples/mcts_against_random.py --rules amsterdam --games 10 --simulations 200

The search is OpenSpiel's. Its random games are played by our own compiled state, which is several
times as fast as playing them through OpenSpiel's.
"""

import argparse
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import menhirs.research.openspiel_game  # noqa: F401 -- registers the game


class QuickRollouts:
    """Values a state by random games outside OpenSpiel: an evaluator, as its search wants one."""

    def __init__(self, games: int, numbers: random.Random) -> None:
        self.games = games
        self.numbers = numbers

    def evaluate(self, state: Any) -> Any:
        total = 0
        for _ in range(self.games):
            playing = state.playing.clone()
            while not playing.is_over:
                playing.apply(self.numbers.choice(playing.legal_actions()))
            total += playing.returns()[0]
        value = total / self.games
        return np.array([value, -value])

    def prior(self, state: Any) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def play(game: Any, bots: Sequence[Any], numbers: random.Random) -> list[float]:
    """The points of both players of one game; None plays at random."""
    state = game.new_initial_state()
    while not state.is_terminal():
        bot = bots[state.current_player()]
        action = bot.step(state) if bot else numbers.choice(state.legal_actions())
        state.apply_action(action)
    return list(state.returns())


def contest(rules: str, games: int, simulations: int, seed: int) -> tuple[int, int, float]:
    """Games won and lost by the search, and its points; each layout is played from both sides."""
    numbers = random.Random(seed)
    won = lost = 0
    points = 0.0
    for number in range(games):
        layout = seed + number // 2
        game = pyspiel.load_game(f"menhirs(rules={rules},seed={layout},claims_at_once=True)")
        search = mcts.MCTSBot(
            game,
            uct_c=game.max_utility(),
            max_simulations=simulations,
            evaluator=QuickRollouts(2, numbers),
            random_state=np.random.RandomState(seed),
        )
        side = number % 2
        bots = (search, None) if side == 0 else (None, search)
        result = play(game, bots, numbers)[side]
        won += result > 0
        lost += result < 0
        points += result
        print(f"game {number + 1}: {result:+.0f}", flush=True)
    return won, lost, points


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--rules", default="amsterdam")
    options.add_argument("--games", type=int, default=10)
    options.add_argument("--simulations", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    wishes = options.parse_args()
    won, lost, points = contest(wishes.rules, wishes.games, wishes.simulations, wishes.seed)
    print(f"won {won}, lost {lost} of {wishes.games}, {points:+.0f} points")


if __name__ == "__main__":
    main()
