"""The solver on small boards: every position that can be reached, of every turn and phase.

A quick run takes fewer layouts, positions and ways to solve a turn; ``make long`` takes all.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from menhirs.core.errors import Illegal
from menhirs.core.geometry import cells_in
from menhirs.core.position import Position
from menhirs.core.rules import Round, RuleSet
from menhirs.core.state import Phase
from menhirs.engine.analysis import Limits
from menhirs.engine.solver.drivers import incremental_update
from menhirs.engine.solver.drivers.solver import Solver
from menhirs.engine.solver.tables.probe import Tables
from menhirs.notation.line import write_line
from tests.engine.brute_force import BruteForce
from tests.engine.house_rules import (
    GENEROUS_AMSTERDAM,
    SMALL_AMSTERDAM,
    SMALL_BASE,
    WIDE_BASE,
)
from tests.thoroughness import is_long


def layouts_of(rules: RuleSet, every: int) -> list[int]:
    cells = list(cells_in(rules.geometry.cells))
    return [rules.geometry.mask(chosen) for chosen in combinations(cells, rules.menhirs)][::every]


def reached_from(position: Position, most: int) -> set[Position]:
    """All positions that can be reached, as far as there is patience."""
    seen = {position}
    waiting = [position]
    while waiting and len(seen) < most:
        for action in (here := waiting.pop()).legal_actions(claims=True):
            after = here.play(action)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


EVERY = {SMALL_BASE: 1, WIDE_BASE: 70, SMALL_AMSTERDAM: 9, GENEROUS_AMSTERDAM: 20}
"""One in so many layouts of each game is solved."""
SHARES = (0.0, 0.1, 2.0)
CASES = [
    (rules, every, 20_000, share)
    for rules, every in EVERY.items()
    for share in SHARES
] if is_long() else [
    (SMALL_BASE, 1, 5_000, 0.1),
    (WIDE_BASE, 70, 5_000, 2.0),
    (SMALL_AMSTERDAM, 18, 5_000, 0.0),
    (GENEROUS_AMSTERDAM, 40, 5_000, 0.1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "every", "most", "share_that_is_few"),
    CASES,
    ids=lambda value: getattr(value, "name", None),
)
def test_every_reachable_position_has_its_exact_value(
    rules: RuleSet,
    every: int,
    most: int,
    share_that_is_few: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # In a turn solved by updating another: going through all positions, through those that
    # can change if they are few, always through those.
    monkeypatch.setattr(incremental_update, "_FEW", share_that_is_few)
    compared = 0
    phases = set()
    for number, menhirs in enumerate(layouts_of(rules, every)):
        start = Position.start(rules, menhirs)
        while start.phase is Phase.FLIP:
            actions = start.legal_actions(claims=True)
            start = start.play(actions[number % len(actions)])
        folder = tmp_path / str(number)
        Solver(rules, start.menhirs, folder).run()
        tables, truth = Tables(rules, start.menhirs, folder), BruteForce()
        for position in reached_from(start, most):
            assert tables.value(position) == truth.value(position), write_line(position)
            phases.add(position.phase)
            compared += 1
        analysis = tables.analyse(start, Limits(), lines=99)
        assert analysis.value == truth.value(start)
        assert analysis.proven
        best = analysis.lines[0]
        after = start.play(best.actions[0])
        sign = 1 if after.player == start.player else -1
        assert sign * truth.value(after) == best.value == analysis.value
    assert compared > 3000
    assert {Phase.PLACE, Phase.MOVE, Phase.REMOVE, Phase.OVER} <= phases
    if rules.laps > 1:
        assert {Phase.DECIDE, Phase.PROVE} <= phases


def test_tiles_held_back_in_two_laps_are_refused(tmp_path: Path) -> None:
    """Who places when would then depend on more than the tiles in hand."""
    schedule = (Round(6, places=True, held=1), *SMALL_AMSTERDAM.schedule)
    rules = replace(SMALL_AMSTERDAM, name="held", schedule=schedule)
    with pytest.raises(Illegal) as caught:
        Solver(rules, rules.geometry.mask_of("a1"), tmp_path)
    assert caught.value.code == "rules-unsolvable"


def test_more_chances_than_fog_are_refused(tmp_path: Path) -> None:
    rules = replace(SMALL_AMSTERDAM, name="greedy", chances=3)
    with pytest.raises(Illegal) as caught:
        Solver(rules, rules.geometry.mask_of("a1"), tmp_path)
    assert caught.value.code == "rules-unsolvable"
