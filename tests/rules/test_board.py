"""Board and pieces: the cells, their names and neighbours, and what lies on them."""

# ruff: noqa: N802 -- tests carry the numbers of the sentences they show

from __future__ import annotations

from itertools import pairwise

import pytest

from menhirs.core.errors import Illegal, Malformed
from menhirs.core.geometry import STANDARD, Direction, Geometry
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Phase
from menhirs.notation.ascii import read_ascii, write_ascii

from .diagram import drawn_line, impossible, legal, on_board, side_by_side

TURNING_OVER = """
          .
        .   .
      .   .   .
    m   .   .   .
      m   .   .
    .   m   .   .
      .   .   .
    .   .   .   m
      .   m   m
        .   m
          .
"""
PLACED = """
          .
        .   .
      .   .   o
    .   .   .   o
      M   .   .
    o   M   .   o
      .   .   .
    o   .   .   .
      o   M   M
        .   M
          .
"""


@pytest.mark.parametrize("name", sorted(RULE_SETS))
def test_board_30_hexagons_with_a_tile_on_each_7_menhirs_and_23_forest(name: str) -> None:
    rules = RULE_SETS[name]
    start = Position.start(rules, random_menhirs(rules, seed=name))
    letters = write_ascii(start).split()
    assert len(letters) == 30
    assert sum(letter in "mM" for letter in letters) == 7
    assert sum(letter in ".o" for letter in letters) == 23


@pytest.mark.parametrize("cells", ["a3 b3 c3 d2 e1 f1", "a3 b3 c3 d2 e1 f1 g1 g2"])
def test_board_no_layout_has_6_or_8_menhirs(cells: str) -> None:
    with pytest.raises(Illegal) as caught:
        Position.start(AMSTERDAM, STANDARD.mask_of(cells))
    assert caught.value.code == "layout-menhirs"


def test_board_no_drawing_has_29_hexagons() -> None:
    with pytest.raises(Malformed) as caught:
        read_ascii(TURNING_OVER.replace(".", "", 1), STANDARD)
    assert caught.value.code == "ascii-board"


def test_board_11_fog_tiles() -> None:
    assert on_board(PLACED, "amsterdam 1 11 move 0,0 - - -").fog.bit_count() == 11
    impossible(drawn_line(PLACED, "amsterdam 1 11 move 0,0 - - -", minus="a1"), "position-fog")


@pytest.mark.parametrize(
    ("name", "covered", "placed"),
    [("base", 7, 4), ("base8", 7, 4), ("base+21", 7, 4), ("base8+21", 7, 4), ("amsterdam", 5, 6)],
)
def test_board_11_is_7_and_two_rounds_of_two_placements_and_it_is_5_and_6(
    name: str, covered: int, placed: int
) -> None:
    position = Position.start(RULE_SETS[name], STANDARD.mask_of("a3 b3 c3 d2 e1 f1 g1"))
    for _ in range(7 - covered):
        position = position.play(position.legal_actions()[0])
    assert position.fog.bit_count() == covered
    for _ in range(placed):
        assert position.phase is Phase.PLACE
        position = position.play(position.legal_actions()[0])
    assert position.phase is Phase.MOVE
    assert position.fog.bit_count() == 11


def test_board_north_is_up() -> None:
    before, northward, southward = side_by_side("""
              .        |        .        |        .
            .   .      |      .   .      |      .   .
          .   .   .    |    .   o   .    |    .   .   .
        m   .   .   m  |  m   .   .   m  |  m   .   .   m
          .   o   .    |    .   o   .    |    .   .   .
        m   .   .   m  |  m   .   .   m  |  m   .   .   m
          .   o   .    |    .   .   .    |    .   o   .
        m   .   .   M  |  m   .   .   M  |  m   .   .   M
          .   .   m    |    .   .   m    |    .   o   m
            .   .      |      .   .      |      .   .
              .        |        .        |        .
    """)
    position = on_board(before, "base 2 11 move 0,0 - - -")
    legal(position, "d3-N", northward)
    legal(position, "d3-S", southward)


def test_board_one_player_sits_at_the_north_side_the_other_at_the_south_side() -> None:
    """The board looks the same from both sides, so that neither has the better seat."""
    turned_round = STANDARD.mirrors[2]
    assert turned_round.cell_to[STANDARD.cell("d1")] == STANDARD.cell("d6")
    assert turned_round.cell_to[STANDARD.cell("a1")] == STANDARD.cell("g3")
    assert turned_round.direction(Direction.N) is Direction.S
    lopsided = Geometry((3, 4, 5))
    assert all(mirror.direction(Direction.NE) is Direction.SE for mirror in lopsided.mirrors)


def test_board_fog_moves_N_NE_SE_S_SW_NW_and_no_other_way() -> None:
    assert [direction.name for direction in Direction] == ["N", "NE", "SE", "S", "SW", "NW"]
    assert [direction.opposite.name for direction in Direction] == [
        "S",
        "SW",
        "NW",
        "N",
        "NE",
        "SE",
    ]
    position = on_board(PLACED, "amsterdam 1 11 move 0,0 - - -")
    for word in ("E", "W", "NO", "Z"):
        with pytest.raises(Malformed) as caught:
            legal(position, f"f4-{word}")
        assert caught.value.code == "direction"


def test_board_hexagons_have_neighbours_straight_north_and_south_in_vertical_columns() -> None:
    for column in STANDARD.columns:
        for south, north in pairwise(column):
            assert STANDARD.neighbour(south, Direction.N) == north
            assert STANDARD.neighbour(north, Direction.S) == south
        assert STANDARD.neighbour(column[-1], Direction.N) is None
        assert STANDARD.neighbour(column[0], Direction.S) is None


def test_D1_seven_columns_of_3_4_5_6_5_4_3_cells() -> None:
    assert [len(column) for column in STANDARD.columns] == [3, 4, 5, 6, 5, 4, 3]


def test_D1_of_all_such_boards_of_30_cells_only_sides_3_4_4_is_no_strip() -> None:
    """A hexagon that mirrors in both axes has sides p, q, q, p, q, q."""

    def columns(p: int, q: int) -> list[int]:
        growing = [p + number for number in range(q)]
        return growing + growing[-2::-1]

    boards = [(p, q) for p in range(1, 31) for q in range(1, 31) if sum(columns(p, q)) == 30]
    strip = (30, 1)
    assert boards == [(3, 4), strip]
    assert tuple(columns(3, 4)) == STANDARD.heights


def test_D1_another_outline_is_one_line_of_data() -> None:
    other = Geometry((2, 3, 4, 3, 2))
    assert other.cells.bit_count() == 14
    assert other.names_of(other.cells)[-1] == "e2"
    assert other.neighbour(other.cell("a1"), Direction.NE) == other.cell("b2")


@pytest.mark.parametrize("heights", [(3, 3), (3, 5), (), (0, 1)])
def test_D1_columns_that_do_not_interlock_are_no_board(heights: tuple[int, ...]) -> None:
    with pytest.raises(Malformed) as caught:
        Geometry(heights)
    assert (caught.value.code, caught.value.rule) == ("geometry-columns", "D1")


def test_board_columns_a_to_g_from_west_to_east_cells_numbered_from_the_south() -> None:
    names = " ".join(STANDARD.names)
    assert names == (
        "a1 a2 a3 b1 b2 b3 b4 c1 c2 c3 c4 c5 d1 d2 d3 d4 d5 d6 e1 e2 e3 e4 e5 f1 f2 f3 f4 g1 g2 g3"
    )
    position = on_board(TURNING_OVER, "amsterdam 1 12 flip 0,0 - - -")
    assert position.menhirs == STANDARD.mask_of("a3 b3 c3 d2 e1 f1 g1")


@pytest.mark.parametrize("name", ["a0", "a4", "d7", "g4", "h1", "A1", "a", "a10"])
def test_board_no_cell_has_another_name(name: str) -> None:
    with pytest.raises(Malformed) as caught:
        STANDARD.cell(name)
    assert caught.value.code == "cell"


@pytest.mark.parametrize(
    ("cell", "neighbours"),
    [
        ("a1", {"N": "a2", "NE": "b2", "SE": "b1"}),
        ("d6", {"SE": "e5", "S": "d5", "SW": "c5"}),
        ("g1", {"N": "g2", "SW": "f1", "NW": "f2"}),
        ("d1", {"N": "d2", "NE": "e1", "NW": "c1"}),
        ("b2", {"N": "b3", "NE": "c3", "SE": "c2", "S": "b1", "SW": "a1", "NW": "a2"}),
        ("f3", {"N": "f4", "NE": "g3", "SE": "g2", "S": "f2", "SW": "e3", "NW": "e4"}),
    ],
)
def test_board_neighbours_of_a_cell_and_none_beyond_the_edge(
    cell: str, neighbours: dict[str, str]
) -> None:
    found = {
        direction.name: STANDARD.name(there)
        for direction in Direction
        if (there := STANDARD.neighbour(STANDARD.cell(cell), direction)) is not None
    }
    assert found == neighbours
