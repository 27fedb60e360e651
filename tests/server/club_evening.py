"""An evening of a club: rated games, tournaments and slow games at once, while servers die."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import count, cycle, pairwise
from random import Random
from typing import Any, TypeVar

from sqlalchemy import Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from menhirs.server.storage import tables
from tests.server.club_people import ClubMember
from tests.server.push_services import PushedBrowser, PushService
from tests.server.slow_players import alerts_of

T = TypeVar("T")

_LOOK_AGAIN = 0.05
_SLOW_GAMES = 4
_SYSTEMS = (
    {"system": "round-robin"},
    {"system": "knock-out"},
    {"system": "swiss", "rounds": "2", "duplicate": "true"},
)


class Evening:
    """Plays until closing time, and then finishes the open games."""

    def __init__(self, addresses: Sequence[str], engine: Engine, service: PushService) -> None:
        self._addresses = addresses
        self._engine = engine
        self._service = service
        self._random = Random("a club")
        self._members: list[ClubMember] = []
        self._heard: dict[str, list[float]] = defaultdict(list)
        """When the push service got something, by the browser it is for."""
        self.closing = False
        self.deaths: list[float] = []
        """When servers died."""
        self.guests: dict[str, list[str]] = {}
        """Who was told to have taken an invitation, by its match."""
        self.ended: set[str] = set()
        """Rated games that somebody was told are won."""
        self.turns_told = 0
        self.told_again = 0

    async def play(self) -> None:
        """Everything at once."""
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._rated_games(self._people("Ann", "Bo", "Cy")))
                group.create_task(self._tournaments(self._people("Di", "Ed", "Flo", "Gus")))
                for number in range(_SLOW_GAMES):
                    pair = self._people(f"Hal{number}", f"Ida{number}")
                    group.create_task(self._slow_games(*pair))
        finally:
            for member in self._members:
                await member.close()

    def _people(self, *names: str) -> list[ClubMember]:
        came = [ClubMember(self._addresses, name) for name in names]
        self._members += came
        return came

    async def _rated_games(self, people: list[ClubMember]) -> None:
        """One invites, the others race for the seat, one of the two who play gives up."""
        for one in people:
            await one.begins_slow_game()  # whoever has played is somebody
        while not self.closing:
            host, *others = self._random.sample(people, len(people))
            match = await host.invites()
            took = await asyncio.gather(*(one.takes(match) for one in others))
            guests = [one for one, is_seated in zip(others, took, strict=True) if is_seated]
            self.guests[match] = [one.name for one in guests]
            while await host.may_abort(match):  # it counts once both have acted
                for one in people:
                    await one.does_anything(match)
            if await self._random.choice([host, *guests[:1]]).resigns(match):
                self.ended.add(match)

    async def _tournaments(self, players: list[ClubMember]) -> None:
        for one in players:
            await one.begins_slow_game()
        for system in cycle(_SYSTEMS):
            if self.closing:
                return
            tournament = await players[0].organises(**system)
            for one in players:
                await one.enters(tournament)
            await players[0].starts(tournament)
            async with asyncio.TaskGroup() as group:
                for one in players:
                    group.create_task(one.plays_in(tournament))

    # Turns.

    async def _slow_games(self, host: ClubMember, guest: ClubMember) -> None:
        """Both players wait for the alert of a turn before they take it."""
        for one in (guest, host):
            await one.begins_slow_game()
            await one.wants_alerts(PushedBrowser(self._service, one.name))
        while not self.closing:
            match = await host.begins_slow_game()
            assert await guest.takes(match)
            await self._is_told(match, host, 1)
            for turn in count(2):
                mover, other = (host, guest) if turn % 2 == 0 else (guest, host)
                while (seat := await self._turn(match)) == 1 + turn % 2:
                    await mover.does_anything(match)
                if self.closing or seat is None:
                    break
                await self._is_told(match, other, turn)

    async def _turn(self, match: str) -> int | None:
        chosen = select(tables.matches.c.turn).where(tables.matches.c.id == match)
        return await self.read(lambda engine: _scalar(engine, chosen))

    async def _is_told(self, match: str, member: ClubMember, turn: int) -> None:
        """Waits until the alert of a turn is marked as sent; it comes twice only after a kill."""
        while True:
            alerts = await self.read(lambda engine: alerts_of(engine, match))
            assert len(alerts) <= turn
            if len(alerts) == turn and alerts[-1].told is not None:
                break
            await asyncio.sleep(_LOOK_AGAIN)
        while not self._service.received.empty():
            received = self._service.received.get()
            self._heard[received.path].append(received.at)
        times = self._heard.pop(f"/push/{member.name}", [])
        assert times, f"turn {turn} of {match} is noted as told, but nothing was sent"
        for before, after in pairwise(times):
            assert any(before < death < after for death in self.deaths), (times, self.deaths)
        self.turns_told += 1
        self.told_again += len(times) - 1

    # What can be seen from outside.

    async def read(self, look: Callable[[Engine], T]) -> T:
        """Looks at the database as soon as it is there."""
        while True:
            try:
                return await asyncio.to_thread(look, self._engine)
            except SQLAlchemyError:
                await asyncio.sleep(_LOOK_AGAIN)

    async def count(self, table: Any) -> int:
        """How many rows a table has."""
        rows = select(func.count()).select_from(table)
        found = await self.read(lambda engine: _scalar(engine, rows))
        assert isinstance(found, int)
        return found

    def died(self) -> None:
        """Notes that a server has just died."""
        self.deaths.append(time.monotonic())


def _scalar(engine: Engine, chosen: Any) -> int | None:
    with engine.connect() as connection:
        found: int | None = connection.execute(chosen).scalar_one()
        return found
