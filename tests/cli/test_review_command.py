"""``menhirs review`` in real processes."""

from __future__ import annotations

import json
import mmap
import os
import shutil
import signal
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from menhirs.cli.main import main
from menhirs.engine.solver import buffers
from menhirs.learn.review import review_from_json, review_game, review_to_json
from menhirs.notation.house_rules import read_house_rules
from menhirs.notation.record import read_records, write_record
from menhirs.notation.tree_text import read_trees
from tests.cli.command import COMMAND, menhirs
from tests.engine.solver.little_memory import leave_little_memory
from tests.learn.review.games import random_game_from

GOLDEN = Path(__file__).parents[1] / "golden"
CLAIM = (GOLDEN / "amsterdam-claim-not-shown.menhirs").read_text("utf-8")
FREED = (GOLDEN / "base-freed.menhirs").read_text("utf-8")
TINY = """
[tiny]
like = "base"
title = "A tiny board"
board = [2, 3, 2]
menhirs = 2
fog_tiles = 4
rounds = [
    {round = 1, place = true},
    {round = 2},
    {round = 3, to = 5, take = "must"},
]
"""

MIDDLE = """
[middle]
like = "base"
title = "A board that takes some seconds to solve"
board = [4, 5, 6, 5, 4]
menhirs = 6
fog_tiles = 10
"""


def test_json_has_an_object_a_game_and_a_game_a_line() -> None:
    done = menhirs("review", "-", "--json", "--nodes", "500", text=f"{CLAIM}\n{FREED}")
    assert done.returncode == 0
    data = [json.loads(line) for line in done.stdout.splitlines()]
    records = read_records(f"{CLAIM}\n{FREED}")
    assert data == [review_to_json(review_game(record, 500)) for record in records]
    assert [ply["ply"] for ply in data[0]["plies"]] == list(range(1, 15))
    last = data[0]["plies"][-1]
    assert (last["player"], last["value"], last["proven"]) == (1, 22, True)
    assert "missed-win" in last["marks"]
    assert review_from_json(data[1]) == review_game(records[1], 500)
    assert "game 2: 34 of 34 actions" in done.stderr


def test_a_person_gets_a_graph_moments_and_a_summary() -> None:
    text = menhirs("review", "-", "--nodes", "500", text=CLAIM).stdout
    assert text.startswith("Game 1: amsterdam, 14 actions\nPlayer 2 wins 22 points")
    assert "  +22 |           ###" in text
    assert "    0 |----------=====" in text
    assert "Player 1 claimed rightly, but did not show" in " ".join(text.split())
    assert "Better: e4-N" in text
    assert "Player 2 made no mistake in" in text


def test_records_are_written_back_annotated(tmp_path: Path) -> None:
    path = tmp_path / "games.menhirs"
    named = CLAIM.replace('[Result "2"]', '[Player1 "Anna"]\n[Result "2"]')
    path.write_text(f"{named}\n{FREED}", "utf-8")
    done = menhirs("review", str(path), "--annotate", "--nodes", "500")
    one, two = read_trees(done.stdout)
    assert [one.record(), two.record()] == read_records(path.read_text("utf-8"))
    end = one.end()
    assert end.comment.startswith("Anna could have won at once")
    assert end.parent is not None and end.parent.variation("e4-N") is not None


@pytest.mark.parametrize(
    ("words", "text", "code"),
    [
        (["-"], "", "record-empty"),
        (["-"], "no game at all", "record-header-missing"),
        (["-"], CLAIM.replace("d5-SE", "d5-N"), "game-over"),
        (["-", "--nodes", "0"], CLAIM, "number-positive"),
        (["-", "--json", "--annotate"], CLAIM, "one-of"),
        (["-", "--tables", "no/such/folder"], CLAIM, "file"),
        (["no/such/file"], "", "file"),
    ],
)
def test_rubbish_is_refused_with_a_code(words: list[str], text: str, code: str) -> None:
    done = menhirs("review", *words, text=text)
    assert done.returncode == 2
    assert f"[{code}" in done.stderr


def test_bytes_that_are_no_text_are_refused() -> None:
    assert "[encoding]" in menhirs("review", "-", data=b"\xff\xfe\x00").stderr


def exact_review(folder: Path) -> list[str]:
    """The words that review a game on a tiny board by its tables, in files of a folder."""
    house, games = folder / "tiny.toml", folder / "games"
    house.write_text(TINY, "utf-8")
    games.write_text(write_record(random_game_from(read_house_rules(TINY)["tiny"], 3)), "utf-8")
    return ["review", str(games), "--json", "--house-rules", str(house), "--exact"]


def test_exact_solves_the_layout_first_and_keeps_named_tables(tmp_path: Path) -> None:
    words, tables = exact_review(tmp_path), tmp_path / "tables"
    once = menhirs(*words)
    data = json.loads(once.stdout)
    assert data["exact"] is True and data["nodes"] is None
    assert "Solving the layout" in once.stderr
    kept = menhirs(*words, "--tables", str(tables))
    again = menhirs(*words, "--tables", str(tables))
    assert "Solving the layout" in kept.stderr
    assert "Solving the layout" not in again.stderr
    assert once.stdout == kept.stdout == again.stdout


def test_tables_that_nobody_asked_to_keep_are_gone_when_the_command_is_ended(
    tmp_path: Path,
) -> None:
    house, game, folder = tmp_path / "house.toml", tmp_path / "game", tmp_path / "temporary"
    house.write_text(MIDDLE, "utf-8")
    game.write_text(write_record(random_game_from(read_house_rules(MIDDLE)["middle"], 1)), "utf-8")
    folder.mkdir()
    words = ["review", str(game), "--house-rules", str(house), "--exact"]
    ours, theirs = os.openpty()  # only a terminal is told how far it has come
    with subprocess.Popen(
        [str(COMMAND), *words],
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        env=os.environ | {"TMPDIR": str(folder)},
    ) as process:
        os.close(theirs)
        while b" stages" not in os.read(ours, 1000):
            pass
        assert list(folder.iterdir())
        process.terminate()
        process.wait()
    os.close(ours)
    assert process.returncode == 128 + signal.SIGTERM
    assert not list(folder.iterdir())


def test_exact_has_nothing_to_solve_if_a_game_ends_before_the_menhirs_are_turned_over() -> None:
    text = CLAIM.partition("\n\n")[0] + "\n\n12. resign1\n"
    done = menhirs("review", "-", "--exact", "--json", "--nodes", "100", text=text)
    assert done.returncode == 0
    (ply,) = json.loads(done.stdout)["plies"]
    assert (ply["after"], ply["after_proven"]) == (-22, True)


def test_exact_works_in_files_where_memory_is_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = exact_review(tmp_path)
    in_memory = menhirs(*words)
    assert "GB of memory and" in in_memory.stderr
    monkeypatch.setattr(buffers, "_LARGE", 1)  # the arrays of a tiny board are small
    tables, used = tmp_path / "tables", list[Path]()
    in_file = buffers._file_memory

    def noted(folder: Path, size: int) -> mmap.mmap:
        used.append(folder)
        return in_file(folder, size)

    monkeypatch.setattr(buffers, "_file_memory", noted)
    leave_little_memory(monkeypatch)
    assert main([*words, "--tables", str(tables)]) == 0
    text = capsys.readouterr()
    assert set(used) == {tables}
    assert "in files, since it takes 0.1 GB of memory and 0.0 GB are free" in text.err
    assert text.out == in_memory.stdout and json.loads(text.out)["exact"] is True


def test_exact_is_refused_where_there_is_no_room_for_such_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [*exact_review(tmp_path), "--tables", str(tmp_path / "tables")]
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=40_000_000))
    leave_little_memory(monkeypatch)
    assert main(words) == 2
    refused = capsys.readouterr()
    assert json.loads(refused.out)["error"]["code"] == "solve-disk"
    monkeypatch.undo()
    # The tables alone have room.
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=40_000_000))
    assert main(words) == 0
