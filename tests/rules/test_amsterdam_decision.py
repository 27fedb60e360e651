"""The decision moment, lap 2, and what M4 remembers of it (A5, A6, A12, D6, D8, D13)."""

# ruff: noqa: N802 -- tests carry the numbers of the sentences they show

from __future__ import annotations

import pytest

from menhirs.core.position import Position
from menhirs.core.state import Phase

from .boards import SHUT
from .diagram import drawn_line, illegal, impossible, legal, on_board, play, side_by_side

MINUS = ["", "d1", "d1 d2", "d1 d2 f1", "d1 d2 f1 g1", "d1 d2 f1 g1 c5", "d1 d2 f1 g1 c5 c4"]
"""What to take off the shut board when so many tiles were taken."""


def _deciding(one: int, two: int, number: int = 3) -> Position:
    """The decision moment after the players have taken so many tiles."""
    fields = f"amsterdam 1 {number} decide {one},{two} - - -"
    return on_board(SHUT, fields, minus=MINUS[one + two])


def test_A5_the_decision_moment_comes_after_round_3() -> None:
    position = on_board(SHUT, "amsterdam 2 3 move 0,0 - - -")
    position = legal(play(position, "c3-NE"), "keep", then="1 3 decide 0,0 d4d5d6e4e5-NE@3 - -")
    legal(position, "back")
    legal(position, "on")
    for text in ("d4-S", "keep", "xd1", "pass"):
        illegal(position, text, "wrong-phase", "A2")


@pytest.mark.parametrize("number", [11, 7, 4])
def test_A5_there_is_nothing_to_decide_before(number: int) -> None:
    position = play(on_board(SHUT, f"amsterdam 2 {number} move 0,0 - - -"), "c3-NE keep")
    assert (position.phase, position.round) == (Phase.MOVE, number - 1)
    illegal(position, "back", "wrong-phase", "A2")
    illegal(position, "on", "wrong-phase", "A2")


def test_A5_if_both_choose_to_go_back_the_game_is_prolonged() -> None:
    position = legal(_deciding(1, 0), "back", then="2 3 decide 1,0 - - -")
    legal(position, "back", then="1 12b place 1,0 - - -")
    legal(position, "on", then="1 2 move 1,0 - 2 -")


def test_A5_D13_each_player_places_as_many_tiles_as_that_player_took_away() -> None:
    before, after = side_by_side("""
              .        |        .
            o   .      |      o   o
          .   o   .    |    .   o   .
        m   o   .   M  |  m   o   .   M
          .   o   .    |    .   o   .
        M   o   .   .  |  M   o   .   .
          .   .   .    |    .   .   .
        .   .   .   o  |  o   .   .   o
          m   .   .    |    m   .   .
            m   .      |      M   .
              .        |        .
    """)
    position = on_board(before, "amsterdam 1 3 decide 2,1 - - -")
    position = legal(play(position, "back"), "back", before, then="1 12b place 2,1 - - -")
    position = legal(position, "+a1", then="2 12b place 1,1 - - -")
    position = legal(position, "+e5", then="1 12b place 1,0 - - -")
    position = legal(position, "+c1", after, then="1 11b move 0,0 - - -")
    illegal(position, "+b1", "wrong-phase", "A2")


@pytest.mark.parametrize(
    ("one", "two", "order"),
    [
        (1, 1, [1, 2]),
        (3, 3, [1, 2, 1, 2, 1, 2]),
        (3, 1, [1, 2, 1, 1]),
        (1, 3, [1, 2, 2, 2]),
        (2, 0, [1, 1]),
        (0, 2, [2, 2]),
        (0, 3, [2, 2, 2]),
    ],
)
def test_A5_in_turns_player_1_first_and_one_who_has_none_left_is_passed_over(
    one: int, two: int, order: list[int]
) -> None:
    position = play(_deciding(one, two), "back back")
    placed = []
    for _ in order:
        assert position.phase is Phase.PLACE
        placed.append(position.player)
        position = position.play(position.legal_actions()[0])
    assert placed == order
    assert (position.round, position.lap, position.player) == (11, 2, 1)
    assert position.fog.bit_count() == 11


def test_A5_in_turns_means_that_player_2_does_not_begin() -> None:
    board = MINUS[6]
    impossible(drawn_line(SHUT, "amsterdam 2 12b place 3,3 - - -", minus=board), "position-turn")


def test_A5_if_nobody_took_anything_straight_to_round_11() -> None:
    position = play(_deciding(0, 0), "back")
    position = legal(position, "back", SHUT, then="1 11b move 0,0 - - -")
    illegal(position, "+a1", "wrong-phase", "A2")
    assert play(_deciding(0, 1), "back back").phase is Phase.PLACE


def test_A5_D13_with_3_new_chances_each_to_take_away() -> None:
    no_more = on_board(SHUT, "amsterdam 1 4 move 3,0 - - -", minus=MINUS[3])
    illegal(play(no_more, "c3-NE"), "xd4", "wrong-phase", "A2")
    position = play(_deciding(3, 0), "back back +a1 +a3 +e1")
    assert position.chances_left == (3, 3)
    position = play(position, "c3-NE xd4 g3-S xg1")
    assert position.counts == (1, 1)
    assert position.round == 10
    fourth = on_board(SHUT, "amsterdam 1 7b move 3,0 - - -", minus=MINUS[3])
    illegal(play(fourth, "c3-NE"), "xd4", "wrong-phase", "A2")


def test_A5_if_one_player_wants_to_go_on_rounds_2_and_1_follow() -> None:
    by_1 = legal(_deciding(0, 0), "on", SHUT, then="1 2 move 0,0 - 1 -")
    by_2 = legal(play(_deciding(0, 0), "back"), "on", SHUT, then="1 2 move 0,0 - 2 -")
    for position in (by_1, by_2):
        later = play(position, "c3-NE xd4 d5-S xd1")
        assert (later.round, later.player, later.phase) == (1, 1, Phase.MOVE)
        illegal(later, "back", "wrong-phase", "A2")


@pytest.mark.parametrize(("answers", "loser"), [("on", 1), ("back on", 2)])
def test_A5_after_a_tie_the_player_who_wanted_to_go_on_loses(answers: str, loser: int) -> None:
    position = play(_deciding(0, 0), answers)
    position = play(position, "c3-NE xd4 d5-S xd1 a2-N xd2 g3-S")
    assert not position.is_over
    legal(position, "xf1", then=f"2 1 over 2,2 g2-S {loser} {3 - loser}:12:chooser")


def test_A5_one_who_went_on_and_wins_has_won() -> None:
    (one_left,) = side_by_side("""
              .
            o   .
          .   o   .
        m   o   .   m
          .   o   .
        M   o   .   .
          .   .   o
        .   .   .   o
          m   o   o
            m   .
              o
    """)
    position = play(on_board(one_left, "amsterdam 1 3 decide 0,0 - - -"), "on")
    legal(position, "a2-S", then="1 2 over 0,0 a1-S 1 1:13:freed")


def test_A5_D6_player_1_speaks_first() -> None:
    position = play(on_board(SHUT, "amsterdam 2 3 move 0,0 - - -"), "c3-NE keep")
    assert (position.phase, position.player) == (Phase.DECIDE, 1)
    asked = legal(position, "back")
    assert (asked.phase, asked.player) == (Phase.DECIDE, 2)


def test_A5_D6_player_2_is_asked_only_if_player_1_said_back() -> None:
    gone_on = play(_deciding(0, 0), "on")
    assert gone_on.phase is Phase.MOVE
    illegal(gone_on, "on", "wrong-phase", "A2")
    illegal(gone_on, "back", "wrong-phase", "A2")
    legal(play(_deciding(0, 0), "back"), "on")


@pytest.mark.parametrize("chooser", ["1", "2", "-"])
def test_A5_D6_one_player_answers_for_it_never_both_and_never_nobody(chooser: str) -> None:
    line = drawn_line(SHUT, f"amsterdam 1 2 move 0,0 - {chooser} -")
    if chooser == "-":
        impossible(line, "position-chooser-here")
    else:
        assert on_board(SHUT, f"amsterdam 1 2 move 0,0 - {chooser} -").chooser == int(chooser)


def test_A5_A4_the_decision_moment_may_come_early() -> None:
    position = _deciding(3, 3, number=7)
    legal(position, "on", then="1 2 move 3,3 - 1 -")
    legal(play(position, "back"), "back", then="1 12b place 3,3 - - -")
    too_soon = drawn_line(SHUT, "amsterdam 1 10 decide 3,3 - - -", minus=MINUS[6])
    impossible(too_soon, "position-count")


def test_A6_the_second_time_there_is_nothing_to_decide_rounds_2_and_1_follow() -> None:
    position = play(on_board(SHUT, "amsterdam 2 3b move 0,0 - - -"), "c3-NE")
    position = legal(position, "keep", then="1 2b move 0,0 d4d5d6e4e5-NE@3 - -")
    illegal(position, "back", "wrong-phase", "A2")
    illegal(position, "on", "wrong-phase", "A2")
    impossible(drawn_line(SHUT, "amsterdam 1 3b decide 0,0 - - -"), "position-round-phase")


def test_A6_nor_after_an_early_end_of_lap_2() -> None:
    position = on_board(SHUT, "amsterdam 2 7b move 3,2 - - -", minus=MINUS[5])
    position = play(position, "c3-NE")
    legal(position, "xd4", then="1 2b move 3,3 d4d5e4e5-NE@7xd4 - -")
    legal(position, "keep", then="1 6b move 3,2 d4d5e4e5-NE@7 - -")


def test_A6_a_tie_is_a_tie_0_each() -> None:
    position = play(on_board(SHUT, "amsterdam 1 2b move 0,0 - - -"), "c3-NE xd4 d5-S xd1")
    position = play(position, "a2-N xd2 g3-S")
    assert not position.is_over
    legal(position, "xf1", then="2 1b over 2,2 g2-S - 0:0:tie")
    chooser_in_lap_2 = drawn_line(SHUT, "amsterdam 1 2b move 0,0 - 1 -")
    impossible(chooser_in_lap_2, "position-chooser-here")


@pytest.mark.parametrize("end_of_turn", ["keep", "xd1"], ids=["nothing placed", "one placed"])
def test_A12_D8_going_back_to_round_12_clears_the_memory_of_M4(end_of_turn: str) -> None:
    position = on_board(SHUT, "amsterdam 2 3 move 0,0 - - -")
    position = play(position, f"c3-NE {end_of_turn} back back")
    if position.phase is Phase.PLACE:
        position = play(position, "+d1")
    assert (position.round, position.lap, position.last) == (11, 2, None)
    legal(position, "d4-SW", SHUT)


@pytest.mark.parametrize("answers", ["on", "back on"])
def test_A12_a_decision_to_go_on_does_not(answers: str) -> None:
    position = on_board(SHUT, "amsterdam 2 3 move 0,0 - - -")
    position = play(position, f"c3-NE keep {answers}")
    illegal(position, "d4-SW", "return", "M4")
    legal(position, "d4-S")


def test_A12_a_tile_of_the_group_taken_before_the_decision_still_counts() -> None:
    position = on_board(SHUT, "amsterdam 2 3 move 0,0 - - -")
    legal(play(position, "c3-NE xd6 on"), "d4-SW")
    illegal(play(position, "c3-NE xd1 on"), "d4-SW", "return", "M4")
