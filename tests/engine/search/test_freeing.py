"""The quick encoded for a winning move, against writing all moves down."""

from __future__ import annotations

from random import Random

import pytest
from benchmarks.rules import uncompiled

from menhirs.core import fog
from menhirs.core.geometry import STANDARD, Geometry, cells_in

BOARDS = [STANDARD, Geometry((2, 3, 2)), Geometry((4, 3, 2, 3, 4)), Geometry((4, 5, 4, 5))]


@pytest.mark.parametrize("geometry", BOARDS, ids=str)
def test_can_free_is_having_a_winning_move(geometry: Geometry) -> None:
    numbers = Random(1)
    plain = uncompiled(fog)
    cells, stride = geometry.cells, geometry.stride
    every = list(cells_in(cells))
    answers = set()
    for number in range(6000):
        placed = geometry.mask(numbers.sample(every, numbers.randint(1, min(13, len(every) - 1))))
        menhirs = geometry.mask(numbers.sample(every, numbers.randint(1, 5)))
        if not placed & menhirs:
            continue
        pictures = [
            placed & ~tiles | fog.step(tiles, way, stride)
            for tiles, way in fog.moves(placed, cells, stride)
        ]
        wins = any(not picture & menhirs for picture in pictures)
        assert fog.can_free(placed, menhirs, cells, stride) == wins
        if number % 20 == 0:
            assert plain.can_free(placed, menhirs, cells, stride) == wins
        answers.add(wins)
    assert answers == {True, False}
