"""A match that begins in the middle of a game."""

from __future__ import annotations

import pytest

from menhirs.core.state import Phase
from menhirs.match.terms import Terms
from menhirs.match.terms_data import read_terms, write_terms
from menhirs.notation.line import read_line, write_line
from menhirs.notation.record import read_record
from menhirs.referee.agreement import next_terms
from menhirs.view.match.ply_cache import PlyCache
from menhirs.view.match.record_text import record_text
from menhirs.web.rule_pictures import pictures

from .played_match import PlayedMatch

WIN = "base8 o../o.m./.mm../.o..M./.mmo./..M./... 2 10 move 0,0 - - -"
ENDLESS = "endless ooo/o.m./.mm../oo..M./ommo./..M./o.. 2 3 move 0,0 - - -"
START = "base8 MMM/..../.M.../..M.../M..../..../.M. 1 1 place 2,2 - - -"


def begun(line: str) -> PlayedMatch:
    position = read_line(line)
    return PlayedMatch(Terms(position.rules, position.menhirs, position=position, shared=True))


def test_it_goes_on_from_there_and_so_does_its_record() -> None:
    table = begun(WIN).play("d5-N")
    assert table.result == "2:6:freed"
    text = record_text(table.match)
    assert f'[Position "{WIN}"]' in text
    assert read_record(text).start == read_line(WIN)
    assert write_line(read_record(text).final) == write_line(table.match.position)
    assert table.replayed().position == table.match.position


def test_terms_are_stored_with_it() -> None:
    agreed = begun(WIN).terms
    assert read_terms(write_terms(agreed)) == agreed


def test_the_same_layout_is_the_same_position_and_a_new_one_begins_a_whole_game() -> None:
    match = begun(WIN).match
    assert next_terms(match, same_layout=True).start == read_line(WIN)
    assert next_terms(match).start.is_start


def test_the_move_before_it_can_be_claimed_on() -> None:
    table = begun(claimable())
    window = table.match.claim_window(table.at)
    assert window is not None and (window.turn, window.closes) == (0, None)
    table.claim(window.player)
    assert table.match.position.phase is Phase.PROVE


def test_a_claim_made_before_it_waits_to_be_shown() -> None:
    proving = begun(claimable())
    proving.claim(1)
    again = begun(write_line(proving.match.position))
    assert again.match.next_moment() is None  # no moment is known from which its time would run
    assert again.match.position.phase is Phase.PROVE


def test_the_last_move_is_marked() -> None:
    table = begun(claimable())
    mark = PlyCache(table.match).scene["view"]["last"]
    assert mark is not None and mark["direction"] == "N"


def test_an_endless_game_goes_on_with_all_that_it_has_to_remember() -> None:
    """D15: which positions came up before is a part of the position."""
    first = begun(ENDLESS).play("g1-SW a1-NE")
    line = write_line(first.match.position)
    again = begun(line)
    assert write_line(again.match.position) == line
    mark = PlyCache(again.match).scene["view"]["last"]
    assert mark is not None
    assert (mark["tiles"], mark["direction"]) == (["b2", "b3", "b4", "c2"], "NE")
    assert read_record(record_text(again.match)).start == first.match.position


def claimable() -> str:
    """The position of a picture of the rules: player 2 has moved, player 1 may claim."""
    return write_line(pictures()["claim-moved"].position)


@pytest.mark.parametrize("line", [WIN, START])
def test_only_the_beginning_of_a_game_is_a_start(line: str) -> None:
    assert read_line(line).is_start == (" place " in line)
