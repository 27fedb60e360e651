"""Game records: skipped and stored parts, and errors with their places."""

from __future__ import annotations

from pathlib import Path

import pytest

from menhirs.core.errors import Malformed, MenhirsError
from menhirs.notation.line import write_line
from menhirs.notation.record import Record, read_record, read_records, write_record, write_records
from menhirs.notation.record_tokens import LARGEST_TEXT
from menhirs.notation.tree_text import read_tree

LAYOUT = "..m/...m/mm.../m...../m..../..../.m."
HEADERS = f'[Rules "amsterdam"]\n[Layout "{LAYOUT}"]\n'
CLAIMED = HEADERS + "\n12. *c2 *e1 +d3 +g1 +g3 +a2 +d4 +d2\n11. c1-N xg1 a2-SE xc2\n"


def test_numbers_comments_and_remarks_are_skipped() -> None:
    told = (
        "; a game from the café\n"
        + HEADERS
        + """
        12. *c2{why not}*e1 ; the second {one
        +d3 +g1
        +g3 {a comment
        over two lines ; with a semicolon} +a2 12.+d4 12... +d2
        11.c1-N
        xg1 a2-SE
        xc2
        """
    )
    assert read_record(told) == read_record(CLAIMED)


def test_unknown_headers_are_kept_in_their_order() -> None:
    text = HEADERS + '[Event "Club \\"De Mist\\" \\\\ 2026"]\n[Player1 "Anna"]\n\n*c2\n'
    record = read_record(text)
    assert dict(record.headers) == {"Event": 'Club "De Mist" \\ 2026', "Player1": "Anna"}
    assert write_record(record).splitlines()[2:4] == text.splitlines()[2:4]


def test_a_header_keeps_its_spaces() -> None:
    text = HEADERS + '[Event "  De   Mist  2026 "]\n\n12. *c2\n'
    assert write_record(read_record(text)) == text


def test_the_writer_sets_one_round_a_line_and_a_claim_with_its_proof_on_one() -> None:
    record = read_record(CLAIMED + "claim g2-SW")
    assert write_record(record) == (
        HEADERS
        + '[Result "1"]\n[Score "22"]\n\n'
        + "12. *c2 *e1 +d3 +g1 +g3 +a2 +d4 +d2\n11. c1-N xg1 a2-SE xc2\n10. claim g2-SW\n"
    )


def test_a_record_need_not_be_finished_and_may_be_empty() -> None:
    assert read_record(HEADERS).actions == ()
    assert not read_record(CLAIMED).final.is_over


def test_several_games_in_one_file() -> None:
    games = read_records(CLAIMED + HEADERS + "\n" + HEADERS + "\n*c2 resign\n")
    assert [len(game.actions) for game in games] == [12, 0, 2]
    assert read_records(write_records(games)) == games


def test_line_ends_of_other_systems_and_a_byte_order_mark_do_not_matter() -> None:
    assert read_record("\ufeff" + CLAIMED.replace("\n", "\r\n")) == read_record(CLAIMED)


def test_undo_gives_the_record_before() -> None:
    record = read_record(CLAIMED)
    assert record.back(2).actions == record.actions[:-2]
    assert record.back(0) == record
    assert record.back(len(record.actions)).actions == ()


@pytest.mark.parametrize("plies", [-1, 99])
def test_only_what_was_played_can_be_undone(plies: int) -> None:
    record = read_record(CLAIMED)
    with pytest.raises(Malformed, match="from 0 to 12") as caught:
        record.back(plies)
    assert caught.value.code == "number-range"


def test_a_text_is_no_sequence_of_actions() -> None:
    record = read_record(CLAIMED)
    with pytest.raises(TypeError, match="read_record"):
        Record(record.start, "*d6")  # type: ignore[arg-type]
    assert Record(record.start, list(record.actions), record.headers) == record  # type: ignore[arg-type]


def test_a_record_is_read_from_text_only(tmp_path: Path) -> None:
    file = tmp_path / "game.menhirs"
    file.write_text(CLAIMED, "utf-8")
    with file.open(encoding="utf-8") as opened:
        for wrong in (file, opened, CLAIMED.encode()):
            for read in (read_record, read_records, read_tree):
                with pytest.raises(TypeError, match=r"read_text\('utf-8'\)"):
                    read(wrong)  # type: ignore[arg-type]


def test_resigning_off_turn_is_written_with_the_player() -> None:
    record = read_record(CLAIMED + "resign2")
    assert write_record(record).rstrip().endswith("10. resign2")
    assert write_line(record.final).endswith("1:21:resign")


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "record-empty", "line 1"),
        ("; only a remark\n", "record-empty", "line 1"),
        ("*c2 *e1", "record-header-missing", "game 1, line 1"),
        ('[Rules "amsterdam"]\n\n*c2', "record-header-missing", "game 1, line 1"),
        (f'[Layout "{LAYOUT}"]\n', "record-header-missing", "game 1, line 1"),
        ('[Rules "go"]\n[Layout "x"]\n', "rules", "game 1, line 1"),
        ('[Rules "base"]\n[Layout "x"]\n', "board-columns", "game 1, line 1"),
        (f'[Rules "base"]\n[Layout "{LAYOUT}"]\n', "layout-fog", "game 1, line 1"),
        (
            '[Rules "amsterdam"]\n[Layout "..m/...m/mm.../m...../m..../..../..."]',
            "layout-menhirs",
            "game 1, line 1",
        ),
        ("[Rules amsterdam]\n", "record-header", "game 1, line 1"),
        (HEADERS + "[Event\n", "record-header", "game 1, line 3"),
        (HEADERS + "[\n", "record-header", "game 1, line 3"),
        (HEADERS + '[Rules "base"]\n', "record-header-twice", "game 1, line 3"),
        (HEADERS + "\n*c2 { never closed\n*e1", "record-comment", "line 4"),
        (HEADERS + "\n*c2 *c2", "flip-no-menhir", "game 1, line 4, action 2"),
        (HEADERS + "\n*c2\n\n*e1 hello", "action", "game 1, line 6, action 3"),
        (CLAIMED + HEADERS + "\n*c2 +c2", "wrong-phase", "game 2, line 9, action 2"),
        (CLAIMED + "claim g2-S", None, None),  # a legal move that does not win: lost, not illegal
        (CLAIMED + "claim g2-SW d2-N", "game-over", "game 1, line 6, action 15"),
        (HEADERS + '[Result "1"]\n\n*c2 *e1', "record-result", "game 1, line 1"),  # truncated
        (
            HEADERS + '[Result "1"]\n[Score "9"]\n\n' + CLAIMED[len(HEADERS) :] + "claim g2-SW",
            "record-result",
            "game 1, line 1",
        ),
    ],
)
def test_what_is_wrong_and_where(text: str, code: str | None, place: str | None) -> None:
    if code is None:
        assert read_record(text).final.is_over
        return
    with pytest.raises(MenhirsError) as caught:
        read_records(text)
    assert (caught.value.code, caught.value.place) == (code, place)


LINE = "base8 o../o.m./.mm../.o..M./.mmo./..M./... 2 10 move 0,0 - - -"


def test_a_game_may_begin_in_the_middle_of_another() -> None:
    text = f'[Rules "base8"]\n[Layout "{LINE.split()[1]}"]\n[Position "{LINE}"]\n\n10. d5-N\n'
    record = read_record(text)
    assert write_line(record.start) == LINE and record.final.is_over
    assert read_record(write_record(record)) == record
    assert "Position" not in write_record(read_record(CLAIMED))


@pytest.mark.parametrize(
    ("rules", "board", "code"),
    [
        ("base", LINE.split()[1], "rules"),
        ("base8", "o../o.m./.mm../.o..M./.mmo./..M./..o", "record-position"),
    ],
)
def test_a_record_that_begins_at_two_places_is_refused(rules: str, board: str, code: str) -> None:
    text = f'[Rules "{rules}"]\n[Layout "{board}"]\n[Position "{LINE}"]\n\nd5-N\n'
    with pytest.raises(MenhirsError) as refused:
        read_record(text)
    assert refused.value.code == code


def test_one_game_is_one_game() -> None:
    with pytest.raises(MenhirsError) as caught:
        read_record(CLAIMED + HEADERS)
    assert caught.value.code == "record-one-game"


def test_a_text_of_any_length_is_refused_by_its_length() -> None:
    with pytest.raises(Malformed) as caught:
        read_records(" " * (LARGEST_TEXT + 1))
    assert caught.value.code == "record-size"


@pytest.mark.parametrize(
    "text",
    ['[Rules "' + "a" * 2_000_000, "x" * 2_000_000, '[Rules "' + "a" * 2_000_000 + '"]'],
    ids=["header", "action", "rules"],
)
def test_an_error_does_not_repeat_megabytes(text: str) -> None:
    record = f'[Layout "{LAYOUT}"]\n{text}' if "[" in text else f"{HEADERS}\n{text}"
    with pytest.raises(Malformed) as caught:
        read_records(record)
    assert len(str(caught.value)) < 1_000
    assert len(str(caught.value.as_dict())) < 2_000


def test_a_lone_star_at_the_end_of_a_game_is_skipped_as_in_pgn() -> None:
    assert read_record(CLAIMED + "*\n") == read_record(CLAIMED)
    two = read_records(CLAIMED + "*\n\n" + CLAIMED)
    assert [len(record.actions) for record in two] == [12, 12]
