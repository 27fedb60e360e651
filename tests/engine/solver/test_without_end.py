"""The endless game (B0) on small boards, against a plain fixed point and against the search."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from menhirs.core.geometry import Geometry
from menhirs.core.past import Past, banned_picture
from menhirs.core.position import Position
from menhirs.core.rules import Round, RuleSet
from menhirs.core.scoring import TileScoring
from menhirs.core.state import Outcome, Phase, Reason
from menhirs.engine.analysis import Limits
from menhirs.engine.engine import Engine
from menhirs.engine.search import Search
from menhirs.engine.solver.drivers.solver import Progress, Solver
from menhirs.engine.solver.tables.folders import folder_of
from menhirs.engine.solver.tables.probe import Tables
from menhirs.notation.line import write_line
from tests.thoroughness import is_long


def _endless(name: str, heights: tuple[int, ...], menhirs: int, fog_tiles: int) -> RuleSet:
    return RuleSet(
        name,
        schedule=(Round(1, places=True), Round(2)),
        scoring=TileScoring(bonus_round=2, bonus=None),
        geometry=Geometry(heights),
        menhirs=menhirs,
        fog_tiles=fog_tiles,
        repetitions=3,
    )


SMALL = _endless("small-endless", (3, 4, 3), 1, 3)
WIDE = _endless("wide-endless", (2, 3, 4, 3, 2), 2, 4)
LARGER = _endless("larger-endless", (3, 4, 5, 4, 3), 2, 4)
CROWDED = _endless("crowded-endless", (1, 2, 3, 2), 3, 7)
"""So little room that players must pass (M7)."""

Key = tuple[int, int]
"""A position without a past: its fog, and the picture that M4 forbids."""


class PlainFixedPoint:
    """Who wins, found out as one would by hand: decided positions decide those before them."""

    def __init__(self, starts: list[Position]) -> None:
        self.stride = starts[0].geometry.stride
        self.graph: dict[Key, list[Key] | None] = {}
        """What each position leads to; None where it is won at once."""
        self.value: dict[Key, int] = {}
        waiting = list(starts)
        while waiting:
            position = waiting.pop()
            if self.key(position) in self.graph:
                continue
            after = [position.play(action) for action in position.board_actions()]
            # Without a past a position is told by its last turn alone.
            forgetful = [_without_past(a) for a in after if not a.is_over]
            won = len(forgetful) < len(after)
            self.graph[self.key(position)] = None if won else [self.key(a) for a in forgetful]
            waiting += forgetful
        self.passes = 0
        while self.decide_more():
            self.passes += 1

    def key(self, position: Position) -> Key:
        return position.fog, banned_picture(position.fog, position.last, self.stride)

    def decide_more(self) -> bool:
        found = {}
        for key, following in self.graph.items():
            if key not in self.value:
                values = [1] if following is None else [-self.value.get(k, 0) for k in following]
                if (best := max(values)) != 0:
                    found[key] = best
        self.value |= found
        return bool(found)


def _without_past(position: Position) -> Position:
    return Position(
        position.rules,
        position.menhirs,
        position.fog,
        position.player,
        position.round,
        position.lap,
        Phase.MOVE,
        last=position.last,
    )


def starts_of(rules: RuleSet, menhirs: int) -> list[Position]:
    """The positions after the placing."""
    starts = [Position.start(rules, menhirs)]
    while starts[0].phase is Phase.PLACE:
        starts = [p.play(action) for p in starts for action in p.board_actions()]
    return list({position.fog: position for position in starts}.values())


def solved(rules: RuleSet, menhirs: int, parent: Path) -> Tables:
    folder = folder_of(parent, rules, menhirs)
    Solver(rules, menhirs, folder).run()
    return Tables(rules, menhirs, folder)


LAYOUTS = [
    (SMALL, "b2"),
    (WIDE, "a1 b2"),
    (WIDE, "b2 d2"),
    (WIDE, "c1 c4"),
    *([(LARGER, "b2 d3")] if is_long() else []),
    (CROWDED, "a1 b2 c2"),
]


@pytest.mark.parametrize(("rules", "names"), LAYOUTS)
def test_every_value_is_that_of_a_plain_fixed_point(
    rules: RuleSet, names: str, tmp_path: Path
) -> None:
    menhirs = rules.geometry.mask_of(names)
    tables = solved(rules, menhirs, tmp_path)
    starts = starts_of(rules, menhirs)
    truth = PlainFixedPoint(starts)
    for start in starts:
        for position in [start, *(start.play(action) for action in start.board_actions())]:
            if not position.is_over:
                expected = rules.fog_tiles * truth.value.get(truth.key(position), 0)
                assert tables.value(position) == expected, write_line(position)


@pytest.fixture(scope="module")
def parent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables of one layout, in which there are wins, losses and ties."""
    parent = tmp_path_factory.mktemp("tables")
    solved(WIDE, MENHIRS, parent)
    return parent


MENHIRS = WIDE.geometry.mask_of("b2 d2")


def test_what_the_search_proves_is_true_and_it_proves_no_tie(parent: Path) -> None:
    tables = Tables(WIDE, MENHIRS, folder_of(parent, WIDE, MENHIRS))
    found = Counter[int]()
    for start in starts_of(WIDE, MENHIRS):
        analysis = Search(table_mb=1).analyse(start, Limits(nodes=3_000))
        value = tables.value(start)
        assert analysis.proven == (value != 0), write_line(start)
        assert analysis.value == value
        found[value] += 1
    assert min(found[-4], found[0], found[4]) > 5


def test_who_plays_by_the_tables_wins_what_is_won_and_makes_headway(parent: Path) -> None:
    """Were all winning moves the same to it, it might go round in circles and tie (D15)."""
    engine, limits, numbers = Engine(tables=parent, table_mb=1), Limits(nodes=10), Random(1)
    for start in starts_of(WIDE, MENHIRS)[::6]:
        analysis = engine.analyse(start, limits)
        assert (analysis.source, analysis.proven) == ("table", True)
        winner = 0 if not analysis.value else start.player if analysis.value > 0 else 2
        position = start
        for _ in range(20):
            if position.is_over:
                break
            if position.player == winner or not winner:
                action = engine.analyse(position, limits).lines[0].actions[0]
            else:
                action = numbers.choice(position.board_actions())
            position = position.play(action)
        if winner:
            assert position.outcome == Outcome(winner, 4, Reason.FREED)
        else:
            assert position.outcome is None or position.outcome.winner == 0


def won_later(tables: Tables) -> Position:
    """A position that is won, but not at once."""
    return next(
        start
        for start in starts_of(WIDE, MENHIRS)
        if tables.value(start) > 0 and not any(start.winning_moves())
    )


def seen_twice(start: Position, positions: list[Position]) -> Position:
    """A position with a past in which others, with the opponent to move, came up twice."""
    past = None
    for position in positions * 2:
        past = Past(position.fog, position.last, Past(0, None, past))
    return replace(start, past=past)


def test_a_win_that_leads_through_what_came_up_twice_is_a_tie(parent: Path) -> None:
    """D15: whatever wins has been used up by the past."""
    tables = Tables(WIDE, MENHIRS, folder_of(parent, WIDE, MENHIRS))
    start = won_later(tables)
    after = [start.play(action) for action in start.board_actions()]
    used_up = seen_twice(start, [p for p in after if tables.value(p) < 0])
    for engine in (Engine(tables=parent, table_mb=1), Engine(table_mb=1)):
        analysis = engine.analyse(used_up, Limits(nodes=3_000))
        assert analysis.value == 0
    assert tables.analyse(used_up, Limits()).proven  # nothing but ties can come of D15


def test_a_win_is_proven_by_tables_only_without_positions_that_came_up_twice(parent: Path) -> None:
    tables = Tables(WIDE, MENHIRS, folder_of(parent, WIDE, MENHIRS))
    start = won_later(tables)
    after = [start.play(action) for action in start.board_actions()]
    harmless = seen_twice(start, [next(p for p in after if tables.value(p) >= 0)])
    assert tables.analyse(start, Limits()).proven
    told = tables.analyse(harmless, Limits())
    assert (told.value, told.proven) == (4, False)
    searched = Engine(tables=parent, table_mb=1).analyse(harmless, Limits(nodes=3_000))
    assert (searched.value, searched.proven, searched.source) == (4, True, "search")
    unknown = Engine(tables=parent, table_mb=1).analyse(harmless, Limits(nodes=1))
    assert (unknown.value, unknown.proven, unknown.source) == (4, False, "table")


def test_tables_that_are_there_are_not_made_again(parent: Path) -> None:
    received: list[Progress] = []
    Solver(WIDE, MENHIRS, folder_of(parent, WIDE, MENHIRS), report=received.append).run()
    assert [(progress.done, progress.of, progress.kept) for progress in received] == [
        (1, 2, True),
        (2, 2, True),
    ]
