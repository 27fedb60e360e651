"""A search that keeps its table knows more, and never something wrong."""

from __future__ import annotations

import pytest

from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.state import Phase
from menhirs.engine.analysis import Limits
from menhirs.engine.search import Search
from tests.engine.brute_force import BruteForce
from tests.engine.house_rules import GENEROUS_AMSTERDAM, SMALL_AMSTERDAM, SMALL_BASE
from tests.random_play import random_start

LIMITS = Limits(nodes=4_000)


def start(rules: RuleSet, layout: str) -> Position:
    return Position.start(rules, rules.geometry.mask_of(layout))


def test_positions_of_other_rules_are_kept_apart() -> None:
    search, truth = Search(table_mb=1, keeps_table=True), BruteForce()
    for rules in (SMALL_AMSTERDAM, GENEROUS_AMSTERDAM, SMALL_AMSTERDAM):
        position = start(rules, "a1 b1 b2")
        while position.phase is not Phase.MOVE:
            position = position.play(position.board_actions()[0])
        while not position.is_over:
            analysis = search.analyse(position, Limits())
            assert analysis.proven
            assert analysis.value == truth.value(position)
            position = position.play(analysis.lines[0].actions[0])


def test_what_was_found_is_not_looked_for_again_until_it_is_forgotten() -> None:
    search = Search(table_mb=1, keeps_table=True)
    position = start(SMALL_BASE, "b1 b2")
    first = search.analyse(position, Limits())
    again = search.analyse(position, Limits())
    assert (again.value, again.proven) == (first.value, True)
    assert again.nodes < first.nodes
    search.forget()
    assert search.analyse(position, Limits()).nodes == first.nodes


@pytest.mark.parametrize("keeps_table", [False, True])
def test_without_end_every_analysis_begins_anew(keeps_table: bool) -> None:
    position = random_start("endless", 3)
    for tile in ("a1", "a2", "g1", "g2"):
        cell = position.geometry.cell(tile)
        action = next(a for a in position.board_actions() if getattr(a, "cell", -1) >= cell)
        position = position.play(action)
    search = Search(table_mb=1, keeps_table=keeps_table)
    assert search.analyse(position, LIMITS).nodes == search.analyse(position, LIMITS).nodes
