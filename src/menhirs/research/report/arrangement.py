"""The arrangement of the menhirs of a layout, in three numbers that a player can see on the
board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from menhirs.core.geometry import Cell, Direction, Geometry, Mask, cells_in


@dataclass(frozen=True)
class Arrangement:
    """The arrangement of menhirs."""

    touching: int
    """Pairs of neighbours."""
    at_edge: int
    """Menhirs on cells with fewer than six neighbours."""
    spread: float
    """The average distance of two menhirs, in steps."""


def arrangement_of(geometry: Geometry, menhirs: Mask) -> Arrangement:
    """The arrangement of these menhirs."""
    cells = list(cells_in(menhirs))
    distances = _distances(geometry)
    apart = [distances[pair] for pair in combinations(cells, 2)]
    return Arrangement(
        touching=apart.count(1),
        at_edge=sum(len(_neighbours(geometry, cell)) < len(Direction) for cell in cells),
        spread=sum(apart) / len(apart) if apart else 0.0,
    )


def _neighbours(geometry: Geometry, cell: Cell) -> list[Cell]:
    near = (geometry.neighbour(cell, direction) for direction in Direction)
    return [neighbour for neighbour in near if neighbour is not None]


@lru_cache(maxsize=8)
def _distances(geometry: Geometry) -> dict[tuple[Cell, Cell], int]:
    """The number of steps from each cell to each other, over the board."""
    found: dict[tuple[Cell, Cell], int] = {}
    for begin in cells_in(geometry.cells):
        reached, steps = {begin: 0}, [begin]
        for cell in steps:  # grows while it is gone through
            for neighbour in _neighbours(geometry, cell):
                if neighbour not in reached:
                    reached[neighbour] = reached[cell] + 1
                    steps.append(neighbour)
        found |= {(begin, cell): distance for cell, distance in reached.items()}
    return found
