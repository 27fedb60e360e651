"""The matches of a server, for the sender of a request."""

from __future__ import annotations

from starlette.requests import Request

from menhirs.core.actions import Player
from menhirs.home.ports import Begun
from menhirs.match.commands import Command
from menhirs.match.match import Match
from menhirs.referee.agreement import MatchWanted
from menhirs.server.http.admission import address_of
from menhirs.server.http.match.visit import Visit, visit_to
from menhirs.server.http.security import is_program
from menhirs.server.http.services import admission_of, offered_by, rooms_of, services_of
from menhirs.server.live.match import new_matches
from menhirs.view.messages import State


class ServerMatchVisit:
    """A match as opened by the sender of a request."""

    def __init__(self, request: Request, visit: Visit) -> None:
        self._request = request
        self._visit = visit
        self._room = visit.room

    @property
    def match(self) -> Match:
        return self._room.match

    @property
    def own_seats(self) -> list[Player]:
        return self._visit.own_seats

    def state(self) -> State:
        return self._room.state(self._visit.own_seats, self._visit.language)

    async def plies(self) -> str:
        return await self._visit.plies()

    async def submit(self, command: Command, at: int) -> None:
        """Carries out a command. Our own pages' scripts come this way too: only programs are
        marked as such.
        """
        if is_program(self._request):
            await self._room.mark_program(self._visit.own_seats)
        await self._room.submit(self._visit.own_seats, command, at)

    async def join(self, name: str) -> tuple[Player, str]:
        return await services_of(self._request).lobby.sit_down(self._room, name, None, program=True)

    async def withdraw(self) -> None:
        await services_of(self._request).lobby.withdraw_from(self._room, self._visit.own_seats)


class ServerMatches:
    """The matches of a server, for a program."""

    def __init__(self, request: Request) -> None:
        self._request = request

    async def create(self, wanted: MatchWanted) -> Begun:
        """Creates a match that belongs to the holder of its key."""
        request = self._request
        admission_of(request).check_creation(address_of(request))
        return await new_matches.create(
            rooms_of(request), wanted, offered_by(request), program=True
        )

    async def visit(self, match: str) -> ServerMatchVisit:
        return ServerMatchVisit(self._request, await visit_to(self._request, match))
