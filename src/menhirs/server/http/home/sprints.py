"""The claim sprints of the sender of a request. The first sprint creates a person, as a game
does.
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.requests import Request

from menhirs.learn.errors import BadExercise
from menhirs.learn.play.sprint import Sprint, SprintPlace, SprintScore
from menhirs.server.http.admission import address_of
from menhirs.server.http.people.person_cookie import KnownPerson, known_or_new, person_of
from menhirs.server.http.services import admission_of, rooms_of, services_of
from menhirs.server.live.clock import now


class ServerSprints:
    """Their sprints, and the table of the day."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._store = services_of(request).sprints
        self._writer = rooms_of(request).writer
        self.known: KnownPerson | None = None
        """Who has just begun one: the answer leaves their key in the browser."""

    async def last(self, day: int) -> Sprint | None:
        person = await person_of(self._request)
        if person is None:
            return None
        return await self._writer.read(self._store.last, person.id, day)

    async def create(self, day: int, at: int) -> Sprint:
        if await person_of(self._request) is None:
            admission_of(self._request).check_creation(address_of(self._request))
        self.known = await known_or_new(self._request)
        return await self._writer.run(self._store.create, self.known.person.id, day, at)

    async def change(self, name: str, change: Callable[[Sprint], Sprint]) -> tuple[Sprint, Sprint]:
        if (person := await person_of(self._request)) is None:
            raise BadExercise("no-sprint")
        return await self._writer.run(self._store.change, person.id, name, change)

    async def scores(self) -> list[SprintScore]:
        person = await person_of(self._request)
        return [] if person is None else await self._writer.read(self._store.scores, person.id)

    async def table(self, day: int) -> list[SprintPlace]:
        person = await person_of(self._request)
        person_id = "" if person is None else person.id
        return await self._writer.read(self._store.table, person_id, day, now())
