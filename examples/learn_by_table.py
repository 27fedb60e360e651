"""OpenSpiel's tabular Q-learner learns a pocket game of seven cells by playing against chance.

    python examples/learn_by_table.py --games 1000

It is told nothing but which actions are legal and, at the end, the points.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import random_agent, tabular_qlearner

import menhirs.research.openspiel_game  # noqa: F401 -- registers the game

RULES = Path(__file__).parent / "house-rules" / "pocket.toml"
GAME = f"menhirs(rules=pocket,house_rules={RULES},layout=MM/.../..)"


def play(environment: Any, agents: list[Any], *, learning: bool) -> float:
    """One game; the learner's points."""
    step = environment.reset()
    while not step.last():
        agent = agents[step.observations["current_player"]]
        step = environment.step([agent.step(step, is_evaluation=not learning).action])
    if learning:
        for agent in agents:
            agent.step(step)
    return float(step.rewards[0])


def learn(games: int, seed: int, tests: int = 5, tried: int = 100) -> Iterator[tuple[int, float]]:
    """After so many games, the mean points of games in which the learner no longer tries out."""
    np.random.seed(seed)  # OpenSpiel's agents draw from it
    random.seed(seed)
    environment = rl_environment.Environment(GAME)
    actions = environment.action_spec()["num_actions"]
    learner = tabular_qlearner.QLearner(player_id=0, num_actions=actions, step_size=0.3)
    agents = [learner, random_agent.RandomAgent(player_id=1, num_actions=actions)]
    for test in range(tests + 1):
        yield (
            test * games // tests,
            sum(play(environment, agents, learning=False) for _ in range(tried)) / tried,
        )
        if test < tests:
            for _ in range(games // tests):
                play(environment, agents, learning=True)


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--games", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    wishes = options.parse_args()
    for played, points in learn(wishes.games, wishes.seed):
        print(f"after {played:5} games: {points:+.2f} points a game", flush=True)


if __name__ == "__main__":
    main()
