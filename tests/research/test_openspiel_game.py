"""The game for OpenSpiel: its own tests, its own searchers, and the core beside it."""

from __future__ import annotations

import math
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import get_all_states, mcts
from open_spiel.python.observation import make_observation

from menhirs.core.errors import MenhirsError
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS, rule_set
from menhirs.core.setup import random_menhirs
from menhirs.notation.line import read_line
from menhirs.research import openspiel_game
from menhirs.research.translation import actions_of
from tests.engine.uncompiled import run_uncompiled
from tests.thoroughness import is_long

HOUSE = Path(__file__).parents[2] / "examples" / "house-rules" / "long-fog.toml"
GAMES = [
    "menhirs",
    "menhirs(claims_at_once=True)",
    "menhirs(rules=base,seed=3,points=False)",
    "menhirs(rules=base8+21,layout=M../...M/M..../....M./M..../...M/..M)",
    "menhirs(rules=endless,seed=1)",
    f"menhirs(rules=small-board,house_rules={HOUSE})",
]
SIMULATIONS = 40 if is_long() else 1


@pytest.mark.parametrize("text", GAMES)
def test_openspiels_own_random_simulations(text: str) -> None:
    game = pyspiel.load_game(text)
    pyspiel.random_sim_test(game, num_sims=SIMULATIONS, serialize=True, verbose=False)


def test_it_is_registered_with_its_parameters() -> None:
    found = {game.short_name: game for game in pyspiel.registered_games()}["menhirs"]
    assert set(found.parameter_specification) == {
        "rules",
        "house_rules",
        "layout",
        "seed",
        "claims_at_once",
        "points",
    }
    assert pyspiel.load_game("menhirs").num_distinct_actions() == 457


def chance(state: Any, numbers: Random) -> int:
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    return int(numbers.choices(outcomes, weights)[0])


@pytest.mark.parametrize("rules", sorted(RULE_SETS))
def test_random_games_replayed_through_the_core(rules: str) -> None:
    numbers = Random(5)
    for at_once in ("False", "True"):
        game = pyspiel.load_game(f"menhirs(rules={rules},claims_at_once={at_once})")
        for _ in range(5 * SIMULATIONS if rules != "endless" else SIMULATIONS):
            state = game.new_initial_state()
            while state.is_chance_node():
                state.apply_action(chance(state, numbers))
            position = Position.start(rule_set(rules), state.laid)
            while not state.is_terminal():
                assert state.current_player() == position.player - 1
                number = numbers.choice(state.legal_actions())
                for action in actions_of(state.playing, number):
                    position = position.play(action)
                state.apply_action(number)
            assert position.outcome is not None
            points = position.outcome.score * {0: 0, 1: 1, 2: -1}[position.outcome.winner]
            assert state.returns() == [points, -points]
            assert read_line(state.text()) == position


def test_all_layouts_are_equally_likely() -> None:
    """Every way through the chance nodes has the probability of one layout among all."""
    state = pyspiel.load_game("menhirs(rules=base)").new_initial_state()
    numbers, probability = Random(1), 1.0
    while state.is_chance_node():
        outcomes = dict(state.chance_outcomes())
        assert sum(outcomes.values()) == pytest.approx(1)
        drawn = chance(state, numbers)
        probability *= outcomes[drawn]
        state.apply_action(drawn)
    assert probability == pytest.approx(1 / math.comb(30, 7))
    assert state.laid.bit_count() == 7


def test_a_layout_by_seed_is_the_one_of_a_new_game() -> None:
    state = pyspiel.load_game("menhirs(rules=base,seed=3)").new_initial_state()
    rules = rule_set("base")
    assert read_line(state.text()) == Position.start(rules, random_menhirs(rules, 3))


def test_a_state_is_read_from_its_text() -> None:
    game = pyspiel.load_game("menhirs(rules=base,seed=3)")
    line = "base .../MMMo/MMoM./ooM.../...../..../... 1 3 move 0,0 - - -"
    state = game.new_initial_state(line)
    assert state.observation_string(0) == line
    state.apply_action(next(a for a in state.legal_actions() if "…" in state.action_to_string(a)))
    assert game.new_initial_state(state.text()).text() == state.text()


@pytest.mark.parametrize(
    "text",
    [
        "menhirs(rules=nonsense)",
        "menhirs(rules=base,layout=rubbish)",
        "menhirs(rules=base,layout=M../...M/M..../....M./M..../...M/...)",
        "menhirs(rules=base,layout=M../...M/M..../....M./M..../...M/..M,seed=3)",
        "menhirs(rules=base,house_rules=nowhere.toml)",
    ],
)
def test_bad_parameters_get_an_error_with_a_code(text: str) -> None:
    with pytest.raises(MenhirsError):
        pyspiel.load_game(text)


def test_the_same_observation_for_both_players() -> None:
    game = pyspiel.load_game("menhirs(rules=base,seed=3)")
    state = game.new_initial_state()
    observation = make_observation(game)
    observation.set_from(state, 0)
    seen = observation.tensor.copy()
    observation.set_from(state, 1)
    assert np.array_equal(seen, observation.tensor)
    assert np.array_equal(seen, np.array(state.observation_tensor(0), np.float32))
    assert game.observation_tensor_shape() == [34, 7, 6]
    assert state.information_state_string(0) == ""
    state.apply_action(state.legal_actions()[0])
    assert state.information_state_string(0) == str(state.history()[0])


def test_legal_actions_are_those_that_openspiel_finds_by_itself() -> None:
    state = pyspiel.load_game("menhirs(rules=base)").new_initial_state()
    numbers = Random(4)
    while not state.is_terminal():
        assert state.legal_actions() == pyspiel.State.legal_actions(state)
        for player in (0, 1):
            assert state.legal_actions(player) == pyspiel.State.legal_actions(state, player)
        state.apply_action(numbers.choice(state.legal_actions()))
    assert state.legal_actions() == []


def test_a_clone_goes_its_own_way() -> None:
    state = pyspiel.load_game("menhirs(seed=3)").new_initial_state()
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert clone.text() != state.text()
    assert clone.playing.game is state.playing.game  # the rules are shared, not copied


def test_openspiels_search_finds_the_winning_move() -> None:
    """One move frees the last menhir, and it is the last turn."""
    game = pyspiel.load_game("menhirs(rules=base,seed=1)")
    state = game.new_initial_state("base mm./m.../....m/.....M/....m/..../m.. 2 12 move 0,0 - - -")
    bot = mcts.MCTSBot(
        game,
        2,
        300,
        mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        random_state=np.random.RandomState(1),
    )
    state.apply_action(bot.step(state))
    assert state.is_terminal() and state.returns()[1] == 1


def test_openspiels_tree_of_a_small_game_is_the_cores(tmp_path: Path) -> None:
    """All states of a tiny game, counted by OpenSpiel and by the core."""
    tiny = tmp_path / "tiny.toml"
    tiny.write_text(
        '[tiny]\nlike = "base"\nboard = [2, 3]\nmenhirs = 1\nfog_tiles = 1\n'
        "rounds = [{round = 1}, {round = 2}]\n"
    )
    game = pyspiel.load_game(f"menhirs(rules=tiny,house_rules={tiny},layout=M./...)")
    states = get_all_states.get_all_states(game, include_terminals=True)
    counted = Counter[bool]()
    waiting = [game.new_initial_state().playing.position()]
    while waiting:
        position = waiting.pop()
        counted[position.is_over] += 1
        waiting += [position.play(action) for action in position.legal_actions()]
    assert Counter(state.is_terminal() for state in states.values()) == counted


def test_without_openspiel_the_extra_is_named() -> None:
    told = run_uncompiled(
        "import sys\n"
        "sys.modules['pyspiel'] = None\n"
        "try:\n    import menhirs.research.openspiel_game\n"
        "except ImportError as error:\n    print(error)\n"
    )
    assert re.search(r'pip install ".+\[research\]"', told)
    assert openspiel_game.MenhirsGame.__name__ in dir(openspiel_game)
