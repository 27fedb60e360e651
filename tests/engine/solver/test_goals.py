"""Values found by goals are those of the tables, in every stage and with any picture forbidden."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from menhirs.core.geometry import Mask
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.core.scoring import TileScoring
from menhirs.engine.solver import worth
from menhirs.engine.solver.drivers.questions import Question, Questions
from menhirs.engine.solver.drivers.solver import Progress, Solver
from menhirs.engine.solver.drivers.workers import Workers
from menhirs.engine.solver.goals import goal_search, layout_facts, turn_solver
from menhirs.engine.solver.goals.goal import wins_only_shrink
from menhirs.engine.solver.goals.layout_by_goals import LayoutByGoals
from menhirs.engine.solver.schedule import Schedule
from menhirs.engine.solver.tables.tables import Label, Shelf
from menhirs.notation.house_rules import read_house_rules
from tests.engine.brute_force import BruteForce
from tests.engine.house_rules import SMALL_AMSTERDAM
from tests.engine.solver.test_value_only import after_turning_over, to_first
from tests.thoroughness import is_long

A_TABLE = 1_000 if is_long() else 60
LAYOUTS = 6 if is_long() else 1
# With four tiles on this board nobody ever has to pass (M7), so that turns have models; with seven
# some fogs have fewer than two moves.
RULES = read_house_rules(
    """
    [few-amsterdam]
    like = "amsterdam"
    board = [3, 4, 5, 4, 3]
    menhirs = 4
    fog_tiles = 4
    chances = 1

    [few-unclaimed]
    like = "few-amsterdam"
    claims = false

    [few-base]
    like = "base"
    board = [3, 4, 5, 4, 3]
    menhirs = 2
    fog_tiles = 4
    rounds = [
        {round = 1, place = true},
        {round = 2, to = 5},
        {round = 6, take = ["never", "must"]},
        {round = 7, take = "must"},
    ]

    [many-amsterdam]
    like = "few-amsterdam"
    menhirs = 5
    fog_tiles = 7
    chances = 2
    """,
)
FEW = [RULES[name] for name in ("few-amsterdam", "few-unclaimed", "few-base")]


def label_of(path: Path) -> Label:
    header = json.loads(path.read_bytes()[:4096])
    return Label(*(header[name] for name in ("rules", "layout", "stage", "tiles", "families")))


class Sample:
    """Places of tables: some at random, and some where a forbidden picture matters."""

    def __init__(self, workers: Workers, menhirs: Mask, seed: str) -> None:
        self.ranking = workers.ranking
        self.menhirs = workers.ranking.pack(menhirs)
        self.random = random.Random(seed)

    def can_be(self, label: Label, place: int) -> bool:
        """Whether a position has this place: in some fogs the game is over, or has not begun."""
        fog = self.ranking.unrank_packed(place // label.families, label.tiles)
        if label.stage.startswith("lap1-hand"):
            return not self.menhirs & ~fog
        return bool(self.menhirs & fog)

    def of(self, folder: Path) -> list[Question]:
        """Questions about all tables of a folder."""
        shelf, asked = Shelf(folder, self.ranking), []
        for path in sorted(folder.glob("*.table")):
            label = label_of(path)
            layer = shelf.table(label).layer()
            places = range(len(layer.best))
            matters = [place for place in places if layer.best[place] != layer.second[place]]
            if "-round11-player1" in label.stage:
                matters = []  # nothing is forbidden in a lap's first turn; no table says what if
            for chosen, is_forbidden in ((places, False), (matters, True)):
                for place in self.random.sample(chosen, min(A_TABLE, len(chosen))):
                    if self.can_be(label, place):
                        picture = layer.picture[place] if is_forbidden else None
                        asked.append(Question(label, place, picture))
        return asked


def tell_alike(rules: RuleSet, folder: Path, number: int) -> None:
    """Solves a layout both ways, and compares."""
    workers = Workers(rules.geometry, 2)
    drawn = random.Random(f"{rules.name} {number}")
    standing = drawn.sample(list(rules.geometry.names), rules.standing)
    menhirs = rules.geometry.mask_of(" ".join(standing))
    Solver(rules, menhirs, folder, workers=workers).run()
    sample = Sample(workers, menhirs, rules.name).of(folder)
    assert sum(question.forbidden is not None for question in sample) > 100
    questions, shelf = Questions(), Shelf(folder, workers.ranking)
    for question in sample:
        questions.table(question.label).value(question.place, question.forbidden)
    assert LayoutByGoals(rules, menhirs, workers).answer(questions, []) is not None
    for question in sample:
        expected = shelf.table(question.label).value(question.place, question.forbidden)
        told = questions.table(question.label).value(question.place, question.forbidden)
        assert told == expected, (standing, question)
    workers.close()


@pytest.fixture(autouse=True)
def _never_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many goals it takes, and with moves within the eastern half listed for all fogs."""
    monkeypatch.setattr(goal_search, "_MOST_EFFORT", 1_000)
    monkeypatch.setattr(layout_facts, "_VISITS", -1)


@pytest.mark.parametrize("rules", FEW, ids=lambda rules: rules.name)
@pytest.mark.parametrize("many", [0, 25], ids=["always from a model", "as it is quicker"])
def test_goals_tell_what_the_tables_tell(
    rules: RuleSet, many: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turn_solver, "_MANY", many)
    for number in range(LAYOUTS):
        folder = tmp_path / str(number)
        folder.mkdir()
        tell_alike(rules, folder, number)


@pytest.mark.long
def test_goals_tell_what_the_tables_tell_where_somebody_may_have_to_pass(tmp_path: Path) -> None:
    tell_alike(RULES["many-amsterdam"], tmp_path, 0)


def test_a_game_whose_later_wins_may_be_worth_more_is_solved_by_tables() -> None:
    by_tiles = TileScoring(bonus_round=4, bonus=None)
    rules = replace(SMALL_AMSTERDAM, name="by-tiles", scoring=by_tiles)
    assert wins_only_shrink(SMALL_AMSTERDAM, Schedule.of(SMALL_AMSTERDAM))
    assert not wins_only_shrink(rules, Schedule.of(rules))  # lap 2 begins with all tiles again
    truth, workers = BruteForce(), Workers(rules.geometry, 1)
    for menhirs in ("a1 b2 c2", "a1 a2 b3"):
        start = after_turning_over(Position.start(rules, rules.geometry.mask_of(menhirs)))
        told = worth(start, workers=workers)
        assert told.value == truth.value(start)
        assert told.placings
        after = {action.cell: start.play(action) for action in start.board_actions()}  # type: ignore[union-attr]
        assert told.placings.first == {
            cell: to_first(then, truth.value(then)) for cell, then in after.items()
        }
    workers.close()


def test_a_layout_that_takes_too_many_goals_is_solved_by_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, workers = RULES["few-amsterdam"], Workers(RULES["few-amsterdam"].geometry, 1)
    for menhirs in ("a2 b4 c1 e3", "a1 b2 c3 d4"):
        start = after_turning_over(Position.start(rules, rules.geometry.mask_of(menhirs)))
        told: list[Progress] = []
        by_goals = worth(start, workers=workers, tell=told.append)
        assert all("wins" in progress.stage for progress in told[:-1])
        monkeypatch.setattr(goal_search, "_MOST_EFFORT", 0)
        assert worth(start, workers=workers, tell=told.append) == by_goals
        assert by_goals.placings and len(by_goals.placings.values) > 1
        assert told[-1].stage.startswith("all tables: lap1-round11-player1")
        monkeypatch.setattr(goal_search, "_MOST_EFFORT", 1_000)
    workers.close()
