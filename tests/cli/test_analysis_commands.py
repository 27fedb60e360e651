"""``menhirs analyse`` and ``menhirs solve`` in real processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, menhirs
from tests.patience import PATIENCE

WON = "amsterdam ..m/.oom/m..o./moooo./...../..../.Mo 2 10 move 1,1 - - -"
START = "base ..M/..../....M/.M...M/...MM/..../M.. 1 1 place 2,2 - - -"
LAST = "base mMm/m.../m..../m...../m..../..../... 2 12 move 0,0 - - -"
LATE = "base .Mm/m.../m..o./m...../.om../..../m.. 2 11 move 0,0 - - -"


def test_analyse_tells_value_and_lines_as_json() -> None:
    data = json.loads(menhirs("analyse", WON, "--json", "--nodes", "20000").stdout)
    assert (data["value"], data["proven"]) == (21, True)
    assert set(data["best"]) <= {"g2-SW", "g2-NW"}
    assert data["pv"][0] in data["best"]
    assert data["source"] == "search"
    assert len(data["lines"]) == 3


def test_analyse_draws_the_position_for_a_person() -> None:
    text = menhirs("analyse", WON, "--nodes", "20000", "--lines", "1").stdout
    assert "/ d6 \\" in text
    assert "For player 2: +21, proven" in text


def test_solve_proves_a_late_position_by_search() -> None:
    data = json.loads(menhirs("solve", LATE, "--json").stdout)
    assert data["proven"] is True
    assert data["value"] == 3
    assert data["source"] == "search"


def test_solve_tells_the_value_alone_without_tables() -> None:
    told = menhirs("solve", LATE, "--build", "--value-only", "--json")
    assert json.loads(told.stdout) == {
        "value": 3, "value_to_player_1": -3, "winner": 2, "proven": True,
    }  # fmt: skip
    assert "2 of 2 stages" not in told.stdout
    assert "stages" in told.stderr
    words = menhirs("solve", LATE, "--build", "--value-only").stdout
    assert words == "With perfect play from here on player 2 wins 3 points.\n"
    in_files = menhirs("solve", LATE, "--build", "--value-only", "--memory", "1")
    assert in_files.stdout == words
    assert "done in files" in in_files.stderr


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["analyse", WON, "--seconds", "-1"], "number-positive"),
        (["analyse", WON, "--nodes", "0"], "number-positive"),
        (["analyse", "rubbish and more"], "position-fields"),
        (["solve", WON, "--seconds", "0"], "number-positive"),
        (["solve", WON, "--threads", "0"], "number-positive"),
        (["solve", WON, "--build"], "one-of"),
        (["solve", WON, "--value-only"], "option-alone"),
        (["solve", WON, "--memory", "1"], "option-alone"),
        (["solve", WON, "--value-only", "--memory", "1"], "option-alone"),
        (["solve", WON, "--build", "--tables", "tables", "--memory", "0"], "number-positive"),
        (["solve", WON, "--build", "--tables", "tables", "--memory", "nan"], "number-positive"),
        # None of these may be taken for a limit that is never reached, or break the clock.
        (["analyse", WON, "--seconds", "nan"], "number-positive"),
        (["analyse", WON, "--seconds", "inf"], "number-range"),
        (["analyse", WON, "--nodes", str(10**25)], "number-range"),
        (["analyse", WON, "--threads", "100000"], "number-range"),
        (["solve", WON, "--seconds", "nan"], "number-positive"),
        (["solve", WON, "--seconds", "1e308"], "number-range"),
        # A misspelt folder must not look like a layout without tables.
        (["analyse", WON, "--tables", "no/such/folder"], "file"),
        (["solve", WON, "--tables", "no/such/folder"], "file"),
        (["analyse", WON, "--tables", "x" * 300], "file"),
        (["solve", WON, "--tables", __file__, "--build"], "file-write"),
    ],
)
def test_nonsense_is_refused_with_its_code(words: list[str], code: str) -> None:
    done = menhirs(*words)
    assert done.returncode == 2
    assert f"[{code}" in done.stderr


def test_a_game_that_is_over_has_nothing_to_analyse() -> None:
    over = "amsterdam ..m/.oom/mo.o./moooo./...../.oo./.m. 1 11 over 1,0 f2f3-SW - 1:22:claim"
    data = json.loads(menhirs("analyse", over, "--json").stdout)
    assert (data["value"], data["proven"], data["best"]) == (22, True, [])


@pytest.mark.parametrize("command", ["analyse", "solve"])
def test_rubbish_on_standard_input_is_told(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # What most people's language settings come to; those of a test machine are more lenient.
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8:strict")
    done = menhirs(command, "-", data=bytes(range(256)))
    assert done.returncode == 2
    assert "[encoding]" in done.stderr


def test_solve_says_whether_it_lists_every_action_that_is_as_good() -> None:
    """On the last turn all are proven; of WON's the search proves only some."""
    for line, complete in ((LAST, True), (WON, False)):
        data = json.loads(menhirs("solve", line, "--threads", "1", "--json").stdout)
        assert data["proven"] is True
        assert data["best_complete"] is complete
        warned = "Other actions may be as good" in menhirs("solve", line, "--threads", "1").stdout
        assert warned is not complete


def test_an_estimate_never_lists_all_that_is_as_good() -> None:
    data = json.loads(menhirs("analyse", START, "--json", "--nodes", "500").stdout)
    assert (data["proven"], data["best_complete"]) == (False, False)


@pytest.mark.parametrize(
    "words",
    [
        ["analyse", LATE, "--nodes", "500"],
        ["solve", LATE],
        ["play", "--rules", "base", "--seed", "fog"],
        ["play", "--rules", "amsterdam", "--seed", "fog", "--vs", "8", "--side", "2"],
        ["match", "--rules", "base", "--games", "2", "--nodes", "5"],
    ],
    ids=lambda words: " ".join(words[:1] + words[2:3]),
)
def test_a_folder_without_the_layout_is_told(words: list[str], tmp_path: Path) -> None:
    done = menhirs(*words, "--tables", str(tmp_path), text="quit\n", home=tmp_path)
    assert done.returncode == 0
    assert f"{tmp_path} has no tables of the layout " in done.stderr


def test_an_engine_tells_it_once_for_every_layout(tmp_path: Path) -> None:
    ask = f"position {LATE}\ngo nodes 500\n"
    done = menhirs("engine", text=f"set tables {tmp_path}\n{ask}new base\n{ask}quit\n")
    assert done.stdout.count("best ") == 2
    assert done.stderr.count("has no tables of the layout ") == 1


@pytest.mark.parametrize("command", ["analyse", "solve"])
def test_a_damaged_table_is_told_once_and_searched_past(command: str, tmp_path: Path) -> None:
    folder = tmp_path / "base" / "a2-a3-b1-c1-d1-e3-g1"
    folder.mkdir(parents=True)
    (folder / "lap1-round11-player2-05tiles.table").write_bytes(b"rubbish")
    done = menhirs(command, LATE, "--json", "--tables", str(tmp_path))
    data = json.loads(done.stdout)
    assert (data["value"], data["proven"], data["source"]) == (3, True, "search")
    assert done.stderr.count("searched, because ") == 1


@pytest.mark.parametrize("command", ["analyse", "solve"])
def test_an_interrupted_search_tells_what_it_knows(command: str) -> None:
    words = [str(COMMAND), command, START, "--json", "--seconds", "100"]
    ours, theirs = os.openpty()  # only a terminal is told how far it has come
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=theirs) as running:
        os.close(theirs)
        while b"depth" not in os.read(ours, 1000):
            pass
        running.send_signal(signal.SIGINT)
        output, _ = running.communicate(timeout=PATIENCE)
    os.close(ours)
    assert running.returncode == 0
    data = json.loads(output)
    assert data["best"]
    assert data["proven"] is False


def test_an_interrupted_build_says_that_it_can_go_on(tmp_path: Path) -> None:
    words = [str(COMMAND), "solve", START, "--tables", str(tmp_path), "--build"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, env=os.environ, text=True) as running:
        while not list(tmp_path.rglob("*.table")):
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert "Interrupted: the same command goes on from here." in told


def test_where_memory_is_short_tables_are_worked_out_in_files_and_that_is_said(
    tmp_path: Path,
) -> None:
    rules = tmp_path / "small.toml"
    rules.write_text(
        '[small]\nlike = "base"\nboard = [2, 3, 2]\nmenhirs = 2\nfog_tiles = 4\n'
        'rounds = [{round = 1, place = true}, {round = 2, to = 3}, {round = 4, take = "must"}]\n',
        "utf-8",
    )
    line = "small M./..M/.. 1 1 place 1,1 - - -"
    words = ("solve", line, "--house-rules", str(rules), "--build", "--json", "--tables")
    enough = menhirs(*words, str(tmp_path / "one"))
    short = menhirs(*words, str(tmp_path / "two"), "--memory", "0.01")
    assert "in files" not in enough.stderr
    assert "takes 0.1 GB of memory, and there are 0.0 GB: it is done in files" in short.stderr
    told, same = (json.loads(done.stdout) for done in (enough, short))
    assert (same["value"], same["best"], same["source"]) == (told["value"], told["best"], "table")
