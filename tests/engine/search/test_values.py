"""Values against trying everything: on small boards wholly, on the real one near the end."""

from __future__ import annotations

from random import Random

import pytest

from menhirs.core.actions import Claim
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS
from menhirs.core.state import Phase
from menhirs.engine.analysis import Analysis, Limits
from menhirs.engine.claims import should_claim
from menhirs.engine.search import Search
from menhirs.notation.line import write_line
from tests.engine.brute_force import BruteForce
from tests.engine.search.games import SMALL_GAMES, random_positions, truth_of
from tests.thoroughness import is_long

SEARCH = Search(table_mb=1)
SEEDS = 3 if is_long() else 1


def check_first_action(position: Position, analysis: Analysis, truth: BruteForce) -> None:
    """The first line keeps the value, and says Claim only when that is right."""
    action = analysis.lines[0].actions[0]
    assert position.is_legal(action), write_line(position)
    if isinstance(action, Claim):
        assert position.claimant == position.player
        assert should_claim(position), write_line(position)
    after = position.play(action)
    value = truth.value(after) * (1 if after.player == position.player else -1)
    if position.claimant not in (None, position.player):
        value = min(value, truth.value(position))  # the opponent claims, whatever is done
    assert value == analysis.value, write_line(position)


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_every_value_gets_proven_and_is_exact(name: str) -> None:
    phases = set()
    checked = 0
    for seed in range(SEEDS):
        truth = truth_of(SMALL_GAMES[name])
        for position in random_positions(SMALL_GAMES[name], 16, seed):
            analysis = SEARCH.analyse(position, Limits())
            assert analysis.proven, write_line(position)
            assert analysis.value == truth.value(position), write_line(position)
            check_first_action(position, analysis, truth)
            phases.add(position.phase)
            checked += 1
    assert checked > 100 * SEEDS
    wanted = {Phase.PLACE, Phase.MOVE, Phase.REMOVE}
    if SMALL_GAMES[name].decision_after is not None:
        wanted.add(Phase.DECIDE)
    assert wanted <= phases


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_what_is_called_proven_early_is_exact_too(name: str) -> None:
    """At every depth on the way, for every line: estimates never pass for proofs."""
    proven = 0
    for seed in range(20, 20 + SEEDS):
        truth = truth_of(SMALL_GAMES[name])
        for position in random_positions(SMALL_GAMES[name], 8, seed):
            seen: list[Analysis] = []
            SEARCH.analyse(position, Limits(depth=4), lines=3, watch=seen.append)
            for analysis in seen:
                if analysis.proven:
                    assert analysis.value == truth.value(position), write_line(position)
                    check_first_action(position, analysis, truth)
                for line in analysis.lines:
                    if line.proven and position.claimant in (None, position.player):
                        after = position.play(line.actions[0])
                        sign = 1 if after.player == position.player else -1
                        assert line.value == sign * truth.value(after), write_line(position)
                        proven += 1
    assert proven > 30 * SEEDS


@pytest.mark.parametrize("name", [name for name in RULE_SETS if not RULE_SETS[name].is_endless])
def test_the_last_turns_of_the_real_games(name: str) -> None:
    rules = RULE_SETS[name]
    last = rules.last_round.number
    late = [
        position
        for position in random_positions(rules, 12, seed=3, wild=0.0)
        if position.round == last
        and (position.player == 2 or position.phase is not Phase.MOVE)
        and position.lap in (1, rules.laps)
    ]
    truth = BruteForce()
    for position in Random(1).sample(late, min(len(late), 12)):
        analysis = SEARCH.analyse(position, Limits())
        assert analysis.proven
        assert analysis.value == truth.value(position), write_line(position)
        check_first_action(position, analysis, truth)
