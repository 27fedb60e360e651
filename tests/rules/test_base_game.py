"""The base game: placing, moving, clearing, and what a win is worth (B0 to B5, D11, D12)."""

# ruff: noqa: N802 -- tests carry the numbers of the sentences they show

from __future__ import annotations

from collections import Counter

import pytest

from menhirs.core.errors import Illegal
from menhirs.core.geometry import STANDARD
from menhirs.core.position import Position
from menhirs.core.rules import BASE, RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Phase
from menhirs.notation.board import read_layout, write_board

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

BASE_GAMES = ["base", "base8", "base+21", "base8+21"]

LAID, PLACED = side_by_side("""
          .        |        .
        .   .      |      .   .
      .   .   .    |    .   o   .
    M   .   .   .  |  M   .   .   o
      M   .   .    |    M   .   .
    .   M   .   .  |  o   M   .   .
      .   .   .    |    .   .   .
    .   .   .   M  |  o   .   .   M
      .   M   M    |    .   M   M
        .   M      |      .   M
          .        |        .
""")
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
TAKEN_FIRST = "g1 g2 f4 f3 f2 d5 d4 c5 c4 c3"
"""Tiles of that board that cover no menhir, in the order in which the tests take them off."""


def _with_tiles(tiles: int, fields: str) -> Position:
    """The board with one covered menhir and so many tiles; ``a2-S`` wins on it."""
    return on_board(ONE_COVERED, fields, minus=" ".join(TAKEN_FIRST.split()[: 11 - tiles]))


def _walk(position: Position, phase: Phase) -> list[tuple[int, int]]:
    """Plays to the end without winning: the (round, player) pairs that such a phase had."""
    seen = []
    for _ in range(MORE_THAN_ANY_GAME):
        if position.is_over:
            break
        if position.phase is phase:
            seen.append((position.round, position.player))
        position = position.play(quiet(position))
    return seen


@pytest.mark.parametrize("name", BASE_GAMES)
def test_B0_D11_the_round_marker_and_the_points_are_always_used(name: str) -> None:
    position = Position.start(RULE_SETS[name], STANDARD.mask_of("a3 b3 c3 d2 e1 f1 g1"))
    assert position.round == 1
    won = play(_with_tiles(11, f"{name} 1 5 move 0,0 - - -"), "a2-S")
    assert outcome(won) == "1:11:freed"


def test_B0_D11_player_1_begins() -> None:
    start = on_board(LAID, "base 1 1 place 2,2 - - -")
    assert start == Position.start(BASE, start.menhirs)
    impossible(drawn_line(LAID, "base 2 1 place 2,2 - - -"), "position-turn")


def test_B1_tiles_are_laid_at_random() -> None:
    layouts = [random_menhirs(BASE, seed) for seed in range(200)]
    assert len(set(layouts)) == 200
    often = Counter(name for layout in layouts for name in STANDARD.names_of(layout))
    assert set(often) == set(STANDARD.names)
    assert max(often.values()) < 4 * min(often.values())
    assert random_menhirs(BASE, 7) == layouts[7]


def test_B1_the_7_menhirs_are_covered_with_fog() -> None:
    start = on_board(LAID, "base 1 1 place 2,2 - - -")
    assert start.fog == start.menhirs == start.covered
    beside_it, bare = side_by_side("""
              .        |        .
            .   .      |      .   .
          .   .   .    |    .   .   .
        m   .   .   .  |  m   .   .   .
          M   .   .    |    M   .   .
        o   M   .   .  |  .   M   .   .
          .   .   .    |    .   .   .
        .   .   .   M  |  .   .   .   M
          .   M   M    |    .   M   M
            .   M      |      .   M
              .        |        .
    """)
    impossible(drawn_line(beside_it, "base 1 1 place 2,2 - - -"), "position-bare")
    impossible(drawn_line(bare, "base 1 1 place 2,2 - - -"), "position-fog")
    with pytest.raises(Illegal) as caught:
        read_layout(write_board(start).replace("M", "m"), BASE)
    assert (caught.value.code, caught.value.rule) == ("layout-fog", "B1")


def test_B1_in_rounds_1_and_2_each_player_places_one_tile_a_round_player_1_first() -> None:
    position = on_board(LAID, "base 1 1 place 2,2 - - -")
    position = legal(position, "+a1", then="2 1 place 1,2 - - -")
    position = legal(position, "+d5", then="1 2 place 1,1 - - -")
    position = legal(position, "+g3", then="2 2 place 0,1 - - -")
    position = legal(position, "+a2", PLACED, then="1 3 move 0,0 - - -")
    illegal(position, "+d6", "wrong-phase", "B2")


def test_B1_on_any_cell_without_fog() -> None:
    position = on_board(LAID, "base 1 1 place 2,2 - - -")
    for cell in STANDARD.names:
        if STANDARD.mask_of(cell) & position.fog:
            illegal(position, f"+{cell}", "place-on-fog", "B1")
        else:
            legal(position, f"+{cell}")
    illegal(play(position, "+a1"), "+a1", "place-on-fog", "B1")


def test_B1_nobody_moves_or_takes_away_before_round_3() -> None:
    position = on_board(LAID, "base 1 1 place 2,2 - - -")
    for text in ("a3-S", "xa3", "keep", "pass", "on", "*a3"):
        illegal(position, text, "wrong-phase", "B2")


@pytest.mark.parametrize("name", BASE_GAMES)
def test_B2_rounds_3_to_12_each_player_one_turn_a_round_player_1_first(name: str) -> None:
    position = on_board(PLACED, f"{name} 1 3 move 0,0 - - -")
    turns = [(number, player) for number in range(3, 13) for player in (1, 2)]
    assert _walk(position, Phase.MOVE) == turns
    assert _walk(position, Phase.PLACE) == []


def test_B2_a_turn_is_one_move_of_fog_and_no_more() -> None:
    position = on_board(PLACED, "base 1 3 move 0,0 - - -")
    moved = legal(position, "d5-N", then="2 3 move 0,0 d6-N - -")
    illegal(moved, "xd6", "wrong-phase", "B2")
    legal(moved, "d6-SE", then="1 4 move 0,0 e5-SE - -")


@pytest.mark.parametrize(
    ("name", "first"),
    [("base", (7, 2)), ("base+21", (7, 2)), ("base8", (8, 1)), ("base8+21", (8, 1))],
)
def test_B3_clearing_starts_with_player_2_in_round_7_or_with_player_1_in_round_8(
    name: str, first: tuple[int, int]
) -> None:
    position = on_board(PLACED, f"{name} 1 3 move 0,0 - - -")
    clearing = _walk(position, Phase.REMOVE)
    last = [(12, 2)] if name.startswith("base8") else []  # M8: else nothing may be taken there
    turns = [(number, player) for number in range(7, 13) for player in (1, 2)]
    assert clearing == [turn for turn in turns if first <= turn < (12, 2)] + last


@pytest.mark.parametrize(
    ("fields", "then"),
    [
        ("base 1 7 move 0,0 - - -", "2 7 move 0,0 f3f4g2g3-N - -"),
        ("base 2 7 move 0,0 - - -", "2 7 remove 0,0 f3f4g2g3-N - -"),
        ("base8 2 7 move 0,0 - - -", "1 8 move 0,0 f3f4g2g3-N - -"),
        ("base8 1 8 move 0,0 - - -", "1 8 remove 0,0 f3f4g2g3-N - -"),
    ],
)
def test_B3_every_turn_from_then_on_ends_with_taking_one_tile_off(fields: str, then: str) -> None:
    board, after = side_by_side("""
              o        |        o
            o   .      |      o   .
          .   o   .    |    .   o   o
        m   o   .   m  |  m   o   .   M
          .   o   o    |    .   o   o
        M   o   .   o  |  M   o   .   o
          .   .   o    |    .   .   .
        .   .   .   o  |  .   .   .   .
          m   .   m    |    m   .   m
            m   .      |      m   .
              m        |        m
    """)
    position = legal(on_board(board, fields), "f2-N", after, then=then)
    if position.phase is not Phase.REMOVE:
        illegal(position, "xd6", "wrong-phase", "B2")


def test_B3_it_must_be_done() -> None:
    position = play(_with_tiles(10, "base 1 8 move 0,0 - - -"), "a2-N")
    for text, code, rule in (
        ("keep", "keep-forced", "B3"),
        ("c3-SE", "wrong-phase", "B2"),
        ("pass", "wrong-phase", "B2"),
    ):
        illegal(position, text, code, rule)
    legal(position, "xc3")


def test_B3_one_tile_and_not_two() -> None:
    position = play(_with_tiles(10, "base 1 8 move 0,0 - - -"), "a2-N")
    position = legal(position, "xc3", then="2 8 move 0,0 a3-N - -")
    illegal(position, "xc4", "wrong-phase", "B2")


def test_B3_not_the_tile_whose_removal_frees_the_last_covered_menhir() -> None:
    position = play(_with_tiles(10, "base 1 8 move 0,0 - - -"), "a2-N")
    illegal(position, "xa3", "remove-last", "B3")
    legal(position, "xd5")
    (two_covered,) = side_by_side("""
              .
            o   .
          .   o   o
        m   o   .   m
          .   o   o
        M   o   .   o
          .   .   .
        .   .   .   .
          m   .   M
            m   .
              m
    """)
    position = play(on_board(two_covered, "base 1 8 move 0,0 - - -"), "a2-N")
    legal(position, "xa3")
    legal(position, "xf1")


@pytest.mark.parametrize(("name", "tiles"), [("base", 1), ("base8", 2)])
def test_B4_D12_nobody_has_won_after_round_12_a_tie_0_points_each(name: str, tiles: int) -> None:
    position = _with_tiles(tiles, f"{name} 2 12 move 0,0 - - -")
    position = play(position, "a2-N" if tiles == 1 else "a2-N xc3")
    assert outcome(position) == "0:0:tie"
    illegal(position, "a3-S", "game-over", "M6")


def test_B4_no_tie_before_the_end_of_round_12() -> None:
    position = play(_with_tiles(3, "base 2 11 move 0,0 - - -"), "a2-N xc3")
    assert (position.round, position.outcome) == (12, None)
    position = legal(position, "c4-N", then="1 12 remove 0,0 c5-N - -")
    legal(position, "xc5", then="2 12 move 0,0 - - -")


@pytest.mark.parametrize(
    ("turn", "tiles"),
    [
        *[("2 3", 11), ("1 4", 11), ("1 7", 11), ("2 7", 11)],  # before clearing
        *[("1 8", 10), ("1 9", 8), ("1 10", 6), ("1 11", 4), ("1 12", 2)],
        *[("2 8", 9), ("2 9", 7), ("2 10", 5), ("2 11", 3), ("2 12", 1)],
    ],
)
def test_B5_the_winner_scores_the_tiles_still_on_the_board_at_the_winning_move(
    turn: str, tiles: int
) -> None:
    position = _with_tiles(tiles, f"base {turn} move 0,0 - - -")
    assert outcome(legal(position, "a2-S")) == f"{turn[0]}:{tiles}:freed"
    assert outcome(legal(position, "a2-N")) in ("-", "0:0:tie")


@pytest.mark.parametrize(("turn", "tiles"), [("2 7", 11), ("1 8", 11), ("2 8", 10), ("2 12", 2)])
def test_B5_in_base8_too(turn: str, tiles: int) -> None:
    position = _with_tiles(tiles, f"base8 {turn} move 0,0 - - -")
    assert outcome(legal(position, "a2-S")) == f"{turn[0]}:{tiles}:freed"


@pytest.mark.parametrize(
    ("name", "score"), [("base", 11), ("base8", 11), ("base+21", 21), ("base8+21", 21)]
)
def test_B5_by_option_a_win_by_either_player_in_round_3_scores_21(name: str, score: int) -> None:
    all_covered, all_freed = side_by_side("""
              o        |        o
            .   o      |      .   o
          .   .   .    |    .   .   .
        .   .   .   .  |  o   o   o   o
          .   .   .    |    o   o   o
        M   M   M   M  |  m   m   m   m
          M   M   M    |    m   m   m
        .   .   .   .  |  .   .   .   .
          .   .   .    |    .   .   .
            .   o      |      .   o
              o        |        o
    """)
    position = on_board(all_covered, f"{name} 1 3 move 0,0 - - -")
    assert outcome(legal(position, "a2-N", all_freed)) == f"1:{score}:freed"
    position = _with_tiles(11, f"{name} 2 3 move 0,0 - - -")
    assert outcome(legal(position, "a2-S")) == f"2:{score}:freed"


@pytest.mark.parametrize("turn", ["1 4", "2 4", "1 5"])
@pytest.mark.parametrize("name", ["base+21", "base8+21"])
def test_B5_a_win_after_round_3_does_not_score_21(name: str, turn: str) -> None:
    position = _with_tiles(11, f"{name} {turn} move 0,0 - - -")
    assert outcome(legal(position, "a2-S")) == f"{turn[0]}:11:freed"


@pytest.mark.parametrize("name", BASE_GAMES)
def test_base_no_claiming_in_the_base_game(name: str) -> None:
    position = _with_tiles(11, f"{name} 1 4 move 0,0 - - -")
    illegal(position, "claim", "claim-unknown", "A9")
    moved = play(position, "a2-N")
    illegal(moved, "claim", "claim-unknown", "A9")
    legal(moved, "c3-SE")


def test_base_several_games_add_up() -> None:
    """A winner has the points and the loser none, a tie has none: that is all there is to add."""
    games = [
        play(_with_tiles(11, "base 1 5 move 0,0 - - -"), "a2-S"),
        play(_with_tiles(9, "base 2 8 move 0,0 - - -"), "a2-S"),
        play(_with_tiles(6, "base 1 10 move 0,0 - - -"), "a2-S"),
        play(_with_tiles(1, "base 2 12 move 0,0 - - -"), "a2-N"),
    ]
    points = Counter[int]()
    for game in games:
        assert game.outcome is not None
        points[game.outcome.winner] += game.outcome.score
    assert points == {1: 17, 2: 9, 0: 0}
