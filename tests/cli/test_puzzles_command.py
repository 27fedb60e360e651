"""``menhirs puzzles`` in real processes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from menhirs.learn.puzzles.check import check_puzzle
from menhirs.learn.puzzles.packaged import packaged_puzzles
from menhirs.learn.puzzles.puzzle import PuzzleKind
from menhirs.learn.puzzles.text import read_puzzles, write_puzzle, write_puzzles
from tests.cli.command import menhirs

CLAIMS = [puzzle for puzzle in packaged_puzzles() if puzzle.kind is PuzzleKind.CLAIM]


def test_list_prints_every_puzzle_as_json() -> None:
    data = json.loads(menhirs("puzzles", "list", "--json").stdout)
    assert len(data) == len(packaged_puzzles())
    assert set(data[0]) == {"id", "kind", "line", "answers", "difficulty"}
    assert {puzzle["kind"] for puzzle in data} == set(PuzzleKind)


def test_check_proves_a_file_on_two_cores(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(write_puzzles(CLAIMS[:12]), "utf-8")
    done = menhirs("puzzles", "check", str(path), "--threads", "2")
    assert (done.returncode, done.stdout) == (0, "12 puzzles, all proven\n")
    assert "12 of 12 puzzles checked" in done.stderr


def test_check_names_the_puzzle_that_is_wrong() -> None:
    right, wrong = write_puzzle(CLAIMS[0]), write_puzzle(CLAIMS[1])
    swapped = {"claim": "no", "no": "claim"}[CLAIMS[1].answers[0]]
    words = wrong.split(" ")
    text = f"{right}\n{' '.join([*words[:2], swapped, *words[3:]])}\n"
    done = menhirs("puzzles", "check", "-", "--json", text=text)
    (told,) = json.loads(done.stdout)["wrong"]
    assert done.returncode == 2
    assert (told["code"], told["place"]) == ("puzzle-answers", CLAIMS[1].id)
    assert CLAIMS[1].id in done.stderr


def test_make_shows_progress_and_makes_what_check_accepts() -> None:
    done = menhirs("puzzles", "make", "--kind", "claim", "--count", "2", "--seed", "oak")
    assert "claim: 2 puzzles" in done.stderr
    for puzzle in read_puzzles(done.stdout):
        check_puzzle(puzzle)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["list", "--kind", "cheese"], "puzzle-kind"),
        (["make", "--count", "0"], "number-positive"),
        (["check", "-"], "puzzle-fields"),
    ],
)
def test_bad_input_gets_a_code(words: list[str], code: str) -> None:
    done = menhirs("puzzles", *words, text="rubbish")
    assert done.returncode == 2
    assert f"[{code}]" in done.stderr
