"""The numbers of actions never change: trained programs rely on them."""

from __future__ import annotations

import pytest

from menhirs.core.errors import Malformed
from menhirs.core.fog import around, size
from menhirs.core.geometry import STANDARD, Geometry
from menhirs.research.action_numbers import how_many, number_at, write_number


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "pass"),
        (1, "keep"),
        (2, "back"),
        (3, "on"),
        (4, "claim"),
        (5, "along"),
        (6, "stays"),
        (7, "*a1"),
        (36, "*g3"),
        (37, "+a1"),
        (67, "xa1"),
        (77, "xc4"),
        (97, "a1-N"),
        (127, "a1-NE"),
        (137, "c4-NE"),
        (247, "a1-NW"),
        (277, "a1…-N"),
        (427, "a1…-NW"),
        (456, "g3…-NW"),
    ],
)
def test_the_numbers_of_the_standard_board(number: int, text: str) -> None:
    assert write_number(STANDARD, number) == text


def test_a_number_for_every_action_of_a_board() -> None:
    for geometry in (STANDARD, Geometry((1,)), Geometry((2, 3, 2))):
        texts = [write_number(geometry, number) for number in range(how_many(geometry))]
        assert len(set(texts)) == len(texts) == 7 + 15 * len(geometry.names)
        for plane in range(15):
            for place, name in enumerate(geometry.names):
                number = number_at(geometry, plane, geometry.cell(name))
                assert number == 7 + plane * len(geometry.names) + place
                assert name in write_number(geometry, number)


@pytest.mark.parametrize("number", [-1, 457, 10**30])
def test_what_is_no_number_is_refused(number: int) -> None:
    with pytest.raises(Malformed) as refused:
        write_number(STANDARD, number)
    assert refused.value.code == "number-range"


def test_there_are_far_too_many_parts_to_number_them() -> None:
    """The figure in the docs: connected parts of 3 to 8 of the 11 tiles on the board."""
    parts = 0
    waiting = [
        (1 << cell, STANDARD.cells & ((1 << cell) - 1))
        for cell in map(STANDARD.cell, STANDARD.names)
    ]
    while waiting:
        part, barred = waiting.pop()
        undecided = around(part, STANDARD.stride) & STANDARD.cells & ~part & ~barred
        if not undecided or size(part) == 8:
            parts += size(part) >= 3
            continue
        tile = undecided & -undecided
        waiting += [(part, barred | tile), (part | tile, barred)]
    assert parts == 91_455
