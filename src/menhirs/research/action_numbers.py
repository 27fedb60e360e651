"""Actions as numbers: fixed for a board, the same in every position and every version.

A learning program wants a short list of actions that never changes. Most actions of the game are
few: a word, or a cell with something to do there. Only splits are many: the standard board has
91,455 connected parts of 3 to 8 tiles, each with six directions, far too many outputs for a
network, and nearly all of them would never be tried twice. So a split is entered in steps: first
its first tile (in the order a1, a2, …, g3) and its direction; then, as long as several parts begin
like that, whether one tile goes along. In random games the first number alone is enough for every
second split. Whole clusters, by far the most usual moves, are one number each.

On a board of ``n`` cells, the cells being numbered in the order a1, a2, …, g3:

- 0 to 6 are ``pass``, ``keep``, ``back``, ``on``, ``claim``, ``along`` and ``stays``;
- then there are 15 planes of ``n`` numbers, a number for every cell: turn the menhir over, place
  fog, take it away, move the whole cluster with this first tile N, NE, SE, S, SW, NW, split off a
  part with this first tile N, NE, SE, S, SW, NW.

So the number is ``7 + plane * n + cell``, and there are ``7 + 15 * n`` numbers: 457 on the standard
board. Changing this numbering would spoil every trained program: it stays as it is.
"""

from __future__ import annotations

from menhirs.core.errors import Malformed
from menhirs.core.geometry import Cell, Direction, Geometry, cells_in

PASS, KEEP, BACK, ON, CLAIM, ALONG, STAYS = range(7)
"""The actions without a cell. ``along`` and ``stays`` answer whether the asked tile moves."""

WORDS = ("pass", "keep", "back", "on", "claim", "along", "stays")

FLIP_PLANE, PLACE_PLANE, REMOVE_PLANE, MOVE_PLANE, SPLIT_PLANE = 0, 1, 2, 3, 9
"""The planes. Moves and splits have six each, in the order of the directions."""

PLANES = 15

_SIGNS = {FLIP_PLANE: "*", PLACE_PLANE: "+", REMOVE_PLANE: "x"}


def how_many(geometry: Geometry) -> int:
    """The number of action numbers of a board."""
    return len(WORDS) + PLANES * len(geometry.names)


def number_at(geometry: Geometry, plane: int, cell: Cell) -> int:
    """The number of an action on a cell."""
    return len(WORDS) + plane * len(geometry.names) + list(cells_in(geometry.cells)).index(cell)


def write_number(geometry: Geometry, number: int) -> str:
    """An action number as text: ``keep``, ``*c3``, ``+c3``, ``xc3``, ``c3-NE``, ``c3…-NE``."""
    if not 0 <= number < how_many(geometry):
        most = how_many(geometry) - 1
        raise Malformed("number-range", name="the action", text=str(number), least=0, most=most)
    if number < len(WORDS):
        return WORDS[number]
    plane, place = divmod(number - len(WORDS), len(geometry.names))
    name = geometry.names[place]
    if plane in _SIGNS:
        return _SIGNS[plane] + name
    if plane < SPLIT_PLANE:
        return f"{name}-{Direction(plane - MOVE_PLANE).name}"
    return f"{name}…-{Direction(plane - SPLIT_PLANE).name}"
