"""The load is measured whole, if small: on both databases, with real processes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from menhirs.bench.server.load import Phase, Run
from menhirs.bench.server.report import table

_MENHIRS = str(Path(sys.executable).with_name("menhirs"))


def test_the_server_is_measured_beside_echo_and_commits() -> None:
    done = subprocess.run(
        [_MENHIRS, "bench", "--server", "--json", "--matches", "3", "--seconds", "0.05"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    echo, *runs = json.loads(done.stdout)
    assert echo["commits_a_second"] is None
    assert [run["name"] for run in runs] == ["SQLite", "PostgreSQL, 2 servers"]
    for run in runs:
        assert run["matches"] == 3
        assert run["commits_a_second"] > 0
        for phase in (run["pace"], run["speed"]):
            assert phase["actions_a_second"] > 0
            assert 0 < phase["median"] <= phase["p99"]


def test_the_ratios_are_of_one_run() -> None:
    pace = Phase(500, 1.0, 5.0, None, 0.1)
    echo = Run("echo", 1000, pace, Phase(4000, 1.0, 5.0, None, 0.1), 50, None)
    sqlite = Run("SQLite", 1000, pace, Phase(1000, 9.0, 20.0, 21.0, 0.9), 300, 500)
    lines = list(table([echo, sqlite]))
    line = next(line for line in lines if line.startswith("  SQLite, full speed"))
    assert line.split()[-2:] == ["0.25", "2.00"]
