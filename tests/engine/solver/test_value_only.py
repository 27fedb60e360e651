"""A layout solved for its value alone: the same as tables and brute force say, without files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from menhirs.core.geometry import cells_in
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, BASE, BASE8, RuleSet
from menhirs.core.state import Phase
from menhirs.engine.solver import worth
from menhirs.engine.solver.drivers.solver import Progress, Solver
from menhirs.engine.solver.drivers.workers import Workers
from menhirs.engine.solver.tables.probe import Tables
from menhirs.notation.actions import read_action
from menhirs.notation.line import read_line, write_line
from tests.engine.brute_force import BruteForce
from tests.engine.house_rules import (
    FLIPS_IN_ONE_LAP,
    FLIPS_OF_FIVE,
    FLIPS_WITHOUT_CLAIMS,
    GENEROUS_AMSTERDAM,
    LONG_AMSTERDAM,
    SMALL_AMSTERDAM,
    SMALL_BASE,
    WIDE_BASE,
)
from tests.engine.solver.test_against_brute_force import reached_from
from tests.engine.solver.test_without_end import WIDE, starts_of
from tests.engine.uncompiled import run_uncompiled
from tests.thoroughness import is_long

SAMPLE = 400 if is_long() else 15


def to_first(position: Position, value: int) -> int:
    return value if position.player == 1 else -value


def after_turning_over(position: Position) -> Position:
    while position.phase is Phase.FLIP:
        position = position.play(position.legal_actions(claims=True)[-1])
    return position


@pytest.mark.parametrize(
    ("rules", "menhirs"),
    [
        (SMALL_BASE, "a1 b2"),
        (WIDE_BASE, "a1 b1 b2 c3"),
        (SMALL_AMSTERDAM, "a1 b2 c2"),
        (GENEROUS_AMSTERDAM, "a2 b1 b3"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_any_position_of_a_game_is_worth_what_brute_force_says(
    rules: RuleSet, menhirs: str
) -> None:
    start = after_turning_over(Position.start(rules, rules.geometry.mask_of(menhirs)))
    reached = sorted(reached_from(start, 4_000), key=write_line)
    phases = {position.phase for position in reached}
    truth, workers = BruteForce(), Workers(rules.geometry, 1)
    for phase in phases:
        chosen = [position for position in reached if position.phase is phase]
        for position in chosen[:: max(1, len(chosen) * len(phases) // SAMPLE)]:
            expected = to_first(position, truth.value(position))
            assert worth(position, workers=workers).value == expected, write_line(position)
    workers.close()
    assert {Phase.PLACE, Phase.MOVE, Phase.REMOVE, Phase.OVER} <= phases


class PlainFlips:
    """Turning over by trying every way."""

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self.ways = 0

    def value(self, position: Position) -> int:
        """Points to player 1."""
        if position.phase is not Phase.FLIP:
            self.ways += 1
            return worth(position, workers=self.workers).value
        best = max if position.player == 1 else min
        return best(self.value(position.play(action)) for action in position.board_actions())


@pytest.mark.parametrize("menhirs", ["a1 b1 b2 b3", "a1 a3 b1 b4", "a2 b1 b2 b4"])
def test_turning_over_is_worth_as_much_as_its_ways_with_fewer_of_them_solved(menhirs: str) -> None:
    rules, workers = FLIPS_IN_ONE_LAP, Workers(FLIPS_IN_ONE_LAP.geometry, 1)
    start, plain = Position.start(rules, rules.geometry.mask_of(menhirs)), PlainFlips(workers)
    solved: list[Progress] = []
    told = worth(start, workers=workers, tell=solved.append)
    assert told.value == plain.value(start)
    assert told.placings is None
    assert sum(stage.done == stage.of for stage in solved) <= 6 < plain.ways == 12
    workers.close()


@pytest.mark.long
@pytest.mark.parametrize("rules", [FLIPS_WITHOUT_CLAIMS, FLIPS_OF_FIVE], ids=lambda r: r.name)
def test_turning_over_is_worth_what_brute_force_says(rules: RuleSet) -> None:
    truth, workers = BruteForce(), Workers(rules.geometry, 1)
    for chosen in list(combinations(cells_in(rules.geometry.cells), rules.menhirs))[::5]:
        start = Position.start(rules, rules.geometry.mask(chosen))
        assert worth(start, workers=workers).value == truth.value(start), write_line(start)
    workers.close()


def placed_from(position: Position) -> Iterator[Position]:
    """Every order in which the tiles can be placed."""
    if position.phase is not Phase.PLACE:
        yield position
        return
    for action in position.board_actions():
        yield from placed_from(position.play(action))


@pytest.mark.parametrize(
    ("rules", "menhirs"),
    [(SMALL_BASE, "a1 b2"), (GENEROUS_AMSTERDAM, "a2 b1 b3"), (LONG_AMSTERDAM, "a1 c5 d4")],
    ids=lambda value: getattr(value, "name", None),
)
def test_the_placings_fare_as_the_tables_say(rules: RuleSet, menhirs: str, tmp_path: Path) -> None:
    start = after_turning_over(Position.start(rules, rules.geometry.mask_of(menhirs)))
    Solver(rules, start.menhirs, tmp_path).run()
    tables = Tables(rules, start.menhirs, tmp_path)
    told = worth(start)
    assert told.value == tables.value(start)
    assert told.placings
    fogs = {position.fog: position for position in placed_from(start)}
    expected = Counter(tables.value(position) for position in fogs.values())
    assert told.placings.values == expected
    firsts = {
        action.cell: to_first(after, tables.value(after))  # type: ignore[union-attr]
        for action in start.board_actions()
        for after in [start.play(action)]
    }
    assert told.placings.first == firsts
    assert told.placings.keeping == sum(value == told.value for value in firsts.values()) > 0


def test_a_game_without_end_is_told_in_points() -> None:
    start = Position.start(WIDE, WIDE.geometry.mask_of("b2 d2"))
    told, workers = worth(start), Workers(WIDE.geometry, 1)
    assert told.placings
    placed = starts_of(WIDE, start.menhirs)
    expected = Counter(worth(position, workers=workers).value for position in placed)
    workers.close()
    assert told.placings.values == expected
    assert set(expected) == {-WIDE.fog_tiles, 0, WIDE.fog_tiles}


def test_only_turns_that_can_still_come_are_solved() -> None:
    seen: list[Progress] = []

    def stages(position: Position) -> int:
        seen.clear()
        worth(position, tell=seen.append)
        assert [progress.done for progress in seen] == list(range(1, len(seen) + 1))
        assert not seen or seen[-1].of == len(seen)
        return len(seen)

    start = Position.start(SMALL_BASE, SMALL_BASE.geometry.mask_of("a1 b2"))
    two_laps = Position.start(SMALL_AMSTERDAM, SMALL_AMSTERDAM.geometry.mask_of("a1 b2 c2"))
    assert stages(start) == 8
    # Lap 2, lap 1 up to the decision, and its end for either who wanted it.
    assert stages(after_turning_over(two_laps)) == 8 + 4 + 8
    late = next(p for p in reached_from(start, 9_999) if p.phase is Phase.MOVE and p.round == 5)
    assert stages(late) == 3 - late.player


def wins_that_are_forbidden(start: Position) -> Iterator[Position]:
    """M4: positions in which the one move that wins may not be played, since it goes back."""
    for position in reached_from(start, 20_000):
        if position.phase is not Phase.MOVE or position.last is None:
            continue
        told = write_line(position).split()
        told[6] = "-"
        from_anywhere = read_line(" ".join(told), {position.rules.name: position.rules})
        wins = [
            action
            for action in from_anywhere.board_actions()
            if not from_anywhere.play(action).fog & position.menhirs
        ]
        if wins and not any(position.is_legal(action) for action in wins):
            yield position


def test_a_win_that_the_return_rule_forbids_is_not_counted() -> None:
    truth, workers = BruteForce(), Workers(SMALL_BASE.geometry, 1)
    found = 0
    for menhirs in ("a1 b2", "a2 c1", "b1 b3"):
        start = Position.start(SMALL_BASE, SMALL_BASE.geometry.mask_of(menhirs))
        for position in wins_that_are_forbidden(start):
            value = truth.value(position)
            assert worth(position, workers=workers).value == to_first(position, value)
            found += value < position.score_of_win
            if found > 20:
                break
    workers.close()
    assert found


def test_without_a_compiler_it_is_worth_the_same() -> None:
    start = Position.start(SMALL_BASE, SMALL_BASE.geometry.mask_of("a1 b2"))
    script = """
from menhirs.core.position import Position
from menhirs.engine.solver import worth
from menhirs.engine.solver.passes import positions
from tests.engine.house_rules import SMALL_BASE
assert positions.__file__.endswith(".py")
print(worth(Position.start(SMALL_BASE, SMALL_BASE.geometry.mask_of("a1 b2"))))
"""
    assert run_uncompiled(script) == f"{worth(start)}\n"


@pytest.mark.long
@pytest.mark.parametrize(("rules", "value"), [(BASE, -1), (BASE8, 0)])
def test_the_base_game_on_a_known_layout(rules: RuleSet, value: int) -> None:
    told = worth(Position.start(rules, rules.geometry.mask_of("a3 b3 c3 d2 e1 f1 g1")))
    assert told.value == value
    assert told.placings
    assert told.placings.values == {value: 8_855}
    assert told.placings.keeping == 23


@pytest.mark.long
def test_a_win_on_the_whole_board_that_the_return_rule_forbids() -> None:
    taking = read_line("base8 mm./m.../....m/.....M/o...m/oooo/Moo 1 9 remove 0,0 d6-N - -")
    after = taking.play(read_action("xg1", taking))
    # With the last tile taken from anywhere else, d6 going back would not be forbidden.
    free = read_line(write_line(after).replace(" d6-N ", " - "))
    assert worth(free).value == -8
    assert worth(after).value > -8


@pytest.mark.long
def test_amsterdam_on_a_known_layout() -> None:
    line = "amsterdam .../..M./.M.../....M./.M.../..M./... 1 12 place 3,3 - - -"
    told = worth(read_line(line))
    assert told.value == 0
    assert told.placings
    by_winner = Counter[int]()
    for value, count in told.placings.values.items():
        by_winner[(value > 0) - (value < 0)] += count
    assert by_winner == {1: 5_453, -1: 6, 0: 177_100 - 5_459}
    assert told.placings.values[22] == 5_453
    assert told.placings.keeping == 25
    assert AMSTERDAM.name in line
