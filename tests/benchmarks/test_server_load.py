"""The load is measured whole, if small: on both databases, with real processes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.server.beside import Comparison, Stretch, compare
from benchmarks.server.engine_work import engine_work
from benchmarks.server.gathering import gathering_of
from benchmarks.server.load import Moment, Opened, Phase, Run, Size, hold
from benchmarks.server.report import comparison_table, table
from benchmarks.server.widget_views import widget_views
from benchmarks.thinking import waits

_MENHIRS = str(Path(sys.executable).with_name("menhirs"))


@pytest.mark.long
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


def _is_whole(told: Comparison) -> bool:
    stretches = [*told.alone, *told.beside]
    assert len(told.alone) == len(told.beside) == len(told.ratios)
    return all(stretch.actions_a_second > 0 and stretch.p99 > 0 for stretch in stretches)


@pytest.mark.long
def test_the_server_is_measured_with_and_without_reviews() -> None:
    size = Size(matches=3, seconds=3)
    told = compare("beside the engine", engine_work, size, lambda doing: None, pairs=1)
    assert _is_whole(told)
    assert any("reviews made" in line for line in comparison_table(told))


@pytest.mark.long
def test_the_server_is_measured_with_and_without_a_lobby_and_a_tournament() -> None:
    size = Size(matches=3, seconds=3)
    told = compare("beside many", gathering_of(4, 4), size, lambda doing: None, pairs=1)
    assert _is_whole(told)
    assert told.meanwhile["requests"] > 0
    assert told.meanwhile["invitations taken"] > 0
    assert told.meanwhile["rounds opened"] > 1  # the results of the first have come in
    assert any("rounds opened" in line for line in comparison_table(told))


@pytest.mark.long
def test_the_server_is_measured_with_and_without_views_of_widgets() -> None:
    size = Size(matches=3, seconds=3)
    told = compare("beside widgets", widget_views, size, lambda doing: None, pairs=1)
    assert _is_whole(told)
    assert told.meanwhile["widgets viewed"] > 20


def test_a_stretch_is_compared_with_the_one_before() -> None:
    """A machine that gets slower all the time shows nothing about the load beside play."""
    stretches = [Stretch(1.0, p99, p99, 500, 0.5, 2.0) for p99 in (10, 11, 20, 22, 40, 44)]
    told = Comparison("beside it", 3, stretches[::2], stretches[1::2], {})
    assert told.ratios == pytest.approx([1.1, 1.1, 1.1])
    assert any("1.10 (of 1.10, 1.10, 1.10)" in line for line in comparison_table(told))


def test_the_ratios_are_of_one_run() -> None:
    pace = Phase(500, 1.0, 5.0, None, 0.1)
    echo = Run("echo", 1000, pace, Phase(4000, 1.0, 5.0, None, 0.1), 50, None)
    sqlite = Run("SQLite", 1000, pace, Phase(1000, 9.0, 20.0, 21.0, 0.9), 300, 500)
    lines = list(table([echo, sqlite]))
    line = next(line for line in lines if line.startswith("  SQLite, full speed"))
    assert line.split()[-2:] == ["0.25", "2.00"]


@pytest.mark.long
def test_matches_are_held_and_followed_by_others() -> None:
    """A finished pair begins another game; the load is reported as time goes on."""
    found = list(hold(Size(matches=3, seconds=6), 3, lambda doing: None))
    opened = {name: what for name, what in found if isinstance(what, Opened)}
    assert list(opened) == ["echo", "server"]
    assert opened["server"].cpu > 0
    moments = [what for name, what in found if name == "server" and isinstance(what, Moment)]
    assert len(moments) >= 2
    assert sum(moment.phase.actions_a_second for moment in moments) > 0
    assert all(moment.megabytes > 20 for moment in moments)
    assert moments[-1].rooms >= 3


@pytest.mark.long
def test_waiting_for_the_computer_is_measured_alone_and_beside_others() -> None:
    found = list(waits(matches=2, tries=1))
    assert [level for level, _, _ in found] == list(range(1, 9))
    assert all(alone > 0 and crowded > 0 for _, alone, crowded in found)
