"""Claiming, showing a claim, and when the window closes (A9, A10, D7)."""

# ruff: noqa: N802 -- tests carry the numbers of the sentences they show

from __future__ import annotations

import pytest

from menhirs.core.state import Phase

from .boards import OPEN, SHUT
from .diagram import (
    illegal,
    legal,
    on_board,
    outcome,
    play,
    side_by_side,
)

TURN = "amsterdam 1 7 move 0,0 - - -"
LAST = "d4d5d6e4e5-NE@7"
MOVED, TAKEN, SHOWN = side_by_side("""
          o        |        o        |        o
        .   o      |      .   o      |      .   o
      .   o   .    |    .   o   .    |    .   o   .
    m   .   o   m  |  m   .   o   m  |  m   .   o   m
      .   o   .    |    .   o   .    |    .   o   .
    M   .   .   .  |  M   .   .   .  |  m   .   .   .
      .   .   o    |    .   .   o    |    .   .   o
    .   .   .   o  |  .   .   .   o  |  o   .   .   o
      m   o   o    |    m   o   o    |    m   o   o
        m   .      |      m   .      |      m   .
          o        |        .        |        o
""")
SIX_LEFT = "d1 d2 f1 f2 g1"
"""What to take off the open board to leave six tiles."""


@pytest.mark.parametrize("so_far", ["c3-NE", "c3-NE keep", "c3-NE xd1"])
def test_A9_after_your_opponent_has_moved_you_may_claim_victory(so_far: str) -> None:
    """While the opponent thinks about taking a tile away, and after the turn."""
    position = play(on_board(OPEN, TURN), so_far)
    assert position.claimant == 2
    claimed = legal(position, "claim", MOVED)
    assert (claimed.phase, claimed.player, claimed.round) == (Phase.PROVE, 2, 7)
    illegal(on_board(OPEN, TURN), "claim", "claim-closed", "A9")  # before any move


def test_A9_and_not_won() -> None:
    illegal(play(on_board(OPEN, TURN), "a2-S"), "claim", "game-over", "M6")
    legal(play(on_board(OPEN, TURN), "a2-N"), "claim")


def test_A9_nobody_claims_on_a_turn_of_his_own() -> None:
    """The claim that is open after a move is always the other player's."""
    position = play(on_board(OPEN, TURN), "c3-NE")
    assert (position.player, position.claimant) == (1, 2)
    position = play(position, "keep")
    assert (position.player, position.claimant) == (2, 2)
    position = play(position, "a2-N")
    assert (position.player, position.claimant) == (2, 1)
    assert legal(position, "claim").player == 1


def test_A9_until_3_seconds_after_the_end_of_that_turn() -> None:
    """The owner of the clock counts the seconds; once they are over it is too late."""
    during = play(on_board(OPEN, TURN), "c3-NE")
    legal(during.close_claim_window(), "claim")  # they begin only with the end of the turn
    for end_of_turn in ("keep", "xd1"):
        after = play(during, end_of_turn)
        legal(after, "claim")
        late = after.close_claim_window()
        illegal(late, "claim", "claim-closed", "A9")
        assert outcome(legal(late, "a2-S")) == "2:18:freed"


def test_A9_you_say_that_you_can_win_by_one_move_from_the_position_right_after_that_move() -> None:
    position = legal(play(on_board(OPEN, TURN), "c3-NE"), "xd1", TAKEN)
    claimed = legal(position, "claim", MOVED)
    legal(claimed, "a2-S", SHOWN, then="2 7 over 0,0 a1-S - 2:18:claim")
    by_two_moves = play(on_board(SHUT, TURN), "c3-NE")
    assert outcome(legal(by_two_moves, "claim")) == "1:18:wrong-claim"


def test_A9_the_opponent_may_then_take_nothing_away() -> None:
    position = play(on_board(OPEN, TURN), "c3-NE")
    legal(position, "xd1")
    claimed = play(position, "claim")
    illegal(claimed, "xd1", "prove-move", "A10")
    illegal(claimed, "keep", "prove-move", "A10")


def test_A9_what_was_taken_in_that_turn_is_put_back() -> None:
    position = legal(play(on_board(OPEN, TURN), "c3-NE"), "xd1", TAKEN)
    assert position.counts == (1, 0)
    legal(position, "claim", MOVED, then=f"2 7 prove 0,0 {LAST}xd1 - -")


def test_A9_what_was_taken_in_an_earlier_turn_is_not() -> None:
    before, after = side_by_side("""
              o        |        o
            .   o      |      .   o
          .   o   .    |    .   o   .
        m   .   o   m  |  M   .   o   m
          .   o   .    |    .   o   .
        M   .   .   .  |  m   .   .   .
          .   .   o    |    .   .   o
        .   .   .   o  |  .   .   .   o
          m   .   o    |    m   .   o
            m   .      |      m   .
              .        |        .
    """)
    position = on_board(OPEN, "amsterdam 1 7 move 0,1 - - -", minus="d2")
    position = legal(play(position, "c3-NE"), "xd1", before)
    position = play(position, "a2-N")
    legal(position, "claim", after, then="1 7 prove 1,1 a3-N@7 - -")


@pytest.mark.parametrize("so_far", ["c3-NE", "c3-NE keep", "c3-NE xd1"])
def test_A9_a_claim_that_is_wrong_loses_the_game_at_once(so_far: str) -> None:
    (put_back,) = side_by_side("""
              o
            .   o
          .   o   .
        m   .   o   M
          .   o   .
        M   .   .   .
          .   .   .
        .   .   .   o
          m   o   o
            m   .
              o
    """)
    position = play(on_board(SHUT, TURN), so_far)
    lost = legal(position, "claim", put_back)
    assert outcome(lost) == "1:18:wrong-claim"
    illegal(lost, "a2-S", "game-over", "M6")
    right = play(on_board(OPEN, TURN), so_far)
    assert legal(right, "claim").outcome is None


def test_A9_not_in_round_12() -> None:
    (all_covered,) = side_by_side("""
              .
            .   .
          .   .   .
        M   .   .   M
          .   .   .
        M   .   .   .
          .   .   .
        .   .   .   .
          M   .   .
            M   .
              .
    """)
    for position in (
        on_board(all_covered, "amsterdam 1 12 place 3,3 - - -"),
        on_board(OPEN, "amsterdam 1 12b place 1,0 - - -", minus="d1"),
    ):
        illegal(position, "claim", "claim-round", "A9")
        legal(position, "+e5")


def test_A9_not_in_round_1() -> None:
    position = on_board(OPEN, "amsterdam 1 1 move 1,1 - 2 -", minus="d1 d2")
    moved = play(position, "c3-NE")
    illegal(moved, "claim", "claim-round", "A9")
    taken = play(moved, "xf1")
    illegal(taken, "claim", "claim-round", "A9")
    assert outcome(legal(taken, "a2-S")) == "2:12:freed"
    in_round_2 = play(on_board(OPEN, "amsterdam 1 2 move 0,0 - 2 -"), "c3-NE")
    legal(in_round_2, "claim")


def test_A9_allowed_too_when_the_opponent_could_not_take_anything() -> None:
    no_chance_left = on_board(OPEN, "amsterdam 1 7 move 3,0 - - -", minus="d1 d2 f1")
    position = play(no_chance_left, "c3-NE")
    assert position.phase is Phase.MOVE
    legal(position, "claim", then=f"2 7 prove 3,0 {LAST} - -")
    on_the_next = play(position, "d4-S")
    assert on_the_next.claimant == 1  # nobody claims on the turn before the last


def test_A9_allowed_too_when_the_opponent_did_not_take_anything() -> None:
    position = play(on_board(OPEN, TURN), "c3-NE keep")
    legal(position, "claim", then=f"2 7 prove 0,0 {LAST} - -")


@pytest.mark.parametrize("lap", ["2 move 1,0 - 1 -", "2b move 1,0 - - -"])
def test_A9_by_player_1_after_player_2s_turn_in_round_2(lap: str) -> None:
    """The marker stands on round 1 by then, but the turn was one of round 2."""
    (after,) = side_by_side("""
              .
            o   .
          .   o   .
        M   o   .   m
          .   o   .
        m   o   .   .
          .   .   o
        .   .   .   o
          m   o   o
            m   .
              .
    """)
    position = on_board(OPEN, f"amsterdam 2 {lap}", minus="d1")
    position = play(position, "a2-N xd2")
    assert (position.round, position.player) == (1, 1)
    claimed = legal(position, "claim", after)
    assert (claimed.round, claimed.player) == (2, 1)
    own_move = play(position, "c3-NE")
    illegal(own_move, "claim", "claim-round", "A9")


def test_A9_by_player_1_before_the_decision_moment() -> None:
    position = play(on_board(OPEN, "amsterdam 2 3 move 0,0 - - -"), "a2-N keep")
    assert position.phase is Phase.DECIDE
    claimed = legal(position, "claim", then="1 3 prove 0,0 a3-N@3 - -")
    assert outcome(legal(claimed, "a3-NE")) == "1:14:claim"


def test_A9_a_win_that_only_the_taking_away_made_possible_cant_be_claimed() -> None:
    put_back, won = side_by_side("""
              o        |        o
            .   o      |      .   o
          .   o   .    |    .   o   .
        m   .   o   M  |  m   .   o   m
          .   o   .    |    .   o   .
        M   .   .   .  |  m   .   .   .
          .   .   .    |    .   .   .
        .   .   .   o  |  o   .   .   o
          m   o   o    |    m   o   o
            m   .      |      m   .
              o        |        o
    """)
    position = play(on_board(SHUT, TURN), "c3-NE xg3")
    lost = legal(position, "claim", put_back)
    assert outcome(lost) == "1:18:wrong-claim"
    legal(position, "a2-S", won, then="2 7 over 1,0 a1-S - 2:18:freed")  # one just plays it


def test_A9_a_claim_too_early_or_too_late_is_refused_without_penalty() -> None:
    """The player who tried it goes on, and wins."""
    early = on_board(OPEN, TURN)
    illegal(early, "claim", "claim-closed", "A9")
    assert outcome(legal(early, "a2-S")) == "1:18:freed"
    late = play(early, "c3-NE keep").close_claim_window()
    illegal(late, "claim", "claim-closed", "A9")
    assert outcome(legal(late, "a2-S")) == "2:18:freed"


def test_A9_a_claim_cant_be_withdrawn() -> None:
    claimed = play(on_board(OPEN, TURN), "c3-NE claim")
    illegal(claimed, "claim", "claim-pending", "A9")
    for text in ("keep", "pass", "xd1", "on", "back", "+c3"):
        illegal(claimed, text, "prove-move", "A10")
    legal(claimed, "a2-S")
    assert claimed.close_claim_window() == claimed


def test_A10_D7_a_right_claim_wins_once_the_claimant_shows_it() -> None:
    claimed = legal(play(on_board(OPEN, TURN), "c3-NE keep"), "claim")
    assert claimed.outcome is None
    legal(claimed, "a2-S", SHOWN, then="2 7 over 0,0 a1-S - 2:18:claim")


@pytest.mark.parametrize("move", ["a2-S", "a2-NE", "a2-SE"])
def test_A10_any_winning_move_shows_it(move: str) -> None:
    claimed = play(on_board(OPEN, TURN), "c3-NE claim")
    assert outcome(legal(claimed, move)) == "2:18:claim"


@pytest.mark.parametrize("move", ["a2-N", "d4-S", "f1-N", "f1-NW"])
def test_A10_D7_any_other_move_makes_the_claim_a_wrong_one(move: str) -> None:
    claimed = play(on_board(OPEN, TURN), "c3-NE claim")
    assert outcome(legal(claimed, move)) == "1:18:wrong-claim"


def test_A10_what_is_no_legal_move_at_all_shows_nothing_and_loses_nothing() -> None:
    claimed = play(on_board(OPEN, TURN), "c3-NE claim")
    illegal(claimed, "d4-SW", "return", "M4")
    illegal(claimed, "d4-N", "move-off-board", "M3")
    legal(claimed, "a2-S")


def test_A10_D7_running_out_of_time_for_it_makes_the_claim_a_wrong_one() -> None:
    claimed = play(on_board(OPEN, TURN), "c3-NE xd1 claim")
    legal(claimed, "time2", MOVED, then=f"2 7 over 0,0 {LAST[:-2]} - 1:18:wrong-claim")
    assert outcome(legal(claimed, "time1")) == "2:18:time"  # the opponent's clock is another matter


def test_A10_the_window_closes_with_the_claimants_own_next_move() -> None:
    """From then on only the opponent can claim, on that move."""
    position = play(on_board(OPEN, TURN), "c3-NE keep")
    assert position.claimant == 2
    position = play(position, "a2-N")
    assert position.claimant == 1
    legal(position, "claim", then="1 7 prove 0,0 a3-N@7 - -")
    in_round_1 = play(on_board(OPEN, "amsterdam 2 2 move 1,0 - 1 -", minus="d1"), "a2-N xd2")
    legal(in_round_1, "claim")
    illegal(play(in_round_1, "c3-NE"), "claim", "claim-round", "A9")


@pytest.mark.parametrize("answers", ["back", "on", "back back", "back on"])
def test_A10_the_window_closes_with_the_claimants_decision(answers: str) -> None:
    position = play(on_board(OPEN, "amsterdam 2 3 move 0,0 - - -"), "a2-N keep")
    legal(position, "claim")
    decided = play(position, answers)
    assert decided.claimant is None
    illegal(decided, "claim", "claim-closed", "A9")


@pytest.mark.parametrize("end_of_turn", ["keep", "xd1", "xd4", "xf1"])
def test_A10_neither_taking_away_nor_keep_closes_it(end_of_turn: str) -> None:
    position = play(on_board(OPEN, TURN), f"c3-NE {end_of_turn}")
    claimed = legal(position, "claim", MOVED)
    assert outcome(legal(claimed, "a2-S")) == "2:18:claim"


def test_A10_in_lap_2_window_and_memory_go_on_from_round_3_into_round_2() -> None:
    position = play(on_board(OPEN, "amsterdam 2 3b move 0,0 - - -"), "a2-N keep")
    assert (position.round, position.phase) == (2, Phase.MOVE)
    illegal(position, "a3-S", "return", "M4")
    claimed = legal(position, "claim", then="1 3b prove 0,0 a3-N@3 - -")
    assert outcome(legal(claimed, "a3-NE")) == "1:3:claim"
    in_lap_1 = play(on_board(OPEN, "amsterdam 2 3 move 0,0 - - -"), "a2-N keep on")
    illegal(in_lap_1, "claim", "claim-closed", "A9")
    illegal(in_lap_1, "a3-S", "return", "M4")


def test_A10_in_lap_2_also_from_an_earlier_jump() -> None:
    position = on_board(OPEN, "amsterdam 2 7b move 3,2 - - -", minus=SIX_LEFT)
    position = play(position, "a2-N xc5")
    assert (position.round, position.counts) == (2, (3, 3))
    illegal(position, "a3-S", "return", "M4")
    (put_back,) = side_by_side("""
              .
            o   .
          .   o   .
        M   o   .   m
          .   o   .
        m   o   .   .
          .   .   .
        .   .   .   .
          m   .   .
            m   .
              .
    """)
    claimed = legal(position, "claim", put_back, then="1 7b prove 3,2 a3-N@7xc5 - -")
    assert outcome(legal(claimed, "a3-SE")) == "1:7:claim"
