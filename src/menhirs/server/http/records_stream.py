"""The records of many games as one file, read while it is sent: few are in memory at a time."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from menhirs.match.errors import Unavailable
from menhirs.server.http.games_told import find_games
from menhirs.server.http.match_stream import in_time
from menhirs.server.http.visit import rooms_of
from menhirs.server.storage.people_store import Person
from menhirs.view.game_search import Place, Search
from menhirs.view.record_text import record_text

_AT_A_TIME = 50
"""So many games are looked up at once."""


class RecordsStream(StreamingResponse):
    """A person's games as a file of records; a reader who takes nothing for long is given up."""

    def __init__(self, request: Request, person: Person | None, search: Search) -> None:
        self._records = _records(request, person, search)
        headers = {
            "content-disposition": 'attachment; filename="games.menhirs"',
            "cache-control": "no-store",
        }
        super().__init__(self._records, media_type="text/plain; charset=utf-8", headers=headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, in_time(send))
        finally:
            await self._records.aclose()


async def _records(
    request: Request, person: Person | None, search: Search
) -> AsyncGenerator[str, None]:
    if person is None:
        return
    after: Place | None = None
    while True:
        found = await find_games(request, person, search, _AT_A_TIME, after)
        for game in found.games:
            yield await _record(request, game.match)
        if (after := found.following) is None:
            return


async def _record(request: Request, match: str) -> str:
    try:
        found = await rooms_of(request).read(match)
    except Unavailable:
        return f"; {match} can't be read by this server\n\n"
    # Where nothing was played there is nothing to keep.
    return f"{record_text(found)}\n" if found is not None and found.plies else ""
