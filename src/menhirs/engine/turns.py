"""A rule set's turns as compiled code reads them: what the search and random games stand on.

Plain Python with the C types of ``turns.pxd``; compiled, it is read without the interpreter's lock.
"""

from __future__ import annotations

from menhirs.engine.search.plan import POINT, Plan
from menhirs.engine.work import Work


class Turns(Work):
    """The board, and the columns of a :class:`Plan` that whoever plays its games needs."""

    def __init__(self, plan: Plan) -> None:
        geometry = plan.rules.geometry
        self.cells = geometry.cells
        self.stride = geometry.stride
        self.places = plan.places
        self.held = plan.held
        self.taking = plan.taking
        self.following = plan.following
        self.due = plan.due
        self.on = plan.on
        self.back = plan.back
        self.score = plan.score
        self.width = plan.width
        self.chances = plan.chances
        self.counts = plan.counts
        self.in_hand = plan.rules.tiles_to_place
        self.point = POINT
