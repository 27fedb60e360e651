"""The game at one keyboard: what the table answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from menhirs.core.state import Phase, Reason
from menhirs.notation.actions import write_action
from menhirs.notation.record import Record, read_record, write_record
from menhirs.tui.board import draw_board
from menhirs.tui.table import Table
from tests.random_play import random_start, random_walk

GOLDEN = Path(__file__).parents[1] / "golden"


def a_table(rules: str = "amsterdam") -> Table:
    return Table(Record(random_start(rules, 7)))


def golden(name: str) -> Record:
    return read_record((GOLDEN / f"{name}.menhirs").read_text("utf-8"))


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.menhirs")), ids=lambda path: path.stem)
def test_whole_games_can_be_typed(path: Path) -> None:
    record = read_record(path.read_text("utf-8"))
    table = Table(Record(record.start))
    for position, action in zip(record.positions, record.actions, strict=False):
        assert str(position.player) in table.prompt()
        table.enter(write_action(action, position))
    assert table.position == record.final
    assert table.prompt() == "game over> "


def test_case_and_spaces_do_not_matter_and_a_bare_cell_is_enough() -> None:
    table = a_table("base")
    free = next(text for text in table.completions() if text.startswith("+"))[1:]
    table.enter(f"  {free.upper()} ")
    assert len(table.record.actions) == 1
    while table.position.phase is Phase.PLACE:
        table.enter(table.completions()[0])
    move = table.completions()[0]
    table.enter(move.lower().replace("-", " - "))
    assert len(table.record.actions) == 5


def test_an_illegal_action_says_which_rule_and_changes_nothing() -> None:
    table = a_table()
    before = table.position
    answer = table.enter("*d3") if "*d3" not in table.completions() else table.enter("*a1")
    assert "rule A1" in answer
    assert table.position == before


def test_why_explains_a_legal_and_an_illegal_action() -> None:
    table = Table(golden("amsterdam-right-claim-tile-put-back").back(2))
    assert "is legal" in table.enter("why g2-SW")
    assert "rule M3" in table.enter("why g2-NE")
    assert "rule M2" in table.enter("why d2d3d4d5c4-S")
    assert "no action" in table.enter("why banana")
    assert "Name an action" in table.enter("why")
    assert len(table.record.actions) == 12


def test_the_opponent_claims_in_the_turn_of_the_mover() -> None:
    record = golden("amsterdam-right-claim-tile-put-back").back(3)
    table = Table(record)
    assert table.position.phase is Phase.REMOVE
    mover = table.position.player
    assert "claims victory" in table.enter("claim")
    assert table.position.player == 3 - mover
    assert "wins 22 points" in table.enter("g2-SW")


def test_undo_takes_back_one_or_several_and_even_the_end() -> None:
    record = golden("amsterdam-wrong-claim")
    table = Table(record)
    assert table.position.is_over
    table.enter("undo")
    assert not table.position.is_over
    table.enter("undo 3")
    assert len(table.record.actions) == len(record.actions) - 4
    table.enter("undo 999")
    assert table.enter("undo") == "There is nothing to take back."


def test_save_and_load(tmp_path: Path) -> None:
    table = Table(golden("base-freed").back(3))
    path = tmp_path / "a folder" / "game.menhirs"
    assert "Saved" in table.enter(f"save {path}")
    saved = path.read_text("utf-8")
    other = a_table()
    assert "exists already" in other.enter(f"save {path}")
    assert path.read_text("utf-8") == saved
    other.enter(f"load {path}")
    assert other.record == table.record
    other.enter("undo")
    assert "Saved" in other.enter(f"save {path}")  # its own file by now
    assert "Saved" in table.enter(f"save! {path}")
    assert path.read_text("utf-8") == saved


@pytest.mark.parametrize("line", ["save", "load", "load /no/such/file", "save /dev/null/x"])
def test_files_that_do_not_work_are_told(line: str) -> None:
    table = a_table()
    before = table.record
    assert "file" in table.enter(line)
    assert table.record == before


def test_loading_rubbish_leaves_the_game_alone(tmp_path: Path) -> None:
    path = tmp_path / "rubbish"
    path.write_bytes(b"\xff\xfe\x00")
    table = a_table()
    before = table.record
    assert "encoding" in table.enter(f"load {path}")
    path.write_text("*c3 *c3")
    assert "record-header-missing" in table.enter(f"load {path}")
    assert table.record == before


@pytest.mark.parametrize("name", ["x" * 300, "~nobody-of-that-name/x", "a\0b"])
@pytest.mark.parametrize("command", ["save", "save!", "load"])
def test_a_name_that_no_file_can_have_is_told(command: str, name: str) -> None:
    assert "[file" in a_table().enter(f"{command} {name}")


@pytest.mark.parametrize("number", ["x", "-3", "99999999"])
def test_nonsense_takes_nothing_back(number: str) -> None:
    table = a_table()
    table.enter(table.completions()[0])
    before = table.record
    assert "How many?" in table.enter(f"undo {number}")
    assert table.record == before


def test_every_action_is_kept_at_once(tmp_path: Path) -> None:
    kept = tmp_path / "kept.menhirs"
    table = Table(Record(random_start("base", 1)), keep_in=kept)
    for _ in range(6):
        table.enter(table.completions()[0])
        assert kept.read_text("utf-8") == write_record(table.record)


def test_resigning_ends_the_game() -> None:
    table = a_table()
    assert "resigned" in table.enter("resign2")
    assert table.position.outcome is not None
    assert table.position.outcome.reason is Reason.RESIGN
    assert table.position.outcome.winner == 1


def test_help_moves_line_record_and_board_are_answered() -> None:
    table = a_table()
    assert "claim" in table.enter("help")
    assert "*" in table.enter("moves")
    assert table.enter("line").startswith("amsterdam ")
    assert table.enter("record").startswith("[Rules")
    assert "[12]" in table.enter("board")
    assert table.enter("   ") == ""
    table.enter("quit")
    assert table.done


def test_the_drawn_board_shows_every_cell_with_and_without_colour() -> None:
    position = random_walk("base", 4, 9)
    plain, coloured = draw_board(position), draw_board(position, colour=True)
    for name in position.geometry.names:
        assert plain.count(f"{name} ") == 1
    assert plain.count("~MM~") == position.covered.bit_count()
    assert plain.count("_MM_") == (position.menhirs & ~position.fog).bit_count()
    assert plain.count("~~~~") == (position.fog & ~position.menhirs).bit_count()
    assert "\x1b[" not in plain
    assert "\x1b[" in coloured
