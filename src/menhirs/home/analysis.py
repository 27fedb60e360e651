"""The analysis board: lines of play from any position. Nothing is stored."""

from __future__ import annotations

from menhirs.home.asking import LINES, Answer, Asked, Route, json_answer
from menhirs.home.ports import Stream, Visitor
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
    visitor: Visitor, door: EngineDoor, asked: LineAsked | Doubt | EngineAsked
) -> Match:
    """A line of play; raises if fair play forbids the visitor to analyse one of its positions
    now.
    """
    start = read_line(asked.position, visitor.offered)
    match = await visitor.apart(line_from, start, asked.actions)
    await visitor.check_fair(door, match.positions)
    return match


async def read_played_line(visitor: Visitor, asked: Asked[LineAsked]) -> Answer:
    """Plays a line of actions: returns its plies, and the legal actions at its end.

    ``since`` is the first ply to return; 0 is the position before the first action.
    """
    match = await _fair_line(visitor, EngineDoor.ANALYSIS, asked.wanted)
    teller = LineTeller(match, visitor.language)
    return Answer(200, await visitor.apart(teller.message_text, asked.wanted.since))


async def explain(visitor: Visitor, asked: Asked[Doubt]) -> Answer:
    """Says whether an action is legal at the end of a line, and if not, why not."""
    match = await _fair_line(visitor, EngineDoor.ANALYSIS, asked.wanted)
    return json_answer(LineTeller(match, visitor.language).explain(asked.wanted.question))


async def open_tree(visitor: Visitor, asked: Asked[TextGiven]) -> Answer:
    """Reads a game record, a position line or moves from a position: the tree of variations."""
    visitor.admit_reading()
    given, known = asked.wanted, visitor.offered
    if given.position:
        start = read_line(given.position, known)
        game = await visitor.apart(read_moves, start, given.moves)
    else:
        game = await visitor.apart(read_text, given.text, known)
    await visitor.check_fair(EngineDoor.ANALYSIS, [node.position for node in (game, *game)])
    return Answer(200, await visitor.apart(opening_text, game, game, visitor.language))


async def set_up(visitor: Visitor, asked: Asked[SetUpAsked]) -> Answer:
    """Reads a position that is set up by hand: returns its board, and the error if it is
    impossible.
    """
    given, known = asked.wanted, visitor.offered
    if given.position:
        wanted = set_up_of(read_line(given.position, known))
    else:
        one, two = given.counts
        wanted = SetUp(
            rules=given.rules,
            menhirs=tuple(dict.fromkeys(given.menhirs)),
            fog=tuple(dict.fromkeys(given.fog)),
            player=given.player,
            round=given.round,
            phase=given.phase,
            counts=(one, two),
            last=given.last,
            chooser=given.chooser,
        )
    data = await visitor.apart(set_up_data, wanted, known, visitor.language, given.settles)
    return json_answer(data)


async def write_record(visitor: Visitor, asked: Asked[TreeGiven]) -> Answer:
    """Writes moves with variations and comments as a game record."""
    visitor.admit_reading()
    given = asked.wanted
    start = read_line(given.position, visitor.offered)
    game = await visitor.apart(read_moves, start, given.moves, given.headers)
    return json_answer({"text": await visitor.apart(write_tree, game)})


async def let_the_engine_think(visitor: Visitor, asked: Asked[EngineAsked]) -> Stream:
    """One JSON object a line (``EngineData``): the best lines with their values, ever deeper.

    The engine stops when the connection is closed, when the value is proven, and when the time is
    over. As long as others wait, each has it for a few seconds at a time.
    """
    wanted = asked.wanted
    line = await _fair_line(visitor, EngineDoor.ENGINE, wanted)
    return await visitor.analyses.follow(line.position, wanted.lines, wanted.seconds)


ROUTES = (
    Route("POST", "/api/analysis/line", read_played_line, LineAsked, LineData),
    Route("POST", "/api/analysis/explain", explain, Doubt, Explanation),
    Route("POST", "/api/analysis/open", open_tree, TextGiven, AnalysisOpening),
    Route("POST", "/api/analysis/setup", set_up, SetUpAsked, SetUpData),
    Route("POST", "/api/analysis/record", write_record, TreeGiven, RecordData),
    Route("POST", "/api/analysis/engine", let_the_engine_think, EngineAsked, kind=LINES),
)
