"""The Amsterdam Way: turning over, placing, moving and taking away (A1 to A4, A7, A8, D5)."""

# ruff: noqa: N802 -- tests carry the numbers of the sentences they show

from __future__ import annotations

import pytest

from menhirs.core.actions import Decide, Keep
from menhirs.core.geometry import STANDARD
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Phase

from .boards import OPEN, SHUT
from .diagram import (
    MORE_THAN_ANY_GAME,
    drawn_line,
    illegal,
    impossible,
    legal,
    on_board,
    outcome,
    play,
    quiet,
    side_by_side,
)

LAID, ONE_TURNED, COVERED = side_by_side("""
          .        |        .        |        .
        .   .      |      .   .      |      .   .
      .   .   .    |    .   .   .    |    .   .   .
    m   .   .   .  |  m   .   .   .  |  M   .   .   .
      m   .   .    |    .   .   .    |    .   .   .
    .   m   .   .  |  .   m   .   .  |  .   M   .   .
      .   .   .    |    .   .   .    |    .   .   .
    .   .   .   m  |  .   .   .   m  |  .   .   .   .
      .   m   m    |    .   m   m    |    .   M   M
        .   m      |      .   m      |      .   M
          .        |        .        |        .
""")
TO_FLIP = "amsterdam 1 12 flip 0,0 - - -"
TO_PLACE = "amsterdam 1 12 place 3,3 - - -"


def _walk(position: Position, *, go_on: bool) -> list[str]:
    """Plays to the end without winning or taking by choice: the turns of moving, ``"11.1"`` …"""
    turns = []
    for _ in range(MORE_THAN_ANY_GAME):
        if position.is_over:
            break
        if position.phase is Phase.MOVE:
            turns.append(f"{position.round}{'b' * (position.lap - 1)}.{position.player}")
        wished = Decide(go_on) if position.phase is Phase.DECIDE else Keep()
        position = position.play(wished if position.is_legal(wished) else quiet(position))
    return turns


def test_A1_tiles_are_laid_at_random() -> None:
    layouts = {random_menhirs(AMSTERDAM, seed) for seed in range(50)}
    assert len(layouts) == 50
    for layout in layouts:
        start = Position.start(AMSTERDAM, layout)
        assert (start.fog, start.menhirs.bit_count()) == (0, 7)


def test_A1_D5_player_1_then_player_2_turns_one_menhir_over() -> None:
    position = on_board(LAID, TO_FLIP)
    position = legal(position, "*b3", ONE_TURNED, then="2 12 flip 0,0 - - -")
    position = legal(position, "*g1", COVERED, then="1 12 place 3,3 - - -")
    illegal(position, "*a3", "wrong-phase", "A2")


def test_A1_D5_not_player_2_first() -> None:
    impossible(drawn_line(LAID, "amsterdam 2 12 flip 0,0 - - -"), "position-menhirs")
    impossible(drawn_line(ONE_TURNED, "amsterdam 1 12 flip 0,0 - - -"), "position-menhirs")


def test_A1_only_a_menhir_is_turned_over_and_only_once() -> None:
    position = on_board(LAID, TO_FLIP)
    illegal(position, "*a1", "flip-no-menhir", "A1")
    illegal(play(position, "*b3"), "*b3", "flip-no-menhir", "A1")
    legal(play(position, "*b3"), "*a3")


def test_A1_it_counts_as_forest_from_then_on() -> None:
    """Fog that is laid on it covers no menhir."""
    (after,) = side_by_side("""
              .
            .   .
          .   .   .
        M   .   .   .
          o   .   .
        .   M   .   .
          .   .   .
        .   .   .   o
          .   M   M
            .   M
              .
    """)
    position = play(on_board(LAID, TO_FLIP), "*b3 *g1 +b3")
    position = legal(position, "+g1", after)
    assert position.covered == position.menhirs == STANDARD.mask_of("a3 c3 d2 e1 f1")
    (still_menhirs,) = side_by_side("""
              .
            .   .
          .   .   .
        M   .   .   .
          m   .   .
        .   M   .   .
          .   .   .
        .   .   .   m
          .   M   M
            .   M
              .
    """)
    impossible(drawn_line(still_menhirs, TO_PLACE), "position-menhirs")


def test_A1_the_5_others_are_covered_with_fog() -> None:
    position = play(on_board(LAID, TO_FLIP), "*b3 *g1")
    assert position.fog == position.menhirs == STANDARD.mask_of("a3 c3 d2 e1 f1")
    (elsewhere,) = side_by_side("""
              .
            .   .
          .   .   .
        m   .   .   .
          .   .   .
        .   M   .   .
          .   .   .
        o   .   .   .
          .   M   M
            .   M
              .
    """)
    impossible(drawn_line(elsewhere, TO_PLACE), "position-bare")


def test_A1_no_fog_before_both_have_turned_one_over() -> None:
    position = on_board(LAID, TO_FLIP)
    for text in ("+a1", "xa3", "keep", "pass", "back"):
        illegal(position, text, "wrong-phase", "A2")
    illegal(position, "claim", "claim-round", "A9")
    legal(position, "*c3")


def test_A1_beginners_are_only_advised_to_break_up_menhirs_that_lie_together() -> None:
    """Of a3, b3 and c3 it is b3 that should go, but g1, at the end of its row, may go as well."""
    position = on_board(LAID, TO_FLIP)
    for cell in ("a3", "b3", "c3", "d2", "e1", "f1", "g1"):
        legal(position, f"*{cell}")


def test_A2_rounds_count_down_from_12_to_1_one_turn_each_player_1_first() -> None:
    position = play(on_board(COVERED, TO_PLACE), "+a1 +a2 +g1 +g2 +d5 +d6")
    lap_1 = [f"{number}.{player}" for number in range(11, 0, -1) for player in (1, 2)]
    lap_2 = [f"{number}b.{player}" for number in range(11, 0, -1) for player in (1, 2)]
    assert _walk(position, go_on=True) == lap_1
    assert _walk(position, go_on=False) == lap_1[: 2 * 9] + lap_2


def test_A2_round_12_the_players_place_the_6_other_tiles_in_turns_player_1_first() -> None:
    (after,) = side_by_side("""
              .
            .   .
          .   o   .
        M   .   .   .
          o   .   .
        o   M   .   o
          .   .   .
        o   .   .   o
          .   M   M
            .   M
              .
    """)
    position = on_board(COVERED, TO_PLACE)
    position = legal(position, "+a1", then="2 12 place 2,3 - - -")
    position = legal(position, "+a2", then="1 12 place 2,2 - - -")
    position = legal(position, "+g1", then="2 12 place 1,2 - - -")
    position = legal(position, "+g2", then="1 12 place 1,1 - - -")
    position = legal(position, "+d5", then="2 12 place 0,1 - - -")
    position = legal(position, "+b3", after, then="1 11 move 0,0 - - -")
    illegal(position, "+d6", "wrong-phase", "A2")


def test_A2_not_player_2_first() -> None:
    impossible(drawn_line(COVERED, "amsterdam 2 12 place 3,3 - - -"), "position-turn")


def test_A2_on_any_cell_without_fog() -> None:
    """The menhirs that were turned over (b3, g1) are forest, and so may be covered."""
    position = on_board(COVERED, TO_PLACE)
    for cell in ("b3", "g1", "a1", "d6"):
        legal(position, f"+{cell}")
    for cell in ("a3", "c3", "f1"):
        illegal(position, f"+{cell}", "place-on-fog", "A2")


def test_A2_bare_menhirs_too() -> None:
    before, after = side_by_side("""
              .        |        .
            o   .      |      o   .
          .   o   .    |    .   o   .
        m   o   .   m  |  m   o   .   M
          .   o   .    |    .   o   .
        M   o   .   .  |  M   o   .   .
          .   .   o    |    .   .   o
        .   .   .   o  |  .   .   .   o
          m   o   o    |    m   o   o
            m   .      |      m   .
              .        |        .
    """)
    position = on_board(before, "amsterdam 1 12b place 1,0 - - -")
    legal(position, "+g3", after, then="1 11b move 0,0 - - -")
    illegal(position, "+a2", "place-on-fog", "A2")


def test_A2_nobody_can_win_in_round_12() -> None:
    position = on_board(OPEN, "amsterdam 1 12b place 1,0 - - -", minus="d1")
    illegal(position, "a2-S", "wrong-phase", "A2")
    illegal(position, "claim", "claim-round", "A9")
    assert outcome(legal(position, "+d1")) == "-"


@pytest.mark.parametrize(
    ("number", "next_turn"), [(11, "1 10 move"), (7, "1 6 move"), (3, "1 3 decide")]
)
def test_A3_rounds_11_to_3_move_then_a_player_may_also_take_away_one_tile(
    number: int, next_turn: str
) -> None:
    moved, taken = side_by_side("""
              o        |        o
            .   o      |      .   o
          .   o   .    |    .   o   .
        m   .   o   M  |  m   .   o   M
          .   o   .    |    .   o   .
        M   .   .   .  |  M   .   .   .
          .   .   .    |    .   .   .
        .   .   .   o  |  .   .   .   o
          m   o   o    |    m   .   o
            m   .      |      m   .
              o        |        o
    """)
    last = f"d4d5d6e4e5-NE@{number}"
    position = on_board(SHUT, f"amsterdam 2 {number} move 0,0 - - -")
    position = legal(position, "c3-NE", moved, then=f"2 {number} remove 0,0 {last} - -")
    legal(position, "xd2", taken, then=f"{next_turn} 0,1 {last}xd2 - -")
    illegal(position, "xd3", "remove-no-fog", "M8")


def test_A3_or_keep_all_which_is_to_say_that_the_turn_is_over() -> None:
    position = play(on_board(SHUT, "amsterdam 1 7 move 0,0 - - -"), "c3-NE")
    legal(position, "keep", then="2 7 move 0,0 d4d5d6e4e5-NE@7 - -")
    legal(position, "xd2", then="2 7 move 1,0 d4d5d6e4e5-NE@7xd2 - -")
    for text in ("d4-NE", "pass", "on"):
        illegal(position, text, "wrong-phase", "A2")


def test_A3_one_tile_and_not_two() -> None:
    position = play(on_board(SHUT, "amsterdam 1 7 move 0,0 - - -"), "c3-NE xd2")
    illegal(position, "xd1", "wrong-phase", "A2")


@pytest.mark.parametrize(
    ("counts", "minus", "then"),
    [
        ("0,0", "", "1 6 remove 0,0 d4d5d6e4e5-NE@6 - -"),
        ("2,0", "d1 d2", "1 6 remove 2,0 d4d5d6e4e5-NE@6 - -"),
        ("0,3", "d1 d2 f1", "1 6 remove 0,3 d4d5d6e4e5-NE@6 - -"),
        ("3,0", "d1 d2 f1", "2 6 move 3,0 d4d5d6e4e5-NE@6 - -"),
        ("3,2", "d1 d2 f1 g1 c5", "2 6 move 3,2 d4d5e4e5-NE@6 - -"),
    ],
)
def test_A3_in_at_most_3_of_these_rounds(counts: str, minus: str, then: str) -> None:
    """With no chance left the turn is over with the move."""
    position = on_board(SHUT, f"amsterdam 1 6 move {counts} - - -", minus=minus)
    moved = legal(position, "c3-NE", then=then)
    if moved.phase is Phase.REMOVE:
        legal(moved, "xd4")
        legal(moved, "keep")
    else:
        illegal(moved, "xd4", "wrong-phase", "A2")
        illegal(moved, "keep", "wrong-phase", "A2")


def test_A3_nobody_has_to_take_anything_and_nobody_before_moving() -> None:
    position = play(on_board(SHUT, "amsterdam 2 11 move 0,0 - - -"), "c3-NE keep")
    assert (position.counts, position.round) == ((0, 0), 10)
    illegal(position, "xd1", "wrong-phase", "A2")
    taken_too_soon = drawn_line(SHUT, "amsterdam 2 11 move 0,1 - - -", minus="d1")
    impossible(taken_too_soon, "position-count")


SIX_LEFT = "d1 d2 f1 g1 c5"
"""What to take off the shut board to leave six tiles."""


def test_A4_if_both_have_taken_3_before_round_3_the_decision_moment_follows() -> None:
    position = on_board(SHUT, "amsterdam 2 7 move 3,2 - - -", minus=SIX_LEFT)
    position = play(position, "c3-NE")
    legal(position, "xd4", then="1 7 decide 3,3 d4d5e4e5-NE@7xd4 - -")
    legal(position, "keep", then="1 6 move 3,2 d4d5e4e5-NE@7 - -")


def test_A4_the_round_is_finished_first() -> None:
    """Player 1 takes the last one; player 2 still has a turn, without a chance to take."""
    position = on_board(SHUT, "amsterdam 1 7 move 2,3 - - -", minus=SIX_LEFT)
    position = play(position, "c3-NE")
    position = legal(position, "xd4", then="2 7 move 3,3 d4d5e4e5-NE@7xd4 - -")
    illegal(position, "on", "wrong-phase", "A2")
    legal(position, "d5-S", then="1 7 decide 3,3 d4e3e4-S@7 - -")


@pytest.mark.parametrize(("counts", "minus"), [("3,0", "d1 d2 f1"), ("2,3", SIX_LEFT)])
def test_A4_not_if_only_one_has_taken_3(counts: str, minus: str) -> None:
    position = on_board(SHUT, f"amsterdam 2 7 move {counts} - - -", minus=minus)
    position = play(position, "a2-N" if counts == "2,3" else "a2-N keep")
    assert (position.round, position.phase) == (6, Phase.MOVE)


def test_A4_the_rounds_up_to_3_are_not_played_then() -> None:
    position = on_board(SHUT, "amsterdam 2 7 move 3,2 - - -", minus=SIX_LEFT)
    assert play(position, "c3-NE xd4 on").round == 2
    five_left = f"{SIX_LEFT} d4"
    impossible(drawn_line(SHUT, "amsterdam 1 6 move 3,3 - - -", minus=five_left), "position-count")


@pytest.mark.parametrize(
    ("fields", "result"),
    [("1 2 move 0,0 - 1 -", "2:12:chooser"), ("1 2b move 0,0 - - -", "0:0:tie")],
    ids=["lap 1", "lap 2"],
)
def test_A7_rounds_2_and_1_move_then_one_tile_must_be_taken_away(fields: str, result: str) -> None:
    position = on_board(SHUT, f"amsterdam {fields}")
    for move, tile in (("c3-NE", "d4"), ("d5-S", "d1"), ("a2-N", "d2"), ("g3-S", "f1")):
        position = legal(position, move)
        assert position.phase is Phase.REMOVE
        illegal(position, "keep", "keep-forced", "A7")
        position = legal(position, f"x{tile}")
    assert position.counts == (2, 2)
    assert outcome(position) == result


def test_A7_whatever_a_player_took_before() -> None:
    position = on_board(SHUT, "amsterdam 1 2 move 3,2 - 2 -", minus=SIX_LEFT)
    position = play(position, "c3-NE")
    illegal(position, "keep", "keep-forced", "A7")
    legal(position, "xd4", then="2 2 move 4,2 d4d5e4e5-NE@2xd4 2 -")


@pytest.mark.parametrize(
    "fields",
    ["1 7 move 0,0 - - -", "2 3 move 0,0 - - -", "1 2 move 0,0 - 2 -", "1 2b move 0,0 - - -"],
)
def test_A8_taking_away_may_never_free_the_last_covered_menhir(fields: str) -> None:
    last = play(on_board(OPEN, f"amsterdam {fields}"), "c3-NE")
    illegal(last, "xa2", "remove-last", "A8")
    legal(last, "xd1")
    one_of_two = play(on_board(SHUT, f"amsterdam {fields}"), "c3-NE")
    legal(one_of_two, "xa2")


def test_A8_one_wins_by_moving() -> None:
    (won,) = side_by_side("""
              .
            o   .
          .   o   .
        m   o   .   m
          .   o   .
        m   o   .   .
          .   .   o
        o   .   .   o
          m   o   o
            m   .
              o
    """)
    position = on_board(OPEN, "amsterdam 1 7 move 0,0 - - -")
    legal(position, "a2-S", won, then="1 7 over 0,0 a1-S - 1:18:freed")
