"""The JSON interface for bots: create a match, read it, act, stream it.

A seat's secret, given when the seat is taken, goes into the header ``Authorization: Bearer …``.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from fastapi.security import HTTPBearer
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from menhirs.match import commands
from menhirs.match.commands import Command
from menhirs.server.http.admission import address_of
from menhirs.server.http.match_stream import MatchStream
from menhirs.server.http.security import is_program
from menhirs.server.http.visit import Visit, admission_of, lobby_of, offered_by, rooms_of, visit_to
from menhirs.server.live import new_matches
from menhirs.server.live.clock import now
from menhirs.server.live.match_request import MatchRequest, Name
from menhirs.view.messages import PlayerNumber, PlyItem, State
from menhirs.view.page_messages import LONGEST_ACTION

_KEY = HTTPBearer(auto_error=False, description="the secret of a seat")
_WITH_OR_WITHOUT: dict[str, Any] = {"security": [{_KEY.scheme_name: []}, {}]}


ActionText = Annotated[str, StringConstraints(max_length=LONGEST_ACTION)]

# A program says what it means; only forms send numbers as texts.
EXACTLY = ConfigDict(extra="forbid", strict=True)


class ApiError(BaseModel):
    """What went wrong. The code never changes its meaning."""

    code: str
    rule: str = Field(description="the number of the rule it rests on, or nothing")
    text: str = Field(description="in the language that was asked for")
    retry_after: float | None = Field(None, description="with too-fast: the seconds to wait")
    more: str | None = Field(None, description="the page that says more, where there is one")


class Wanted(MatchRequest):
    model_config = EXACTLY


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
    model_config = EXACTLY
    name: Name = ""


class Act(BaseModel):
    """An action, and the number of the state that it is meant for."""

    model_config = EXACTLY
    state: int = Field(ge=0, le=2**31)
    action: ActionText = Field(examples=["c3-NE", "+a1", "xc3", "keep", "back", "resign"])


class Claim(BaseModel):
    """A claim of victory on a turn: the number in ``claim.turn`` of the state."""

    model_config = EXACTLY
    turn: int = Field(ge=0, le=2**31)


class EndLeft(BaseModel):
    """How to end a game that the opponent has left: as a win, or as a tie."""

    model_config = EXACTLY
    tie: bool = False


_STATUS = {
    400: "the request can't be read",
    401: "a key is needed",
    403: "not with this key",
    404: "there is no such {about}",
    405: "not this way",
    409: "not now, or against the rules",
    413: "too long",
    429: "too fast",
    503: "it could not be saved; nothing has changed",
}


def errors_of(*statuses: int, about: str) -> dict[int | str, dict[str, Any]]:
    """What goes wrong with requests about something, for the document."""
    return {
        status: {"model": ApiError, "description": _STATUS[status].format(about=about)}
        for status in statuses
    }


MatchName = Annotated[str, StringConstraints(max_length=40)]

router = APIRouter(
    prefix="/api/matches", tags=["matches"], responses=errors_of(*_STATUS, about="match")
)


def _state(visit: Visit) -> JSONResponse:
    return JSONResponse(visit.room.state(visit.you, visit.language))


async def _submit(request: Request, match: str, command: Command, at: int) -> JSONResponse:
    """Does what a program asks for; the scripts of our own pages come this way, too."""
    visit = await visit_to(request, match)
    if is_program(request):
        await visit.room.note_program(visit.you)
    await visit.room.submit(visit.you, command, at)
    return _state(visit)


@router.post("", status_code=201, response_model=Created)
async def create_match(request: Request, wanted: Wanted) -> Created:
    """Starts a match."""
    admission_of(request).check_creation(address_of(request))
    match, secret, seats = await new_matches.create(
        rooms_of(request), wanted, offered_by(request), program=True
    )
    url = str(request.url_for("match_page", match=match))
    return Created.model_validate({"match": match, "url": url, "seats": seats, "secret": secret})


@router.get("/{match}", response_model=State, openapi_extra=_WITH_OR_WITHOUT)
async def read_match(request: Request, match: MatchName) -> JSONResponse:
    """A match as the holder of this key sees it; without a key, as a watcher does."""
    return _state(await visit_to(request, match))


@router.delete("/{match}", status_code=204, dependencies=[Depends(_KEY)])
async def withdraw(request: Request, match: MatchName) -> Response:
    """Takes back a match at which nobody has sat down yet."""
    visit = await visit_to(request, match)
    await lobby_of(request).withdraw_from(visit.room, visit.you)
    return Response(status_code=204)


@router.get("/{match}/plies", response_model=list[PlyItem])
async def read_plies(request: Request, match: MatchName) -> Response:
    """The game so far, ply by ply."""
    return await (await visit_to(request, match)).plies()


@router.get("/{match}/record", response_class=PlainTextResponse)
async def read_record(request: Request, match: MatchName) -> PlainTextResponse:
    """The game so far as a game record."""
    return PlainTextResponse(await (await visit_to(request, match)).record())


@router.post("/{match}/join", response_model=Joined)
async def join_match(request: Request, match: MatchName, join: Join) -> Joined:
    """Takes the free seat."""
    room = (await visit_to(request, match)).room
    seat, secret = await lobby_of(request).sit_down(room, join.name, None, program=True)
    return Joined.model_validate({"seat": seat, "secret": secret})


@router.post("/{match}/actions", response_model=State, dependencies=[Depends(_KEY)])
async def act(request: Request, match: MatchName, act: Act) -> JSONResponse:
    """Plays an action; it is saved before this answers."""
    at = now()
    return await _submit(request, match, commands.Act(act.state, act.action), at)


@router.post("/{match}/abort", response_model=State, dependencies=[Depends(_KEY)])
async def abort(request: Request, match: MatchName) -> JSONResponse:
    """Ends a game between people without a result, before both have acted."""
    at = now()
    return await _submit(request, match, commands.Abort(), at)


@router.post("/{match}/left", response_model=State, dependencies=[Depends(_KEY)])
async def end_left(request: Request, match: MatchName, ending: EndLeft) -> JSONResponse:
    """Ends a live game whose player on turn has gone: see `gone` in the state.

    Who has neither its page nor its stream open has gone.
    """
    at = now()
    return await _submit(request, match, commands.EndLeft(ending.tie), at)


@router.post("/{match}/claim", response_model=State, dependencies=[Depends(_KEY)])
async def claim(request: Request, match: MatchName, claim: Claim) -> JSONResponse:
    """Claims victory on the opponent's turn."""
    at = now()
    return await _submit(request, match, commands.Claim(claim.turn), at)


@router.get(
    "/{match}/stream",
    response_class=MatchStream,
    status_code=200,
    openapi_extra=_WITH_OR_WITHOUT,
    responses={200: {"content": {"application/x-ndjson": {}}}},
)
async def stream_match(request: Request, match: MatchName) -> MatchStream:
    """One JSON object a line: the state now, and again after every change until the game is over.

    Empty lines come now and then to show that the connection lives. A reader who takes none for
    ten seconds is cut off.
    """
    visit = await visit_to(request, match)
    return MatchStream(visit.room, visit.viewer())
