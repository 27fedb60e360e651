"""Puzzles made from a seed, and puzzles that can't be read or are not right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.core.errors import MenhirsError
from menhirs.learn.puzzles.check import check_puzzle
from menhirs.learn.puzzles.make import make_puzzles
from menhirs.learn.puzzles.packaged import packaged_puzzles
from menhirs.learn.puzzles.proof import right_answers
from menhirs.learn.puzzles.puzzle import Puzzle, PuzzleKind, id_of
from menhirs.learn.puzzles.text import read_puzzles, write_puzzle
from menhirs.notation.line import read_line

TILE = next(puzzle for puzzle in packaged_puzzles() if puzzle.kind is PuzzleKind.TILE)
LINE = write_puzzle(TILE)
ID, DIFFICULTY, ANSWERS, *REST = LINE.split()
TRIFLE = "base mMm/m.../m..../m...../m..../..../... 2 12 move 0,0 - - -"


def test_the_same_seed_makes_the_same_puzzles() -> None:
    made = list(make_puzzles(PuzzleKind.CLAIM, 2, "oak"))
    assert list(make_puzzles(PuzzleKind.CLAIM, 2, "oak")) == made
    assert list(make_puzzles(PuzzleKind.CLAIM, 2, "elm")) != made
    for puzzle in made:
        check_puzzle(puzzle)


def test_making_tells_how_far_it_has_come() -> None:
    received: list[tuple[int, int]] = []
    list(make_puzzles(PuzzleKind.CLAIM, 2, "oak", lambda *seen: received.append(seen)))
    assert [games for _, games in received] == list(range(1, len(received) + 1))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("rubbish", "puzzle-fields"),
        (LINE + " more", "puzzle-fields"),
        (LINE.replace("tile-", "tiles-", 1), "puzzle-kind"),
        (" ".join([ID, "9", ANSWERS, *REST]), "puzzle-difficulty"),
        (" ".join([ID, "²", ANSWERS, *REST]), "puzzle-difficulty"),
        (" ".join([ID, "1", ANSWERS, *REST[:-1], "x"]), "position-outcome"),
        (f"{LINE}\n{LINE}", "puzzle-twice"),
    ],
)
def test_what_can_not_be_read_gets_a_code_and_its_place(text: str, code: str) -> None:
    with pytest.raises(MenhirsError) as caught:
        read_puzzles(f"# a comment\n\n{text}\n")
    assert caught.value.code == code
    assert caught.value.place == f"line {2 + len(text.splitlines())}"


def place_of_error(text: str) -> str | None:
    """Where the reader says that the error is; "" if it reads the text."""
    try:
        read_puzzles(text)
    except MenhirsError as error:
        return error.place
    return ""


@given(st.text(max_size=60))
def test_no_text_breaks_the_reader(text: str) -> None:
    assert place_of_error(text) is not None


@given(st.data())
def test_no_damaged_line_breaks_the_reader(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(LINE) - 1))
    damaged = LINE[:at] + data.draw(st.text(max_size=2)) + LINE[at + 1 :]
    assert place_of_error(damaged) is not None


def refusal(check: Callable[[], None]) -> str:
    with pytest.raises(MenhirsError) as caught:
        check()
    assert caught.value.place
    return caught.value.code


def test_a_wrong_id_is_found() -> None:
    assert refusal(lambda: check_puzzle(replace(TILE, id="tile-aaaaa"))) == "puzzle-id"


def test_a_missing_or_additional_answer_is_found() -> None:
    more = replace(TILE, answers=(*TILE.answers, "xa1"))
    other = replace(TILE, answers=("xa1",))
    assert refusal(lambda: check_puzzle(more)) == "puzzle-answers"
    assert refusal(lambda: check_puzzle(other)) == "puzzle-answers"


@pytest.mark.parametrize(
    "kind", [PuzzleKind.FREE, PuzzleKind.CLAIM, PuzzleKind.TRAP, PuzzleKind.DECIDE]
)
def test_a_question_that_the_position_does_not_ask_is_refused(kind: PuzzleKind) -> None:
    other = replace(TILE, kind=kind, id=id_of(kind, TILE.position))
    assert refusal(lambda: check_puzzle(other)) == "puzzle-position"


def test_a_trifle_is_refused() -> None:
    position = read_line(TRIFLE)
    answers = right_answers(PuzzleKind.FREE, position)
    puzzle = Puzzle(id_of(PuzzleKind.FREE, position), PuzzleKind.FREE, position, answers, 1)
    assert refusal(lambda: check_puzzle(puzzle)) == "puzzle-trivial"
