"""A person's statistics and exercises; empty for an unknown visitor."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from starlette.requests import Request

from menhirs.learn.play.facts import GameFacts
from menhirs.learn.play.training import TrainingCard
from menhirs.server.http.people.person_cookie import person_of
from menhirs.server.http.services import rooms_of, services_of

T = TypeVar("T")


class ServerOwnPlay:
    """The statistics and exercises of the sender of a request."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._maker = services_of(request).own_play

    async def facts(self) -> list[GameFacts]:
        return await self._read(self._maker.store.facts)

    async def cards(self) -> list[TrainingCard]:
        return await self._read(self._maker.store.cards)

    async def days(self) -> list[int]:
        return await self._read(self._maker.store.days)

    async def keep(self, card: TrainingCard, day: int) -> None:
        if (person := await person_of(self._request)) is not None:
            writer = rooms_of(self._request).writer
            await writer.run(self._maker.store.keep_card, person.id, card, day)

    async def prepare(self) -> None:
        if (person := await person_of(self._request)) is not None:
            self._maker.want(person.id)

    async def _read(self, read: Callable[[str], list[T]]) -> list[T]:
        person = await person_of(self._request)
        if person is None:
            return []
        return await rooms_of(self._request).writer.read(read, person.id)
