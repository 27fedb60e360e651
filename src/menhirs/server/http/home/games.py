"""The games of the sender of a request, who is known by the browser's cookie."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from menhirs.server.http.people.person_cookie import person_of
from menhirs.server.http.services import rooms_of, services_of
from menhirs.server.live.clock import now
from menhirs.view.game_list import ListedGame
from menhirs.view.game_search import GamesPage, ListPosition, SearchTerms


class ServerGames:
    """The games of one person; empty for an unknown visitor."""

    def __init__(self, request: HTTPConnection) -> None:
        self._request = request

    async def find(
        self, search: SearchTerms, most: int, after: ListPosition | None = None
    ) -> GamesPage:
        if (person := await person_of(self._request)) is None:
            return GamesPage([])
        services, read = services_of(self._request), rooms_of(self._request).writer.read
        async with services.searches.turn(person.id):
            return await read(services.games.find, person.id, search, most, after)

    async def runs_out(self, game: ListedGame) -> int | None:
        clocks = services_of(self._request).game_clocks
        return await clocks.runs_out(game, now())
