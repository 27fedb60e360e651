"""The board, and the moves of fog over it (M1 to M3), by brute force.

A cell is its name ("c3"), a fog is a set of cells.  The alphabetical order of the names is the
order a1, a2, ..., g3 that the written forms ask for, so `sorted` is all the ordering there is.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import combinations

Fog = frozenset[str]
FogMove = tuple[Fog, str]
"""The tiles that move, and the direction they move in."""

COLUMN_HEIGHTS = {"a": 3, "b": 4, "c": 5, "d": 6, "e": 5, "f": 4, "g": 3}
CELLS = [
    f"{column}{row}" for column, height in COLUMN_HEIGHTS.items() for row in range(1, height + 1)
]
OPPOSITE = {"N": "S", "NE": "SW", "SE": "NW", "S": "N", "SW": "NE", "NW": "SE"}

SMALLEST_GROUP = 3  # M2: no part may be smaller, neither the one that moves nor one that stays

# One step, as (columns to the east, half cells to the north).  Neighbouring columns lie half a
# cell higher or lower than each other, so half cells keep the numbers whole.
STEPS = {"N": (0, 2), "NE": (1, 1), "SE": (1, -1), "S": (0, -2), "SW": (-1, -1), "NW": (-1, 1)}


def place_in_plane(cell: str) -> tuple[int, int]:
    """Column counted from the west, and half cells above the south end of the longest column."""
    column, row = cell[0], int(cell[1])
    # Columns are centred: each missing cell lifts the column's south end by half a cell.
    missing = max(COLUMN_HEIGHTS.values()) - COLUMN_HEIGHTS[column]
    return list(COLUMN_HEIGHTS).index(column), 2 * (row - 1) + missing


CELL_AT = {place_in_plane(cell): cell for cell in CELLS}


def step(cell: str, direction: str) -> str | None:
    """The cell one step away, or None where that is off the board."""
    across, up = place_in_plane(cell)
    step_across, step_up = STEPS[direction]
    return CELL_AT.get((across + step_across, up + step_up))


# For each direction, the cells that have a neighbour there, and which.
NEIGHBOUR_TO = {
    direction: {cell: there for cell in CELLS if (there := step(cell, direction)) is not None}
    for direction in STEPS
}
NEIGHBOURS = {
    cell: {towards[cell] for towards in NEIGHBOUR_TO.values() if cell in towards} for cell in CELLS
}


def groups(tiles: Fog) -> list[Fog]:
    """The largest connected groups among these tiles."""
    found = []
    unseen = set(tiles)
    while unseen:
        group = {unseen.pop()}
        edge = set(group)
        while edge:
            edge = {there for cell in edge for there in NEIGHBOURS[cell]} & unseen
            group |= edge
            unseen -= edge
        found.append(frozenset(group))
    return found


def is_connected(tiles: Fog) -> bool:
    """Whether the set is one group. It is quick, for thousands of subsets."""
    reached: set[str] = set()
    to_visit = [min(tiles)]
    while to_visit:
        cell = to_visit.pop()
        if cell not in reached:
            reached.add(cell)
            to_visit.extend(NEIGHBOURS[cell] & tiles)
    return len(reached) == len(tiles)


@lru_cache(maxsize=10_000)
def movable_parts(cluster: Fog) -> tuple[Fog, ...]:
    """What may be moved of a cluster: the whole, and every part that may be split off (M2)."""
    parts = [cluster]
    # Three must move and three must stay, so this range is empty for fewer than 6 tiles (M2).
    for size in range(SMALLEST_GROUP, len(cluster) - SMALLEST_GROUP + 1):
        for chosen in combinations(sorted(cluster), size):
            part = frozenset(chosen)
            if not is_connected(part):  # M2: the part that moves is connected
                continue
            # M2: what stays is counted with the moving part lifted off, so where the part
            # lands does not matter here.
            if all(len(group) >= SMALLEST_GROUP for group in groups(cluster - part)):
                parts.append(part)
    return tuple(parts)


def landing(tiles: Fog, direction: str) -> Fog | None:
    """Where the tiles come to lie, or None when one of them would leave the board (M3)."""
    towards = NEIGHBOUR_TO[direction]
    if not tiles <= towards.keys():
        return None
    return frozenset([towards[cell] for cell in tiles])


def fog_after(fog: Fog, tiles: Fog, direction: str) -> Fog:
    """The fog after a move that is known to stay on the board."""
    there = landing(tiles, direction)
    if there is None:
        raise ValueError("the move leaves the board")
    return (fog - tiles) | there


@lru_cache(maxsize=10_000)
def fog_moves(fog: Fog) -> Mapping[str, FogMove]:
    """Every move that M1 to M3 allow, by its written form."""
    found = {}
    for cluster in groups(fog):  # M1: one cluster, one step
        for part in movable_parts(cluster):  # M2
            # Written form: a whole cluster by its first tile, a split by all its tiles.
            names = min(cluster) if part == cluster else "".join(sorted(part))
            staying = fog - part
            for direction in STEPS:
                there = landing(part, direction)
                # M3: on the board, and on no fog tile that does not move along
                if there is not None and not there & staying:
                    found[f"{names}-{direction}"] = (part, direction)
    return found
