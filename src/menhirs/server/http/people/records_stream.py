"""The records of many games as one file, read while it is sent."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from menhirs.server.http.home.games import ServerGames
from menhirs.server.http.match.match_stream import in_time
from menhirs.server.http.services import services_of
from menhirs.server.live.downloads import Downloads
from menhirs.view.game_search import ListPosition, SearchTerms

_AT_A_TIME = 50
"""The number of games that are looked up at once."""


class RecordsStream(StreamingResponse):
    """Records as a streamed file; a reader who takes nothing for long is disconnected.

    The download counts for the visitor until the file ends.
    """

    def __init__(
        self,
        downloads: Downloads,
        client: str,
        admit: Callable[[str], None],
        records: AsyncGenerator[str, None],
        name: str,
    ) -> None:
        downloads.enter(client, partial(admit, client))
        self._leave = partial(downloads.leave, client)
        self._records = records
        headers = {
            "content-disposition": f'attachment; filename="{name}.menhirs"',
            "cache-control": "no-store",
        }
        apart = (f"{record}\n" async for record in records)
        super().__init__(apart, media_type="text/plain; charset=utf-8", headers=headers)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, in_time(send))
        finally:
            await self._records.aclose()
            self._leave()


async def records_found(request: Request, search: SearchTerms) -> AsyncGenerator[str, None]:
    """The records of the visitor's games that a search finds."""
    after: ListPosition | None = None
    while True:
        found = await ServerGames(request).find(search, _AT_A_TIME, after)
        async for record in services_of(request).downloads.records(
            game.match for game in found.games
        ):
            yield record
        if (after := found.following) is None:
            return
