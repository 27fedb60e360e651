"""Where things lie on the picture.

Hexagons are wider than high, with an edge to the north and to the south. Counted in steps of half
a hexagon's radius to the east and half its height to the south, every centre and every corner is a
pair of whole numbers. So corners that touch are equal, and outlines can be traced without rounding.
"""

from __future__ import annotations

from menhirs.core.geometry import Cell, Direction, Geometry, Mask, cells_in

# 52/60 is the height of a regular hexagon to a thousandth, and keeps every coordinate whole.
STEP_EAST, STEP_SOUTH = 30, 52
RADIUS = 2 * STEP_EAST
MARGIN = 26
"""Room for the rim of the tray."""

_EDGES = (  # the two corners of the edge towards N, NE, …, NW, clockwise around the hexagon
    ((-1, -1), (1, -1)),
    ((1, -1), (2, 0)),
    ((2, 0), (1, 1)),
    ((1, 1), (-1, 1)),
    ((-1, 1), (-2, 0)),
    ((-2, 0), (-1, -1)),
)

Point = tuple[int, int]


class Layout:
    """A board laid out with its middle at (0, 0), seen from the south or from the north."""

    def __init__(self, geometry: Geometry, from_north: bool = False) -> None:
        self._geometry = geometry
        self._turned = -1 if from_north else 1
        columns = len(geometry.heights)
        self.width = (3 * columns + 1) * STEP_EAST + 2 * MARGIN
        self.height = 2 * max(geometry.heights) * STEP_SOUTH + 2 * MARGIN
        # Neighbouring columns are half a cell apart, and every column is centred. In half steps,
        # because the middle of the board may lie between two columns.
        self._centres = {
            cell: (
                self._turned * (2 * column - columns + 1) * 3 * STEP_EAST // 2,
                self._turned * (len(cells) - 1 - 2 * row) * STEP_SOUTH,
            )
            for column, cells in enumerate(geometry.columns)
            for row, cell in enumerate(cells)
        }

    @property
    def view_box(self) -> str:
        return f"{-self.width // 2} {-self.height // 2} {self.width} {self.height}"

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell."""
        return self._centres[cell]

    def angle(self, direction: Direction) -> int:
        """By how many degrees a shape that points up is turned to point in a direction."""
        return (60 * direction + (180 if self._turned < 0 else 0)) % 360

    def step(self, direction: Direction) -> Point:
        """How far one step in a direction goes."""
        cell = next(iter(self._centres))
        (x, y), (edge_x, edge_y) = self._centres[cell], self.edge_middle(cell, direction)
        return 2 * (edge_x - x), 2 * (edge_y - y)

    def _edge(self, cell: Cell, direction: Direction) -> tuple[Point, Point]:
        x, y = self._centres[cell]
        (x1, y1), (x2, y2) = _EDGES[direction]
        east, south = self._turned * STEP_EAST, self._turned * STEP_SOUTH
        return (x + x1 * east, y + y1 * south), (x + x2 * east, y + y2 * south)

    def edge_middle(self, cell: Cell, direction: Direction) -> Point:
        """The middle of one of a cell's six edges."""
        (x1, y1), (x2, y2) = self._edge(cell, direction)
        return (x1 + x2) // 2, (y1 + y2) // 2

    def front(self, tiles: Mask, direction: Direction) -> list[Cell]:
        """The tiles with no other of them before them in a direction."""
        ahead = ((tile, self._geometry.neighbour(tile, direction)) for tile in cells_in(tiles))
        return [tile for tile, next_ in ahead if next_ is None or not tiles >> next_ & 1]

    def prow(self, tiles: Mask, direction: Direction) -> Cell:
        """The tile of the front that goes ahead of all, of several the one most in the middle.

        So arrows in different directions stand far apart, and none inside a bay of the group.
        """
        points = [self._centres[tile] for tile in cells_in(tiles)]
        middle_x, middle_y = (sum(axis) / len(points) for axis in zip(*points, strict=True))

        def lag(tile: Cell) -> tuple[int, float]:
            x, y = self._centres[tile]
            edge_x, edge_y = self.edge_middle(tile, direction)
            ahead = x * (edge_x - x) + y * (edge_y - y)
            return -ahead, (x - middle_x) ** 2 + (y - middle_y) ** 2

        return min(self.front(tiles, direction), key=lag)

    def outline(self, tiles: Mask) -> str:
        """The path around a set of cells: one loop a group, and one for every hole."""
        following = dict(
            self._edge(tile, direction)
            for direction in Direction
            for tile in self.front(tiles, direction)
        )
        loops = []
        while following:
            # Three edges meet in a corner, so at most one leads on from it: no loop can fork.
            corner, loop = next(iter(following)), []
            while corner in following:
                loop.append("{} {}".format(*corner))
                corner = following.pop(corner)
            loops.append(f"M{'L'.join(loop)}Z")
        return "".join(loops)
