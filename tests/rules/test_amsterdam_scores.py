"""What a win is worth in the Amsterdam Way (A11)."""

# ruff: noqa: N802 -- tests carry the numbers of the sentences they show

from __future__ import annotations

import pytest

from menhirs.core.position import Position

from .boards import OPEN, SHUT
from .diagram import drawn_line, impossible, legal, on_board, outcome, play, side_by_side

ROUNDS = [(number, lap) for lap in (1, 2) for number in range(11, 0, -1)]
CLAIMED_ROUNDS = [(number, lap) for number, lap in ROUNDS if number != 1]


def _turn(board: str, player: int, number: int, lap: int) -> Position:
    """A turn of that round, in which nobody has taken more than had to be taken."""
    minus, counts = {
        (1, 1): ("d1 d2", "1,1"),
        (1, 2): ("d1 d2 f1", "2,1"),
        (2, 2): ("d1", "1,0"),
    }.get((number, player), ("", "0,0"))
    chooser = "1" if lap == 1 and number <= 2 else "-"
    fields = f"amsterdam {player} {number}{'b' * (lap - 1)} move {counts} - {chooser} -"
    return on_board(board, fields, minus=minus)


@pytest.mark.parametrize(("number", "lap"), ROUNDS)
def test_A11_round_number_and_11_in_lap_1_the_round_number_in_lap_2(number: int, lap: int) -> None:
    score = number + 11 if lap == 1 else number
    won = legal(_turn(OPEN, 2, number, lap), "a2-S")
    assert outcome(won) == f"2:{score}:freed"
    if number < 11:  # in round 11 of lap 1 all menhirs are covered when player 1 begins
        won = legal(_turn(OPEN, 1, number, lap), "a2-S")
        assert outcome(won) == f"1:{score}:freed"


def test_A11_player_1_may_win_22_at_once() -> None:
    all_covered, all_freed = side_by_side("""
              o        |        o
            .   o      |      .   o
          .   .   .    |    .   .   .
        .   .   .   .  |  .   o   o   .
          .   .   .    |    o   o   o
        .   M   M   .  |  o   m   m   o
          M   M   M    |    m   m   m
        o   .   .   o  |  .   .   .   .
          .   .   .    |    .   .   .
            .   o      |      .   o
              o        |        o
    """)
    position = on_board(all_covered, "amsterdam 1 11 move 0,0 - - -")
    legal(position, "b2-N", all_freed, then="1 11 over 0,0 a2b3c4d4e4f3g2-N - 1:22:freed")


@pytest.mark.parametrize(("number", "lap"), CLAIMED_ROUNDS)
def test_A11_a_right_claim_scores_the_round_in_which_it_was_made(number: int, lap: int) -> None:
    """Also where the marker has moved on since: the round of the turn that was claimed on."""
    score = number + 11 if lap == 1 else number
    for end_of_turn in ("", "xd2"):
        claimed = play(_turn(OPEN, 2, number, lap), f"a2-N {end_of_turn} claim")
        assert outcome(legal(claimed, "a3-NE")) == f"1:{score}:claim"
    if number < 11:
        claimed = play(_turn(OPEN, 1, number, lap), "c3-NE xd2 claim")
        assert outcome(legal(claimed, "a2-S")) == f"2:{score}:claim"


@pytest.mark.parametrize(("number", "lap"), CLAIMED_ROUNDS)
def test_A11_a_wrong_claim_scores_that_round_too(number: int, lap: int) -> None:
    score = number + 11 if lap == 1 else number
    for end_of_turn in ("", "xd2"):
        lost = play(_turn(SHUT, 2, number, lap), f"a2-N {end_of_turn} claim")
        assert outcome(lost) == f"2:{score}:wrong-claim"
    if number < 11:
        lost = play(_turn(SHUT, 1, number, lap), "c3-NE xd2 claim")
        assert outcome(lost) == f"1:{score}:wrong-claim"


@pytest.mark.parametrize("failure", ["c3-NE", "f1-N", "time"])
@pytest.mark.parametrize(("number", "lap"), [(7, 1), (3, 1), (2, 1), (7, 2), (2, 2)])
def test_A11_a_right_claim_that_is_not_shown_scores_that_round_too(
    number: int, lap: int, failure: str
) -> None:
    lost = play(_turn(OPEN, 2, number, lap), f"a2-N xd2 claim {failure}")
    score = number + 11 if lap == 1 else number
    assert outcome(lost) == f"2:{score}:wrong-claim"


@pytest.mark.parametrize("chooser", [1, 2])
def test_A11_a_tie_in_lap_1_lost_by_the_one_who_went_on_scores_12(chooser: int) -> None:
    position = on_board(SHUT, f"amsterdam 2 1 move 2,1 - {chooser} -", minus="d1 d2 f1")
    assert outcome(play(position, "c3-NE xd4")) == f"{3 - chooser}:12:chooser"
    in_lap_2 = on_board(SHUT, "amsterdam 2 1b move 2,1 - - -", minus="d1 d2 f1")
    assert outcome(play(in_lap_2, "c3-NE xd4")) == "0:0:tie"


@pytest.mark.parametrize(("number", "lap"), [(11, 1), (7, 1), (2, 1), (7, 2), (3, 2), (2, 2)])
def test_A11_a_winning_move_played_without_claiming_scores_its_own_round(
    number: int, lap: int
) -> None:
    """Player 1 could claim on player 2's turn, and plays the win a round later instead."""
    position = play(_turn(OPEN, 2, number, lap), "a2-N xd2")
    higher = number + 11 if lap == 1 else number
    assert outcome(play(position, "claim a3-NE")) == f"1:{higher}:claim"
    assert outcome(play(position, "a3-NE")) == f"1:{higher - 1}:freed"


def test_A11_in_lap_1_after_round_3_a_claim_is_worth_one_more_than_the_move() -> None:
    position = play(_turn(OPEN, 2, 3, 1), "a2-N keep")
    assert outcome(play(position, "claim a3-NE")) == "1:14:claim"
    assert outcome(play(position, "on a3-NE")) == "1:13:freed"


def test_A11_rounds_jumped_over_are_simply_not_played() -> None:
    """After an early decision moment in round 7 the next round is 2, and scores as 2."""
    (six_left,) = side_by_side("""
              .
            o   .
          .   o   .
        m   o   .   m
          .   o   .
        M   o   .   .
          .   .   .
        .   .   .   .
          m   .   .
            m   .
              .
    """)
    position = on_board(six_left, "amsterdam 2 7 move 3,2 - - -")
    position = play(position, "a2-N xc5 on")
    assert position.round == 2
    assert outcome(legal(position, "a3-NE")) == "1:13:freed"
    line = drawn_line(six_left, "amsterdam 1 6 move 3,3 - - -", minus="c5")
    impossible(line, "position-count")


@pytest.mark.parametrize("wrong", ["1:17:freed", "2:18:freed", "1:7:freed", "1:11:freed"])
def test_A11_no_other_score_is_believed(wrong: str) -> None:
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
    assert outcome(on_board(won, "amsterdam 1 7 over 0,0 a1-S - 1:18:freed")) == "1:18:freed"
    impossible(drawn_line(won, f"amsterdam 1 7 over 0,0 a1-S - {wrong}"), "position-result")
