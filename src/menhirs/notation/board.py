"""The board as text: columns a to g joined by ``/``, each from south to north.

``.`` forest, ``o`` fog on forest, ``m`` bare menhir, ``M`` menhir under fog.
"""

from __future__ import annotations

from functools import lru_cache

from menhirs.core.errors import Illegal, Malformed
from menhirs.core.geometry import Cell, Geometry, Mask
from menhirs.core.position import Position
from menhirs.core.rules import RuleSet, rule_set

LETTERS = ".omM"
"""The letter of a cell: a menhir counts two, fog one."""


def letter(menhirs: Mask, fog: Mask, cell: Cell) -> str:
    """How one cell is written."""
    return LETTERS[fog >> cell & 1 | (menhirs >> cell & 1) << 1]


def write_board(position: Position) -> str:
    """The board as text, column by column: ``.m./..o./.M.../o..M../...../..../...``."""
    menhirs, fog = position.menhirs, position.fog
    return "/".join(
        [
            _write_column(cells, menhirs & mask, fog & mask)
            for cells, mask in position.geometry.column_masks
        ]
    )


@lru_cache(maxsize=10_000)  # about as many as there are on the standard board
def _write_column(cells: tuple[Cell, ...], menhirs: Mask, fog: Mask) -> str:
    return "".join([letter(menhirs, fog, cell) for cell in cells])


def read_board(text: str, geometry: Geometry) -> tuple[Mask, Mask]:
    """The menhirs and the fog of a written board."""
    columns = text.split("/")
    if len(columns) != len(geometry.columns):
        expected = len(geometry.columns)
        raise Malformed("board-columns", expected=expected, found=len(columns)).locate(text=text)
    menhirs = fog = 0
    for number, (letters, cells) in enumerate(zip(columns, geometry.columns, strict=True)):
        name = chr(ord("a") + number)
        if len(letters) != len(cells):
            raise Malformed(
                "board-height", column=name, expected=len(cells), found=len(letters)
            ).locate(text=text)
        for sign, cell in zip(letters, cells, strict=True):
            if sign not in LETTERS:
                raise Malformed("board-letter", letter=sign, column=name).locate(text=text)
            kind = LETTERS.index(sign)
            fog |= (kind & 1) << cell
            menhirs |= (kind >> 1) << cell
    return menhirs, fog


def read_layout(text: str, rules: str | RuleSet) -> Position:
    """The position before the first action, from its board and its rules or their name."""
    chosen = rule_set(rules)
    menhirs, fog = read_board(text, chosen.geometry)
    start = Position.start(chosen, menhirs)
    if fog != start.fog:
        expected = "exactly the menhirs" if start.fog else "nothing"
        raise Illegal("layout-fog", expected=expected).locate(text=text)
    return start
