"""The part of the JSON interface that only a server has: a match as a stream, and errors.

The rest is in ``home/``. A seat's secret, given when the seat is taken, goes into the header
``Authorization: Bearer …``.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from menhirs.server.http.match.match_stream import MatchStream
from menhirs.server.http.match.visit import visit_to

KEY_SCHEMES = {
    "HTTPBearer": {
        "type": "http",
        "scheme": "bearer",
        "description": "the secret of a seat",
    }
}
KEY_NEEDED: list[dict[str, list[str]]] = [{"HTTPBearer": []}]
KEY_HELPS: list[dict[str, list[str]]] = [*KEY_NEEDED, {}]

# Strict: programs send numbers as numbers; only forms send them as texts.
EXACTLY = ConfigDict(extra="forbid", strict=True)


class ApiError(BaseModel):
    """An error. The code never changes its meaning."""

    code: str
    rule: str = Field(description="the number of the rule it rests on, or nothing")
    text: str = Field(description="in the language that was asked for")
    retry_after: float | None = Field(None, description="with too-fast: the seconds to wait")
    more: str | None = Field(None, description="the page that says more, where there is one")


STATUS = {
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
    """The errors of a group of requests, for the OpenAPI document."""
    return {
        status: {"model": ApiError, "description": STATUS[status].format(about=about)}
        for status in statuses
    }


ADDRESS_TOO_LONG: dict[int | str, dict[str, Any]] = {
    414: {"description": "the address is too long", "content": {"text/plain": {}}}
}
"""For requests whose address holds a text; it is refused before anything reads the request."""

MatchName = Annotated[str, StringConstraints(max_length=40)]

router = APIRouter(
    prefix="/api/matches", tags=["matches"], responses=errors_of(*STATUS, about="match")
)


@router.get(
    "/{match}/stream",
    response_class=MatchStream,
    status_code=200,
    openapi_extra={"security": KEY_HELPS},
    responses={200: {"content": {"application/x-ndjson": {}}}},
)
async def stream_match(request: Request, match: MatchName) -> MatchStream:
    """One JSON object a line: the state now, and again after every change until the game is over.

    Empty lines now and then show that the connection is alive. A reader who takes nothing for ten
    seconds is disconnected.
    """
    visit = await visit_to(request, match)
    return MatchStream(visit.room, visit.viewer())
