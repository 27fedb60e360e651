"""The environment for PettingZoo: its own tests, and the core beside it."""

from __future__ import annotations

import pickle
import re
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

from menhirs.core.errors import MenhirsError
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS
from menhirs.research import pettingzoo_env
from menhirs.research.agent_errors import BadAgent
from menhirs.research.translation import actions_of
from tests.engine.house_rules import SMALL_AMSTERDAM
from tests.engine.uncompiled import run_uncompiled
from tests.thoroughness import is_long

# PettingZoo knows only the environments of its own that show a mask beside the observation.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]
THOROUGH = 30 if is_long() else 1


@pytest.mark.parametrize("rules", sorted(RULE_SETS))
@pytest.mark.parametrize("at_once", [False, True], ids=["claims", "at-once"])
def test_pettingzoos_own_api_test(rules: str, at_once: bool) -> None:
    api_test(pettingzoo_env.env(rules=rules, claims_at_once=at_once), num_cycles=60 * THOROUGH)


def test_pettingzoos_own_api_test_of_a_house_rule() -> None:
    api_test(pettingzoo_env.env(rules=SMALL_AMSTERDAM), num_cycles=30)


@pytest.mark.parametrize("rules", ["base", "amsterdam"])
def test_pettingzoos_own_seed_test(rules: str) -> None:
    seed_test(lambda: pettingzoo_env.env(rules=rules), num_cycles=40 * THOROUGH)


def test_pettingzoos_own_render_test() -> None:
    render_test(pettingzoo_env.env)


@pytest.mark.long  # for five seconds
def test_pettingzoos_own_performance_benchmark() -> None:
    """It runs to its end. Its speed is measured by ``menhirs bench``."""
    performance_benchmark(pettingzoo_env.env(rules="base"))


def played(env: Any, numbers: Random) -> dict[str, float]:
    """Plays a random game, checked by the core; the sum of rewards of each agent."""
    env.reset(seed=numbers.randrange(2**31))
    raw = env.unwrapped
    position: Position = raw.playing.position()
    total = dict.fromkeys(pettingzoo_env.AGENTS, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        assert agent == f"player_{position.player}"
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        assert legal == raw.playing.legal_actions()
        assert not raw.observe(f"player_{3 - position.player}")["action_mask"].any()
        number = numbers.choice(legal)
        for action in actions_of(raw.playing, number):
            position = position.play(action)
        env.step(number)
    assert position.outcome is not None
    points = position.outcome.score * {0: 0, 1: 1, 2: -1}[position.outcome.winner]
    expected = points if raw.points else int(np.sign(points))
    assert total == {"player_1": expected, "player_2": -expected}
    return total


@pytest.mark.parametrize("points", [False, True], ids=["wins", "points"])
@pytest.mark.parametrize("rules", ["base", "amsterdam"])
def test_random_games_replayed_through_the_core(rules: str, points: bool) -> None:
    env = pettingzoo_env.env(rules=rules, points=points, claims_at_once=points)
    numbers = Random(2)
    assert any(played(env, numbers)["player_1"] for _ in range(6 * THOROUGH))


def test_every_reset_lays_the_menhirs_anew_and_a_seed_lays_the_same_again() -> None:
    env = pettingzoo_env.raw_env(rules="base")
    layouts = []
    for seed in (1, None, 1, None):
        env.reset(seed=seed)
        assert env.playing is not None
        layouts.append(env.playing.menhirs)
    assert layouts[:2] == layouts[2:]
    assert layouts[0] != layouts[1]
    fixed = pettingzoo_env.raw_env(rules="base", layout="M../...M/M..../....M./M..../...M/..M")
    fixed.reset()
    assert fixed.playing is not None and fixed.playing.menhirs == 1 | fixed.playing.menhirs


def test_an_illegal_action_loses_the_game_in_the_guarded_environment() -> None:
    env = pettingzoo_env.env(rules="base")
    env.reset(seed=1)
    env.step(0)  # pass, before anything is placed
    assert env.terminations == {"player_1": True, "player_2": True}
    assert env.rewards == {"player_1": -11.0, "player_2": 0}


def test_the_bare_environment_refuses_it_with_a_code() -> None:
    env = pettingzoo_env.raw_env(rules="base")
    with pytest.raises(BadAgent, match="agent-begin"):
        env.observe("player_1")
    env.reset(seed=1)
    with pytest.raises(BadAgent, match="agent-action"):
        env.step(0)


@pytest.mark.parametrize(
    "options",
    [{"rules": "nonsense"}, {"layout": "rubbish"}, {"render_mode": "smoke"}],
    ids=lambda options: next(iter(options)),
)
def test_bad_options_get_an_error_with_a_code(options: dict[str, Any]) -> None:
    with pytest.raises(MenhirsError):
        pettingzoo_env.raw_env(**options)


def test_an_environment_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(pettingzoo_env.raw_env(rules="base8", points=False)))
    assert env.game_rules.rules.name == "base8" and not env.points


def test_without_pettingzoo_the_extra_is_named() -> None:
    told = run_uncompiled(
        "import sys\n"
        "sys.modules['pettingzoo'] = None\n"
        "try:\n    import menhirs.research.pettingzoo_env\n"
        "except ImportError as error:\n    print(error)\n"
    )
    assert re.search(r'pip install ".+\[research\]"', told)
