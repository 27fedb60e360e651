"""Freeing menhirs, and taking fog away (M5, M6, M8, D10)."""

# ruff: noqa: N802 -- tests carry the numbers of the sentences they show

from __future__ import annotations

import pytest

from menhirs.core.rules import RULE_SETS, Taking

from .diagram import illegal, legal, moving, on_board, play, side_by_side

ONE_COVERED, FREED = side_by_side("""
          .        |        .
        o   .      |      o   .
      .   o   .    |    .   o   .
    m   o   .   m  |  m   o   .   m
      .   o   .    |    .   o   .
    M   .   .   .  |  m   .   .   .
      .   .   o    |    .   .   o
    .   .   .   o  |  o   .   .   o
      m   .   m    |    m   .   m
        m   .      |      m   .
          m        |        m
""")
TWO_COVERED, ONE_FREED = side_by_side("""
          .        |        .
        o   .      |      o   .
      .   o   .    |    .   o   .
    m   o   .   M  |  m   o   .   M
      .   o   .    |    .   o   .
    M   .   .   .  |  m   .   .   .
      .   .   o    |    .   .   o
    .   .   .   .  |  o   .   .   .
      m   .   m    |    m   .   m
        m   .      |      m   .
          m        |        m
""")
LAST_TILE, LAST_TILE_MOVED = side_by_side("""
          .        |        .
        .   .      |      .   .
      .   .   .    |    .   .   .
    m   .   .   m  |  M   .   .   m
      .   .   .    |    .   .   .
    M   .   .   .  |  m   .   .   .
      .   .   .    |    .   .   .
    .   .   .   .  |  .   .   .   .
      m   .   m    |    m   .   m
        m   .      |      m   .
          m        |        m
""")


def test_M5_a_menhir_that_was_freed_may_be_covered_again() -> None:
    one_freed, covered_again = side_by_side("""
              .        |        .
            .   .      |      .   .
          .   o   .    |    .   o   .
        m   .   o   M  |  m   .   o   M
          .   .   .    |    .   .   .
        m   .   .   .  |  M   .   .   .
          .   .   o    |    .   .   o
        o   .   .   .  |  .   .   .   .
          m   .   m    |    m   .   m
            m   .      |      m   .
              m        |        m
    """)
    position = play(legal(moving(TWO_COVERED), "a2-S", ONE_FREED), "xc5 c4-NE")
    position = legal(position, "xe5", one_freed)
    legal(position, "a1-N", covered_again)


def test_M5_one_that_is_covered_again_counts_again() -> None:
    """A move wins while the other menhir is bare, and does not while it is covered."""
    assert legal(moving(ONE_FREED), "g3-S").is_over
    assert not legal(moving(TWO_COVERED), "g3-S").is_over


def test_M6_whoever_moves_so_that_no_menhir_is_under_fog_wins_at_once() -> None:
    """Before any taking away: this is a turn that would end with it."""
    legal(moving(ONE_COVERED), "c4-NE", then="2 9 remove 0,0 d5d6e4e5-NE - -")
    won = legal(moving(ONE_COVERED), "a2-S", FREED, then="2 9 over 0,0 a1-S - 2:7:freed")
    illegal(won, "xc4", "game-over", "M6")
    illegal(won, "a1-N", "game-over", "M6")
    assert won.legal_actions(claims=True) == []


@pytest.mark.parametrize("move", ["a2-S", "g3-S", "c4-NE"])
def test_M6_nobody_wins_as_long_as_one_menhir_is_under_fog(move: str) -> None:
    assert legal(moving(TWO_COVERED), move).outcome is None


def test_M6_a_move_that_frees_one_menhir_and_covers_another_does_not_win() -> None:
    (after,) = side_by_side("""
              .
            o   .
          .   o   .
        M   o   .   m
          .   o   .
        m   .   .   .
          .   .   o
        .   .   .   o
          m   .   m
            m   .
              m
    """)
    assert legal(moving(ONE_COVERED), "a2-N", after).outcome is None


@pytest.mark.parametrize("player", [1, 2])
def test_M6_either_player_wins_so(player: int) -> None:
    (board,) = side_by_side("""
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
    """)
    position = on_board(board, f"base {player} 5 move 0,0 - - -")
    won = legal(position, "a2-S")
    assert won.outcome is not None
    assert won.outcome.winner == player


def test_M8_a_tile_may_be_taken_away_from_anywhere() -> None:
    """From one's own move, from another cluster, from a menhir that is not the last covered."""
    position = play(moving(TWO_COVERED), "c4-NE")
    for cell in position.geometry.names_of(position.fog):
        legal(position, f"x{cell}")
    for cell in ("c4", "a3", "e3"):
        illegal(position, f"x{cell}", "remove-no-fog", "M8")


def test_M8_whatever_groups_that_leaves() -> None:
    """The middle of a line: two pairs are left, which no split (M2) could leave."""
    line, cut = side_by_side("""
              .        |        .
            .   .      |      .   .
          o   .   .    |    o   .   .
        m   o   .   M  |  m   o   .   M
          .   o   .    |    .   .   .
        M   .   o   .  |  m   .   o   .
          .   .   o    |    .   .   o
        .   .   .   .  |  o   .   .   .
          m   .   m    |    m   .   m
            m   .      |      m   .
              m        |        m
    """)
    position = play(moving(line), "a2-S")
    legal(position, "xd4", cut)
    illegal(position, "xd3", "remove-no-fog", "M8")


def test_M8_D10_nothing_is_taken_where_none_may_be() -> None:
    """The very last turn of the base game: the one tile left lies on the last covered menhir."""
    last_turn = moving(LAST_TILE)
    assert (last_turn.player, last_turn.round) == (2, 12)
    tie = legal(last_turn, "a2-N", LAST_TILE_MOVED, then="2 12 over 0,0 a3-N - 0:0:tie")
    illegal(tie, "xa3", "game-over", "M6")


def test_M8_D10_on_the_very_last_turn_one_may_still_win() -> None:
    (freed,) = side_by_side("""
              .
            .   .
          .   .   .
        m   .   .   m
          .   .   .
        m   .   .   .
          .   .   .
        o   .   .   .
          m   .   m
            m   .
              m
    """)
    legal(moving(LAST_TILE), "a2-S", freed, then="2 12 over 0,0 a1-S - 2:1:freed")


def test_M8_where_one_may_be_taken_it_must_be() -> None:
    """The turn before: two tiles, of which only one covers a menhir."""
    before, after = side_by_side("""
              .        |        .
            .   .      |      .   .
          .   .   .    |    .   .   .
        m   .   .   m  |  M   .   .   m
          .   .   .    |    .   .   .
        M   .   o   .  |  m   .   .   .
          .   .   .    |    .   .   .
        .   .   .   .  |  .   .   .   .
          m   .   m    |    m   .   m
            m   .      |      m   .
              m        |        m
    """)
    position = play(moving(before), "a2-N")
    illegal(position, "xa3", "remove-last", "B3")
    illegal(position, "keep", "keep-forced", "B3")
    legal(position, "xe3", after, then="2 12 move 0,0 a3-N - -")


def test_M8_two_covered_menhirs_leave_a_choice() -> None:
    (before,) = side_by_side("""
              .
            .   .
          .   .   .
        m   .   .   m
          .   .   .
        M   .   .   .
          .   .   .
        .   .   .   .
          m   .   m
            m   .
              M
    """)
    position = play(moving(before), "a2-N")
    legal(position, "xa3")
    legal(position, "xd1")


@pytest.mark.parametrize(("name", "left"), [("base", 1), ("base8", 2)])
def test_M8_in_the_base_game_that_comes_up_on_the_very_last_turn_only(name: str, left: int) -> None:
    """Before it at least two tiles lie on the board, and one of two may always be taken."""
    rules = RULE_SETS[name]
    tiles, lying = rules.fog_tiles, []
    for entry in rules.schedule:
        for taking in entry.taking:
            if taking is Taking.MUST:
                lying.append(tiles)
                tiles -= 1
    assert lying[-1] == left
    assert min(lying[:-1]) >= 2


def test_M8_in_base8_the_last_turn_takes_a_tile_too() -> None:
    before, after = side_by_side("""
              .        |        .
            .   .      |      .   .
          .   .   .    |    .   .   .
        m   .   .   m  |  M   .   .   m
          .   .   .    |    .   .   .
        M   .   o   .  |  m   .   .   .
          .   .   .    |    .   .   .
        .   .   .   .  |  .   .   .   .
          m   .   m    |    m   .   m
            m   .      |      m   .
              m        |        m
    """)
    position = on_board(before, "base8 2 12 move 0,0 - - -")
    position = legal(position, "a2-N", then="2 12 remove 0,0 a3-N - -")
    legal(position, "xe3", after, then="2 12 over 0,0 a3-N - 0:0:tie")
