"""The command line in real processes: what it prints, and how it fails."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from menhirs.notation.line import read_line
from menhirs.notation.record import read_record
from tests.cli.command import COMMAND, menhirs

START = "base Moo/o.o./.M.../.M.MM./..M../...M/... 1 3 move 0,0 - - -"
GOLDEN = Path(__file__).parents[1] / "golden"
CLAIM = GOLDEN / "amsterdam-right-claim-tile-put-back.menhirs"


def test_help_teaches_every_command() -> None:
    done = menhirs("--help")
    assert done.returncode == 0
    for name in ("play", "new", "show", "moves", "replay", "perft", "bench"):
        assert f"\n    {name} " in done.stdout
        told = menhirs(name, "--help")
        assert told.returncode == 0
        assert len(told.stdout.splitlines()) > 8


def test_the_package_runs_like_the_command() -> None:
    words = [sys.executable, "-m", "menhirs", "moves", START]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == menhirs("moves", START).stdout


@pytest.mark.parametrize("words", [["dance"], ["show"], ["perft"], ["new", "--colour"]])
def test_an_unknown_command_or_option_is_refused(words: list[str]) -> None:
    done = menhirs(*words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "usage: menhirs" in done.stderr


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("dance", "there is no command 'dance': menhirs --help lists all"),
        ("--dance", "unrecognized arguments: --dance"),
        ("--", "unrecognized arguments: --"),
    ],
)
def test_what_is_no_command_is_named(word: str, told: str) -> None:
    assert f"menhirs: error: {told}" in menhirs(word).stderr


def test_new_prints_a_position_line_and_tells_the_seed() -> None:
    done = menhirs("new", "--rules", "base8")
    position = read_line(done.stdout.strip())
    assert position.rules.name == "base8"
    seed = done.stderr.split()[-1]
    assert menhirs("new", "--rules", "base8", "--seed", seed).stdout == done.stdout


def test_new_takes_a_layout_as_cells_or_as_a_board() -> None:
    cells = menhirs("new", "--rules", "base", "--layout", "a3 b3 c3 d2 e1 f1 g1").stdout
    board = menhirs("new", "--rules", "base", "--layout", cells.split()[1]).stdout
    assert cells == board == "base ..M/..M./..M../.M..../M..../M.../M.. 1 1 place 2,2 - - -\n"


def test_new_makes_a_record_to_begin_with() -> None:
    record = read_record(menhirs("new", "--seed", "oak", "--record").stdout)
    assert record.actions == ()


def test_show_draws_in_the_terminal_as_text_and_as_svg(tmp_path: Path) -> None:
    drawn = menhirs("show", START).stdout
    assert "/ a1 \\~~~~/" in drawn or "\\~MM~/" in drawn
    assert drawn.rstrip().endswith(START)
    assert len(menhirs("show", START, "--ascii").stdout.split()) == 30
    svg = menhirs("show", START, "--svg", "--dark", "--from-north", "--highlight", "a2 a3").stdout
    assert ET.fromstring(svg).tag.endswith("svg")
    target = tmp_path / "board.png"
    assert menhirs("show", START, "--png", "--width", "300", "-o", str(target)).returncode == 0
    assert target.read_bytes().startswith(b"\x89PNG")


def test_show_takes_files_and_picks_a_ply() -> None:
    last = menhirs("show", str(CLAIM)).stdout
    assert "1:22:claim" in last
    first = menhirs("show", str(CLAIM), "--ply", "0").stdout
    assert " flip " in first
    moving = menhirs("show", str(CLAIM), "--ply", "3", "--animate").stdout
    assert moving.count('class="f ') == 4
    beyond = menhirs("show", str(CLAIM), "--ply", "99")
    assert beyond.returncode == 2
    assert "[ply]" in beyond.stderr


def test_moves_lists_the_legal_actions_one_a_line(tmp_path: Path) -> None:
    quoted = menhirs("moves", START).stdout
    assert "a1-S" not in quoted.split()
    assert "d4-N" in quoted.split()
    assert quoted == menhirs("moves", *START.split()).stdout
    assert quoted == menhirs("moves", "-", text=f"{START}\n").stdout
    (tmp_path / "start").write_text(f"{START}\n")
    assert quoted == menhirs("moves", str(tmp_path / "start")).stdout
    assert "[file]" in menhirs("moves", str(tmp_path / "nowhere")).stderr
    assert len(quoted.split()) == int(menhirs("perft", "--depth", "1", START).stdout)


@pytest.mark.parametrize("command", [["moves"], ["analyse", "--nodes", "100"], ["show", "--ascii"]])
def test_lines_and_records_are_taken_alike(command: list[str], tmp_path: Path) -> None:
    record = tmp_path / "a game"
    record.write_text(menhirs("new", "--rules", "base", "--seed", "oak", "--record").stdout)
    line = menhirs("new", "--rules", "base", "--seed", "oak").stdout.strip()
    first, *options = command
    shown = menhirs(first, str(record), *options).stdout
    assert shown and shown == menhirs(first, line, *options).stdout


def test_a_line_is_no_name_of_a_file_however_long() -> None:
    assert "[position-fields]" in menhirs("moves", "base " * 200).stderr


def test_moves_names_a_claim_where_one_is_open() -> None:
    line = "amsterdam ..m/.oom/m..o./moooo./...../..../.Mo 1 10 move 1,1 b2b3c4-SE@11xc2 - -"
    assert menhirs("moves", line).stdout.split()[-1] == "claim"


def test_perft_ends_in_the_bare_number(tmp_path: Path) -> None:
    layout = "a3 b3 c3 d2 e1 f1 g1"
    start = menhirs("new", "--rules", "amsterdam", "--layout", layout).stdout
    lines = menhirs("perft", "--depth", "3", start).stdout.splitlines()
    assert lines[-1] == "1050"
    assert sum(int(line.split()[-1]) for line in lines[:-1]) == 1050
    record = tmp_path / "game.menhirs"
    record.write_text(menhirs("new", "--layout", layout, "--record").stdout + "*a3 *g1")
    assert menhirs("perft", "--depth", "2", "--record", str(record)).stdout.endswith("\n600\n")
    assert menhirs("perft", "--depth", "0", start).stdout == "1\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--depth", "-1", START], "number"),
        (["--depth", "1"], "one-of"),
        (["--depth", "1", "--record", "x", START], "one-of"),
        (["--depth", "1", "--record", "no/such/file"], "file"),
        (["--depth", "1", "nonsense and more"], "position-fields"),
    ],
)
def test_perft_refuses_nonsense(words: list[str], code: str) -> None:
    done = menhirs("perft", *words)
    assert done.returncode == 2
    assert f"[{code}" in done.stderr


def test_replay_tells_the_game_as_json() -> None:
    done = menhirs("replay", str(CLAIM), "--json")
    data = json.loads(done.stdout)
    assert len(data["boards"]) == 15
    assert data["boards"][0] == "..m/...m/mm.../m...../m..../..../.m."
    assert (data["winner"], data["score"], data["reason"]) == (1, 22, "claim")
    assert read_line(data["position"]).is_over


def test_replay_reads_standard_input_and_several_games() -> None:
    text = CLAIM.read_text("utf-8")
    done = menhirs("replay", "-", "--json", text=f"{text}\n{text}")
    assert len([json.loads(line) for line in done.stdout.splitlines()]) == 2


def test_replay_tells_an_unfinished_game_without_a_winner() -> None:
    done = menhirs("replay", "-", "--json", text=menhirs("new", "--seed", "1", "--record").stdout)
    data = json.loads(done.stdout)
    assert (data["winner"], data["score"], data["reason"]) == (0, 0, None)


def test_replay_tells_a_person_what_happened() -> None:
    text = menhirs("replay", str(CLAIM)).stdout
    assert "Player 1 claims victory on the turn in round 11." in text
    assert "The fog on c2 is put back." in text


def test_replay_refuses_a_bad_record_with_code_place_and_text() -> None:
    text = CLAIM.read_text("utf-8").replace("xg1", "xa1")
    done = menhirs("replay", "-", "--json", text=text)
    assert done.returncode == 2
    data = json.loads(done.stdout)["error"]
    assert data["code"] == "remove-no-fog"
    assert data["kind"] == "illegal"
    assert data["rule"] == "M8"
    assert data["place"] == "game 1, line 7, action 10"
    assert data["input"] == "xa1"
    assert "remove-no-fog" in done.stderr
    assert "line 7" in done.stderr


@pytest.mark.parametrize("words", [["replay"], ["show"]])
def test_unreadable_files_are_named(words: list[str], tmp_path: Path) -> None:
    for path, code in ((tmp_path / "missing", "file"), (tmp_path, "file")):
        done = menhirs(*words, str(path))
        assert done.returncode == 2
        assert f"[{code}]" in done.stderr
        assert str(path) in done.stderr


def test_binary_rubbish_is_no_traceback() -> None:
    done = menhirs("replay", "-", data=bytes(range(256)) * 20)
    assert done.returncode == 2
    assert "[encoding]" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk at hand")
@pytest.mark.parametrize("words", [["moves", START], ["replay", "missing", "--json"]])
def test_output_that_cannot_be_written_is_told(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [str(COMMAND), *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 2
    assert "standard output cannot be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_picture_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    done = menhirs("show", START, "--svg", "-o", str(tmp_path / "no" / "such" / "folder.svg"))
    assert done.returncode == 2
    assert "[file-write]" in done.stderr


@pytest.mark.parametrize("width", ["0", "-5", "100000"])
def test_a_silly_width_is_refused(width: str) -> None:
    done = menhirs("show", START, "--png", "--width", width)
    assert done.returncode == 2
    assert "[number]" in done.stderr


def test_bench_prints_the_ratio() -> None:
    done = menhirs("bench", "--seconds", "0.01")
    assert done.returncode == 0
    assert "ratio" in done.stdout
    assert "random games a second by compiled code" in done.stdout
    assert "processor time of two threads, of one's" in done.stdout
    assert "value alone" in done.stdout
    assert "amsterdam" in done.stdout
    for name in ("base by Position", "base by GameState", "base by OpenSpiel", "hex(board_size=5)"):
        assert re.search(rf"{re.escape(name)} +[0-9,]+\n", done.stdout)
    assert menhirs("bench", "--seconds", "-1").returncode == 2


@pytest.mark.parametrize(
    "words",
    [
        ["show", "x" * 100_000],
        ["replay", "x" * 100_000, "--json"],
        ["perft", "--depth", "9" * 100_000],
        ["new", "--nothing" + "x" * 100_000],
        ["moves", *(["x" * 10_000] * 9)],
        ["x" * 100_000],
    ],
    ids=lambda words: words[0][:9],
)
def test_an_error_does_not_repeat_all_that_is_wrong(words: list[str]) -> None:
    done = menhirs(*words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert len(done.stdout + done.stderr) < 5_000


@pytest.mark.parametrize("command", ["replay", "show"])
def test_a_file_of_any_size_is_refused_by_its_size(command: str, tmp_path: Path) -> None:
    large = tmp_path / "large.menhirs"
    with large.open("wb") as file:
        file.truncate(200_000_000)
    for words in ([str(large)], ["/dev/zero"]):
        done = menhirs(command, *words)
        assert done.returncode == 2 and "[file-size]" in done.stderr
    done = menhirs(command, "-", data=bytes(20_000_001))
    assert done.returncode == 2 and "[file-size]" in done.stderr


def test_quiet_commands_write_results_and_errors_only() -> None:
    words = ["match", "menhirs engine --level 1", "menhirs engine --level 1", "--games", "2"]
    assert "seed" in menhirs(*words).stderr
    quiet = menhirs(*words, "--quiet")
    assert quiet.stdout and quiet.stderr == ""
    assert "[position-fields]" in menhirs("moves", "base base", "--quiet").stderr
