"""The JSON interface to the analysis board: lines of play from any position. Nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field, StringConstraints

from menhirs.core.rules import RuleSet
from menhirs.match.match import Match
from menhirs.notation.line import read_line
from menhirs.notation.tree import Game
from menhirs.notation.tree_text import write_tree
from menhirs.server.http.admission import address_of
from menhirs.server.http.analysis_stream import AnalysisStream
from menhirs.server.http.api import EXACTLY, ActionText, ApiError, errors_of
from menhirs.server.http.fair_play import check_fair
from menhirs.server.http.pages import limited
from menhirs.server.http.rendering import language_of
from menhirs.server.http.visit import admission_of, offered_by
from menhirs.server.live.fair_play import Door
from menhirs.server.live.live_analyses import LiveAnalyses, LiveQuestion
from menhirs.view.analysis_line import LONGEST_LINE, LineTeller, line_from
from menhirs.view.analysis_messages import (
    AnalysisOpening,
    Explanation,
    LineTold,
    RecordTold,
    SetUpTold,
)
from menhirs.view.analysis_tree import opening_text, read_moves, read_text
from menhirs.view.question import Question
from menhirs.view.request_limits import (
    HEADER_NAME,
    LARGEST_TEXT,
    LONGEST_HEADER,
    LONGEST_LAST_TURN,
    LONGEST_NAME_OF_RULES,
    LONGEST_POSITION,
    LONGEST_WORD,
    MOST_COUNT,
    MOST_HEADERS,
    MOST_LINES,
    MOST_SECONDS,
    MOST_TILES,
)
from menhirs.view.set_up import SetUp, set_up_of, set_up_told

PositionLine = Annotated[
    str,
    StringConstraints(max_length=LONGEST_POSITION),
    Field(description="the position line of the start"),
]
Actions = Annotated[
    list[ActionText],
    Field(max_length=LONGEST_LINE, description="what was played from there"),
]
_Word = Annotated[str, StringConstraints(max_length=LONGEST_WORD)]
_HeaderName = Annotated[str, StringConstraints(pattern=f"^{HEADER_NAME}$")]


class LineAsked(BaseModel):
    """A line of actions from a position."""

    model_config = EXACTLY
    position: PositionLine
    actions: Actions = []
    since: Annotated[int, Field(ge=0, le=LONGEST_LINE)] = 0


class Doubt(BaseModel):
    """An action as text; or a cell; or exactly the tiles that would go in a direction."""

    model_config = EXACTLY
    position: PositionLine
    actions: Actions = []
    action: ActionText | None = Field(None, examples=["c3-NE", "xc3", "claim"])
    cell: _Word | None = None
    tiles: Annotated[list[_Word], Field(max_length=MOST_TILES)] = []
    direction: _Word = ""


class EngineAsked(BaseModel):
    """A line of actions from a position, whose end the engine is to think about."""

    model_config = EXACTLY
    position: PositionLine
    actions: Actions = []
    lines: Annotated[int, Field(ge=1, le=MOST_LINES, description="the best lines to tell")] = 1
    seconds: Annotated[float, Field(gt=0, le=MOST_SECONDS, description="to think for at most")] = 30


_CellNames = Annotated[list[_Word], Field(max_length=MOST_TILES)]
_Count = Annotated[int, Field(ge=0, le=MOST_COUNT)]


class SetUpAsked(BaseModel):
    """A position to change, or the fields of one, as in the position line."""

    model_config = EXACTLY
    position: PositionLine = Field("", description="to begin with; then the rest is not read")
    rules: Annotated[str, StringConstraints(max_length=LONGEST_NAME_OF_RULES)] = "base"
    menhirs: _CellNames = []
    fog: _CellNames = []
    player: Literal["1", "2"] = "1"
    round: _Word = ""
    phase: Literal["flip", "place", "move", "remove", "decide", "prove"] = "move"
    counts: Annotated[list[_Count], Field(min_length=2, max_length=2)] = [0, 0]
    last: Annotated[str, StringConstraints(max_length=LONGEST_LAST_TURN)] = "-"
    chooser: Literal["-", "1", "2"] = "-"


_Text = Annotated[str, StringConstraints(max_length=LARGEST_TEXT)]
_Header = Annotated[str, StringConstraints(max_length=LONGEST_HEADER)]


class TextGiven(BaseModel):
    """A text; or moves from a position, as a record writes them."""

    model_config = EXACTLY
    text: _Text = Field("", description="a game record with its variations, or a position line")
    position: PositionLine = ""
    moves: _Text = Field("", examples=["c3-NE {well played} (c3-N) xd4"])


class TreeGiven(BaseModel):
    """Moves from a position, as a record writes them, and the headers of the record."""

    model_config = EXACTLY
    position: PositionLine
    moves: _Text = ""
    headers: Annotated[dict[_HeaderName, _Header], Field(max_length=MOST_HEADERS)] = {}


router = APIRouter(
    prefix="/api/analysis",
    tags=["analysis"],
    responses=errors_of(400, 405, 409, 413, 429, about="position"),
    dependencies=[Depends(limited)],
)


@router.post("/line", response_model=LineTold)
async def read_played_line(request: Request, asked: LineAsked) -> Response:
    """Plays a line of actions and tells it: what happened, and what may be done at its end.

    ``since`` is the first ply to tell; 0 is the position before the first action.
    """
    match = await _fair_line(request, Door.ANALYSIS, asked.position, asked.actions)
    teller = LineTeller(match, language_of(request))
    told = await run_in_threadpool(teller.told_text, asked.since)
    return Response(told, media_type="application/json")


async def _fair_line(request: Request, door: Door, position: str, actions: list[str]) -> Match:
    """A line of play, unless the visitor must not be helped with one of its positions now."""
    start = read_line(position, offered_by(request))
    match = await run_in_threadpool(line_from, start, actions)
    await check_fair(request, door, match.positions)
    return match


@router.post("/explain", response_model=Explanation)
async def explain(request: Request, doubt: Doubt) -> JSONResponse:
    """Says whether something may be done at the end of a line, and if not, why not."""
    match = await _fair_line(request, Door.ANALYSIS, doubt.position, doubt.actions)
    question = Question(doubt.action, doubt.cell, tuple(doubt.tiles), doubt.direction)
    return JSONResponse(LineTeller(match, language_of(request)).explain(question))


@router.post("/open", response_model=AnalysisOpening)
async def open_tree(request: Request, given: TextGiven) -> Response:
    """Reads a game record, a position line or moves from a position: the tree of variations."""
    admission_of(request).check_reading(address_of(request))
    game = await run_in_threadpool(_game_of, given, offered_by(request))
    await check_fair(request, Door.ANALYSIS, [node.position for node in (game, *game)])
    told = await run_in_threadpool(opening_text, game, game, language_of(request))
    return Response(told, media_type="application/json")


def _game_of(given: TextGiven, known: Mapping[str, RuleSet]) -> Game:
    if given.position:
        return read_moves(read_line(given.position, known), given.moves)
    return read_text(given.text, known)


@router.post("/setup", response_model=SetUpTold)
def set_up(request: Request, asked: SetUpAsked) -> JSONResponse:
    """Says what a position looks like that is set up by hand, and if it can't be, why not."""
    known = offered_by(request)
    if asked.position:
        wanted = set_up_of(read_line(asked.position, known))
    else:
        one, two = asked.counts
        wanted = SetUp(
            rules=asked.rules,
            menhirs=tuple(dict.fromkeys(asked.menhirs)),
            fog=tuple(dict.fromkeys(asked.fog)),
            player=asked.player,
            round=asked.round,
            phase=asked.phase,
            counts=(one, two),
            last=asked.last,
            chooser=asked.chooser,
        )
    return JSONResponse(set_up_told(wanted, known, language_of(request)))


@router.post("/record", response_model=RecordTold)
def write_record(request: Request, given: TreeGiven) -> JSONResponse:
    """Writes moves with variations and comments as a game record."""
    admission_of(request).check_reading(address_of(request))
    start = read_line(given.position, offered_by(request))
    game = read_moves(start, given.moves, given.headers)
    return JSONResponse({"text": write_tree(game)})


@router.post(
    "/engine",
    response_class=AnalysisStream,
    status_code=200,
    responses={
        200: {"content": {"application/x-ndjson": {}}},
        503: {"model": ApiError, "description": "the engine is busy with others"},
    },
)
async def let_the_engine_think(request: Request, asked: EngineAsked) -> AnalysisStream:
    """One JSON object a line (``EngineTold``): the best lines with their values, ever deeper.

    The engine stops when the connection is closed, when the value is proven, and when the time is
    over. As long as others wait, each has it for a few seconds at a time.
    """
    line = await _fair_line(request, Door.ENGINE, asked.position, asked.actions)
    analyses: LiveAnalyses = request.app.state.analyses
    question = LiveQuestion(line.position, asked.lines, asked.seconds, analyses.tables)
    visitor = address_of(request)
    analyses.enter(visitor)
    return AnalysisStream(analyses, question, visitor, language_of(request))
