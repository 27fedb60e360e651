"""The move generator: compiled and uncompiled alike, and the known facts about it."""

from __future__ import annotations

from array import array
from random import Random
from types import ModuleType

import pytest
from benchmarks.rules import is_compiled, uncompiled

from menhirs.core import fog
from menhirs.core.geometry import STANDARD, Geometry, cells_in

PLAIN = uncompiled(fog)
HOUSE_BOARDS = [Geometry((2, 3, 2)), Geometry((3, 4, 3)), Geometry((4, 3, 2, 3, 4))]


def random_fog(geometry: Geometry, tiles: int, numbers: Random) -> int:
    return geometry.mask(numbers.sample(list(cells_in(geometry.cells)), tiles))


def test_the_install_compiled_the_generator() -> None:
    assert is_compiled(fog)
    assert not is_compiled(PLAIN)


def test_tiles_are_counted_anywhere_in_a_mask() -> None:
    numbers = Random(1)
    masks = [0, 2**64 - 1, *(1 << bit for bit in range(64))]
    masks += [numbers.getrandbits(64) & numbers.getrandbits(64) for _ in range(200)]
    for mask in masks:
        assert fog.size(mask) == PLAIN.size(mask) == mask.bit_count()


@pytest.mark.parametrize("geometry", [STANDARD, *HOUSE_BOARDS], ids=str)
def test_compiled_and_uncompiled_write_the_same_moves(geometry: Geometry) -> None:
    numbers = Random(3)
    room = geometry.cells.bit_count()
    for tiles in range(1, min(12, room)):
        for _ in range(30):
            placed = random_fog(geometry, tiles, numbers)
            moves = fog.moves(placed, geometry.cells, geometry.stride)
            assert moves == PLAIN.moves(placed, geometry.cells, geometry.stride)
            assert len(set(moves)) == len(moves)


@pytest.mark.parametrize(("tiles", "average"), [(11, 21.3), (8, 17.2), (5, 15.2)])
def test_average_number_of_moves(tiles: int, average: float) -> None:
    numbers = Random(1)
    count = 20_000
    total = sum(
        len(fog.moves(random_fog(STANDARD, tiles, numbers), STANDARD.cells, STANDARD.stride))
        for _ in range(count)
    )
    assert total / count == pytest.approx(average, abs=0.3)


def test_no_two_moves_lead_to_the_same_picture_and_there_are_always_two() -> None:
    numbers = Random(5)
    for _ in range(3000):
        placed = random_fog(STANDARD, numbers.randint(1, 11), numbers)
        moves = fog.moves(placed, STANDARD.cells, STANDARD.stride)
        assert len(moves) >= 2
        pictures = {placed & ~t | fog.step(t, d, STANDARD.stride) for t, d in moves}
        assert len(pictures) == len(moves)
        assert all(p & ~STANDARD.cells == 0 for p in pictures)
        assert all(p.bit_count() == placed.bit_count() for p in pictures)


@pytest.mark.parametrize("generator", [fog, PLAIN], ids=["compiled", "uncompiled"])
def test_the_fog_with_the_most_moves_has_408(generator: ModuleType) -> None:
    placed = STANDARD.mask_of("b2 b3 c2 c4 d2 d3 d4 d5 e2 e3 e4")
    assert len(generator.moves(placed, STANDARD.cells, STANDARD.stride)) == 408


@pytest.mark.parametrize("generator", [fog, PLAIN], ids=["compiled", "uncompiled"])
def test_more_moves_than_there_is_room_for_are_counted_not_written(generator: ModuleType) -> None:
    placed = STANDARD.mask_of("c2 c3 c4 d2 d3 d4 d5 e2 e3 e4 f2")
    everything = generator.moves(placed, STANDARD.cells, STANDARD.stride)
    parts, directions = array("Q", bytes(8 * 3)), array("B", bytes(3))
    count = generator.write_moves(placed, STANDARD.cells, STANDARD.stride, parts, directions)
    assert count == len(everything) > 100
    assert list(zip(parts, directions, strict=True)) == everything[:3]


@pytest.mark.parametrize("generator", [fog, PLAIN], ids=["compiled", "uncompiled"])
def test_a_tile_cannot_leave_over_any_edge(generator: ModuleType) -> None:
    for name, ways in {"a1": 3, "a3": 3, "d1": 3, "d6": 3, "g1": 3, "g3": 3, "a2": 4}.items():
        tile = STANDARD.mask_of(name)
        assert len(generator.moves(tile, STANDARD.cells, STANDARD.stride)) == ways


@pytest.mark.parametrize("generator", [fog, PLAIN], ids=["compiled", "uncompiled"])
@pytest.mark.parametrize("menhirs", [1, 2, 5, 7])
def test_a_fog_can_be_freed_if_one_of_its_moves_frees_it(
    generator: ModuleType, menhirs: int
) -> None:
    numbers = Random(menhirs)
    found = 0
    for _ in range(1500):
        stones = random_fog(STANDARD, menhirs, numbers)
        placed = random_fog(STANDARD, numbers.randint(1, 11), numbers)
        if not placed & stones:
            continue
        freed = any(
            not stones & (placed & ~tiles | fog.step(tiles, direction, STANDARD.stride))
            for tiles, direction in fog.moves(placed, STANDARD.cells, STANDARD.stride)
        )
        assert generator.can_free(placed, stones, STANDARD.cells, STANDARD.stride) == freed
        found += freed
    assert found > 50


@pytest.mark.parametrize("generator", [fog, PLAIN], ids=["compiled", "uncompiled"])
@pytest.mark.parametrize("geometry", [*HOUSE_BOARDS[:2]], ids=str)
def test_origins_are_the_moves_that_lead_here(generator: ModuleType, geometry: Geometry) -> None:
    cells, stride = geometry.cells, geometry.stride
    led: dict[int, set[tuple[int, int]]] = {}
    for placed in range(cells + 1):
        if placed & ~cells == 0 and placed.bit_count() <= 8:
            for tiles, direction in fog.moves(placed, cells, stride):
                landed = fog.step(tiles, direction, stride)
                led.setdefault(placed & ~tiles | landed, set()).add((landed, direction))
    parts, directions = array("Q", bytes(8 * 2048)), array("B", bytes(2048))
    for result, expected in led.items():
        count = generator.write_origins(result, cells, stride, parts, directions)
        found = list(zip(parts[:count], directions[:count], strict=True))
        assert len(set(found)) == count
        assert set(found) == expected
