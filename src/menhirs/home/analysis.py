"""The analysis board: lines of play from any position. Nothing is stored."""

from __future__ import annotations

from menhirs.home.ports import Stream, Visitor
from menhirs.home.requests import LINES, Answer, Route, VisitorRequest, json_answer
from menhirs.home.shapes import (
    Doubt,
    EngineAsked,
    LineAsked,
    SetUpAsked,
    TextGiven,
    TreeGiven,
)
from menhirs.match.fair_play import EngineDoor
from menhirs.match.match import Match
from menhirs.notation.line import read_line
from menhirs.notation.tree_text import write_tree
from menhirs.view.analysis.analysis_line import LineTeller, line_from
from menhirs.view.analysis.analysis_messages import (
    AnalysisOpening,
    Explanation,
    LineData,
    RecordData,
    SetUpData,
)
from menhirs.view.analysis.analysis_tree import opening_text, read_moves, read_text
from menhirs.view.analysis.set_up import SetUp, set_up_data, set_up_of


async def _fair_line(
    visitor: Visitor, door: EngineDoor, request: LineAsked | Doubt | EngineAsked
) -> Match:
    """A line of play; raises if fair play forbids the visitor to analyse one of its positions
    now.
    """
    start = read_line(request.position, visitor.offered)
    match = await visitor.apart(line_from, start, request.actions)
    await visitor.check_fair(door, match.positions)
    return match


async def read_played_line(visitor: Visitor, request: VisitorRequest[LineAsked]) -> Answer:
    """Plays a line of actions: returns its plies, and the legal actions at its end.

    ``since`` is the first ply to return; 0 is the position before the first action.
    """
    match = await _fair_line(visitor, EngineDoor.ANALYSIS, request.wanted)
    teller = LineTeller(match, visitor.language)
    return Answer(200, await visitor.apart(teller.message_text, request.wanted.since))


async def explain(visitor: Visitor, request: VisitorRequest[Doubt]) -> Answer:
    """Says whether an action is legal at the end of a line, and if not, why not."""
    match = await _fair_line(visitor, EngineDoor.ANALYSIS, request.wanted)
    return json_answer(LineTeller(match, visitor.language).explain(request.wanted.question))


async def open_tree(visitor: Visitor, request: VisitorRequest[TextGiven]) -> Answer:
    """Reads a game record, a position line or moves from a position: the tree of variations."""
    visitor.admit_reading()
    wanted, known = request.wanted, visitor.offered
    if wanted.position:
        start = read_line(wanted.position, known)
        game = await visitor.apart(read_moves, start, wanted.moves)
    else:
        game = await visitor.apart(read_text, wanted.text, known)
    await visitor.check_fair(EngineDoor.ANALYSIS, [node.position for node in (game, *game)])
    return Answer(200, await visitor.apart(opening_text, game, game, visitor.language))


async def set_up(visitor: Visitor, request: VisitorRequest[SetUpAsked]) -> Answer:
    """Reads a position that is set up by hand: returns its board, and the error if it is
    impossible.
    """
    fields, known = request.wanted, visitor.offered
    if fields.position:
        wanted = set_up_of(read_line(fields.position, known))
    else:
        one, two = fields.counts
        wanted = SetUp(
            rules=fields.rules,
            menhirs=tuple(dict.fromkeys(fields.menhirs)),
            fog=tuple(dict.fromkeys(fields.fog)),
            player=fields.player,
            round=fields.round,
            phase=fields.phase,
            counts=(one, two),
            last=fields.last,
            chooser=fields.chooser,
        )
    data = await visitor.apart(set_up_data, wanted, known, visitor.language, fields.settles)
    return json_answer(data)


async def write_record(visitor: Visitor, request: VisitorRequest[TreeGiven]) -> Answer:
    """Writes moves with variations and comments as a game record."""
    visitor.admit_reading()
    wanted = request.wanted
    start = read_line(wanted.position, visitor.offered)
    game = await visitor.apart(read_moves, start, wanted.moves, wanted.headers)
    return json_answer({"text": await visitor.apart(write_tree, game)})


async def stream_analysis(visitor: Visitor, request: VisitorRequest[EngineAsked]) -> Stream:
    """One JSON object a line (``EngineData``): the best lines with their values, ever deeper.

    The engine stops when the connection is closed, when the value is proven, and when the time is
    over. As long as others wait, each has it for a few seconds at a time.
    """
    wanted = request.wanted
    line = await _fair_line(visitor, EngineDoor.ENGINE, wanted)
    return await visitor.analyses.follow(line.position, wanted.lines, wanted.seconds)


ROUTES = (
    Route("POST", "/api/analysis/line", read_played_line, LineAsked, LineData),
    Route("POST", "/api/analysis/explain", explain, Doubt, Explanation),
    Route("POST", "/api/analysis/open", open_tree, TextGiven, AnalysisOpening),
    Route("POST", "/api/analysis/setup", set_up, SetUpAsked, SetUpData),
    Route("POST", "/api/analysis/record", write_record, TreeGiven, RecordData),
    Route("POST", "/api/analysis/engine", stream_analysis, EngineAsked, kind=LINES),
)
