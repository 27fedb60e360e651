"""The board on the front page: a small position with real moves, to be pushed about at once.

The page contains all of it, so that the first push needs no request. After that the page asks for
the line as the analysis board does.
"""

from __future__ import annotations

from menhirs.core.position import Position
from menhirs.learn.messages import FrontBoard
from menhirs.notation.line import read_line, write_line
from menhirs.view import board_data

FRONT: Position = read_line("endless .m./..o./oom.M/oo..M./.o.m./m.o./.oM 1 3 move 0,0 - - -")
"""Three stones are covered. No single push frees them all; several pairs of pushes do.

No cluster can be split, so newcomers see nothing but arrows.
"""


def front_board() -> FrontBoard:
    """The position and its legal actions."""
    return {
        "position": write_line(FRONT),
        "geometry": board_data.geometry_data(FRONT.geometry),
        "view": board_data.view(FRONT, FRONT, None),
        "legal": board_data.legal(FRONT),
    }
