"""The game at one keyboard: what it answers."""

from __future__ import annotations

from pathlib import Path

import pytest

from menhirs.core.state import Phase, Reason
from menhirs.notation.actions import write_action
from menhirs.notation.record import Record, read_record, write_record
from menhirs.tui.board import draw_board
from menhirs.tui.terminal_game import TerminalGame
from tests.random_play import random_start, random_walk

GOLDEN = Path(__file__).parents[1] / "golden"


def a_game(rules: str = "amsterdam") -> TerminalGame:
    return TerminalGame(Record(random_start(rules, 7)))


def golden(name: str) -> Record:
    return read_record((GOLDEN / f"{name}.menhirs").read_text("utf-8"))


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.menhirs")), ids=lambda path: path.stem)
def test_whole_games_can_be_typed(path: Path) -> None:
    record = read_record(path.read_text("utf-8"))
    game = TerminalGame(Record(record.start))
    for position, action in zip(record.positions, record.actions, strict=False):
        assert str(position.player) in game.prompt()
        game.enter(write_action(action, position))
    assert game.position == record.final
    assert game.prompt() == "game over> "


def test_case_and_spaces_do_not_matter_and_a_bare_cell_is_enough() -> None:
    game = a_game("base")
    free = next(text for text in game.completions() if text.startswith("+"))[1:]
    game.enter(f"  {free.upper()} ")
    assert len(game.record.actions) == 1
    while game.position.phase is Phase.PLACE:
        game.enter(game.completions()[0])
    move = game.completions()[0]
    game.enter(move.lower().replace("-", " - "))
    assert len(game.record.actions) == 5


def test_an_illegal_action_says_which_rule_and_changes_nothing() -> None:
    game = a_game()
    before = game.position
    answer = game.enter("*d3") if "*d3" not in game.completions() else game.enter("*a1")
    assert "rule A1" in answer
    assert game.position == before


def test_why_explains_a_legal_and_an_illegal_action() -> None:
    game = TerminalGame(golden("amsterdam-right-claim-tile-put-back").back(2))
    assert "is legal" in game.enter("why g2-SW")
    assert "rule M3" in game.enter("why g2-NE")
    assert "rule M2" in game.enter("why d2d3d4d5c4-S")
    assert "not understood" in game.enter("why banana")
    assert "Name an action" in game.enter("why")
    assert len(game.record.actions) == 12


def test_the_opponent_claims_in_the_turn_of_the_mover() -> None:
    record = golden("amsterdam-right-claim-tile-put-back").back(3)
    game = TerminalGame(record)
    assert game.position.phase is Phase.REMOVE
    mover = game.position.player
    assert "claims victory" in game.enter("claim")
    assert game.position.player == 3 - mover
    assert "wins 22 points" in game.enter("g2-SW")


def test_a_right_claim_that_was_not_shown_is_not_called_wrong() -> None:
    game = TerminalGame(golden("amsterdam-claim-not-shown").back(1))
    action = golden("amsterdam-claim-not-shown").actions[-1]
    answer = game.enter(write_action(action, game.position))
    assert answer.count("did not show the winning move") == 2  # as it happens, and as the status
    assert "claimed wrongly" not in answer
    assert "claimed wrongly" in TerminalGame(golden("amsterdam-wrong-claim")).view()


def test_undo_takes_back_one_or_several_and_even_the_end() -> None:
    record = golden("amsterdam-wrong-claim")
    game = TerminalGame(record)
    assert game.position.is_over
    game.enter("undo")
    assert not game.position.is_over
    game.enter("undo 3")
    assert len(game.record.actions) == len(record.actions) - 4
    game.enter("undo 999")
    assert game.enter("undo") == "There is nothing to take back."


def test_save_and_load(tmp_path: Path) -> None:
    game = TerminalGame(golden("base-freed").back(3))
    path = tmp_path / "a folder" / "game.menhirs"
    assert "Saved" in game.enter(f"save {path}")
    saved = path.read_text("utf-8")
    other = a_game()
    assert "exists already" in other.enter(f"save {path}")
    assert path.read_text("utf-8") == saved
    other.enter(f"load {path}")
    assert other.record == game.record
    other.enter("undo")
    assert "Saved" in other.enter(f"save {path}")  # its own file by now
    assert "Saved" in game.enter(f"save! {path}")
    assert path.read_text("utf-8") == saved


@pytest.mark.parametrize("line", ["save", "load", "load /no/such/file", "save /dev/null/x"])
def test_files_that_do_not_work_are_told(line: str) -> None:
    game = a_game()
    before = game.record
    assert "file" in game.enter(line)
    assert game.record == before


def test_loading_rubbish_leaves_the_game_alone(tmp_path: Path) -> None:
    path = tmp_path / "rubbish"
    path.write_bytes(b"\xff\xfe\x00")
    game = a_game()
    before = game.record
    assert "encoding" in game.enter(f"load {path}")
    path.write_text("*c3 *c3")
    assert "record-header-missing" in game.enter(f"load {path}")
    assert game.record == before


@pytest.mark.parametrize("name", ["x" * 300, "~nobody-of-that-name/x", "a\0b"])
@pytest.mark.parametrize("command", ["save", "save!", "load"])
def test_a_name_that_no_file_can_have_is_told(command: str, name: str) -> None:
    assert "[file" in a_game().enter(f"{command} {name}")


@pytest.mark.parametrize("number", ["x", "-3", "99999999"])
def test_nonsense_takes_nothing_back(number: str) -> None:
    game = a_game()
    game.enter(game.completions()[0])
    before = game.record
    assert "How many?" in game.enter(f"undo {number}")
    assert game.record == before


def test_every_action_is_kept_at_once(tmp_path: Path) -> None:
    kept = tmp_path / "kept.menhirs"
    game = TerminalGame(Record(random_start("base", 1)), keep_in=kept)
    for _ in range(6):
        game.enter(game.completions()[0])
        assert kept.read_text("utf-8") == write_record(game.record)


def test_resigning_ends_the_game() -> None:
    game = a_game()
    assert "gave up" in game.enter("resign2")
    assert game.position.outcome is not None
    assert game.position.outcome.reason is Reason.RESIGN
    assert game.position.outcome.winner == 1


def test_help_moves_line_record_and_board_are_answered() -> None:
    game = a_game()
    assert "claim" in game.enter("help")
    assert "*" in game.enter("moves")
    assert game.enter("line").startswith("amsterdam ")
    assert game.enter("record").startswith("[Rules")
    assert "[12]" in game.enter("board")
    assert game.enter("   ") == ""
    game.enter("quit")
    assert game.done


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


def test_the_endless_game_counts_turns_and_tells_a_repetition() -> None:
    record = golden("endless-third-time-tie")
    game = TerminalGame(Record(record.start))
    said = [
        game.enter(write_action(action, position))
        for position, action in zip(record.positions, record.actions, strict=False)
    ]
    assert "Round 1 [2] 3" in said[1]
    assert "No rounds, no end: 0 turns so far." in said[3]
    assert "8 turns so far. This position has come up 2 times; 3 times is a tie." in said[11]
    assert "A tie: the same position came up 3 times." in said[12]
