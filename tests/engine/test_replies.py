"""A table's line of best replies goes on to the end of the game, and its result is the value."""

from __future__ import annotations

from pathlib import Path
from random import Random
from threading import Event

import pytest

from menhirs.core.actions import Claim, Flip
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.state import Phase
from menhirs.engine.analysis import Limits
from menhirs.engine.engine import Engine
from menhirs.engine.replies import with_replies
from menhirs.engine.solver.drivers.solver import Solver
from menhirs.engine.solver.tables.folders import folder_of
from tests.engine.house_rules import SMALL_AMSTERDAM, SMALL_BASE


def solved(rules: RuleSet, cells: str, tables: Path) -> Position:
    """The first position of a layout after any turning over, once its tables are made."""
    menhirs = rules.geometry.mask_of(cells)
    position = Position.start(rules, menhirs)
    while position.phase is Phase.FLIP:
        position = position.play(next(a for a in position.board_actions() if isinstance(a, Flip)))
    Solver(rules, position.menhirs, folder_of(tables, rules, position.menhirs)).run()
    return position


@pytest.mark.parametrize(
    ("rules", "cells"),
    [(SMALL_BASE, "a1 b3"), (SMALL_AMSTERDAM, "a1 b1 b3")],
    ids=lambda value: getattr(value, "name", None),
)
def test_lines_from_a_table_end_as_they_promise(rules: RuleSet, cells: str, tmp_path: Path) -> None:
    start = solved(rules, cells, tmp_path)
    engine = Engine(tables=tmp_path)
    claims = followed = 0
    for seed in range(6):
        numbers = Random(seed)
        position = start
        while not position.is_over:
            known = engine.analyse(position, Limits(), lines=3)
            for line in with_replies(engine, position, known, Limits()).lines:
                end = position
                for action in line.actions:
                    end = end.play(action)
                    claims += isinstance(action, Claim)
                outcome = end.outcome
                assert outcome is not None
                won = outcome.winner == position.player
                assert (outcome.score if won else -outcome.score) == line.value
                followed += len(line.actions) > 1
            position = position.play(numbers.choice(position.board_actions()))
    assert followed > 20
    assert claims or rules is SMALL_BASE


def test_whoever_stops_gets_what_is_known(tmp_path: Path) -> None:
    start = solved(SMALL_BASE, "a1 b3", tmp_path)
    engine = Engine(tables=tmp_path)
    known = engine.analyse(start, Limits())
    stop = Event()
    stop.set()
    assert with_replies(engine, start, known, Limits(), stop=stop) == known


def test_lines_are_followed_no_longer_than_the_analysis_may_take(tmp_path: Path) -> None:
    start = solved(SMALL_BASE, "a1 b3", tmp_path)
    engine = Engine(tables=tmp_path)
    known = engine.analyse(start, Limits())
    assert with_replies(engine, start, known, Limits(seconds=known.seconds)) == known
    assert with_replies(engine, start, known, Limits(seconds=1000)) != known


def test_the_lines_of_a_search_stay_as_they_are(tmp_path: Path) -> None:
    start = Position.start(SMALL_BASE, SMALL_BASE.geometry.mask_of("a1 b3"))
    engine = Engine()
    known = engine.analyse(start, Limits(nodes=100), lines=2)
    assert with_replies(engine, start, known, Limits()) == known
