"""Moving fog: clusters, parts and the edge of the board (M1 to M3, D2, D9)."""

# ruff: noqa: N802 -- tests carry the numbers of the sentences they show

from __future__ import annotations

import pytest

from menhirs.core.actions import Move
from menhirs.core.geometry import Direction
from menhirs.notation.ascii import write_ascii

from .diagram import illegal, legal, moving, side_by_side

HERE, NORTH, NORTH_EAST, SOUTH_EAST = side_by_side("""
          .        |        .        |        .        |        .
        .   .      |      .   .      |      .   .      |      .   .
      .   .   .    |    .   o   .    |    .   .   .    |    .   .   .
    m   .   .   m  |  m   o   .   m  |  m   .   o   m  |  m   .   .   m
      .   o   .    |    .   o   .    |    .   o   .    |    .   .   .
    m   o   .   m  |  m   .   .   m  |  m   .   o   m  |  m   .   o   m
      .   o   .    |    .   .   .    |    .   .   .    |    .   o   .
    m   .   .   M  |  m   .   .   M  |  m   .   .   M  |  m   .   o   M
      .   .   m    |    .   .   m    |    .   .   m    |    .   .   m
        .   .      |      .   .      |      .   .      |      .   .
          .        |        .        |        .        |        .
""")
SOUTH, SOUTH_WEST, NORTH_WEST = side_by_side("""
          .        |        .        |        .
        .   .      |      .   .      |      .   .
      .   .   .    |    .   .   .    |    .   .   .
    m   .   .   m  |  m   .   .   m  |  m   o   .   m
      .   .   .    |    .   .   .    |    o   .   .
    m   .   .   m  |  m   o   .   m  |  m   o   .   m
      .   o   .    |    o   .   .    |    .   .   .
    m   o   .   M  |  m   o   .   M  |  m   .   .   M
      .   o   m    |    .   .   m    |    .   .   m
        .   .      |      .   .      |      .   .
          .        |        .        |        .
""")

SIX, NINE = side_by_side("""
          .        |        .
        .   .      |      .   .
      .   .   .    |    .   o   .
    m   .   .   m  |  m   .   o   m
      .   o   .    |    o   o   o
    m   o   .   m  |  m   o   o   m
      o   o   .    |    o   o   .
    m   o   .   M  |  m   .   .   M
      o   .   m    |    .   .   m
        .   .      |      .   .
          .        |        .
""")


@pytest.mark.parametrize(
    ("direction", "after"),
    [
        ("N", NORTH),
        ("NE", NORTH_EAST),
        ("SE", SOUTH_EAST),
        ("S", SOUTH),
        ("SW", SOUTH_WEST),
        ("NW", NORTH_WEST),
    ],
)
def test_M1_you_move_one_cluster_one_step_in_one_of_the_six_directions(
    direction: str, after: str
) -> None:
    legal(moving(HERE), f"c3-{direction}", after)


def test_M1_not_two_steps() -> None:
    two_steps, round_the_corner = side_by_side("""
              o        |        .
            o   .      |      .   o
          .   o   .    |    .   o   .
        m   .   .   m  |  m   .   o   m
          .   .   .    |    .   .   .
        m   .   .   m  |  m   .   .   m
          .   .   .    |    .   .   .
        m   .   .   M  |  m   .   .   M
          .   .   m    |    .   .   m
            .   .      |      .   .
              .        |        .
    """)
    position = moving(HERE)
    reached = {write_ascii(position.play(deed)) for deed in position.legal_actions()}
    drawn = {write_ascii(moving(board)) for board in (NORTH, two_steps, round_the_corner)}
    assert reached & drawn == {write_ascii(moving(NORTH))}


def test_M1_a_cluster_is_a_largest_connected_group_of_fog() -> None:
    """Whichever tile of it is named, all three go; two of the three are no cluster."""
    position = moving(HERE)
    for tile in ("c3", "d3", "d4", "c3d4"):
        legal(position, f"{tile}-N", NORTH)
    illegal(position, "=c3d3-N", "split-small-cluster", "M2")


def test_M1_one_lone_tile_is_a_cluster() -> None:
    (after,) = side_by_side("""
              .
            .   .
          .   .   .
        m   .   .   m
          .   o   .
        m   o   .   m
          .   o   o
        m   .   .   m
          .   .   m
            .   .
              .
    """)
    legal(moving(HERE), "g1-NW", after)
    illegal(moving(HERE), "=d4-N", "split-small-cluster", "M2")


def test_M1_one_cluster_and_not_two() -> None:
    illegal(moving(HERE), "=c3d3d4g1-NW", "move-apart", "M1")
    illegal(moving(HERE), "=d3g1-NW", "move-apart", "M1")
    twice = moving(HERE).play(Move(moving(HERE).geometry.mask_of("c3 d3 d4"), Direction.N))
    illegal(twice, "g1-NW", "wrong-phase", "B2")


def test_M1_only_fog_is_moved() -> None:
    position = moving(HERE)
    illegal(position, "=e3-N", "move-no-fog", "M1")
    illegal(position, "=c3d3d4e3-N", "move-no-fog", "M1")
    illegal(position, Move(0, Direction.N), "move-nothing", "M1")


def test_M2_you_move_the_whole_cluster() -> None:
    five, whole = side_by_side("""
              .        |        .
            .   .      |      .   .
          .   .   .    |    .   o   .
        m   .   .   m  |  m   o   .   m
          .   o   .    |    o   o   .
        m   o   .   m  |  m   o   .   m
          o   o   .    |    .   .   .
        m   o   .   M  |  m   .   .   M
          .   .   m    |    .   .   m
            .   .      |      .   .
              .        |        .
    """)
    legal(moving(five), "b2-N", whole)
    legal(moving(five), "b2c2c3d3d4-N", whole)
    illegal(moving(five), "c3d3d4-N", "split-small-cluster", "M2")


def test_M2_from_a_cluster_of_6_or_more_tiles_you_may_split_off_a_part() -> None:
    split, whole = side_by_side("""
              .        |        .
            .   .      |      .   .
          .   o   .    |    .   o   .
        m   o   .   m  |  m   o   .   m
          .   o   .    |    o   o   .
        m   .   .   m  |  m   o   .   m
          o   .   .    |    o   .   .
        m   o   .   M  |  m   .   .   M
          o   .   m    |    .   .   m
            .   .      |      .   .
              .        |        .
    """)
    legal(moving(SIX), "c3d3d4-N", split)
    legal(moving(SIX), "c3-N", whole)
    (five_and_two,) = side_by_side("""
              .
            .   .
          .   .   .
        m   .   .   m
          .   o   .
        m   o   .   m
          o   o   .
        m   o   .   M
          .   .   M
            .   .
              .
    """)
    illegal(moving(five_and_two), "c3d3d4-N", "split-small-cluster", "M2")  # only its own count


def test_M2_the_part_that_moves_has_at_least_3_tiles() -> None:
    legal(moving(SIX), "c3d3d4-NE")
    illegal(moving(SIX), "=d3d4-NE", "split-small-part", "M2")
    illegal(moving(SIX), "=d4-NE", "split-small-part", "M2")


def test_M2_the_part_that_moves_is_connected() -> None:
    """The ends of a long cluster do not move without its middle."""
    position = moving(NINE)
    legal(position, "b2b3c3-NW")
    legal(position, "e3e4f3-NE")
    illegal(position, "b2b3c3e3e4f3-S", "move-apart", "M1")
    illegal(position, "b2b3e4-N", "move-apart", "M1")


def test_M2_every_group_that_stays_behind_has_at_least_three_tiles() -> None:
    eight, after = side_by_side("""
              .        |        .
            .   .      |      .   .
          .   o   .    |    .   o   .
        m   .   o   m  |  m   .   .   m
          o   o   .    |    o   o   o
        m   o   o   m  |  m   o   .   m
          o   o   .    |    o   .   o
        m   .   .   M  |  m   .   o   M
          .   .   m    |    .   .   m
            .   .      |      .   .
              .        |        .
    """)
    legal(moving(eight), "d3e3e4-SE", after)  # five stay
    illegal(moving(eight), "d3d4d5-N", "split-small-rest", "M2")  # three and two stay
    illegal(moving(SIX), "c2c3d3d4-N", "split-small-rest", "M2")  # two stay
    illegal(moving(SIX), "b2c2c3d3d4-N", "split-small-rest", "M2")  # one stays


def test_M2_D2_groups_are_counted_with_the_moving_part_lifted_off() -> None:
    """Going north the four would touch the two again at once, but "at all times" says no."""
    (touching_again,) = side_by_side("""
              .
            .   .
          .   o   .
        m   o   .   m
          .   o   .
        m   o   .   m
          o   .   .
        m   .   .   M
          o   .   m
            .   .
              .
    """)
    legal(moving(touching_again), "b1b2c3c4d4d5-N")  # all six hang together there
    illegal(moving(SIX), "c2c3d3d4-N", "split-small-rest", "M2")
    legal(moving(SIX), "b1b2c2-NW")


def test_M2_D2_the_part_may_come_to_lie_against_the_rest_again() -> None:
    (together_again,) = side_by_side("""
              .
            .   .
          .   .   .
        m   .   .   m
          .   .   .
        m   .   o   m
          o   o   .
        m   o   o   M
          o   .   m
            .   .
              .
    """)
    legal(moving(SIX), "c3d3d4-SE", together_again)
    legal(moving(together_again), "b1b2c2d3e2e3-N")
    illegal(moving(SIX), "c3d3d4-S", "move-onto-fog", "M3")  # against it, not upon it


def test_M2_D2_what_stays_behind_may_be_several_groups() -> None:
    (after,) = side_by_side("""
              o
            .   .
          .   o   .
        m   .   o   m
          o   o   o
        m   o   o   m
          o   .   .
        m   .   .   M
          .   .   m
            .   .
              .
    """)
    legal(moving(NINE), "d3d4d5-N", after)
    illegal(moving(NINE), "d3d4d5e3-S", "split-small-rest", "M2")


AT_THE_EDGE, AWAY_FROM_IT = side_by_side("""
          o        |        .
        o   .      |      .   .
      o   .   .    |    .   o   .
    M   o   .   m  |  m   o   .   m
      .   .   .    |    o   .   .
    m   .   .   m  |  M   o   .   m
      .   .   .    |    .   .   .
    m   .   .   M  |  m   .   .   M
      .   o   m    |    .   o   m
        .   .      |      .   .
          .        |        .
""")


@pytest.mark.parametrize("direction", ["N", "NW", "NE"])
def test_M3_a_fog_tile_never_leaves_the_board(direction: str) -> None:
    legal(moving(AT_THE_EDGE), "a3-S", AWAY_FROM_IT)
    illegal(moving(AT_THE_EDGE), f"a3-{direction}", "move-off-board", "M3")


@pytest.mark.parametrize(
    ("cell", "directions"),
    [
        ("a1", "S SW NW"),
        ("a3", "N SW NW"),
        ("d1", "SE S SW"),
        ("d6", "N NE NW"),
        ("g1", "SE S NE"),
        ("g3", "N NE SE"),
    ],
)
def test_M3_no_tile_leaves_over_a_corner(cell: str, directions: str) -> None:
    (corners,) = side_by_side("""
              o
            .   .
          .   .   .
        M   .   .   M
          .   .   .
        m   .   .   m
          .   .   .
        M   .   .   M
          .   .   .
            .   .
              M
    """)
    position = moving(corners)
    for direction in Direction:
        if direction.name in directions.split():
            illegal(position, f"{cell}-{direction.name}", "move-off-board", "M3")
        else:
            legal(position, f"{cell}-{direction.name}")


def test_M3_D9_a_fog_tile_never_lands_on_another_fog_tile() -> None:
    position = moving(SIX)
    legal(position, "c3d3d4-NE")
    for onto in ("c3d3d4-S", "c3d3d4-SW", "b1b2c2-N", "b1b2c2-NE"):
        illegal(position, onto, "move-onto-fog", "M3")


def test_M3_a_tile_may_land_where_another_moving_tile_lay() -> None:
    line, after = side_by_side("""
              .        |        .
            .   .      |      .   .
          .   .   .    |    .   o   .
        m   .   .   m  |  m   .   .   m
          .   o   .    |    .   o   .
        m   .   .   m  |  m   .   .   m
          .   o   .    |    .   o   .
        m   .   .   M  |  m   .   .   M
          .   o   m    |    .   .   m
            .   .      |      .   .
              .        |        .
    """)
    legal(moving(line), "d2-N", after)
    illegal(moving(after), "=d3d4-N", "split-small-cluster", "M2")
