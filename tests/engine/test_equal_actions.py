"""All best actions: exactly those that keep the value, the return rule heeded."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from menhirs.cli.analyse import best_lines
from menhirs.core.actions import Action, Claim, Move
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.state import Phase
from menhirs.engine.analysis import Limits
from menhirs.engine.engine import Engine
from menhirs.engine.equal_actions import with_all_lines
from menhirs.engine.search import Search
from menhirs.engine.solver.drivers.solver import Solver
from menhirs.engine.solver.tables.folders import folder_of
from menhirs.notation.line import write_line
from tests.engine.brute_force import BruteForce
from tests.engine.house_rules import SMALL_AMSTERDAM, SMALL_BASE, WIDE_BASE


def positions_of(rules: RuleSet, menhirs: int, games: int) -> list[Position]:
    """Unfinished positions of random games on one layout, in which the player to act may choose."""
    found = []
    for seed in range(games):
        numbers = Random(seed)
        position = Position.start(rules, menhirs)
        while not position.is_over:
            quiet = position.close_claim_window()
            if quiet.phase not in (Phase.FLIP, Phase.PROVE) and quiet.claimant is None:
                found.append(quiet)
            # The same menhirs are turned over, or other tables would be needed; and nobody wins
            # while anything else can be done, so that the return rule comes up.
            actions = position.board_actions()
            wins: list[Action] = [Move(*move) for move in position.winning_moves()]
            calm = [action for action in actions if action not in wins] or actions
            turning = position.phase is Phase.FLIP
            position = position.play(calm[0] if turning else numbers.choice(calm))
    return found


def truly_best(position: Position, truth: BruteForce) -> set[Action]:
    best = set()
    for action in position.board_actions():
        after = position.play(action)
        sign = 1 if after.player == position.player else -1
        # A move that can be claimed on is worth no more than the claim leaves of it.
        if sign * truth.value(after) == truth.value(position):
            best.add(action)
    return best


@pytest.mark.parametrize(
    ("rules", "cells", "bans"),
    [(SMALL_BASE, "a1 b3", 8), (WIDE_BASE, "a1 a3 b2 c3", 30), (SMALL_AMSTERDAM, "a1 b1 b3", 3)],
    ids=lambda value: getattr(value, "name", None),
)
def test_a_table_tells_all_of_them_and_the_search_no_others(
    rules: RuleSet, cells: str, bans: int, tmp_path: Path
) -> None:
    truth = BruteForce()
    positions = positions_of(rules, rules.geometry.mask_of(cells), 30)
    menhirs = positions[0].menhirs
    Solver(rules, menhirs, folder_of(tmp_path, rules, menhirs)).run()
    engine, search = Engine(tables=tmp_path), Search(table_mb=1)
    several = complete = banned = 0
    for position in positions[:250]:
        best = truly_best(position, truth)
        several += len(best) > 1
        banned += position.phase is Phase.MOVE and position.last is not None
        told = with_all_lines(engine, position, engine.analyse(position, Limits()))
        assert {line.actions[0] for line in best_lines(told)} == best, write_line(position)
        assert len(told.lines) == len(position.board_actions())
        first = search.analyse(position, Limits(nodes=20_000))
        found = with_all_lines(search, position, first)
        assert found.lines[0] == first.lines[0]
        if found.proven:
            searched = {line.actions[0] for line in best_lines(found)}
            assert searched <= best, write_line(position)
            complete += searched == best
    assert several > 50
    assert complete > 150
    assert banned >= bans


def test_an_estimate_stays_as_it_is() -> None:
    position = Position.start(SMALL_BASE, SMALL_BASE.geometry.mask_of("a1 b3"))
    search = Search(table_mb=1)
    known = search.analyse(position, Limits(depth=1))
    assert not known.proven
    assert with_all_lines(search, position, known) is known


def test_a_right_claim_is_the_only_best_action(tmp_path: Path) -> None:
    rules = SMALL_AMSTERDAM
    for seed in range(200):
        numbers = Random(seed)
        position = Position.start(rules, rules.geometry.mask_of("a1 b1 b3"))
        while not position.is_over:
            if position.claimant == position.player and not position.play(Claim()).is_over:
                engine = Engine(tables=tmp_path)
                folder = folder_of(tmp_path, rules, position.menhirs)
                Solver(rules, position.menhirs, folder).run()
                told = with_all_lines(engine, position, engine.analyse(position, Limits()))
                assert told.source == "table"
                assert [line.actions for line in best_lines(told)] == [(Claim(),)]
                return
            position = position.play(numbers.choice(position.board_actions()))
    pytest.fail("no claim came up")
