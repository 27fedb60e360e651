"""The JSON interface for bots: create a match, read it, act, stream it.

A seat's secret, given when the seat is taken, goes into the header ``Authorization: Bearer …``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, PlainTextResponse, StreamingResponse
from fastapi.security import HTTPBearer
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from menhirs.server import referee
from menhirs.server.conversation import ActionText
from menhirs.server.heart import now
from menhirs.server.looks import language_of
from menhirs.server.messages import PlayerNumber, PlyItem, State
from menhirs.server.pages import rooms_of
from menhirs.server.record_file import record_text
from menhirs.server.room import Room
from menhirs.server.seats import seats_of, secret_in
from menhirs.server.viewer import Viewer
from menhirs.server.wishes import Name, Wishes

_KEEP_ALIVE = 10.0
_KEY = HTTPBearer(auto_error=False, description="the secret of a seat")
_WITH_OR_WITHOUT: dict[str, Any] = {"security": [{_KEY.scheme_name: []}, {}]}


# A program says what it means; only forms send numbers as texts.
_EXACTLY = ConfigDict(extra="forbid", strict=True)


class ApiError(BaseModel):
    """What went wrong. The code never changes its meaning."""

    code: str
    rule: str = Field(description="the number of the rule it rests on, or nothing")
    text: str = Field(description="in the language that was asked for")


class Wanted(Wishes):
    model_config = _EXACTLY


class Created(BaseModel):
    """A new match, and the key to the seats taken in it."""

    match: str
    url: str = Field(description="the page to send to the other player")
    seats: list[PlayerNumber]
    secret: str


class Joined(BaseModel):
    seat: PlayerNumber
    secret: str


class Join(BaseModel):
    model_config = _EXACTLY
    name: Name = ""


class Act(BaseModel):
    """An action, and the number of the state that it is meant for."""

    model_config = _EXACTLY
    state: int = Field(ge=0, le=2**31)
    action: ActionText = Field(examples=["c3-NE", "+a1", "xc3", "keep", "back", "resign"])


class Claim(BaseModel):
    """A claim of victory on a turn: the number in ``claim.turn`` of the state."""

    model_config = _EXACTLY
    turn: int = Field(ge=0, le=2**31)


_STATUS = {
    400: "the request can't be read",
    401: "a key is needed",
    403: "not with this key",
    404: "there is no such match",
    405: "not this way",
    409: "not now, or against the rules",
    413: "too long",
    429: "too fast",
    503: "it could not be saved; nothing has changed",
}
_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"model": ApiError, "description": why} for status, why in _STATUS.items()
}

MatchName = Annotated[str, StringConstraints(max_length=40)]

router = APIRouter(prefix="/api/matches", tags=["matches"], responses=_ERRORS)


async def _room(request: Request, match: str) -> Room:
    request.app.state.requests.check(request.client.host if request.client else "")
    return await rooms_of(request).room(match)


def _state(request: Request, room: Room) -> JSONResponse:
    you = seats_of(secret_in(request), room.seats)
    return JSONResponse(room.state(you, language_of(request)))


@router.post("", status_code=201, response_model=Created)
async def create_match(request: Request, wishes: Wanted) -> Created:
    """Starts a match."""
    request.app.state.creations.check(request.client.host if request.client else "")
    match, secret, seats = await referee.create(rooms_of(request), wishes)
    url = str(request.url_for("match_page", match=match))
    return Created.model_validate({"match": match, "url": url, "seats": seats, "secret": secret})


@router.get("/{match}", response_model=State, openapi_extra=_WITH_OR_WITHOUT)
async def read_match(request: Request, match: MatchName) -> JSONResponse:
    """A match as the holder of this key sees it; without a key, as a watcher does."""
    return _state(request, await _room(request, match))


@router.get("/{match}/plies", response_model=list[PlyItem])
async def read_plies(request: Request, match: MatchName) -> JSONResponse:
    """The game so far, ply by ply."""
    room = await _room(request, match)
    return JSONResponse(room.telling.plies(language_of(request)))


@router.get("/{match}/record", response_class=PlainTextResponse)
async def read_record(request: Request, match: MatchName) -> PlainTextResponse:
    """The game so far as a game record."""
    return PlainTextResponse(record_text((await _room(request, match)).match))


@router.post("/{match}/join", response_model=Joined)
async def join_match(request: Request, match: MatchName, join: Join) -> Joined:
    """Takes the free seat."""
    seat, secret = await referee.join(await _room(request, match), join.name)
    return Joined.model_validate({"seat": seat, "secret": secret})


@router.post("/{match}/actions", response_model=State, dependencies=[Depends(_KEY)])
async def act(request: Request, match: MatchName, act: Act) -> JSONResponse:
    """Plays an action; it is saved before this answers."""
    at = now()
    room = await _room(request, match)
    you = seats_of(secret_in(request), room.seats)
    if act.action == "resign":
        await referee.resign(room, you, None, at)
    else:
        await referee.act(room, you, act.state, act.action, at)
    return _state(request, room)


@router.post("/{match}/claim", response_model=State, dependencies=[Depends(_KEY)])
async def claim(request: Request, match: MatchName, claim: Claim) -> JSONResponse:
    """Claims victory on the opponent's turn."""
    at = now()
    room = await _room(request, match)
    you = seats_of(secret_in(request), room.seats)
    await referee.claim(room, you, claim.turn, at)
    return _state(request, room)


@router.get(
    "/{match}/stream",
    response_class=StreamingResponse,
    openapi_extra=_WITH_OR_WITHOUT,
    responses={200: {"content": {"application/x-ndjson": {}}}},
)
async def stream_match(request: Request, match: MatchName) -> StreamingResponse:
    """One JSON object a line: the state now, and again after every change until the game is over.

    Empty lines come now and then to show that the connection lives.
    """
    room = await _room(request, match)
    viewer = Viewer(seats_of(secret_in(request), room.seats), language_of(request))
    return StreamingResponse(_lines(room, viewer), media_type="application/x-ndjson")


async def _lines(room: Room, viewer: Viewer) -> AsyncIterator[str]:
    room.enter(viewer)
    try:
        yield json.dumps({"type": "state", **room.state(viewer.you, viewer.language)}) + "\n"
        while not room.match.is_over or not viewer.messages.empty():
            try:
                message = await asyncio.wait_for(viewer.messages.get(), _KEEP_ALIVE)
            except TimeoutError:
                yield "\n"
                continue
            if message is None:
                return
            yield message + "\n"
    finally:
        room.leave(viewer)
