"""All rooms of a server: opened for the first visitor, closed after the last."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine, Iterable
from typing import Any

from menhirs.core.actions import Player
from menhirs.match.addresses import is_match_id
from menhirs.match.entries import Entry
from menhirs.match.errors import Unavailable
from menhirs.match.match import Match
from menhirs.match.outages import Outages
from menhirs.referee.tasks import Tasks
from menhirs.server.errors import BadRequest
from menhirs.server.live.alerts.turn_alerts import TurnAlerts
from menhirs.server.live.clock import now
from menhirs.server.live.engine.engine_pool import EnginePool
from menhirs.server.live.fair_play import FairPlay
from menhirs.server.live.match.log_reader import open_match
from menhirs.server.live.match.room import Room
from menhirs.server.metrics import ROOMS
from menhirs.server.storage.bus import Bus, PresenceNotice
from menhirs.server.storage.match.store import StoredMatch
from menhirs.server.storage.match.writer import Writer
from menhirs.server.storage.people.people_store import PeopleStore

_IDLE = 30_000
"""Milliseconds after which an empty room is closed: time enough to load a page again."""
_IDLE_WHEN_OVER = 2_000
"""Seconds after which an empty room of a finished game is closed. With ten ends a second these
were a third of all rooms.
"""
_SWEEP_EVERY = 5.0

_log = logging.getLogger(__name__)


class Rooms:
    """All rooms of this server."""

    def __init__(
        self,
        writer: Writer,
        engines: EnginePool,
        bus: Bus,
        outages: Outages,
        turn_alerts: TurnAlerts,
    ) -> None:
        self.writer = writer
        self.people = PeopleStore(writer.store.engine)
        self.fair_play = FairPlay(writer)
        self.engines = engines
        self.bus = bus
        self.outages = outages
        self.turn_alerts = turn_alerts
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._changed_meanwhile: set[str] = set()
        """Matches to which another server wrote while they were being loaded."""
        self._outdated: set[str] = set()
        """Matches that have to be read again because they changed while they were being loaded."""
        self.tasks = Tasks()
        self.on_end: list[Callable[[Room], Coroutine[Any, Any, None]]] = []
        """Called when a match ends at this server."""
        self.spawn(self._sweep())

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_EVERY)
            self.close_empty(now())

    def close_empty(self, at: int) -> None:
        """Closes rooms that have been empty for a while."""
        for room in self.open:
            idle = _IDLE_WHEN_OVER if room.match.is_over else _IDLE
            if not room.viewers and not room.is_busy and at - room.last_used > idle:
                self.forget(room)

    @property
    def open(self) -> list[Room]:
        """The open rooms."""
        return list(self._rooms.values())

    def in_memory(self, match: str) -> Room | None:
        """The room of a match, if it is open."""
        if (room := self._rooms.get(match)) is not None:
            room.last_used = now()
        return room

    def is_present(self, match: str, player: Player) -> bool:
        """Whether a seat's player is known to have the match open. Opens no room."""
        room = self._rooms.get(match)
        return room is not None and room.present[player]

    async def room(self, match: str) -> Room:
        """The room of a match, opened if need be."""
        if (room := self.in_memory(match)) is not None:
            return room
        if match not in self._loading:  # two visitors at once open one room
            self._loading[match] = asyncio.create_task(self._load(match))
        return await asyncio.shield(self._loading[match])

    async def read(self, match: str) -> Match | None:
        """A match as it is stored, without opening a room; None if there is none."""
        found = await open_match(self.writer, match, self.outages)
        return None if found is None else found[1]

    async def _load(self, match: str) -> Room:
        try:
            found = await self._read(match)
            room = self._rooms[match] = Room(*found, self)
            ROOMS.set(len(self._rooms))
            if match in self._changed_meanwhile:
                await room.refresh()
            return room
        finally:
            del self._loading[match]
            self._changed_meanwhile.discard(match)
            self._outdated.discard(match)

    async def _read(self, match: str) -> tuple[StoredMatch, Match]:
        while is_match_id(match):
            self._outdated.discard(match)
            found = await open_match(self.writer, match, self.outages)
            if found is None:
                break
            if match not in self._outdated:
                return found
        raise BadRequest("no-match")

    async def read_again(self, matches: Iterable[str]) -> None:
        """Closes rooms in which more changed than entries: names removed, seats reassigned.

        Their visitors connect again and see the new state.
        """
        for match in matches:
            if match in self._loading:
                self._outdated.add(match)
            if (room := self._rooms.get(match)) is not None:
                await room.give_up()

    def on_reload(self, match: str) -> None:
        """Called when a server, perhaps this one, changed more of a match than its entries."""
        self.spawn(self.read_again([match]))

    def forget(self, room: Room) -> None:
        """Closes a room; its visitors connect again."""
        room.close()
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
        for viewer in room.viewers:
            viewer.send_away()
        ROOMS.set(len(self._rooms))

    async def on_change(self, match: str, entry: Entry | None) -> None:
        """Called when a server, perhaps this one, wrote an entry; without ``match``, to an unknown
        match.
        """
        if not match:
            for room in list(self._rooms.values()):
                await self._refresh(room)
        elif (changed := self._rooms.get(match)) is None:
            if match in self._loading:
                self._changed_meanwhile.add(match)
        elif changed.is_news(entry):
            # A busy room must not delay the others.
            self.spawn(changed.refresh(entry))

    async def _refresh(self, room: Room) -> None:
        room.forget_absent_players()
        try:
            await room.refresh()
            if await self.writer.read(self.writer.store.names, room.id) != room.match.names:
                await room.give_up()  # a name was removed, and this server missed the message
        except Unavailable as error:  # the others are still handled
            _log.warning("a room was closed: %s", error)

    def notify_servers(self, match: str, counts: dict[str, int]) -> None:
        """Sends this server's presence to other servers."""
        if self.bus.has_others:
            self.spawn(self.bus.send_presence(match, counts))

    def on_servers(self, running: Collection[str]) -> None:
        """Called with the running servers."""
        for room in self._rooms.values():
            room.presence.forget_servers(running)

    def on_presence(self, presence: PresenceNotice) -> None:
        if (room := self._rooms.get(presence.match)) is not None:
            room.presence.receive(presence)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Runs work in the background; its errors are logged."""
        return self.tasks.spawn(work)

    def close(self) -> None:
        """Closes all rooms."""
        self.tasks.cancel()
        for room in list(self._rooms.values()):
            self.forget(room)
