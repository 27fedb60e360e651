"""Passing, which only a house board makes necessary (M7, D4)."""

# ruff: noqa: N802 -- tests carry the numbers of the sentences they show

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from menhirs.core.actions import Pass
from menhirs.core.fog import moves
from menhirs.core.geometry import STANDARD, Geometry, Mask, cells_in
from menhirs.core.rules import Round, RuleSet, Taking
from menhirs.core.scoring import RoundScoring, TileScoring

from .diagram import illegal, legal, on_board, play, side_by_side

COLUMN = RuleSet(
    "column",
    schedule=(Round(1), Round(2), Round(3)),
    scoring=TileScoring(bonus_round=1, bonus=None),
    geometry=Geometry((4,)),
    menhirs=3,
    fog_tiles=3,
)
"""One column of four cells: three tiles have one move, and after it only the way back."""

LOW, HIGH = side_by_side("""
    .  |  o
    M  |  M
    M  |  M
    M  |  m
""")

TRIANGLE = RuleSet(
    "triangle",
    schedule=(Round(1), Round(2), Round(3)),
    scoring=TileScoring(bonus_round=1, bonus=None),
    geometry=Geometry((1, 2)),
    menhirs=2,
    fog_tiles=2,
)
"""Three cells that all touch: two tiles have no move at all."""

FULL, ONE_TAKEN, FREED = side_by_side("""
      .  |    .  |    o
    M    |  m    |  m
      M  |    M  |    m
""")


def _taking(rules: RuleSet, taking: Taking, *, claims: bool = False) -> RuleSet:
    """These rules with fog taken away in every round, once by choice if it is by choice."""
    schedule = tuple(replace(r, taking=(taking, taking), claims=claims) for r in rules.schedule)
    chances = 1 if taking is Taking.MAY else None
    return replace(rules, schedule=schedule, chances=chances, scoring=RoundScoring(0))


def test_M7_D4_a_player_with_no_legal_move_passes() -> None:
    position = on_board(FULL, "triangle 1 1 move 0,0 - - -", house=TRIANGLE)
    assert position.legal_actions() == [Pass()]
    legal(position, "pass", FULL, then="2 1 move 0,0 - - -")
    illegal(position, "a1-SE", "move-off-board", "M3")


def test_M7_no_legal_move_may_be_for_want_of_any_but_the_way_back() -> None:
    position = on_board(LOW, "column 1 1 move 0,0 - - -", house=COLUMN)
    position = legal(position, "a1-N", HIGH)
    illegal(position, "a2-S", "return", "M4")
    assert position.legal_actions() == [Pass()]


def test_M7_a_player_with_a_legal_move_may_not_pass() -> None:
    position = on_board(LOW, "column 1 1 move 0,0 - - -", house=COLUMN)
    illegal(position, "pass", "pass-with-moves", "M7")
    legal(position, "a1-N")


def test_M7_D4_the_memory_of_M4_is_cleared() -> None:
    position = play(on_board(LOW, "column 1 1 move 0,0 - - -", house=COLUMN), "a1-N")
    illegal(position, "a2-S", "return", "M4")
    position = legal(position, "pass", HIGH, then="1 2 move 0,0 - - -")
    legal(position, "a2-S", LOW)


def test_M7_D4_fog_is_taken_away_where_that_is_due() -> None:
    rules = _taking(TRIANGLE, Taking.MUST)
    position = on_board(FULL, "triangle 1 1 move 0,0 - - -", house=rules)
    position = legal(position, "pass", FULL, then="1 1 remove 0,0 - - -")
    illegal(position, "keep", "keep-forced", "B3")
    illegal(position, "pass", "wrong-phase", "B2")
    position = legal(position, "xa1", ONE_TAKEN, then="2 1 move 0,0 - - -")
    legal(position, "b1-N", FREED, then="2 1 over 0,0 b2-N - 2:1:freed")


def test_M7_fog_may_be_taken_away_where_that_is_a_choice() -> None:
    rules = _taking(TRIANGLE, Taking.MAY)
    position = on_board(FULL, "triangle 1 1 move 0,0 - - -", house=rules)
    position = legal(position, "pass", FULL, then="1 1 remove 0,0 - - -")
    legal(position, "keep", FULL, then="2 1 move 0,0 - - -")
    legal(position, "xa1", ONE_TAKEN, then="2 1 move 1,0 - - -")


def test_M7_no_fog_is_taken_away_where_that_is_not_due() -> None:
    position = play(on_board(FULL, "triangle 1 1 move 0,0 - - -", house=TRIANGLE), "pass")
    illegal(position, "xa1", "wrong-phase", "B2")


def test_M7_M8_nothing_is_taken_after_a_pass_where_nothing_may_be() -> None:
    """A board of one cell more than its fog: the turn is over, the game is not."""
    (full,) = side_by_side("""
        .
        M
    """)
    rules = replace(_taking(TRIANGLE, Taking.MUST), geometry=Geometry((2,)), menhirs=1, fog_tiles=1)
    position = on_board(full, "triangle 2 2 move 0,0 a1-S - -", house=rules)
    assert position.legal_actions() == [Pass()]
    legal(position, "pass", full, then="1 3 move 0,0 - - -")


@pytest.mark.parametrize("after_pass", ["", "keep", "xa2"])
def test_M7_D4_nobody_can_claim_on_a_pass(after_pass: str) -> None:
    rules = _taking(COLUMN, Taking.MAY, claims=True)
    position = play(on_board(LOW, "column 1 1 move 0,0 - - -", house=rules), "a1-N keep")
    legal(position, "claim")  # on the move of player 1, as always
    passed = play(position, f"pass {after_pass}")
    assert passed.claimant is None
    illegal(passed, "claim", "claim-closed", "A9")


def test_M7_a_game_in_which_all_pass_is_a_tie() -> None:
    position = on_board(FULL, "triangle 1 1 move 0,0 - - -", house=TRIANGLE)
    position = play(position, "pass pass pass pass pass")
    assert not position.is_over
    legal(position, "pass", FULL, then="2 3 over 0,0 - - 0:0:tie")


def test_M7_on_this_board_it_cannot_happen_with_1_to_3_tiles() -> None:
    cells = list(cells_in(STANDARD.cells))
    fogs = [fog for tiles in (1, 2, 3) for fog in combinations(cells, tiles)]
    assert len(fogs) == 30 + 435 + 4060
    assert min(_number_of_moves(STANDARD.mask(fog)) for fog in fogs) >= 2


@pytest.mark.parametrize("tiles", range(4, 12))
def test_M7_on_this_board_it_cannot_happen_with_more_tiles_of_a_sample(tiles: int) -> None:
    cells, numbers = list(cells_in(STANDARD.cells)), Random(tiles)
    for _ in range(200):
        assert _number_of_moves(STANDARD.mask(numbers.sample(cells, tiles))) >= 2


def _number_of_moves(fog: Mask) -> int:
    return len(moves(fog, STANDARD.cells, STANDARD.stride))
