"""Outside the sheets: resigning, time, and things that are not part of the game (D14)."""

# ruff: noqa: N802 -- tests carry the numbers of the sentences they show

from __future__ import annotations

from dataclasses import replace

import pytest

from menhirs.core.actions import Left, Resign, Timeout
from menhirs.core.errors import Malformed
from menhirs.notation.actions import read_action
from menhirs.notation.ascii import write_ascii
from menhirs.notation.line import read_line, write_line

from .boards import OPEN, SHUT
from .diagram import illegal, legal, on_board, outcome, play, side_by_side

MENHIRS, COVERED, FIVE_COVERED = side_by_side("""
          .        |        .        |        .
        .   .      |      .   .      |      .   .
      .   .   m    |    .   .   M    |    .   .   .
    m   .   .   m  |  M   .   .   M  |  M   .   .   M
      .   .   .    |    .   .   .    |    .   .   .
    m   .   m   .  |  M   .   M   .  |  M   .   .   .
      .   .   .    |    .   .   .    |    .   .   .
    .   .   .   .  |  .   .   .   .  |  .   .   .   .
      m   .   .    |    M   .   .    |    M   .   .
        m   .      |      M   .      |      M   .
          .        |        .        |        .
""")
BASE_BOARD = """
          .
        o   .
      .   o   m
    m   o   .   m
      .   o   .
    M   o   m   .
      .   .   o
    .   .   .   o
      m   o   o
        m   .
          o
"""

SIX_TAKEN = "d1 d2 f1 g1 c5 c4"
"""What the players took from the shut board before an early decision moment."""

AMSTERDAM_ENDS = [
    pytest.param(MENHIRS, "1 12 flip 0,0 - - -", "", "", 22, id="turning over"),
    pytest.param(MENHIRS, "1 12 flip 0,0 - - -", "", "*e3", 22, id="turning over, player 2"),
    pytest.param(FIVE_COVERED, "1 12 place 3,3 - - -", "", "", 22, id="round 12"),
    pytest.param(FIVE_COVERED, "1 12 place 3,3 - - -", "", "+d1", 22, id="round 12, player 2"),
    pytest.param(SHUT, "2 11 move 0,0 - - -", "", "", 22, id="round 11"),
    pytest.param(SHUT, "1 7 move 0,0 - - -", "", "", 18, id="round 7"),
    pytest.param(SHUT, "1 7 move 0,0 - - -", "", "c3-NE", 18, id="taking away"),
    pytest.param(SHUT, "1 7 move 0,0 - - -", "", "c3-NE xd1", 18, id="round 7, player 2"),
    pytest.param(SHUT, "1 3 decide 0,0 - - -", "", "", 14, id="deciding"),
    pytest.param(SHUT, "1 3 decide 0,0 - - -", "", "back", 14, id="deciding, player 2"),
    pytest.param(SHUT, "1 9 decide 3,3 - - -", SIX_TAKEN, "", 20, id="deciding early"),
    pytest.param(SHUT, "1 9 decide 3,3 - - -", SIX_TAKEN, "back", 20, id="early, player 2"),
    pytest.param(SHUT, "1 2 move 0,0 - 1 -", "", "", 13, id="round 2"),
    pytest.param(SHUT, "1 2 move 0,0 - 1 -", "", "c3-NE", 13, id="round 2, taking away"),
    pytest.param(SHUT, "1 1 move 1,1 - 2 -", "d1 d2", "", 12, id="round 1"),
    pytest.param(SHUT, "1 12b place 1,0 - - -", "d1", "", 11, id="lap 2, round 12"),
    pytest.param(SHUT, "1 11b move 0,0 - - -", "", "", 11, id="lap 2, round 11"),
    pytest.param(SHUT, "1 7b move 0,0 - - -", "", "", 7, id="lap 2, round 7"),
    pytest.param(SHUT, "1 1b move 1,1 - - -", "d1 d2", "", 1, id="lap 2, round 1"),
]

PENDING_CLAIMS = [
    pytest.param(OPEN, "1 7 move 0,0 - - -", "", "c3-NE xd1 claim", 18, id="by player 2"),
    pytest.param(OPEN, "2 7 move 0,0 - - -", "", "a2-N claim", 18, id="by player 1"),
    pytest.param(OPEN, "2 7 move 0,0 - - -", "", "a2-N xd1 claim", 18, id="by 1 in round 6"),
    pytest.param(OPEN, "2 11 move 1,0 - - -", "d1", "a2-N xd2 claim", 22, id="by 1 in round 10"),
    pytest.param(OPEN, "2 3 move 0,0 - - -", "", "a2-N keep claim", 14, id="before deciding"),
    pytest.param(OPEN, "1 2 move 0,0 - 1 -", "", "c3-NE xd1 claim", 13, id="in round 2"),
    pytest.param(
        OPEN, "2 2 move 4,0 - 1 -", "d1 d2 f1 g1", "a2-N xf2 claim", 13, id="in round 1 by 1"
    ),
    pytest.param(
        OPEN, "2 7b move 3,2 - - -", "d1 d2 f1 f2 g1", "a2-N xc5 claim", 7, id="after a jump"
    ),
    pytest.param(OPEN, "1 11b move 0,0 - - -", "", "c3-NE claim", 11, id="lap 2"),
]

BASE_ENDS = [
    pytest.param(COVERED, "base 1 1 place 2,2 - - -", "", "", 11, id="placing"),
    pytest.param(COVERED, "base 1 1 place 2,2 - - -", "", "+d1 +d2 +d3", 11, id="placing 3"),
    pytest.param(BASE_BOARD, "base 2 3 move 0,0 - - -", "", "", 11, id="round 3"),
    pytest.param(BASE_BOARD, "base+21 2 3 move 0,0 - - -", "", "", 11, id="never 21"),
    pytest.param(BASE_BOARD, "base8+21 2 3 move 0,0 - - -", "", "", 11, id="never 21 in base8"),
    pytest.param(BASE_BOARD, "base 2 7 move 0,0 - - -", "", "c3-NE", 11, id="first clearing"),
    pytest.param(BASE_BOARD, "base 2 7 move 0,0 - - -", "", "c3-NE xd1", 10, id="one cleared"),
    pytest.param(BASE_BOARD, "base8 1 8 move 0,0 - - -", "", "", 11, id="base8 in round 8"),
    pytest.param(BASE_BOARD, "base 1 10 move 0,0 - - -", "d1 d2 f1 f2 g1", "", 6, id="six left"),
]


@pytest.mark.parametrize(("board", "fields", "minus", "actions", "score"), AMSTERDAM_ENDS)
@pytest.mark.parametrize("loser", [1, 2])
def test_D14_resigning_the_opponent_wins_amsterdam_the_points_of_the_current_round(
    board: str, fields: str, minus: str, actions: str, score: int, loser: int
) -> None:
    position = play(on_board(board, f"amsterdam {fields}", minus=minus), actions)
    over = legal(position, f"resign{loser}", write_ascii(position))
    assert outcome(over) == f"{3 - loser}:{score}:resign"


@pytest.mark.parametrize(("board", "fields", "minus", "actions", "score"), AMSTERDAM_ENDS)
@pytest.mark.parametrize("loser", [1, 2])
def test_D14_running_out_of_time_on_a_clock_the_opponent_wins_as_much(
    board: str, fields: str, minus: str, actions: str, score: int, loser: int
) -> None:
    position = play(on_board(board, f"amsterdam {fields}", minus=minus), actions)
    assert outcome(legal(position, f"time{loser}")) == f"{3 - loser}:{score}:time"


@pytest.mark.parametrize(("board", "fields", "minus", "actions", "score"), PENDING_CLAIMS)
def test_D14_with_a_claim_pending_the_claimed_round(
    board: str, fields: str, minus: str, actions: str, score: int
) -> None:
    position = play(on_board(board, f"amsterdam {fields}", minus=minus), actions)
    for loser in (1, 2):
        assert outcome(legal(position, f"resign{loser}")) == f"{3 - loser}:{score}:resign"
    claimant, opponent = position.player, 3 - position.player
    assert outcome(legal(position, f"time{opponent}")) == f"{claimant}:{score}:time"
    assert outcome(legal(position, f"time{claimant}")) == f"{opponent}:{score}:wrong-claim"


def test_D14_without_the_claim_it_is_the_round_of_the_marker() -> None:
    position = play(on_board(OPEN, "amsterdam 2 7 move 0,0 - - -"), "a2-N xd1")
    assert outcome(legal(position, "resign2")) == "1:17:resign"
    assert outcome(play(position, "claim resign2")) == "1:18:resign"


@pytest.mark.parametrize(("board", "fields", "minus", "actions", "score"), BASE_ENDS)
def test_D14_base_the_tiles_on_the_board_11_before_clearing_starts_never_21(
    board: str, fields: str, minus: str, actions: str, score: int
) -> None:
    position = play(on_board(board, fields, minus=minus), actions)
    for loser in (1, 2):
        assert outcome(legal(position, f"resign{loser}")) == f"{3 - loser}:{score}:resign"
        assert outcome(legal(position, f"time{loser}")) == f"{3 - loser}:{score}:time"
        assert outcome(legal(position, f"left{loser}")) == f"{3 - loser}:{score}:left"
        assert outcome(legal(position, f"left-tie{loser}")) == "0:0:left"


def test_D14_a_game_that_is_over_cannot_be_given_up() -> None:
    won = play(on_board(OPEN, "amsterdam 1 7 move 0,0 - - -"), "a2-S")
    for text in ("resign1", "resign2", "time1", "time2", "left1", "left-tie2"):
        illegal(won, text, "game-over", "M6")


def test_D14_only_a_player_can_give_up() -> None:
    position = on_board(OPEN, "amsterdam 1 7 move 0,0 - - -")
    legal(position, "resign")
    for player in (0, 3):
        illegal(position, Resign(player), "no-player", "D14")
        illegal(position, Timeout(player), "no-player", "D14")
        illegal(position, Left(player), "no-player", "D14")


@pytest.mark.parametrize("verb", ["resign", "time"])
@pytest.mark.parametrize(
    ("board", "fields", "minus", "actions", "score"), AMSTERDAM_ENDS + PENDING_CLAIMS
)
def test_D14_a_game_given_up_anywhere_can_be_read_back_from_its_line(
    board: str, fields: str, minus: str, actions: str, score: int, verb: str
) -> None:
    position = play(on_board(board, f"amsterdam {fields}", minus=minus), actions)
    for loser in (1, 2):
        over = play(position, f"{verb}{loser}")
        assert over.outcome is not None
        assert over.outcome.score == score
        assert read_line(write_line(over)) == over


@pytest.mark.parametrize(("board", "fields", "minus", "actions", "score"), BASE_ENDS)
def test_D14_a_base_game_given_up_anywhere_can_be_read_back_from_its_line(
    board: str, fields: str, minus: str, actions: str, score: int
) -> None:
    over = play(on_board(board, fields, minus=minus), f"{actions} resign")
    assert over.outcome is not None
    assert over.outcome.score == score
    assert read_line(write_line(over)) == over


@pytest.mark.parametrize("word", ["draw", "tie", "offer", "0:0:tie"])
def test_D14_no_draws_by_agreement(word: str) -> None:
    position = on_board(SHUT, "amsterdam 1 7 move 0,0 - - -")
    with pytest.raises(Malformed) as caught:
        read_action(word, position)
    assert caught.value.code == "action"
    ends = [position.play(deed).outcome for deed in position.legal_actions(claims=True)]
    assert all(end is None for end in ends)


def test_D14_a_move_that_was_only_said_aloud_does_not_count_yet() -> None:
    """What may be asked before a confirmation changes nothing; only playing does."""
    position = on_board(SHUT, "amsterdam 1 7 move 0,0 - - -")
    said = write_line(position)
    deed = read_action("c3-NE", position)
    position.check(deed)
    assert position.is_legal(deed)
    played = position.play(deed)
    assert write_line(position) == said
    assert write_line(played) != said


def test_D14_the_layout_is_public() -> None:
    """A menhir under fog reads differently from forest under fog, at every moment."""
    position = on_board(OPEN, "amsterdam 1 7 move 0,0 - - -")
    column_a, _, column_c, *_ = write_line(position).split()[1].split("/")
    assert column_a == ".Mm"  # forest, a menhir under fog, a bare menhir
    assert column_c == "m.ooo"  # three tiles of fog on forest
    assert write_line(position) != write_line(replace(position, menhirs=position.fog))
