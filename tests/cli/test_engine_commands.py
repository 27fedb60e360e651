"""``menhirs engine`` and ``menhirs match`` in real processes."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from menhirs.notation.record import read_records
from tests.cli.command import COMMAND, menhirs
from tests.patience import PATIENCE
from tests.protocol.conversation import STAND_IN
from tests.protocol.fakes import fake, spoiled_stand_in

QUICK = ("--nodes", "200", "--seed", "oak")


@pytest.mark.parametrize("name", ["engine", "match"])
def test_help_teaches_them(name: str) -> None:
    assert f"\n    {name} " in menhirs("--help").stdout
    told = menhirs(name, "--help")
    assert told.returncode == 0
    assert len(told.stdout.splitlines()) > 8


def test_the_engine_takes_its_options_from_the_shell_too() -> None:
    done = menhirs("engine", "--threads", "2", "--table-mb", "8", text="options\nquit\n")
    assert done.returncode == 0
    assert "option table_mb type number value 8 " in done.stdout
    assert "option threads type number value 2 " in done.stdout


@pytest.mark.parametrize("words", [["--threads", "0"], ["--table-mb", "lots"]])
def test_the_engine_refuses_options_that_make_no_sense(words: list[str]) -> None:
    done = menhirs("engine", *words)
    assert done.returncode == 2
    assert "[number-range]" in done.stderr


@pytest.mark.parametrize("rules", ["base", "amsterdam"])
def test_the_engine_plays_a_match_against_itself(rules: str, tmp_path: Path) -> None:
    file = tmp_path / "games.menhirs"
    done = menhirs("match", *QUICK, "--rules", rules, "--json", "--output", str(file))
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    one, two = data["engines"]
    assert data["games"] == 2 == one["wins"] + two["wins"] + data["ties"]
    assert one["command"] == two["command"] == "menhirs engine"
    # The same engine and the same nodes: both games are the same game.
    assert one["wins"] == two["wins"]
    assert one["points"] == two["points"]
    assert one["faults"] == two["faults"] == 0
    assert data["elo"] == 0
    assert data["elo_low"] == -data["elo_high"]
    assert done.stderr.count("\n") == 2
    assert done.stderr.startswith("game 1 of 2: ")
    first, second = read_records(file.read_text("utf-8"))
    assert first.actions == second.actions
    assert first.final.is_over
    assert first.headers["Seed"] == "oak-1"


def test_a_match_is_told_to_people() -> None:
    done = menhirs("match", STAND_IN, STAND_IN, "--games", "4", *QUICK)
    lines = done.stdout.splitlines()
    assert lines[0].split() == ["games", "4"]
    assert "wins" in lines[2] and "points" in lines[2]
    assert lines[-1].startswith("Elo     +0 ± ")


def test_without_a_seed_one_is_drawn_and_told() -> None:
    done = menhirs("match", STAND_IN, STAND_IN, "--nodes", "5")
    assert done.stderr.startswith("seed ")


def test_the_loser_by_a_fault_is_named(tmp_path: Path) -> None:
    bad = spoiled_stand_in(tmp_path, "EngineHost.choose = lambda *_, **__: Keep()")
    done = menhirs("match", bad, STAND_IN, *QUICK, "--json")
    data = json.loads(done.stdout)
    assert [engine["wins"] for engine in data["engines"]] == [0, 2]
    assert [engine["faults"] for engine in data["engines"]] == [2, 0]
    assert data["elo"] is None
    assert done.stderr.count(f"engine 1 ({bad}): ") == 2
    assert "[wrong-phase" in done.stderr


def test_what_is_no_engine_is_refused_before_the_first_game(tmp_path: Path) -> None:
    for command, code in (
        ("no-such-engine", "engine-start"),
        (f"{sys.executable} -c 1", "engine-died"),
        (fake(tmp_path, 'print("protocol 0\\nok"); continue'), "engine-babble"),
    ):
        record = tmp_path / "games.menhirs"
        record.write_text("of an earlier match")
        done = menhirs("match", STAND_IN, command, *QUICK, "--output", str(record))
        assert record.read_text() == "of an earlier match"
        assert done.returncode == 2
        assert f"[{code}]" in done.stderr
        assert done.stdout == ""
    assert "protocol 0" in done.stderr


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--games", "3"], "games-odd"),
        (["--games", "0"], "number"),
        (["--seconds", "-1"], "number"),
        (["--seconds", "nan"], "number"),
        (["--seconds", "1e8"], "number-range"),
        (["--nodes", "0"], "number"),
        (["--patience", "-1"], "number"),
        (["--rules", "chess"], "rules"),
        (["--output", "no/such/folder/file"], "file-write"),
    ],
)
def test_a_match_refuses_nonsense(words: list[str], code: str) -> None:
    done = menhirs("match", STAND_IN, STAND_IN, *words)
    assert done.returncode == 2
    assert f"[{code}]" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk at hand")
def test_a_full_disk_costs_the_record_and_not_the_result() -> None:
    done = menhirs("match", STAND_IN, STAND_IN, *QUICK, "--output", "/dev/full")
    assert done.returncode == 2
    assert done.stderr.count("[file-write]") == 1
    assert "Traceback" not in done.stderr
    assert done.stdout.startswith("games   2\n")


def test_an_interrupted_match_tells_what_was_played() -> None:
    words = [str(COMMAND), "match", STAND_IN, STAND_IN, "--games", "100000", *QUICK]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stderr is not None
        assert running.stderr.readline().startswith(b"game 1 of 100000: ")
        running.send_signal(signal.SIGINT)
        output, _ = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert output.startswith(b"games ")


def test_an_engine_is_split_as_a_shell_does(tmp_path: Path) -> None:
    folder = tmp_path / "a folder"
    folder.mkdir()
    bad = spoiled_stand_in(folder, "")
    assert shlex.split(bad)[-1].count(" ")
    assert menhirs("match", bad, STAND_IN, *QUICK).returncode == 0
