"""``menhirs solve --build`` before the menhirs are turned over, on a board that is quickly done."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from menhirs.cli.main import main
from menhirs.cli.solve import job_line
from menhirs.core.geometry import Mask
from menhirs.core.position import Position
from menhirs.core.rules import RULE_SETS, RuleSet
from menhirs.engine.solver.drivers import flip_job
from menhirs.engine.solver.drivers.flip_job import JobProgress
from menhirs.engine.solver.drivers.solver import Progress
from menhirs.engine.solver.tables.results import Result, write_result
from menhirs.notation.line import write_line
from tests.engine.brute_force import BruteForce
from tests.engine.house_rules import FLIPS_IN_ONE_LAP

START = Position.start(FLIPS_IN_ONE_LAP, FLIPS_IN_ONE_LAP.geometry.mask_of("a2 a3 b2 b3"))
WORDS = ["solve", write_line(START), "--build"]


@pytest.fixture(autouse=True)
def _known_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULE_SETS, FLIPS_IN_ONE_LAP.name, FLIPS_IN_ONE_LAP)


def test_every_first_flip_is_told_with_its_value_and_reply(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*WORDS, "--tables", str(tmp_path), "--json"]) == 0
    done = capsys.readouterr()
    data = json.loads(done.out)
    truth = BruteForce()
    assert (data["value"], data["proven"], data["source"]) == (truth.value(START), True, "table")
    values = {
        f"*{FLIPS_IN_ONE_LAP.geometry.name(action.cell)}": -truth.value(START.play(action))  # type: ignore[union-attr]
        for action in START.board_actions()
    }
    assert {line["actions"][0]: line["value"] for line in data["lines"]} == values
    assert set(data["best"]) == {flip for flip in values if values[flip] == data["value"]}
    assert all(len(line["actions"]) == 2 for line in data["lines"])
    # In a file each way has one line, its last.
    assert done.err.count("\n") == 6
    assert "[####################] 6 of 6 ways" in done.err
    # Asked again, the results answer; nothing is solved.
    assert main([*WORDS, "--tables", str(tmp_path)]) == 0
    done = capsys.readouterr()
    assert done.err.count("kept") == done.err.count("\n") == 6
    assert "(from the tables)" in done.out
    assert done.out.endswith("With perfect play from here on player 2 wins 1 point.\n")


def test_an_interrupted_run_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[Mask] = []

    def write_and_count(tables: Path, rules: RuleSet, menhirs: Mask, result: Result) -> None:
        if len(written) == 3:
            raise KeyboardInterrupt
        written.append(menhirs)
        write_result(tables, rules, menhirs, result)

    with monkeypatch.context() as patched:
        patched.setattr(flip_job, "write_result", write_and_count)
        assert main([*WORDS, "--tables", str(tmp_path)]) == 130
    before = capsys.readouterr().err
    assert main([*WORDS, "--tables", str(tmp_path)]) == 0
    after = capsys.readouterr().err
    finished = before.count("solved")
    assert 0 < finished < 6
    assert (after.count("kept"), after.count("solved")) == (finished, 6 - finished)


def test_a_line_of_progress() -> None:
    stage = Progress("lap1", 12, 48, kept=False)
    begun = JobProgress(0, 21, "b3 c2", stage, kept=False, seconds_left=None)
    assert job_line(begun, 61) == (
        "[....................] 0 of 21 ways, b3 c2: stage 12 of 48, 61 s so far"
    )
    later = JobProgress(10, 21, "b3 c2", stage, kept=False, seconds_left=20_000)
    assert job_line(later, 12_000) == (
        "[#########...........] 10 of 21 ways, b3 c2: stage 12 of 48, 3 h 20 min so far,"
        " about 5 h 33 min left"
    )
    done = JobProgress(21, 21, "b3 c2", None, kept=True, seconds_left=0.0)
    assert job_line(done, 600) == "[####################] 21 of 21 ways, b3 c2: kept, 10 min so far"
