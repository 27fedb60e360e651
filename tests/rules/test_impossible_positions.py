"""Position lines that contradict a rule are refused, one rule after another."""

# ruff: noqa: N802 -- tests carry the numbers of the sentences they show

from __future__ import annotations

import pytest

from menhirs.core.errors import Illegal
from menhirs.notation.line import read_line

from .diagram import drawn_line, legal, on_board, side_by_side

OPEN_MOVED, SHUT_MOVED = side_by_side("""
          o        |        o
        .   o      |      .   o
      .   o   .    |    .   o   .
    m   .   o   m  |  m   .   o   M
      .   o   .    |    .   o   .
    M   .   .   .  |  M   .   .   .
      .   .   o    |    .   .   .
    .   .   .   o  |  .   .   .   o
      m   o   o    |    m   o   o
        m   .      |      m   .
          o        |        o
""")
LAST = "d4d5d6e4e5-NE"


def _refused(drawing: str, fields: str, minus: str = "") -> None:
    with pytest.raises(Illegal):
        read_line(drawn_line(drawing, fields, minus=minus))


def test_M2_the_last_turn_moved_whole_clusters_or_parts_of_large_ones() -> None:
    """Where nothing can have been taken since, the fog before it is known."""
    (board,) = side_by_side("""
              .
            .   o
          .   .   o
        m   o   .   M
          .   o   o
        m   o   .   m
          .   .   .
        M   .   .   M
          .   .   M
            .   o
              .
    """)
    on_board(board, "base 2 5 move 0,0 c3c4d4-N - -")
    _refused(board, "base 2 5 move 0,0 c3c4-N - -")  # c2 and c3 went, d4 hung on to them


def test_M4_nothing_is_remembered_before_the_first_move() -> None:
    (placing,) = side_by_side("""
              .
            .   .
          .   .   .
        M   .   .   M
          .   .   .
        M   .   o   .
          .   .   .
        .   .   .   .
          M   .   .
            M   .
              .
    """)
    given_up = "over 2,3 - - 1:22:resign"
    assert on_board(placing, f"amsterdam 2 12 {given_up}").is_over
    _refused(placing, "amsterdam 2 12 over 2,3 e3-N - 1:22:resign")


def test_M8_nobody_is_asked_to_take_what_may_not_be_taken() -> None:
    (last_tile,) = side_by_side("""
              .
            .   .
          .   .   .
        M   .   .   m
          .   .   .
        m   .   .   .
          .   .   .
        .   .   .   .
          m   .   m
            m   .
              m
    """)
    assert on_board(last_tile, "base 2 12 over 0,0 a3-N - 0:0:tie").is_over
    _refused(last_tile, "base 2 12 remove 0,0 a3-N - -")


@pytest.mark.parametrize("result", ["2:16:resign", "1:16:freed", "1:16:time"])
def test_A1_no_menhirs_lie_bare_and_unturned_after_round_12(result: str) -> None:
    (laid,) = side_by_side("""
              .
            .   .
          .   .   m
        m   .   .   m
          .   .   .
        m   .   m   .
          .   .   .
        .   .   .   .
          m   .   .
            m   .
              .
    """)
    assert on_board(laid, "amsterdam 1 12 over 0,0 - - 2:22:resign").is_over
    _refused(laid, f"amsterdam 1 5 over 0,0 - - {result}")


def test_A3_no_claim_puts_a_fourth_tile_back() -> None:
    fields = "amsterdam 2 7 prove {},0 " + LAST + "@7xd1 - -"
    assert legal(on_board(OPEN_MOVED, fields.format(2), minus="f1 f2"), "a2-S").is_over
    _refused(OPEN_MOVED, fields.format(3), minus="f1 f2 g1")


@pytest.mark.parametrize("number", [11, 10])
def test_A4_nobody_has_taken_3_before_the_third_round_of_taking(number: int) -> None:
    """So in lap 2 no jump to round 2 can have come from there."""
    (five_left,) = side_by_side("""
              .
            .   o
          .   o   .
        m   .   o   m
          .   o   .
        M   .   .   .
          .   .   .
        .   .   .   .
          m   .   .
            m   .
              .
    """)
    fields = f"amsterdam 1 2b move 3,3 {LAST}@{{}}xd6 - -"
    assert on_board(five_left, fields.format(9)).claimant == 1
    _refused(five_left, fields.format(number))


def test_A8_no_claim_puts_back_the_tile_of_the_last_covered_menhir() -> None:
    assert on_board(SHUT_MOVED, f"amsterdam 2 7 move 1,0 {LAST}@7xa2 - -", minus="a2").claimant
    _refused(OPEN_MOVED, f"amsterdam 2 7 prove 0,0 {LAST}@7xa2 - -")


def test_A9_no_wrong_claim_waits_to_be_shown() -> None:
    assert legal(on_board(OPEN_MOVED, f"amsterdam 2 7 prove 0,0 {LAST}@7 - -"), "a2-S").is_over
    _refused(SHUT_MOVED, f"amsterdam 2 7 prove 0,0 {LAST}@7 - -")


def test_A9_a_tile_that_can_only_have_been_taken_in_that_turn_is_told() -> None:
    """Otherwise a claim would not put it back: player 1 has had one turn to take it in."""
    fields = f"amsterdam 2 11 move 1,0 {LAST}@11{{}} - -"
    assert on_board(SHUT_MOVED, fields.format("xd1"), minus="d1").claimant == 2
    _refused(SHUT_MOVED, fields.format(""), minus="d1")
