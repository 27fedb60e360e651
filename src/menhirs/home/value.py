"""The value of a position: exact where it can be proven, else an estimate."""

from __future__ import annotations

from menhirs.home.ports import Visitor
from menhirs.home.requests import Answer, Route, VisitorRequest, json_answer
from menhirs.home.shapes import ValueAsked
from menhirs.match.fair_play import EngineDoor
from menhirs.notation.line import read_line, write_line
from menhirs.view.analysis.analysis_messages import ValueData
from menhirs.view.analysis.engine_lines import value_data


async def read_value(visitor: Visitor, request: VisitorRequest[ValueAsked]) -> Answer:
    """The value of a position in points to the player to act, with all best actions.

    It comes from tables where the layout was solved. Otherwise the engine searches a fixed number
    of positions; ``proven`` says whether the value is exact or an estimate.
    """
    position = read_line(request.wanted.position, visitor.offered)
    await visitor.check_fair(EngineDoor.ENGINE, [position])
    known = await visitor.analyses.value(position)
    return json_answer(value_data(write_line(position), known, visitor.language))


ROUTES = (Route("GET", "/api/value", read_value, ValueAsked, ValueData, is_cached=True),)
