"""Turning over with perfect play: the job that solves every way, its files, and their values."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from menhirs.core.actions import Flip
from menhirs.core.errors import Malformed
from menhirs.core.geometry import cells_in
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, RuleSet
from menhirs.core.state import Phase
from menhirs.engine.analysis import Limits
from menhirs.engine.engine import Engine
from menhirs.engine.solver.drivers.flip_job import FlipJob, JobProgress
from menhirs.engine.solver.drivers.solver import Solver
from menhirs.engine.solver.tables.flips import FlipResults, ways_from
from menhirs.engine.solver.tables.folders import folder_of
from menhirs.engine.solver.tables.results import Result, read_result, result_file, write_result
from tests.engine.brute_force import BruteForce
from tests.engine.house_rules import FLIPS_IN_ONE_LAP, FLIPS_OF_FIVE, FLIPS_WITHOUT_CLAIMS

RULES = FLIPS_IN_ONE_LAP
START = Position.start(RULES, RULES.geometry.mask_of("a2 a3 b2 b3"))


class Interrupted(Exception):
    pass


def run_job(
    tables: Path,
    *,
    keep_tables: bool = False,
    watch: Callable[[JobProgress], None] = lambda progress: None,
) -> list[JobProgress]:
    received: list[JobProgress] = []

    def report(progress: JobProgress) -> None:
        received.append(progress)
        watch(progress)

    FlipJob(START, tables, keep_tables=keep_tables, report=report).run()
    return received


def finished(told: list[JobProgress]) -> list[bool]:
    """Of every way that got its result, whether an earlier run had it."""
    return [progress.kept for progress in told if progress.stage is None]


def seen_by(position: Position, after: Position, truth: BruteForce) -> int:
    """What a later position is worth to the player to act now."""
    return truth.value(after) * (1 if after.player == position.player else -1)


@pytest.mark.parametrize(
    ("rules", "cells"),
    [
        (FLIPS_IN_ONE_LAP, "a2 a3 b2 b3"),
        (FLIPS_WITHOUT_CLAIMS, "a1 a3 b2 b3"),
        (FLIPS_OF_FIVE, "a1 a2 a3 b1 b3"),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_every_flip_and_every_reply_has_its_exact_value(
    rules: RuleSet, cells: str, tmp_path: Path
) -> None:
    truth = BruteForce()
    start = Position.start(rules, rules.geometry.mask_of(cells))
    FlipJob(start, tmp_path).run()
    engine = Engine(tables=tmp_path, table_mb=1)
    values = set()
    for position in (start, *(start.play(action) for action in start.board_actions())):
        analysis = engine.analyse(position, Limits(), lines=99)
        assert (analysis.source, analysis.proven) == ("table", True)
        assert analysis.value == truth.value(position)
        assert {line.actions[0] for line in analysis.lines} == set(position.board_actions())
        for line in analysis.lines:
            assert line.value == seen_by(position, position.play(line.actions[0]), truth)
            reached = position
            for action in line.actions:
                reached = reached.play(action)
            assert reached.phase is not Phase.FLIP
            assert line.value == seen_by(position, reached, truth)
            values.add(line.value)
        assert [line.value for line in analysis.lines] == sorted(
            (line.value for line in analysis.lines), reverse=True
        )
    assert len(values) > 2  # or the test would not tell good flips from bad ones


def test_of_equal_flips_the_one_with_most_wrong_replies_comes_first(tmp_path: Path) -> None:
    worth = {"b2 b3": 0, "a3 b3": 0, "a3 b2": 0, "a2 b3": 0, "a2 b2": 1, "a2 a3": 0}
    for cells, value in worth.items():
        write_result(tmp_path, RULES, RULES.geometry.mask_of(cells), Result(value, None))
    first = FlipResults(RULES, tmp_path).analyse(START, Limits()).lines[0]
    # All is a tie, but after a3 or b3 one of the three replies loses a point to player 1.
    assert first.value == 0
    assert first.actions[0] in [Flip(RULES.geometry.cell(name)) for name in ("a3", "b3")]


def test_who_wins_is_known_as_soon_as_the_results_suffice(tmp_path: Path) -> None:
    def write(cells: str, value: int) -> None:
        write_result(tmp_path, RULES, RULES.geometry.mask_of(cells), Result(value, None))

    results = FlipResults(RULES, tmp_path)
    for cells in ("a3 b2", "a3 b3"):  # of a2, the replies b3 and b2
        write(cells, 0)
        with pytest.raises(Malformed):
            results.analyse(START, Limits())
    write("b2 b3", 0)  # all replies to a2: it is worth a tie, and a2 is a reply to all others
    analysis = results.analyse(START, Limits(), lines=99)
    assert (analysis.value, analysis.proven, len(analysis.lines)) == (0, True, 1)
    assert analysis.lines[0].actions[0] == Flip(RULES.geometry.cell("a2"))
    write("a2 b3", -1)  # what is left after a3 and b2, which is worse for player 1
    assert results.analyse(START, Limits()).value == 0
    write("a2 a3", 5)
    write("a2 b2", 5)
    assert results.analyse(START, Limits(), lines=99).value == 0


def test_there_are_21_ways_of_a_whole_layout_and_6_after_the_first_flip() -> None:
    start = Position.start(AMSTERDAM, AMSTERDAM.geometry.mask_of("a3 b3 c3 d2 e1 f1 g1"))
    ways = ways_from(start)
    assert len({way.menhirs for way in ways}) == len(ways) == 21
    assert {way.phase for way in ways} == {Phase.PLACE}
    assert len(ways_from(start.play(start.board_actions()[0]))) == 6


@pytest.mark.parametrize(("keep_tables", "solved"), [(False, 4), (True, 6)])
def test_of_ways_that_are_mirror_images_one_is_solved_unless_tables_are_wanted(
    keep_tables: bool, solved: int, tmp_path: Path
) -> None:
    start = Position.start(RULES, RULES.geometry.mask_of("b1 b2 b3 b4"))
    received: list[JobProgress] = []
    FlipJob(start, tmp_path, keep_tables=keep_tables, report=received.append).run()
    assert len({progress.layout for progress in received if progress.stage}) == solved
    assert len(finished(received)) == 6
    last_solved = max(place for place, progress in enumerate(received) if progress.stage)
    # Images take no time: nothing is left as soon as the last way that is no image is solved.
    assert {progress.seconds_left for progress in received[last_solved + 1 :]} == {0.0}
    truth = BruteForce()
    for way in ways_from(start):
        result = read_result(tmp_path, RULES, way.menhirs)
        assert result.value == truth.value(way) * (1 if way.player == 1 else -1)
        assert keep_tables == folder_of(tmp_path, RULES, way.menhirs).exists()
    assert FlipResults(RULES, tmp_path).analyse(start, Limits()).value == truth.value(start)


def interrupt_third_way(progress: JobProgress) -> None:
    if progress.done == 2 and progress.stage is not None and progress.stage.done == 3:
        raise Interrupted


def test_an_interrupted_job_goes_on_at_the_same_way(tmp_path: Path) -> None:
    with pytest.raises(Interrupted):
        run_job(tmp_path, watch=interrupt_third_way)
    told = run_job(tmp_path)
    assert finished(told) == [True, True, False, False, False, False]
    assert not any(p.stage.kept for p in told if p.stage is not None)
    assert Engine(tables=tmp_path).analyse(START, Limits()).value == BruteForce().value(START)
    assert finished(run_job(tmp_path)) == [True] * 6


def test_where_tables_are_kept_it_goes_on_at_the_same_stage(tmp_path: Path) -> None:
    with pytest.raises(Interrupted):
        run_job(tmp_path, keep_tables=True, watch=interrupt_third_way)
    third = ways_from(START)[2].menhirs
    assert len(list(folder_of(tmp_path, RULES, third).glob("*.table"))) >= 3
    told = run_job(tmp_path, keep_tables=True)
    of_third = [p.stage.kept for p in told if p.stage is not None and p.done == 2]
    assert of_third[:3] == [True] * 3
    assert not any(of_third[4:])  # the fourth may have been written while the third was told of
    # What was not solved in one go is no measure of how long a way takes.
    assert read_result(tmp_path, RULES, third).seconds is None


@pytest.mark.parametrize(
    ("damage", "why"),
    [
        (lambda content: content[:-20], "no result of ours"),
        (lambda content: b"", "no result of ours"),
        (lambda content: b"\xff" * 40, "no result of ours"),
        (lambda content: b"[]", "no result of ours"),
        (lambda content: content.replace(b'"value": ', b'"value": 1'), "checksum"),
        (lambda content: content.replace(b'"version": 1', b'"version": 2'), "version"),
        (lambda content: content.replace(b'"layout": "a', b'"layout": "b'), "layout"),
        (lambda content: content.replace(b"flips-in-one-lap", b"amsterdam"), "rules"),
    ],
)
def test_a_damaged_or_foreign_result_is_never_trusted(
    damage: Callable[[bytes], bytes], why: str, tmp_path: Path
) -> None:
    run_job(tmp_path)
    way = next(way for way in ways_from(START) if way.menhirs & RULES.geometry.mask_of("a2"))
    path = result_file(tmp_path, RULES, way.menhirs)
    whole = json.loads(path.read_bytes())
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(Malformed, match=why) as caught:
        read_result(tmp_path, RULES, way.menhirs)
    assert caught.value.code == "table"
    complaints: list[Malformed] = []
    engine = Engine(tables=tmp_path, table_mb=1, complain=complaints.append)
    searched = engine.analyse(START, Limits(nodes=1000))
    assert searched.source == "search"
    assert [error.code for error in complaints] == ["table"]
    assert sorted(finished(run_job(tmp_path))) == [False] + [True] * 5
    assert json.loads(path.read_bytes())["value"] == whole["value"]


def test_tables_are_made_only_where_they_are_wanted(tmp_path: Path) -> None:
    run_job(tmp_path / "short")
    kept = sorted(path.name for path in (tmp_path / "short" / RULES.name).iterdir())
    assert kept == sorted(
        result_file(tmp_path, RULES, way.menhirs).name for way in ways_from(START)
    )
    run_job(tmp_path / "long", keep_tables=True)
    for way in ways_from(START):
        engine = Engine(tables=tmp_path / "long")
        assert engine.analyse(way, Limits()).source == "table"
        engine = Engine(tables=tmp_path / "short")
        assert engine.analyse(way, Limits(nodes=100)).source == "search"


def test_tables_that_are_there_are_used_and_stay(tmp_path: Path) -> None:
    first, *_ = ways_from(START)
    own = folder_of(tmp_path, RULES, first.menhirs)
    Solver(RULES, first.menhirs, own).run()
    before = {path: path.stat().st_mtime_ns for path in own.iterdir()}
    told = run_job(tmp_path)
    assert [progress.done for progress in told if progress.stage is None] == [1, 2, 3, 4, 5, 6]
    assert not any(p.stage is not None and p.done == 0 for p in told)
    assert {path: path.stat().st_mtime_ns for path in own.iterdir()} == before


def test_the_estimate_rests_on_finished_ways(tmp_path: Path) -> None:
    told = run_job(tmp_path)
    assert all(p.seconds_left is None for p in told if p.done == 0)
    assert all(p.seconds_left is not None for p in told if p.done)
    assert told[-1].seconds_left == 0
    seconds = read_result(tmp_path, RULES, ways_from(START)[0].menhirs).seconds
    assert seconds is not None
    first = next(p for p in told if p.done == 1)
    # Of the other five, one is the mirror image of another.
    assert first.seconds_left == pytest.approx(4 * seconds)
    # A later run goes by the time that an earlier one has taken.
    last = list(ways_from(START))[-1].menhirs
    result_file(tmp_path, RULES, last).unlink()
    assert all(p.seconds_left is not None for p in run_job(tmp_path) if p.stage is not None)


def test_a_folder_that_cannot_be_made_is_told_and_costs_no_result(tmp_path: Path) -> None:
    def get_in_the_way(progress: JobProgress) -> None:
        if progress.done == 1 and progress.stage is None:
            folder_of(tmp_path, RULES, ways_from(START)[1].menhirs).write_text("in the way")

    with pytest.raises(Malformed) as caught:
        run_job(tmp_path, keep_tables=True, watch=get_in_the_way)
    assert caught.value.code == "file-write"
    folder_of(tmp_path, RULES, ways_from(START)[1].menhirs).unlink()
    told = run_job(tmp_path, keep_tables=True)
    assert finished(told) == [True, False, False, False, False, False]


def test_cells_of_a_way_are_what_is_left_lying(tmp_path: Path) -> None:
    told = run_job(tmp_path)
    assert {progress.layout for progress in told} == {
        " ".join(RULES.geometry.name(cell) for cell in cells_in(way.menhirs))
        for way in ways_from(START)
    }


def test_tables_that_are_to_be_kept_are_made_whole_though_there_are_results(tmp_path: Path) -> None:
    FlipJob(START, tmp_path, keep_tables=True).run()
    whole = set(tmp_path.rglob("*.table"))
    removed = [path for path in whole if "-hand" in path.name]
    assert removed
    for path in removed:
        path.unlink()
    FlipJob(START, tmp_path, keep_tables=True).run()
    assert set(tmp_path.rglob("*.table")) == whole
