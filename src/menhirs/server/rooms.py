"""The rooms in which matches are played, and who is in them.

A room holds a match in memory as long as somebody is there. Every change goes the same way: it is
proposed, written down, and only then taken in and told. Whatever happens to the server, the diary
in the database is the match.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from typing import Any

from menhirs.core.actions import Player
from menhirs.core.errors import Illegal, MenhirsError
from menhirs.core.state import Outcome
from menhirs.match import computer
from menhirs.match.entries import Entry, Kind
from menhirs.match.errors import Refused
from menhirs.match.match import Match
from menhirs.match.time import Outages
from menhirs.notation.actions import read_action
from menhirs.notation.line import write_line
from menhirs.server.bus import Bus, Presence
from menhirs.server.errors import BadRequest, Unavailable
from menhirs.server.heart import now
from menhirs.server.languages import Language
from menhirs.server.messages import State
from menhirs.server.metrics import ACTIONS, ROOMS, VIEWERS
from menhirs.server.pictures import geometry_data
from menhirs.server.storage.store import Append, StoredMatch
from menhirs.server.thinking import Thinkers
from menhirs.server.told import Telling
from menhirs.server.writer import Writer

_TRIES = 5
_IDLE = 300.0
"""Seconds after which an empty room is closed."""
_MOST_WAITING = 100
"""A visitor who lets so many messages lie is cut off, and comes back when there is time."""

_log = logging.getLogger(__name__)

Proposal = Callable[[int], Entry]
"""Given the moment, the entry to be written; it raises if there can be none."""


class Viewer:
    """Somebody who is told what happens in a room."""

    def __init__(self, you: list[Player], language: Language) -> None:
        self.you = you
        self.language = language
        self.messages: asyncio.Queue[str | None] = asyncio.Queue(_MOST_WAITING)
        """What to send; None is the end."""

    def tell(self, message: str) -> None:
        """Puts a message into the queue; a viewer who does not read is dropped."""
        try:
            self.messages.put_nowait(message)
        except asyncio.QueueFull:
            self.send_away()

    def send_away(self) -> None:
        """Ends the connection; whoever still wants to watch comes back."""
        while not self.messages.empty():
            self.messages.get_nowait()
        self.messages.put_nowait(None)


class Room:
    """A match that is being played or watched."""

    def __init__(self, stored: StoredMatch, outages: Outages, rooms: Rooms) -> None:
        self.id = stored.id
        self.series = stored.series
        self.game = stored.game
        self.match = Match(stored.terms, stored.entries, outages)
        self.seats = stored.seats
        self.telling = Telling(stored.id, self.match, stored.game, stored.earlier)
        self.viewers: set[Viewer] = set()
        self._rooms = rooms
        self._lock = asyncio.Lock()
        self._elsewhere: dict[str, dict[str, int]] = {}
        """For each other server, how many of its viewers sit on each seat."""
        self._timer: asyncio.TimerHandle | None = None
        self._last_at = stored.entries[-1].at if stored.entries else 0
        self.last_used = now()
        self._wake()

    # Changes.

    async def submit(self, propose: Proposal, at: int | None = None) -> Entry:
        """Writes an entry down, tells everybody, and returns it.

        ``at`` is when the message arrived. If another server was quicker, the proposal is made
        again for the match as it is then.
        """
        at = now() if at is None else at
        async with self._lock:
            for _ in range(_TRIES):
                # An entry is never older than the one before, whatever a machine's clock says.
                at = max(at, self._last_at)
                if (due := self.match.due_entry(at)) is not None:
                    await self._write(due)
                    continue
                entry = propose(at)
                if await self._write(entry):
                    return entry
        raise Refused("stale")

    async def _write(self, entry: Entry) -> bool:
        append = Append(self.id, entry, self._outcome_of(entry))
        try:
            written = await self._rooms.writer.append(append)
        except Unavailable:
            self._rooms.forget(self)  # nobody knows what was written: look again next time
            raise
        if written:
            self._take_in([entry])
        else:
            await self._catch_up()
        return written

    def _outcome_of(self, entry: Entry) -> Outcome | None:
        if entry.kind is not Kind.ACTION:
            return None
        position = self.match.position
        return position.play_unchecked(read_action(entry.text, position)).outcome

    async def join(self, propose: Proposal, secret_hash: bytes) -> Player:
        """Seats a player, unless somebody else was quicker."""
        async with self._lock:
            for _ in range(_TRIES):
                entry = propose(max(now(), self._last_at))
                store = self._rooms.writer.store
                if await self._rooms.writer.run(store.join, Append(self.id, entry), secret_hash):
                    self.seats[entry.player] = secret_hash
                    self._take_in([entry])
                    return entry.player
                await self._catch_up()
        raise Refused("stale")

    async def refresh(self, number: int = 0) -> None:
        """Takes in what other servers wrote, if there is an entry of that number to be had."""
        async with self._lock:
            if not number or number > self.match.entries:
                await self._catch_up()

    async def _catch_up(self) -> None:
        store = self._rooms.writer.store
        entries, seats = await asyncio.to_thread(store.news, self.id, self.match.entries)
        self.seats = seats
        if entries:
            self._take_in(entries)

    def _take_in(self, entries: list[Entry]) -> None:
        plies = len(self.match.plies)
        for entry in entries:
            self.match.append(entry)
            self._last_at = entry.at
            if entry.kind is Kind.ACTION:
                ACTIONS.labels(self.match.terms.rules.name).inc()
        self._tell_change(plies)
        self._wake()

    # Telling.

    def state(self, you: list[Player], language: Language) -> State:
        """The match as a visitor sees it."""
        return self.telling.state(you, language, now(), self.present)

    def hello(self, viewer: Viewer) -> str:
        """Everything that a page needs to begin with."""
        return json.dumps(
            {
                "type": "hello",
                "geometry": geometry_data(self.match.start.geometry),
                "state": self.state(viewer.you, viewer.language),
                "plies": self.telling.plies(viewer.language),
            }
        )

    def _tell_change(self, plies_before: int) -> None:
        """Tells everybody; visitors who see the same get the same text."""
        texts: dict[tuple[str, tuple[Player, ...]], str] = {}
        added = len(self.match.plies) == plies_before + 1
        for viewer in self.viewers:
            key = (viewer.language.code, tuple(viewer.you))
            if key not in texts:
                state = self.state(viewer.you, viewer.language)
                news = self.telling.plies(viewer.language, since=state["ply"]) if added else [None]
                texts[key] = json.dumps({"type": "state", **state, "ply_item": news[0]})
            viewer.tell(texts[key])

    # Presence.

    @property
    def present(self) -> dict[Player, bool]:
        """Which seats have somebody at a screen."""
        here = self._counts()
        counts = [here, *self._elsewhere.values()]
        return {seat: any(count.get(str(seat)) for count in counts) for seat in (1, 2)}

    def _counts(self) -> dict[str, int]:
        return {str(seat): sum(seat in viewer.you for viewer in self.viewers) for seat in (1, 2)}

    def enter(self, viewer: Viewer) -> None:
        """A visitor comes in."""
        self.viewers.add(viewer)
        VIEWERS.inc()
        self._presence_changed()

    def leave(self, viewer: Viewer) -> None:
        """A visitor goes."""
        if viewer in self.viewers:
            self.viewers.discard(viewer)
            VIEWERS.dec()
            self._presence_changed()

    def heard_presence(self, presence: Presence) -> None:
        """Another server told who is there; one that is new here is told who is with us."""
        if presence.server not in self._elsewhere:
            self._rooms.spawn(self._rooms.bus.tell_presence(self.id, self._counts()))
        self._elsewhere[presence.server] = presence.counts
        self._tell_presence()

    def forget_servers(self, running: Collection[str]) -> None:
        """Whoever was with a server that is gone is not here any more."""
        gone = self._elsewhere.keys() - running
        for server in gone:
            del self._elsewhere[server]
        if gone:
            self._tell_presence()

    def _presence_changed(self) -> None:
        self._tell_presence()
        self._rooms.spawn(self._rooms.bus.tell_presence(self.id, self._counts()))

    def _tell_presence(self) -> None:
        seats = {str(seat): there for seat, there in self.present.items()}
        message = json.dumps({"type": "presence", "seats": seats})
        for viewer in self.viewers:
            viewer.tell(message)

    # What happens by itself: time runs out, and the computer plays.

    def _wake(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if (moment := self.match.next_moment()) is not None:
            delay = max(0, moment - now()) / 1000
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(delay, self._rooms.spawn_call, self._referee)
        task = computer.task(self.match, now())
        if task is not None:
            self._rooms.spawn(self._play_computer(task))

    async def _referee(self) -> None:
        async with self._lock:
            if (due := self.match.due_entry(now())) is not None:
                await self._write(due)
            else:
                self._wake()

    async def _play_computer(self, task: computer.Task) -> None:
        """Thinks, waits as long as a person would, and acts if nothing has changed since."""
        match, state, began = self.match, self.match.state, self._last_at
        window = match.claim_window(now())
        thought = await self._rooms.thinkers.think(
            write_line(match.position), task.level, f"{self.id}:{match.state}", acts=task.acts
        )
        wait = task.reaction if thought.claims else task.pause
        await asyncio.sleep(max(0, began + wait - now()) / 1000)
        with suppress(Refused, Illegal):  # the match has moved on in the meantime
            if thought.claims and window is not None:
                turn = window.turn
                await self.submit(lambda at: match.claim_entry(task.player, turn, at))
            elif thought.action is not None:
                action = thought.action
                await self.submit(
                    lambda at: self.checked(state).action_entry(task.player, action, at)
                )

    def checked(self, state: int) -> Match:
        """The match, if it is still in that state."""
        if self.match.state != state:
            raise Refused("stale")
        return self.match

    @property
    def is_busy(self) -> bool:
        return self._lock.locked()

    def close(self) -> None:
        """Nothing happens by itself any more."""
        if self._timer is not None:
            self._timer.cancel()


class Rooms:
    """All rooms of this server."""

    def __init__(self, writer: Writer, thinkers: Thinkers, bus: Bus, outages: Outages) -> None:
        self.writer = writer
        self.thinkers = thinkers
        self.bus = bus
        self._outages = outages
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.spawn(self._sweep())

    async def _sweep(self) -> None:
        """Closes rooms that nobody has been in for a while."""
        while True:
            await asyncio.sleep(_IDLE)
            for room in list(self._rooms.values()):
                if not room.viewers and not room.is_busy and now() - room.last_used > _IDLE * 1000:
                    self.forget(room)

    async def room(self, match: str) -> Room:
        """The room of a match, opened if need be."""
        if (room := self._rooms.get(match)) is not None:
            room.last_used = now()
            return room
        if match not in self._loading:  # two visitors at once open one room
            self._loading[match] = asyncio.create_task(self._load(match))
        return await asyncio.shield(self._loading[match])

    async def _load(self, match: str) -> Room:
        try:
            stored = await asyncio.to_thread(self.writer.store.load, match)
            if stored is None:
                raise BadRequest("no-match")
            room = self._rooms[match] = Room(stored, self._outages, self)
            ROOMS.set(len(self._rooms))
            return room
        finally:
            del self._loading[match]

    def forget(self, room: Room) -> None:
        """Closes a room; whoever is in it is sent away and finds it again."""
        room.close()
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
        for viewer in room.viewers:
            viewer.send_away()
        ROOMS.set(len(self._rooms))

    async def heard_change(self, match: str, number: int) -> None:
        """A server, perhaps this one, wrote an entry; without a match, any may have been."""
        if not match:
            for room in list(self._rooms.values()):
                await room.refresh()
        elif (changed := self._rooms.get(match)) is not None:
            # A room that is busy must not keep the news of others waiting.
            self.spawn(changed.refresh(number))

    def heard_servers(self, running: Collection[str]) -> None:
        """Which servers are there."""
        for room in self._rooms.values():
            room.forget_servers(running)

    def heard_presence(self, presence: Presence) -> None:
        if (room := self._rooms.get(presence.match)) is not None:
            room.heard_presence(presence)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Lets something happen by itself; what goes wrong in it is noted."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def spawn_call(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        self.spawn(work())

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            level = logging.WARNING if isinstance(error, MenhirsError) else logging.ERROR
            _log.log(level, "in a room: %s", error, exc_info=error)

    def close(self) -> None:
        """Closes all rooms."""
        for task in self._tasks:
            task.cancel()
        for room in list(self._rooms.values()):
            self.forget(room)
