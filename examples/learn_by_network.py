r"""A small network learns from its own games by policy gradients, with nothing but numpy.

    python examples/learn_by_network.py --games 2000
    python examples/learn_by_network.py --games 3000 --rules base \
        --layout MM./M..M/.M.../..M.../...../.M../...

It plays in PettingZoo's environment against chance, and sees what every agent there sees: the
planes of the board and the mask of legal actions. The rule is REINFORCE: actions of games that went
better than usual become more likely.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from menhirs.research import pettingzoo_env

HOUSE_RULES = Path(__file__).parent / "house-rules" / "pocket.toml"
POCKET = "../MM./.."
LEARNER, OPPONENT = pettingzoo_env.AGENTS

Numbers = npt.NDArray[np.float64]


class PolicyNetwork:
    """One hidden layer, and a probability for every legal action."""

    def __init__(self, inputs: int, hidden: int, actions: int, generator: np.random.Generator):
        self.first = generator.normal(0, inputs**-0.5, (inputs, hidden))
        self.second = np.zeros((hidden, actions))
        self.generator = generator
        self.told: list[tuple[Numbers, Numbers, Numbers]] = []
        """Of each choice in this game: what was seen, the hidden layer, how to make it likelier."""

    def choose(self, seen: dict[str, Any]) -> int:
        planes = seen["observation"].ravel().astype(np.float64)
        hidden = np.tanh(planes @ self.first)
        scores = np.where(seen["action_mask"] == 1, hidden @ self.second, -np.inf)
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        action = int(self.generator.choice(len(chances), p=chances))
        likelier = -chances
        likelier[action] += 1
        self.told.append((planes, hidden, likelier))
        return action

    def learn(self, advantage: float, rate: float) -> None:
        """Makes the choices of the game more likely, or less if it went worse than usual."""
        planes, hidden, likelier = (np.array(each) for each in zip(*self.told, strict=True))
        back = (likelier @ self.second.T) * (1 - hidden**2)
        self.second += rate * advantage * hidden.T @ likelier
        self.first += rate * advantage * planes.T @ back
        self.told.clear()


def play(env: Any, network: PolicyNetwork, seed: int) -> float:
    """One game; 1 if the learner won, -1 if it lost."""
    env.reset(seed=seed)
    result = 0.0
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        if agent == LEARNER:
            result += reward
        if terminated or truncated:
            action = None
        elif agent == LEARNER:
            action = network.choose(seen)
        else:
            action = int(network.generator.choice(np.flatnonzero(seen["action_mask"])))
        env.step(action)
    return result


def learn(
    games: int, seed: int, tests: int = 5, rules: str = "pocket", layout: str = POCKET
) -> Iterator[tuple[int, float]]:
    """After every stretch of games: how many were played, and how many more won than lost."""
    env = pettingzoo_env.env(
        rules=rules,
        house_rules=str(HOUSE_RULES),
        layout=layout,
        claims_at_once=True,
        points=False,
    )
    seen = env.observation_space(LEARNER)["observation"]
    actions = env.action_space(LEARNER).n
    network = PolicyNetwork(int(np.prod(seen.shape)), 32, actions, np.random.default_rng(seed))
    usual = 0.0
    for stretch in range(tests):
        total = 0.0
        for game in range(games // tests):
            result = play(env, network, seed=stretch * games + game)
            network.learn(result - usual, rate=0.03)
            usual += 0.02 * (result - usual)
            total += result
        yield (stretch + 1) * (games // tests), total / (games // tests)


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--games", type=int, default=2000)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--rules", default="pocket")
    options.add_argument("--layout", default=POCKET, help="the board before the first action")
    wishes = options.parse_args()
    for played, result in learn(
        wishes.games, wishes.seed, rules=wishes.rules, layout=wishes.layout
    ):
        print(f"up to game {played:5}: {result:+.2f} wins a game", flush=True)


if __name__ == "__main__":
    main()
