"""Matches: begin one, read it, sit down, play."""

from __future__ import annotations

from menhirs.home.ports import MatchVisit, Visitor
from menhirs.home.requests import PLAIN, Answer, Nothing, Route, VisitorRequest, json_answer
from menhirs.home.shapes import Act, ClaimRequest, EndLeft, Join
from menhirs.match import commands
from menhirs.match.commands import Command
from menhirs.referee.agreement import MatchWanted
from menhirs.view.match.record_text import record_text
from menhirs.view.messages import Created, Joined, PlyItem, State


async def create_match(visitor: Visitor, request: VisitorRequest[MatchWanted]) -> Answer:
    """Starts a match."""
    begun = await visitor.matches.create(request.wanted)
    url = visitor.url_of(f"/m/{begun.match}")
    data = {"match": begun.match, "url": url, "seats": begun.seats, "secret": begun.secret}
    return json_answer(data, 201)


async def _visit(visitor: Visitor, request: VisitorRequest[Nothing]) -> MatchVisit:
    return await visitor.matches.visit(request.gaps["match"])


async def read_match(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """A match for the holder of this key; without a key, for a watcher."""
    return json_answer((await _visit(visitor, request)).state())


async def withdraw(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """Withdraws a match that nobody has joined yet."""
    await (await _visit(visitor, request)).withdraw()
    return Answer(204, "")


async def read_plies(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """The game so far, ply by ply."""
    return Answer(200, await (await _visit(visitor, request)).plies())


async def read_record(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """The game so far as a game record."""
    match = (await _visit(visitor, request)).match
    return Answer(200, await visitor.apart(record_text, match), PLAIN)


async def save_record(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """The game so far as a file."""
    match = (await _visit(visitor, request)).match
    text = await visitor.apart(record_text, match)
    return Answer(200, text, PLAIN, file=f"{request.gaps['match']}.menhirs")


async def join_match(visitor: Visitor, request: VisitorRequest[Join]) -> Answer:
    """Takes the free seat."""
    visit = await visitor.matches.visit(request.gaps["match"])
    seat, secret = await visit.join(request.wanted.name)
    return json_answer({"seat": seat, "secret": secret})


async def _submit(visitor: Visitor, match: str, command: Command) -> Answer:
    """The state after a command; its time is that of its arrival."""
    at = visitor.now()
    visit = await visitor.matches.visit(match)
    await visit.submit(command, at)
    return json_answer(visit.state())


async def act(visitor: Visitor, request: VisitorRequest[Act]) -> Answer:
    """Plays an action; it is saved before this answers."""
    wanted = request.wanted
    return await _submit(
        visitor, request.gaps["match"], commands.ActCommand(wanted.state, wanted.action)
    )


async def abort(visitor: Visitor, request: VisitorRequest[Nothing]) -> Answer:
    """Ends a game between people without a result, before both have acted."""
    return await _submit(visitor, request.gaps["match"], commands.Abort())


async def end_left(visitor: Visitor, request: VisitorRequest[EndLeft]) -> Answer:
    """Ends a live game whose player on turn has left: see `gone` in the state.

    A player has left who has neither its page nor its stream open.
    """
    return await _submit(
        visitor, request.gaps["match"], commands.EndLeftCommand(request.wanted.tie)
    )


async def claim(visitor: Visitor, request: VisitorRequest[ClaimRequest]) -> Answer:
    """Claims victory on the opponent's turn."""
    return await _submit(visitor, request.gaps["match"], commands.ClaimCommand(request.wanted.turn))


_MATCH = "/api/matches/{match}"
ROUTES = (
    Route("POST", "/api/matches", create_match, MatchWanted, Created, status=201),
    Route("GET", _MATCH, read_match, Nothing, State, key="helps"),
    Route("DELETE", _MATCH, withdraw, Nothing, status=204, key="needed"),
    Route("GET", f"{_MATCH}/plies", read_plies, Nothing, list[PlyItem]),
    Route("GET", f"{_MATCH}/record", read_record, Nothing, kind=PLAIN),
    Route("POST", f"{_MATCH}/join", join_match, Join, Joined),
    Route("POST", f"{_MATCH}/actions", act, Act, State, key="needed"),
    Route("POST", f"{_MATCH}/abort", abort, Nothing, State, key="needed"),
    Route("POST", f"{_MATCH}/left", end_left, EndLeft, State, key="needed"),
    Route("POST", f"{_MATCH}/claim", claim, ClaimRequest, State, key="needed"),
    Route("GET", "/m/{match}/plies", read_plies, Nothing, is_listed=False),
    Route("GET", "/m/{match}/record", save_record, Nothing, kind=PLAIN, is_listed=False),
)
