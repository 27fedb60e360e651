"""The return rule: what exactly may not go straight back (M4, D3)."""

# ruff: noqa: N802 -- tests carry the numbers of the sentences they show

from __future__ import annotations

from dataclasses import replace

import pytest

from menhirs.core.position import Position
from menhirs.notation.actions import write_action
from menhirs.notation.ascii import write_ascii

from .diagram import illegal, legal, moving, on_board, play, side_by_side

THREE, THREE_MOVED = side_by_side("""
          .        |        .
        .   o      |      .   o
      .   .   o    |    .   .   o
    m   .   .   M  |  m   o   .   M
      .   .   o    |    .   o   o
    m   o   .   m  |  m   o   .   m
      .   o   .    |    .   .   .
    M   o   .   M  |  M   .   .   M
      .   .   M    |    .   .   M
        .   o      |      .   o
          .        |        .
""")
SIX, SIX_MOVED, PART_BACK = side_by_side("""
          .        |        .        |        .
        .   .      |      .   .      |      .   .
      .   .   o    |    .   o   o    |    .   o   o
    m   .   .   M  |  m   o   .   M  |  m   o   .   M
      .   o   .    |    o   o   .    |    .   o   .
    m   o   .   M  |  m   o   .   M  |  m   .   .   M
      o   o   .    |    o   .   .    |    o   .   .
    m   o   .   M  |  m   .   .   M  |  m   o   .   M
      o   .   M    |    .   .   M    |    o   .   M
        .   .      |      .   .      |      .   .
          .        |        .        |        .
""")
JOINING, JOINED, ALL_BACK = side_by_side("""
          o        |        o        |        .
        .   o      |      .   o      |      .   .
      .   o   .    |    .   o   .    |    .   o   .
    m   .   .   M  |  m   o   .   M  |  m   .   o   M
      .   .   .    |    .   o   .    |    .   o   .
    m   o   .   m  |  m   o   .   m  |  m   o   .   m
      .   o   .    |    .   .   .    |    .   o   .
    M   o   .   M  |  M   .   .   M  |  M   o   .   M
      .   .   M    |    .   .   M    |    .   .   M
        .   o      |      .   o      |      .   o
          .        |        .        |        .
""")
CLEARING, CLEARING_MOVED = side_by_side("""
          .        |        .
        .   .      |      .   .
      .   .   .    |    .   .   .
    m   .   .   M  |  m   o   .   M
      .   .   .    |    .   o   .
    m   o   .   m  |  m   o   .   m
      .   o   .    |    .   .   .
    M   o   .   M  |  M   .   .   M
      .   .   M    |    .   .   M
        .   o      |      .   o
          .        |        .
""")


def test_M4_exactly_the_tiles_just_moved_may_not_go_straight_back() -> None:
    onward = side_by_side("""
              .        |        .
            o   o      |      .   o
          .   o   o    |    .   o   o
        m   o   .   M  |  m   .   o   M
          .   .   o    |    .   o   o
        m   .   .   m  |  m   .   .   m
          .   .   .    |    .   .   .
        M   .   .   M  |  M   .   .   M
          .   .   M    |    .   .   M
            .   o      |      .   o
              .        |        .
    """)
    moved = legal(moving(THREE), "c2-N", THREE_MOVED)
    illegal(moved, "c3-S", "return", "M4")
    illegal(moved, "c3c4d4-S", "return", "M4")
    legal(moved, "c3-N", onward[0])
    legal(moved, "c3-NE", onward[1])


def test_M4_only_what_your_opponent_has_moved_and_only_just() -> None:
    """One's own group may go back a turn later, for the opponent has moved something else."""
    (back_later,) = side_by_side("""
              .
            .   o
          .   .   o
        m   .   .   M
          .   .   o
        m   o   .   m
          .   o   .
        m   o   .   M
          o   .   M
            .   o
              .
    """)
    later = play(moving(THREE), "c2-N a1-SE")
    legal(later, "c3-S", back_later)
    illegal(later, "b1-NW", "return", "M4")


def test_M4_the_memory_goes_on_from_round_to_round() -> None:
    next_round = play(moving(THREE), "a1-N c2-N")
    assert (next_round.player, next_round.round) == (1, 6)
    illegal(next_round, "c3-S", "return", "M4")
    legal(next_round, "a2-S")


def test_M4_a_part_of_them_may_go_back() -> None:
    moved = legal(moving(SIX), "b1-N", SIX_MOVED)
    legal(moved, "b2b3c3-S", PART_BACK)
    illegal(moved, "b2-S", "return", "M4")


def test_M4_a_bigger_group_that_holds_them_may_go_back() -> None:
    moved = legal(moving(JOINING), "c2-N", JOINED)
    legal(moved, "c3-S", ALL_BACK)
    illegal(moved, "c3c4d4-S", "return", "M4")  # split off again they are exactly those tiles


def test_M4_if_one_of_the_tiles_just_moved_was_taken_away_it_may_go_back() -> None:
    one_less, back = side_by_side("""
              .        |        .
            .   .      |      .   .
          .   .   .    |    .   .   .
        m   .   .   M  |  m   .   .   M
          .   o   .    |    .   .   .
        m   o   .   m  |  m   .   .   m
          .   .   .    |    .   o   .
        M   .   .   M  |  M   o   .   M
          .   .   M    |    .   .   M
            .   o      |      .   o
              .        |        .
    """)
    position = legal(moving(CLEARING), "c2-N", CLEARING_MOVED)
    position = legal(position, "xc4", one_less)
    legal(position, "c3-S", back)


def test_M4_if_the_tile_taken_was_another_one_it_still_may_not() -> None:
    (another,) = side_by_side("""
              .
            .   .
          .   .   .
        m   o   .   M
          .   o   .
        m   o   .   m
          .   .   .
        M   .   .   M
          .   .   M
            .   .
              .
    """)
    position = legal(play(moving(CLEARING), "c2-N"), "xe1", another)
    illegal(position, "c3-S", "return", "M4")
    legal(position, "c3-N")


def test_M4_not_even_if_you_mean_to_take_a_tile_from_it_afterwards() -> None:
    """With a tile taken afterwards the picture would be a new one; the move is forbidden still."""
    position = play(moving(CLEARING), "c2-N xe1")
    other_move = legal(position, "c3-NE", then="2 9 remove 0,0 d4d5e4-NE - -")
    legal(other_move, "xd4")
    illegal(position, "c3-S", "return", "M4")


@pytest.mark.parametrize("window", ["open", "closed"])
@pytest.mark.parametrize(
    ("end_of_turn", "code"), [("keep", "return"), ("xe1", "return"), ("xc4", None), ("xc3", None)]
)
def test_M4_in_amsterdam_a_tile_may_or_may_not_have_been_taken(
    end_of_turn: str, code: str | None, window: str
) -> None:
    """Whether the turn can still be claimed on makes no difference."""
    (board,) = side_by_side("""
              .
            .   o
          .   .   o
        m   .   .   M
          .   .   o
        .   o   .   .
          .   o   .
        M   o   .   M
          .   .   M
            .   o
              .
    """)
    position = play(on_board(board, "amsterdam 1 7 move 0,0 - - -"), f"c2-N {end_of_turn}")
    assert position.claimant == 2
    if window == "closed":
        position = position.close_claim_window()
        assert position.claimant is None
    if code is None:
        legal(position, "d4-S")
    else:
        illegal(position, "d4-S", code, "M4")


@pytest.mark.parametrize("board", [THREE, SIX, JOINING, CLEARING], ids=["3", "6", "3+3", "8"])
def test_M4_two_different_moves_never_lead_to_the_same_picture(board: str) -> None:
    position = moving(board)
    moves = position.board_actions()
    assert len(moves) > 6
    assert len({write_ascii(position.play(move)) for move in moves}) == len(moves)


@pytest.mark.parametrize(
    ("board", "move", "back"),
    [(THREE, "c2-N", "c3-S"), (SIX, "b1-N", "b2-S"), (JOINING, "c2-N", "c3c4d4-S")],
    ids=["alone", "six", "joined"],
)
def test_M4_forbidding_the_move_is_forbidding_the_picture_that_it_leads_to(
    board: str, move: str, back: str
) -> None:
    before = moving(board)
    after = play(before, move)
    forgetful = replace(after, last=None)
    assert _ways_to(write_ascii(before), forgetful) == [back]
    assert _ways_to(write_ascii(before), after) == []
    assert len(after.board_actions()) == len(forgetful.board_actions()) - 1


def test_M4_D3_it_never_matters_for_winning() -> None:
    """Going back restores a picture with a covered menhir; every winning move is free to play."""
    before, moved, won = side_by_side("""
              m        |        m        |        m
            .   o      |      .   o      |      .   o
          .   .   o    |    .   .   o    |    .   o   o
        m   m   .   o  |  m   M   .   o  |  m   m   o   o
          .   .   o    |    .   o   o    |    .   o   o
        m   o   .   m  |  m   o   .   m  |  m   .   .   m
          .   o   .    |    .   .   .    |    .   .   .
        o   M   .   o  |  o   m   .   o  |  o   m   .   o
          m   .   o    |    m   .   o    |    m   .   o
            .   o      |      .   o      |      .   o
              .        |        .        |        .
    """)
    position = legal(moving(before), "c2-N", moved)
    illegal(position, "c3-S", "return", "M4")
    legal(position, "c3-NE", won, then="2 5 over 0,0 d4d5e4-NE - 2:11:freed")
    forgetful = replace(position, last=None)
    assert not legal(forgetful, "c3-S", before).is_over


def _ways_to(picture: str, position: Position) -> list[str]:
    return [
        write_action(move, position)
        for move in position.board_actions()
        if write_ascii(position.play(move)) == picture
    ]
