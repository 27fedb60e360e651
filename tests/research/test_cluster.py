"""Surveys on a real Dask cluster: a scheduler and two workers, one of them killed in the middle."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from menhirs.core.position import Position
from menhirs.notation.line import write_line
from menhirs.research.survey.job import Job, solve
from menhirs.research.survey.results_file import read_results
from tests.cli.command import COMMAND, menhirs
from tests.engine.brute_force import BruteForce
from tests.research.boards import HOUSE_RULES, RULES, TURNED, mask
from tests.research.cluster import Cluster, running_cluster

SETS = 6


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with running_cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


@pytest.fixture
def house_rules(tmp_path: Path) -> str:
    path = tmp_path / "house.toml"
    path.write_text(HOUSE_RULES, "utf-8")
    return str(path)


@pytest.mark.long
def test_a_worker_that_dies_loses_nothing_but_time(
    cluster: Cluster, house_rules: str, tmp_path: Path
) -> None:
    out = tmp_path / "results.jsonl"
    words = ["survey", "--house-rules", house_rules, "--rules", "medium", "--output", str(out)]
    words += ["--sets", str(SETS), "--seed", "oak", "--scheduler", cluster.address]
    with subprocess.Popen([str(COMMAND), *words], stderr=subprocess.PIPE, text=True) as survey:
        assert survey.stderr
        assert survey.stderr.readline().startswith("Dask's dashboard: http://127.0.0.1:")
        # No worker yet: that is said, and waited for.
        assert survey.stderr.readline().startswith("No worker is there for medium: waiting")
        victim = cluster.worker("victim")
        cluster.worker("survivor")
        text = survey.stderr.readline()
        assert f"1 of {SETS} layouts" in text
        victim.kill()  # the scheduler has given it several jobs, and it is at one of them
        text += survey.stderr.read()
    assert survey.returncode == 0
    assert f"{SETS} of {SETS} layouts" in text
    results = read_results([out], RULES)
    assert len(results.layout_results) == len(out.read_text().splitlines()) == SETS
    last = list(results.layout_results.values())[-1]
    assert solve(Job(last.rules, last.menhirs)).value == last.value


@pytest.mark.long
def test_a_cluster_solves_all_ways_to_turn_over(
    cluster: Cluster, house_rules: str, tmp_path: Path
) -> None:
    if not cluster.has_workers:
        cluster.worker("survivor")
    start = Position.start(TURNED, mask(TURNED, "a2 a3 b2 b3"))
    words = ["solve", write_line(start), "--house-rules", house_rules, "--build", "--json"]
    words += ["--tables", str(tmp_path / "tables"), "--scheduler", cluster.address]
    done = menhirs(*words)
    assert done.returncode == 0, done.stderr
    assert "[####################] 6 of 6 ways" in done.stderr
    data = json.loads(done.stdout)
    assert (data["value"], data["proven"]) == (BruteForce().value(start), True)


@pytest.mark.long
def test_a_scheduler_that_goes_is_told(
    house_rules: str, tmp_path_factory: pytest.TempPathFactory, tmp_path: Path
) -> None:
    with running_cluster(tmp_path_factory.mktemp("short")) as cluster:
        words = ["survey", "--house-rules", house_rules, "--rules", "tiny", "--all"]
        words += ["--output", str(tmp_path / "out"), "--scheduler", cluster.address]
        with subprocess.Popen([str(COMMAND), *words], stderr=subprocess.PIPE, text=True) as survey:
            assert survey.stderr
            survey.stderr.readline()
            assert "waiting" in survey.stderr.readline()
            cluster.close()
            assert "[scheduler-lost]" in survey.stderr.read()
    assert survey.returncode == 2
