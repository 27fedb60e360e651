"""Names, neighbours and mirrors follow from the column heights."""

from __future__ import annotations

from typing import Any

import pytest

from menhirs.core.errors import Illegal, Malformed
from menhirs.core.geometry import STANDARD, Direction, Geometry, cells_in


def neighbours(geometry: Geometry, name: str) -> dict[str, str]:
    cell = geometry.cell(name)
    found = {d.name: geometry.neighbour(cell, d) for d in Direction}
    return {d: geometry.name(n) for d, n in found.items() if n is not None}


def test_the_standard_board_has_30_cells_in_seven_columns() -> None:
    assert STANDARD.cells.bit_count() == 30
    assert [len(column) for column in STANDARD.columns] == [3, 4, 5, 6, 5, 4, 3]
    assert STANDARD.names[0] == "a1"
    assert STANDARD.names[-1] == "g3"


def test_neighbours_as_the_rules_name_them() -> None:
    assert neighbours(STANDARD, "a1") == {"N": "a2", "NE": "b2", "SE": "b1"}
    assert neighbours(STANDARD, "d6") == {"SE": "e5", "S": "d5", "SW": "c5"}
    assert neighbours(STANDARD, "d3") == {
        "N": "d4", "NE": "e3", "SE": "e2", "S": "d2", "SW": "c2", "NW": "c3"
    }  # fmt: skip


@pytest.mark.parametrize("heights", [(3, 4, 5, 6, 5, 4, 3), (2, 3, 2), (1, 2, 3), (4, 3, 4), (5,)])
def test_being_neighbours_goes_both_ways(heights: tuple[int, ...]) -> None:
    geometry = Geometry(heights)
    for cell in cells_in(geometry.cells):
        for direction in Direction:
            there = geometry.neighbour(cell, direction)
            if there is not None:
                assert geometry.neighbour(there, direction.opposite) == cell


def test_names_and_cells_are_one_to_one() -> None:
    assert [STANDARD.name(STANDARD.cell(name)) for name in STANDARD.names] == list(STANDARD.names)
    assert STANDARD.names_of(STANDARD.mask_of("g3 a1 c2")) == ["a1", "c2", "g3"]


@pytest.mark.parametrize("name", ["", "a", "a0", "a4", "h1", "A1", "a1 ", "a11", "11"])
def test_a_name_of_no_cell_is_refused(name: str) -> None:
    with pytest.raises(Malformed) as caught:
        STANDARD.cell(name)
    assert caught.value.code == "cell"


@pytest.mark.parametrize("cell", [-1, 3, 99])
def test_what_is_no_cell_has_no_name(cell: int) -> None:
    with pytest.raises(Illegal) as caught:
        STANDARD.name(cell)
    assert caught.value.code == "no-such-cell"


@pytest.mark.parametrize("mask", [-1, 1 << 3, 1 << 99])
def test_a_set_with_what_is_no_cell_has_no_names(mask: int) -> None:
    with pytest.raises(Illegal) as caught:
        STANDARD.names_of(mask)
    assert caught.value.code == "no-such-cell"


def test_heights_may_be_a_list() -> None:
    listed = Geometry([3, 4, 3])  # type: ignore[arg-type]
    assert listed == Geometry((3, 4, 3))
    assert hash(listed) == hash(Geometry((3, 4, 3)))


@pytest.mark.parametrize("heights", ["343", (3.0, 4.0, 3.0), (True, 2)])
def test_heights_that_are_no_whole_numbers_are_refused(heights: Any) -> None:
    with pytest.raises(Malformed) as caught:
        Geometry(heights)
    assert caught.value.code == "geometry-columns"


@pytest.mark.parametrize("heights", [(), (0, 1), (3, 3), (3, 5), (9,) * 2])
def test_columns_that_make_no_board_are_refused(heights: tuple[int, ...]) -> None:
    with pytest.raises(Malformed) as caught:
        Geometry(heights)
    assert caught.value.code == "geometry-columns"


@pytest.mark.parametrize("heights", [(10,), (8, 9, 8, 9, 8, 9, 8, 9), (1, 2) * 14])
def test_boards_too_large_for_a_mask_are_refused(heights: tuple[int, ...]) -> None:
    with pytest.raises(Malformed) as caught:
        Geometry(heights)
    assert caught.value.code == "geometry-size"


def test_mirrors_keep_neighbours() -> None:
    for mirror in STANDARD.mirrors:
        for cell in cells_in(STANDARD.cells):
            for direction in Direction:
                there = STANDARD.neighbour(cell, direction)
                image = STANDARD.neighbour(mirror.cell_to[cell], mirror.direction(direction))
                assert image == (None if there is None else mirror.cell_to[there])


def test_a_board_that_leans_has_only_the_mirror_it_has() -> None:
    assert len(Geometry((2, 3, 4)).mirrors) == 1
