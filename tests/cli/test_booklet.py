"""``menhirs booklet``: puzzles on paper, with the answers at the back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from menhirs.cli.main import main
from menhirs.learn.puzzles.booklet import chosen, printed
from menhirs.learn.puzzles.packaged import packaged_puzzles
from menhirs.learn.puzzles.puzzle import PuzzleKind
from menhirs.web.languages import FINISHED, LANGUAGES


def test_a_booklet_has_puzzles_of_the_chosen_kinds_and_difficulty_easy_ones_first() -> None:
    puzzles = chosen(
        packaged_puzzles(), [PuzzleKind.FREE, PuzzleKind.TILE], 2, 4, count=9, seed="a"
    )
    assert len(set(puzzles)) == 9
    assert {puzzle.kind for puzzle in puzzles} <= {PuzzleKind.FREE, PuzzleKind.TILE}
    difficulties = [puzzle.difficulty for puzzle in puzzles]
    assert difficulties == sorted(difficulties)
    assert set(difficulties) <= {2, 3, 4}
    assert puzzles == chosen(
        packaged_puzzles(), [PuzzleKind.FREE, PuzzleKind.TILE], 2, 4, count=9, seed="a"
    )


@pytest.mark.parametrize("language", sorted(FINISHED))
def test_every_kind_of_puzzle_is_printed_with_all_its_answers(language: str) -> None:
    puzzles = [next(p for p in packaged_puzzles() if p.kind is kind) for kind in PuzzleKind]
    for puzzle, entry in zip(puzzles, printed(puzzles, LANGUAGES[language]), strict=True):
        assert len(entry.answers) == len(puzzle.answers)
        if puzzle.kind is not PuzzleKind.CLAIM:
            for answer, text in zip(puzzle.answers, entry.answers, strict=True):
                colon = "\N{NO-BREAK SPACE}:" if language == "fr" else ":"
                assert text.startswith(f"{answer}{colon} ")
                assert len(text) > len(answer) + 5


def test_a_printed_picture_is_black_and_white() -> None:
    (entry,) = printed(packaged_puzzles()[:1], LANGUAGES["en"])
    for colour in set(re.findall(r"#([0-9a-f]{6})", entry.picture)):
        assert colour[:2] == colour[2:4] == colour[4:], colour


@pytest.mark.parametrize("language", sorted(FINISHED))
def test_a_pdf_has_four_puzzles_a_sheet_and_the_answers_at_the_back(
    language: str, tmp_path: Path
) -> None:
    path = tmp_path / "booklet.pdf"
    options = ["--count", "9", "--worksheet", "--language", language, "--output", str(path)]
    assert main(["booklet", *options]) == 0
    assert len(re.findall(rb"/Type\s*/Page\b", path.read_bytes())) == 3 + 1


def test_a_qr_code_leads_to_each_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["booklet", "--count", "2", "--address", "https://example.org/"]) == 0
    assert capsys.readouterr().out.count('class="qr"') == 2


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--kind", "riddle"], "puzzle-kind"),
        (["--difficulty", "easy"], "puzzle-difficulty"),
        (["--difficulty", "90-99"], "puzzles-none"),
        (["--count", "0"], "number-positive"),
    ],
)
def test_a_wrong_option_is_an_error_with_a_code(
    words: list[str], code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["booklet", *words]) == 2
    assert code in capsys.readouterr().err
