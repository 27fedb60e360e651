"""``menhirs.engine``: analysing, opponents, tables and engine programs for programmers."""

from __future__ import annotations

import doctest
import math
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import menhirs
from menhirs import engine_api
from menhirs.core.position import Position
from menhirs.engine.solver.drivers.solver import Solver
from menhirs.engine.solver.tables.folders import folder_of
from tests.engine.brute_force import BruteForce
from tests.engine.house_rules import SMALL_BASE
from tests.patience import PATIENCE
from tests.protocol.conversation import STAND_IN
from tests.protocol.fakes import fake, spoiled_stand_in

ONE_WIN = menhirs.read_line("amsterdam ..o/..om/.Mo../...m../....m/m.../... 2 2 move 4,3 - 2 -")
START = menhirs.read_line("base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 move 0,0 - - -")
LAYOUT = SMALL_BASE.geometry.mask_of("a1 b3")
SOLVED = Position.start(SMALL_BASE, LAYOUT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder in which a small layout was solved."""
    Solver(SMALL_BASE, LAYOUT, folder_of(tmp_path, SMALL_BASE, LAYOUT)).run()
    return tmp_path


def test_a_win_is_found_and_proven() -> None:
    analysis = menhirs.engine.analyse(ONE_WIN)
    assert (analysis.value, analysis.proven, analysis.source) == (13, True, "search")
    assert analysis.best is not None
    assert menhirs.write_action(analysis.best, ONE_WIN) == "a3-SE"


def test_nodes_limit_the_search_and_give_the_same_answer() -> None:
    one, two = (menhirs.engine.analyse(START, nodes=500, lines=4) for _ in range(2))
    assert one.lines == two.lines
    assert len(one.lines) == 4
    assert re.fullmatch(r"<Line [+-]\d+ estimated \([+-][\d.]+\), \d+ actions>", repr(one.lines[0]))
    assert one.nodes < 5_000


def test_an_analysis_can_be_watched_and_stopped() -> None:
    stop = threading.Event()
    watched: list[menhirs.engine.Analysis] = []

    def watch(analysis: menhirs.engine.Analysis) -> None:
        watched.append(analysis)
        stop.set()

    analysis = menhirs.engine.analyse(START, depth=30, watch=watch, stop=stop)
    assert watched and analysis.depth < 30


def test_without_a_seed_a_level_plays_every_game_differently() -> None:
    start = menhirs.new_game("base", seed="oak")
    firsts = {menhirs.engine.level(1).choose(start) for _ in range(20)}
    assert len(firsts) > 1
    assert len({menhirs.engine.level(1, seed=7).choose(start) for _ in range(5)}) == 1


def test_a_bot_without_claims_can_play() -> None:
    class First:
        def choose(self, position: Position) -> menhirs.Action:
            return position.board_actions()[0]

    start = menhirs.new_game("amsterdam", seed="oak")
    assert menhirs.engine.play_game(start, First(), First()).final.is_over


def test_a_finished_game_has_a_value_and_no_best_action() -> None:
    over = ONE_WIN.play(menhirs.read_action("a3-SE", ONE_WIN))
    analysis = menhirs.engine.analyse(over)
    assert analysis.best is None
    assert abs(analysis.value) == 13


def test_in_a_finished_game_there_is_nothing_to_choose() -> None:
    over = ONE_WIN.play(menhirs.read_action("a3-SE", ONE_WIN))
    with menhirs.engine.open(STAND_IN, nodes=10, patience=PATIENCE) as program:
        for player in (menhirs.engine.level(1), menhirs.engine.level(8), program):
            for ask in (player.choose, player.play):
                with pytest.raises(menhirs.Illegal) as caught:
                    ask(over)
                assert caught.value.code == "game-over"
            assert not player.wants_to_claim(over)
        analysis = program.analyse(over)
    assert analysis.best is None
    assert abs(analysis.value) == 13


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: menhirs.engine.level("3"), "level cannot be '3': it is a whole number"),  # type: ignore[arg-type]
        (lambda: menhirs.engine.level(3.0), "level cannot be 3.0: it is a whole number"),  # type: ignore[arg-type]
        (lambda: menhirs.engine.level(True), "level cannot be True"),
        (lambda: menhirs.engine.analyse(START, seconds="1"), "seconds cannot be '1': it is a num"),  # type: ignore[arg-type]
        (lambda: menhirs.engine.analyse(START, nodes=1e3), "nodes cannot be 1000.0"),  # type: ignore[arg-type]
        (lambda: menhirs.engine.analyse(START, lines=None), "lines cannot be None"),  # type: ignore[arg-type]
        (lambda: menhirs.engine.analyse("x"), "'x' is no position: menhirs.read_line"),  # type: ignore[arg-type]
    ],
)
def test_what_is_of_the_wrong_kind_is_named(ask: Callable[[], Any], told: str) -> None:
    with pytest.raises(TypeError, match=told):
        ask()


def test_the_example_in_its_docstring_is_true() -> None:
    assert doctest.testmod(engine_api).failed == 0


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        (lambda: menhirs.engine.analyse(START, seconds=0), "number-positive"),
        (lambda: menhirs.engine.analyse(START, seconds=math.nan), "number-positive"),
        (lambda: menhirs.engine.analyse(START, seconds=math.inf), "number-range"),
        (lambda: menhirs.engine.analyse(START, nodes=-1), "number-positive"),
        (lambda: menhirs.engine.analyse(START, depth=10**9), "number-range"),
        (lambda: menhirs.engine.analyse(START, nodes=1, lines=0), "number-positive"),
        (lambda: menhirs.engine.analyse(START, nodes=1, threads=0), "number-positive"),
        (lambda: menhirs.engine.analyse(START, nodes=1, tables="nowhere"), "file"),
        (lambda: menhirs.engine.level(0), "number-positive"),
        (lambda: menhirs.engine.level(9), "number-range"),
        (lambda: menhirs.engine.level(8, tables="nowhere"), "file"),
        (lambda: menhirs.engine.tables("nowhere"), "file"),
        (lambda: menhirs.engine.open(""), "engine-start"),
        (lambda: menhirs.engine.open("menhirs engine", nodes=0), "number-positive"),
    ],
)
def test_bad_input_gets_a_coded_error(ask: Callable[[], Any], code: str) -> None:
    with pytest.raises(menhirs.MenhirsError) as caught:
        ask()
    assert caught.value.code == code


def test_levels_play_a_game_that_can_be_read_again() -> None:
    start = menhirs.new_game("amsterdam", seed="oak")
    played = menhirs.engine.play_game(
        start, menhirs.engine.level(3, seed=0), menhirs.engine.level(4, seed=0)
    )
    assert played.final.is_over
    assert menhirs.read_record(str(played)).final == played.final


def test_whoever_may_claim_is_asked_first() -> None:
    """A player who always claims, as soon as it may, loses by its first wrong claim or wins."""

    class Claimer:
        def choose(self, position: Position) -> menhirs.Action:
            if position.phase is menhirs.Phase.PROVE:
                return menhirs.Move(*next(position.winning_moves()))
            return position.board_actions()[0]

        def wants_to_claim(self, position: Position) -> bool:
            return True

    start = menhirs.new_game("amsterdam", seed="oak")
    played = menhirs.engine.play_game(start, Claimer(), menhirs.engine.level(1, seed=0))
    assert menhirs.Claim() in played.actions


def test_tables_tell_the_truth_and_nothing_else(folder: Path) -> None:
    tables = menhirs.engine.tables(folder)
    truth = BruteForce()
    assert SOLVED in tables
    assert tables.value(SOLVED) == truth.value(SOLVED)
    best = tables.best_actions(SOLVED)
    assert best
    for action in SOLVED.board_actions():
        after = SOLVED.play(action)
        mine = truth.value(after) * (1 if after.player == SOLVED.player else -1)
        assert (action in best) is (mine == tables.value(SOLVED))
    assert START not in tables
    with pytest.raises(menhirs.Malformed) as caught:
        tables.value(START)
    assert caught.value.code == "no-tables"


def test_analyses_and_the_highest_level_use_tables(folder: Path) -> None:
    analysis = menhirs.engine.analyse(SOLVED, tables=folder)
    assert (analysis.source, analysis.proven) == ("table", True)
    chosen = menhirs.engine.level(8, tables=folder).choose(SOLVED)
    assert chosen in menhirs.engine.tables(folder).best_actions(SOLVED)


def test_an_engine_program_plays_and_analyses() -> None:
    with menhirs.engine.open(STAND_IN, nodes=10, patience=PATIENCE) as program:
        assert program.name.startswith("menhirs ")
        assert program.name in repr(program)
        assert program.play(ONE_WIN).is_over
        assert not program.wants_to_claim(ONE_WIN)
        analysis = program.analyse(ONE_WIN, lines=2)
        assert len(analysis.lines) == 2
        assert analysis.best == program.choose(ONE_WIN)
        program.set_option("threads", 2)


def test_a_command_may_be_a_list_of_words() -> None:
    with pytest.raises(menhirs.engine.EngineFailure) as caught:
        menhirs.engine.open([sys.executable, "-c", "raise SystemExit('no engine here')"])
    assert "no engine here" in str(caught.value)


@pytest.mark.parametrize(
    ("misbehaviour", "code"),
    [
        ("print('position base nonsense') if command == 'position' else 0", "engine-disagrees"),
        ("print('position', *words) if command == 'position' else 0", "engine-babble"),
    ],
)
def test_a_program_that_talks_nonsense_is_found_out(
    tmp_path: Path, misbehaviour: str, code: str
) -> None:
    with (
        menhirs.engine.open(fake(tmp_path, misbehaviour), patience=PATIENCE) as program,
        pytest.raises(menhirs.engine.EngineFailure) as caught,
    ):
        program.analyse(START)
    assert caught.value.code == code


def test_a_program_that_breaks_a_rule_is_told_which(tmp_path: Path) -> None:
    command = spoiled_stand_in(tmp_path, "EngineHost.choose = lambda *_, **__: Place(0)")
    with (
        menhirs.engine.open(command, nodes=10, patience=PATIENCE) as program,
        pytest.raises(menhirs.Illegal) as caught,
    ):
        program.choose(START)
    assert caught.value.code == "wrong-phase"


def test_a_program_that_acts_for_its_opponent_is_found_out(tmp_path: Path) -> None:
    command = spoiled_stand_in(tmp_path, "EngineHost.choose = lambda *_, **__: Resign(2)")
    with (
        menhirs.engine.open(command, nodes=10, patience=PATIENCE) as program,
        pytest.raises(menhirs.engine.EngineFailure) as caught,
    ):
        program.choose(START)
    assert caught.value.code == "engine-seat"


def test_estimates_rank_lines_whose_values_are_alike() -> None:
    line = "base8 ..M/..oo/....m/.mooom/.ooMm/.oo./m.. 1 5 move 0,0 d3e2-NE - -"
    lines = engine_api.analyse(menhirs.read_line(line), nodes=20_000, lines=5).lines
    estimates = [one.estimate for one in lines if one.estimate is not None]
    assert {one.value for one in lines} == {0}
    assert len(estimates) == 5
    assert estimates[0] == max(estimates) > min(estimates)
