"""Surveys on this machine: what they find, and that they go on where they were."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import menhirs as menhirs_package
from menhirs.core.actions import Place
from menhirs.core.errors import MenhirsError
from menhirs.core.geometry import cells_in
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet
from menhirs.research.survey import local_executor
from menhirs.research.survey.executor import Failure
from menhirs.research.survey.job import Job, solve, start_of
from menhirs.research.survey.layout_result import LayoutResult
from menhirs.research.survey.local_executor import LocalExecutor
from menhirs.research.survey.results_file import ResultsWriter, SurveyResults, read_results
from menhirs.research.survey.survey import (
    SurveyPlan,
    SurveyProgress,
    plan_all,
    plan_drawn,
    plan_of_layouts,
    run_survey,
)
from tests.cli.command import COMMAND, menhirs
from tests.engine.brute_force import BruteForce
from tests.research.boards import HOUSE_RULES, RULES, TINY, TURNED, mask


@pytest.fixture
def executor() -> Iterator[LocalExecutor]:
    executor = LocalExecutor(2)
    yield executor
    executor.close()


@pytest.fixture
def house_rules(tmp_path: Path) -> str:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE_RULES, "utf-8")
    return str(path)


@pytest.mark.parametrize(("rules", "names"), [(TINY, "a1 b2"), (TURNED, "a2 b3")])
def test_a_layout_comes_to_what_brute_force_finds(rules: RuleSet, names: str) -> None:
    found = solve(Job(rules, mask(rules, names)))
    truth = BruteForce()

    def to_first(position: Position) -> int:
        value = truth.value(position)
        return value if position.player == 1 else -value

    start = start_of(rules, found.menhirs)
    assert found.value == to_first(start)
    free = cells_in(rules.geometry.cells & ~start.fog)
    assert found.first == {cell: to_first(start.play(Place(cell))) for cell in free}
    assert sum(found.starts.values()) == sum(1 for _ in _all_starts(start))
    assert found.starts == _counted(to_first(laid) for laid in _all_starts(start))
    assert found.keeping_first == list(found.first.values()).count(found.value)


def _all_starts(start: Position) -> list[Position]:
    """The positions after placing, each fog once."""
    reached = {start}
    for _ in range(2 * start.rules.tiles_to_place):
        reached = {
            position.play(Place(cell))
            for position in reached
            for cell in cells_in(position.geometry.cells & ~position.fog)
        }
    return list({position.fog: position for position in reached}.values())


def _counted(values: Iterator[int]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    return counts


def test_what_is_in_the_file_is_not_solved_again(tmp_path: Path, executor: LocalExecutor) -> None:
    path = tmp_path / "results.jsonl"
    received: list[SurveyProgress] = []

    def survey(results: SurveyResults) -> None:
        writer = ResultsWriter(path)
        assert run_survey(plan_all([TINY]), results, writer, executor, report=received.append) == []
        writer.close()

    survey(SurveyResults())
    assert len(received) == 8 + 1 and received[-1].done == received[-1].of == 8
    complete = read_results([path], RULES)
    assert len(complete.layout_results) == 8
    # One line is damaged, one is lost.
    lines = path.read_text("utf-8").splitlines()
    lines[3] = lines[3].replace('"value": -2', '"value": -3')
    path.write_text("\n".join(lines[:-1]) + "\n", "utf-8")
    received.clear()
    again = read_results([path], RULES)
    assert len(again.damaged) == 1
    survey(again)
    assert (received[-1].done, received[-1].kept) == (8, 6)
    assert sum(isinstance(progress.latest, LayoutResult) for progress in received) == 2
    after = read_results([path], RULES).layout_results
    assert {key: found.value for key, found in after.items()} == {
        key: found.value for key, found in complete.layout_results.items()
    }


def test_a_worker_that_dies_loses_nothing(
    executor: LocalExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed: list[Job] = []
    hand_out = LocalExecutor._hand_out

    def hand_out_and_kill(self: LocalExecutor, job: Job) -> None:
        hand_out(self, job)
        if len(killed) < 2:
            (worker,) = [worker for worker in self._busy.values() if worker.job is job]
            assert worker._process.pid
            os.kill(worker._process.pid, signal.SIGKILL)
            killed.append(job)

    monkeypatch.setattr(LocalExecutor, "_hand_out", hand_out_and_kill)
    jobs = list(plan_all([TINY]).jobs(threads=1))[:4]
    found = [outcome for outcome in executor.solve(jobs) if isinstance(outcome, LayoutResult)]
    assert len(killed) == 2
    assert {layout_result.key for layout_result in found} == {job.key for job in jobs}


def test_a_job_that_kills_its_workers_is_given_up(
    executor: LocalExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadly, harmless = list(plan_all([TINY]).jobs(threads=1))[:2]
    send = local_executor._Worker.send

    def send_and_kill(self: local_executor._Worker, job: Job) -> bool:
        sent = send(self, job)
        if job is deadly and self._process.pid:
            os.kill(self._process.pid, signal.SIGKILL)
        return sent

    monkeypatch.setattr(local_executor._Worker, "send", send_and_kill)
    outcomes = list(executor.solve([deadly, harmless]))
    assert [outcome.job for outcome in outcomes if isinstance(outcome, Failure)] == [deadly]
    assert [outcome.key for outcome in outcomes if isinstance(outcome, LayoutResult)] == [
        harmless.key
    ]


@pytest.mark.timeout(60)  # a layout of this board takes longer
def test_nothing_goes_on_when_a_survey_is_killed(tmp_path: Path, house_rules: str) -> None:
    words = [str(COMMAND), "survey", "--rules", "large", "--house-rules", house_rules]
    words += ["--sets", "1", "--seed", "oak", "--output", str(tmp_path / "out"), "--workers", "1"]
    with subprocess.Popen(words, stderr=subprocess.PIPE) as survey:
        children = Path(f"/proc/{survey.pid}/task/{survey.pid}/children")
        while not children.read_text().split():
            assert survey.poll() is None
            time.sleep(0.05)
        survey.kill()
        # Standard error ends only when nobody holds it any more, the worker included.
        assert survey.stderr
        survey.stderr.read()


def test_what_does_not_fit_into_memory_is_refused(
    executor: LocalExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_executor, "free_memory", lambda: 1_000_000)
    with pytest.raises(MenhirsError) as refused:
        list(executor.solve([Job(TINY, mask(TINY, "a1 a2"))]))
    assert refused.value.code == "solve-memory"


def test_layouts_that_are_given_are_solved_once_in_any_image() -> None:
    layouts = [mask(TINY, names) for names in ("a1 a2", "c1 c2", "a1 b2")]
    plan = plan_of_layouts({TINY: layouts})
    assert len(list(plan.jobs(threads=1))) == plan.total == 2


def test_a_result_says_how_it_was_drawn(tmp_path: Path, executor: LocalExecutor) -> None:
    path = tmp_path / "results.jsonl"
    writer = ResultsWriter(path)
    plan = plan_drawn([TURNED], 1, "oak", turned_over=False)
    assert run_survey(plan, read_results([path], RULES), writer, executor) == []
    writer.close()
    found = read_results([path], RULES).of(TURNED)
    assert len(found) > 1
    ((seed, layout),) = {(one.drawn.seed, one.drawn.layout) for one in found if one.drawn}
    assert seed == "oak"
    assert len(layout.split()) == TURNED.menhirs


def test_chosen_layouts_are_marked_until_they_are_drawn(
    tmp_path: Path, executor: LocalExecutor
) -> None:
    path = tmp_path / "results.jsonl"

    def survey(plan: SurveyPlan) -> list[bool]:
        writer = ResultsWriter(path)
        results = read_results([path], RULES)  # the writer has made the file
        assert run_survey(plan, results, writer, executor) == []
        writer.close()
        again = read_results([path], RULES)
        assert again.layout_results == results.layout_results
        return sorted(layout_result.chosen for layout_result in again.layout_results.values())

    chosen = plan_of_layouts({TINY: [mask(TINY, "a1 a2"), mask(TINY, "a1 b2")]})
    assert survey(chosen) == [True, True]
    assert survey(plan_all([TINY])) == [False] * 8
    assert len(path.read_text("utf-8").splitlines()) == 2 + 8
    assert survey(chosen) == [False] * 8  # what was drawn stays drawn
    assert len(path.read_text("utf-8").splitlines()) == 2 + 8


def test_without_compiled_code_a_survey_says_that_it_is_slow(
    tmp_path: Path, house_rules: str
) -> None:
    source = Path(menhirs_package.__file__).parent
    shutil.copytree(
        source, tmp_path / "menhirs", ignore=shutil.ignore_patterns("*.so", "static", "__pycache__")
    )
    words = ["survey", "--rules", "tiny", "--house-rules", house_rules, "--layouts", "1"]
    words += ["--seed", "oak", "--workers", "1"]
    plain = subprocess.run(
        [sys.executable, "-m", "menhirs", *words, "--output", str(tmp_path / "one")],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stderr.count("nothing is compiled here") == 1
    done = menhirs(*words, "--output", str(tmp_path / "two"))
    assert "compiled" not in done.stderr


def test_the_command_solves_goes_on_and_merges(tmp_path: Path, house_rules: str) -> None:
    out, merged = tmp_path / "out.jsonl", tmp_path / "merged.jsonl"
    words = ["survey", "--house-rules", house_rules, "--rules", "tiny,tiny-later"]
    words += ["--layouts", "2", "--seed", "oak", "--output", str(out), "--workers", "1"]
    done = menhirs(*words)
    assert (done.returncode, done.stdout) == (0, "")
    assert "[####################] 4 of 4 layouts" in done.stderr
    done = menhirs(
        "survey",
        "--house-rules",
        house_rules,
        "--merge",
        str(out),
        str(out),
        "--output",
        str(merged),
    )
    assert "4 results" in done.stderr
    assert sorted(merged.read_text().splitlines()) == sorted(out.read_text().splitlines())
