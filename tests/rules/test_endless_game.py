"""The game in four sentences, without an end of its own (B0, D15)."""

# ruff: noqa: N802 -- tests carry the numbers of the sentences they show

from __future__ import annotations

from dataclasses import replace

import pytest

from menhirs.core.errors import Malformed
from menhirs.core.events import Repeated, what_happened
from menhirs.core.geometry import STANDARD
from menhirs.core.past import Past
from menhirs.core.position import Position
from menhirs.core.rules import BASE, ENDLESS
from menhirs.core.state import Phase, Reason
from menhirs.notation.line import read_line, write_line
from menhirs.notation.record import Record, read_record, write_record

from .diagram import (
    action,
    drawn_line,
    illegal,
    impossible,
    legal,
    on_board,
    outcome,
    play,
    side_by_side,
)

START, ROUND_1 = side_by_side("""
          o        |        o
        .   .      |      .   .
      .   o   .    |    .   o   .
    M   .   .   o  |  M   .   .   o
      M   .   .    |    M   .   .
    .   M   .   .  |  .   M   .   .
      .   .   .    |    .   .   .
    o   .   .   M  |  .   .   .   M
      .   M   M    |    o   M   M
        .   M      |      .   M
          .        |        .
""")
"""Two tiles in the corners that can be pushed to and fro: a1 and g3. Then a1 was pushed to b1."""
TO_AND_FRO = "a1-SE g3-NW b1-NW f4-SE "
"""Four turns after which the fog lies as before, and player 1 is to move."""
TOLD = "b1-SE,f4-NW,a1-NW,g3-SE"
"""The same four turns as a position line tells them."""

ONE_COVERED = """
          .
        o   .
      .   o   o
    m   o   .   m
      .   o   o
    M   o   .   o
      .   .   o
    .   .   .   o
      m   .   m
        m   .
          m
"""


def _start() -> Position:
    return on_board(START, "endless 1 3 move 0,0 - - -")


def test_B0_fog_is_placed_as_in_the_base_game() -> None:
    menhirs = STANDARD.mask_of("a3 b3 c3 d2 e1 f1 g1")
    position, base = Position.start(ENDLESS, menhirs), Position.start(BASE, menhirs)
    for text in ("+a1", "+g3", "+d6", "+d5"):
        assert replace(position, rules=BASE) == base
        illegal(position, "+a3", "place-on-fog", "B1")
        position, base = legal(position, text), play(base, text)
    assert position == _start()


def test_B0_fog_is_moved_without_end_and_nothing_is_taken_away() -> None:
    position = _start()
    for turn in range(30):
        assert (position.phase, position.round, position.lap) == (Phase.MOVE, 3, 1)
        assert position.player == 1 + turn % 2
        assert position.fog.bit_count() == 11
        illegal(position, "xa1", "wrong-phase", "B2")
        # Going on to what has not been seen yet, or the game would be a tie by and by.
        position = next(
            after
            for after in map(position.play, position.board_actions())
            if after.outcome is None and after.times_seen == 1
        )


def test_B0_whoever_frees_the_last_menhir_wins_11_points() -> None:
    for player in (1, 2):
        position = on_board(ONE_COVERED, f"endless {player} 3 move 0,0 - - -")
        legal(position, "a2-S", then=f"{player} 3 over 0,0 a1-S - {player}:11:freed")
        assert outcome(legal(position, "a2-N")) == "-"


def test_B0_D14_giving_up_costs_11_points() -> None:
    placing = Position.start(ENDLESS, STANDARD.mask_of("a3 b3 c3 d2 e1 f1 g1"))
    for position in (placing, _start(), play(_start(), TO_AND_FRO * 2)):
        assert outcome(position.play(action(position, "resign"))) == "2:11:resign"
        assert outcome(position.play(action(position, "time2"))) == "1:11:time"


def test_B0_nobody_can_claim() -> None:
    illegal(play(_start(), "a1-SE"), "claim", "claim-unknown", "A9")


def test_M4_holds_in_every_turn() -> None:
    position = legal(_start(), "a1-SE", ROUND_1)
    illegal(position, "b1-NW", "return", "M4")
    illegal(play(_start(), TO_AND_FRO), "g3-NW", "return", "M4")


def test_D15_a_position_that_comes_up_for_the_third_time_is_a_tie() -> None:
    twice = play(_start(), TO_AND_FRO * 2)
    assert twice.times_seen == 2
    tie = legal(twice, "a1-SE", ROUND_1)
    assert outcome(tie) == "0:0:tie"
    illegal(tie, "g3-NW", "game-over", "M6")
    assert outcome(legal(twice, "d5-S")) == "-"  # anything else goes on


def test_D15_the_player_to_move_belongs_to_the_position() -> None:
    """Five turns around a triangle: the same fog and the same ban, with the other player to move.

    So it takes ten turns for a position to come up again, and twenty-one for the third time.
    """
    around = "g3-NW a1-SE f4-S b1-NW f3-NE "
    five, ten = play(_start(), around), play(_start(), around * 2)
    assert (five.fog, five.last, ten.fog, ten.last) == (
        _start().fog,
        five.last,
        five.fog,
        five.last,
    )
    assert (five.player, ten.player, ten.times_seen) == (2, 1, 1)
    twenty = play(_start(), around * 4)
    assert (twenty.player, twenty.times_seen) == (1, 2)
    assert outcome(legal(twenty, "g3-NW")) == "0:0:tie"


def test_D15_what_M4_forbids_belongs_to_the_position() -> None:
    """The fog of the start comes up for the third time, but at first nothing was forbidden."""
    start, later = _start(), play(_start(), TO_AND_FRO * 2)
    assert (later.fog, later.player) == (start.fog, start.player)
    assert later.times_seen == 2
    assert not later.is_over


def test_D15_a_move_that_is_impossible_anyhow_is_not_forbidden() -> None:
    """The tile on e4 joined two others and can't leave them again, wherever it came from."""
    (board,) = side_by_side("""
              o
            .   .
          .   o   .
        M   .   o   .
          M   .   .
        .   M   .   .
          .   .   .
        o   .   .   M
          .   M   M
            .   M
              .
    """)
    ways = [on_board(board, f"endless 2 3 move 0,0 {turn} - -") for turn in ("e4-N", "e4-NW")]
    once, again = ways
    assert once.past != again.past
    assert once.past is not None
    between = Past(once.past.fog, None, Past(once.fog, once.last, once.past))
    assert replace(again, past=between).times_seen == 2
    moved = on_board(START, "endless 2 3 move 0,0 g3-SE - -")
    other = Past(0, None, Past(moved.fog, None, None))
    assert replace(moved, past=other).times_seen == 1  # here M4 does forbid something


def test_D15_a_tie_comes_before_the_win_that_the_next_move_would_be() -> None:
    (board,) = side_by_side("""
              o
            .   .
          m   o   .
        m   o   o   o
          .   o   .
        M   o   o   .
          .   o   .
        .   .   .   m
          m   .   m
            .   m
              o
    """)
    to_and_fro = "d1-NW g3-S c1-SE g2-N "
    position = play(on_board(board, "endless 1 3 move 0,0 - - -"), to_and_fro * 2)
    assert any(position.winning_moves())
    tie = legal(position, "d1-NW")
    assert outcome(tie) == "0:0:tie"
    assert any(tie.winning_moves())


def test_D15_a_line_tells_the_turns_so_far_oldest_first() -> None:
    position = play(_start(), TO_AND_FRO * 2)
    line = drawn_line(START, f"endless 1 3 move 0,0 {TOLD},{TOLD} - -")
    assert write_line(position) == line
    assert read_line(line) == position
    over = play(position, "a1-SE")
    told = drawn_line(ROUND_1, f"endless 1 3 over 0,0 {TOLD},{TOLD},b1-SE - 0:0:tie")
    assert write_line(over) == told
    assert read_line(told) == over


def test_D15_a_line_need_not_remember_everything() -> None:
    """With the last turn only, or none, nothing earlier counts."""
    full = play(_start(), TO_AND_FRO * 2)
    short = on_board(START, "endless 1 3 move 0,0 g3-SE - -")
    none = on_board(START, "endless 1 3 move 0,0 - - -")
    assert full.legal_actions() == short.legal_actions()
    assert (short.times_seen, none.times_seen) == (1, 1)
    assert not play(short, "a1-SE").is_over
    assert play(full, "a1-SE").is_over
    assert len(none.legal_actions()) == len(short.legal_actions()) + 1  # M4


@pytest.mark.parametrize(
    ("turns", "code"),
    [
        (f"{TOLD},{TOLD},{TOLD}", "position-repeated"),  # that was a tie already
        ("b1-SE,f4-NW,a1-NW,g3-NW", "position-last-turn"),  # g3 did not come from the south-east
        ("a1-SE,f4-NW,a1-NW,g3-SE", "position-past"),  # a1 came from off the board
        ("f4-NW,g3-SE", "position-past"),  # M4: straight back
        ("pass,f4-NW,a1-NW,g3-SE", "position-past"),  # M7: who can move may not pass
        ("b1-SE,f4-NW@3,a1-NW,g3-SE", "position-past"),  # nobody can claim
        ("g3-SE@3", "position-last-turn"),
    ],
)
def test_D15_turns_that_cannot_have_been_are_refused(turns: str, code: str) -> None:
    impossible(drawn_line(START, f"endless 1 3 move 0,0 {turns} - -"), code)


@pytest.mark.parametrize("turns", ["", ",", "g3-SE,", ",g3-SE", "g3-SE;f4-NW", "PASS", "g3"])
def test_D15_turns_that_cannot_be_read_are_refused(turns: str) -> None:
    with pytest.raises(Malformed):
        read_line(drawn_line(START, f"endless 1 3 move 0,0 {turns} - -"))


def test_D15_a_tie_is_told_only_where_it_is_one() -> None:
    told = f"endless 1 3 over 0,0 {TOLD},b1-SE - 0:0:tie"
    impossible(drawn_line(ROUND_1, told), "position-result")
    placing = drawn_line(START, "endless 1 2 place 1,1 pass - -", minus="d5 d6")
    impossible(placing, "position-past")


def test_D15_the_second_time_is_announced() -> None:
    position = play(_start(), TO_AND_FRO)
    again = position.play(action(position, "a1-SE"))
    happened = what_happened(position, action(position, "a1-SE"), again)
    assert happened[-1] == Repeated(times=2, tie=3)
    assert again.outcome is None


def test_D15_a_record_numbers_the_rounds_on() -> None:
    start = Position.start(ENDLESS, STANDARD.mask_of("a3 b3 c3 d2 e1 f1 g1"))
    record = Record(start)
    for text in ("+a1 +g3 +d6 +d5 " + TO_AND_FRO * 2 + "a1-SE").split():
        record = record.play(action(record.final, text))
    assert record.final.outcome is not None
    assert record.final.outcome.reason is Reason.TIE
    text = write_record(record)
    assert read_record(text) == record
    *_, fifth, sixth, last = text.splitlines()
    assert fifth == "5. a1-SE g3-NW"
    assert sixth == "6. b1-NW f4-SE"
    assert last == "7. a1-SE"
