"""What a review calls proven is true, on boards that are small enough to try everything."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from menhirs.core.actions import Action, Claim, Forfeit, Resign
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.state import Phase
from menhirs.engine.engine import Engine
from menhirs.engine.solver.drivers.solver import Solver
from menhirs.engine.solver.tables.folders import folder_of
from menhirs.learn.review import Mark, Review, ReviewedPly, Reviewer, review_game
from menhirs.learn.review.review import sign
from menhirs.notation.actions import read_action
from menhirs.notation.record import Record
from tests.engine.brute_force import BruteForce
from tests.engine.house_rules import SMALL_AMSTERDAM, SMALL_BASE
from tests.random_play import choose
from tests.thoroughness import is_long

GAMES = 150 if is_long() else 10
LAYOUTS = {SMALL_BASE: "a1 b3", SMALL_AMSTERDAM: "a1 b3 c1"}
EVERY_RULES = pytest.mark.parametrize("rules", LAYOUTS, ids=lambda rules: rules.name)


@cache
def random_games(rules: RuleSet) -> list[Record]:
    """Games on one layout; in some of them somebody gives up."""
    records = []
    for seed in range(GAMES):
        numbers = Random(seed)
        start = position = Position.start(rules, rules.geometry.mask_of(LAYOUTS[rules]))
        actions: list[Action] = []
        while not position.is_over:
            gives_up = numbers.random() < 0.01
            actions.append(
                Resign(numbers.choice([1, 2])) if gives_up else choose(position, numbers)
            )
            position = position.play(actions[-1])
        records.append(Record(start, tuple(actions)))
    return records


class _Truth:
    """The exact values of all that happens in a game."""

    def __init__(self) -> None:
        self._brute_force = BruteForce()

    def value(self, position: Position, player: int) -> int:
        value = self._brute_force.value(position)
        return value if position.player == player else -value

    def of_actions(self, position: Position) -> dict[Action, int]:
        """What every action of the player to act is worth to that player."""
        return {
            action: self.value(position.play(action), position.player)
            for action in position.legal_actions(claims=True)
            if position.actor(action) == position.player
        }


truth = _Truth()
"""Shared, for it remembers what it has worked out."""


@EVERY_RULES
def test_values_called_proven_are_those_of_brute_force(rules: RuleSet) -> None:
    proven = estimated = 0
    for record in random_games(rules):
        review = review_game(record, nodes=40)
        for ply in review.plies:
            before, after = record.positions[ply.ply - 1 : ply.ply + 1]
            if ply.proven:
                assert ply.value == truth.value(before, ply.player)
            if ply.after_proven:
                assert ply.after == truth.value(after, ply.player)
            proven, estimated = proven + ply.proven, estimated + (not ply.proven)
    assert proven > 10 * GAMES / 12
    assert estimated > 0  # or the few nodes would show nothing


@EVERY_RULES
def test_lines_are_legal_and_begin_with_a_best_action(rules: RuleSet) -> None:
    for record in random_games(rules)[:6]:
        for ply in review_game(record, nodes=300).plies:
            position = record.positions[ply.ply - 1]
            values = truth.of_actions(position)
            for text in ply.best:
                action = read_action(text, position)
                if ply.proven and not isinstance(action, Claim):
                    assert values[action] == ply.value
            assert ply.line[:1] == ply.best[:1]
            for text in ply.line:
                position = position.play(read_action(text, position))


@pytest.fixture(scope="module", params=LAYOUTS, ids=lambda rules: rules.name)
def solved(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[RuleSet, Path]:
    """A folder with the tables of all layouts that the games come to."""
    rules: RuleSet = request.param
    tables = tmp_path_factory.mktemp("tables")
    for record in random_games(rules):
        menhirs = record.final.menhirs
        folder = folder_of(tables, rules, menhirs)
        if not record.final.flips_left and not folder.exists():
            Solver(rules, menhirs, folder).run()
    return rules, tables


def by_tables(record: Record, tables: Path) -> Review:
    reviewer = Reviewer(record, tables=Engine(tables=tables, table_mb=1))
    return reviewer.finish(reviewer.backwards())


def test_with_tables_every_ply_is_proven(solved: tuple[RuleSet, Path]) -> None:
    rules, tables = solved
    for record in random_games(rules):
        review = by_tables(record, tables)
        assert review.nodes is None or not review.is_exact
        for ply in review.plies:
            position = record.positions[ply.ply - 1]
            if position.phase is Phase.FLIP:  # not all ways to go on were solved
                continue
            assert ply.proven and ply.after_proven
            assert ply.value == truth.value(position, ply.player)
            _check_marks(ply, position)


def _check_marks(ply: ReviewedPly, position: Position) -> None:
    """Mistakes and only moves are what the exact values say."""
    action = read_action(ply.action, position)
    assert (Mark.MISTAKE in ply.marks) == (sign(ply.after) < sign(ply.value))
    if isinstance(action, Claim | Forfeit):
        assert Mark.ONLY_MOVE not in ply.marks
        return
    values = truth.of_actions(position)
    others = [sign(value) for one, value in values.items() if one != action]
    if Mark.ONLY_MOVE in ply.marks:
        assert all(other < sign(ply.after) for other in others) and others
    if Mark.MISTAKE in ply.marks:
        keeps = {read_action(text, position) for text in ply.keeps}
        assert keeps
        assert all(sign(values[one]) >= sign(ply.value) for one in keeps)
