"""The tool that compares the search with the truth, on a board small enough to try everything."""

from __future__ import annotations

from collections import Counter
from threading import Event

import pytest
from tools.against_truth import judge, random_positions, table, turns_of

from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.engine.analysis import Analysis, Limits, Line, Watch
from menhirs.engine.search import Search
from tests.engine.brute_force import BruteForce
from tests.engine.house_rules import SMALL_AMSTERDAM, SMALL_BASE

LAYOUTS = {SMALL_BASE: "b1 b2", SMALL_AMSTERDAM: "a1 b1 b2"}
"""Menhirs that touch, or the last tile would always free one, and no game come to its last turn."""


def start(rules: RuleSet) -> Position:
    return Position.start(rules, rules.geometry.mask_of(LAYOUTS[rules]))


class Worst:
    """Plays what loses most, and calls it proven."""

    def __init__(self, truth: BruteForce) -> None:
        self.truth = truth

    def analyse(
        self,
        position: Position,
        limits: Limits,
        *,
        lines: int = 1,
        watch: Watch | None = None,
        stop: Event | None = None,
    ) -> Analysis:
        def left(action: object) -> int:
            after = position.play(action)  # type: ignore[arg-type]
            value = self.truth.value(after)
            return value if after.player == position.player else -value

        action = min(position.board_actions(), key=left)
        line = Line((action,), left(action), proven=True)
        return Analysis((line,), line.value, True, 1, 1, 0.0, "search")


@pytest.mark.parametrize("rules", [SMALL_BASE, SMALL_AMSTERDAM], ids=lambda rules: rules.name)
def test_positions_come_from_all_turns_alike(rules: RuleSet) -> None:
    turns = turns_of(start(rules))
    drawn = list(random_positions(start(rules), 3 * len(turns), "ash"))
    assert Counter(turn for turn, _ in drawn) == dict.fromkeys(turns, 3)
    assert all(rules.index(position.round) == turn.index for turn, position in drawn)
    assert not any(position.is_over for _, position in drawn)
    assert drawn == list(random_positions(start(rules), 3 * len(turns), "ash"))
    assert drawn != list(random_positions(start(rules), 3 * len(turns), "elm"))


def test_a_search_to_the_end_keeps_every_value() -> None:
    truth = BruteForce()
    verdicts = [
        judge(turn, position, truth, Search(table_mb=1), Limits())
        for turn, position in random_positions(start(SMALL_BASE), 30, "ash")
    ]
    assert all(verdict.kept and not verdict.proven_wrong for verdict in verdicts)
    told = table(verdicts, SMALL_BASE)
    assert "| all | 30 | 30 | 100.0 % | 30 | 0 |" in told
    assert "missed" not in told


def test_misses_and_wrong_proofs_are_counted_and_told() -> None:
    truth = BruteForce()
    verdicts = [
        judge(turn, position, truth, Worst(truth), Limits())
        for turn, position in random_positions(start(SMALL_BASE), 30, "ash")
    ]
    wrong = [verdict for verdict in verdicts if verdict.proven_wrong]
    assert wrong
    assert all(verdict.left < verdict.value for verdict in wrong)
    told = table(verdicts, SMALL_BASE)
    assert f"| all | 30 | {30 - len(wrong)} |" in told
    assert told.count("proven wrong, ") == len(wrong)
