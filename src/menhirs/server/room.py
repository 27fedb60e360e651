"""The room in which a match is played, and who is in it.

A room holds a match in memory as long as somebody is there. Every change goes the same way: it is
proposed, written down, and only then taken in and told. Whatever happens to the server, the diary
in the database is the match.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from menhirs.core.actions import Player
from menhirs.core.errors import Illegal
from menhirs.core.state import Outcome
from menhirs.match import computer
from menhirs.match.entries import Entry, Kind
from menhirs.match.errors import Refused
from menhirs.match.match import Match
from menhirs.match.time import Outages
from menhirs.notation.actions import read_action
from menhirs.notation.line import write_line
from menhirs.server.as_json import as_json
from menhirs.server.bus import Presence
from menhirs.server.errors import Unavailable
from menhirs.server.heart import now
from menhirs.server.languages import Language
from menhirs.server.messages import State
from menhirs.server.metrics import ACTIONS, VIEWERS
from menhirs.server.pictures import geometry_data
from menhirs.server.storage.store import Append, StoredMatch
from menhirs.server.told import Telling
from menhirs.server.viewer import Viewer

if TYPE_CHECKING:
    from menhirs.server.rooms import Rooms

_TRIES = 5

_log = logging.getLogger(__name__)

Proposal = Callable[[int], Entry]
"""Given the moment, the entry to be written; it raises if there can be none."""


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
        self._thought_of: int | None = None
        """The last state that the computer was asked about."""
        self._is_closed = False
        self._last_at = stored.entries[-1].at if stored.entries else 0
        self.last_used = now()
        self._wake()

    # Changes.

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[None]:
        """One change at a time, and none in a room that was given up.

        If the database fails nobody knows what was written: the room is looked at anew next time.
        """
        async with self._lock:
            if self._is_closed:
                raise Unavailable("storage")
            try:
                yield
            except Unavailable:
                self._rooms.forget(self)
                raise

    async def submit(self, propose: Proposal, at: int | None = None) -> Entry:
        """Writes an entry down, tells everybody, and returns it.

        ``at`` is when the message arrived. If another server was quicker, the proposal is made
        again for the match as it is then.
        """
        at = now() if at is None else at
        async with self._changing():
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
        written = await self._rooms.writer.append(append)
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
        writer = self._rooms.writer
        async with self._changing():
            for _ in range(_TRIES):
                entry = propose(max(now(), self._last_at))
                if await writer.run(writer.store.join, Append(self.id, entry), secret_hash):
                    self.seats[entry.player] = secret_hash
                    self._take_in([entry])
                    return entry.player
                await self._catch_up()
        raise Refused("stale")

    async def begin_next(self, propose: Callable[[int], tuple[Entry, StoredMatch]]) -> None:
        """Creates the next game of the series, unless somebody else was quicker."""
        writer = self._rooms.writer
        async with self._changing():
            for _ in range(_TRIES):
                at = max(now(), self._last_at)
                link, stored = propose(at)
                append = Append(self.id, link)
                if await writer.run(writer.store.create_next, stored, at, append):
                    self._take_in([link])
                    return
                await self._catch_up()
        raise Refused("stale")

    async def refresh(self, entry: Entry | None = None) -> None:
        """Takes in an entry of another server, or all there are."""
        async with self._changing():
            following = self.match.entries + 1
            # With a new player comes a new key, which is not told to everybody.
            if entry is None or entry.number > following or entry.kind is Kind.JOIN:
                await self._catch_up()
            elif entry.number == following:
                self._take_in([entry])

    def is_news(self, entry: Entry | None) -> bool:
        return entry is None or entry.number > self.match.entries

    async def _catch_up(self) -> None:
        writer = self._rooms.writer
        entries, seats = await writer.read(writer.store.news, self.id, self.match.entries)
        self.seats = seats
        if entries:
            self._take_in(entries)

    def _take_in(self, entries: list[Entry]) -> None:
        for entry in entries:
            self.match.append(entry)
            self._last_at = entry.at
            if entry.kind is Kind.ACTION:
                ACTIONS.labels(self.match.terms.rules.name).inc()
            self._tell_change(ply_added=entry.kind is Kind.ACTION)
        self._wake()

    # Telling.

    def state(self, you: list[Player], language: Language) -> State:
        """The match as a visitor sees it."""
        return self.telling.state(you, language, now(), self.present)

    def hello(self, viewer: Viewer) -> str:
        """Everything that a page needs to begin with."""
        hello = as_json(
            {
                "type": "hello",
                "geometry": geometry_data(self.match.start.geometry),
                "state": self.state(viewer.you, viewer.language),
            }
        )
        return f'{hello[:-1]},"plies":{self.telling.plies_text(viewer.language)}}}'

    def _tell_change(self, *, ply_added: bool) -> None:
        """Tells everybody; visitors who see the same get the same text."""
        texts: dict[tuple[str, tuple[Player, ...]], str] = {}
        at, present = now(), self.present
        for viewer in self.viewers:
            key = (viewer.language.code, tuple(viewer.you))
            if key not in texts:
                texts[key] = self.telling.state_text(
                    viewer.you, viewer.language, at, present, ply_added=ply_added
                )
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
        counts = self._counts()
        if presence.server not in self._elsewhere and any(counts.values()):
            self._rooms.spawn(self._rooms.bus.tell_presence(self.id, counts))
        self._elsewhere.pop(presence.server, None)
        if any(presence.counts.values()):  # else it is as new if it comes back
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
        message = as_json({"type": "presence", "seats": seats})
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
        if task is not None and self._thought_of != self.match.state:
            self._thought_of = self.match.state  # names and offers are nothing to think about
            self._rooms.spawn(self._play_computer(task))

    async def _referee(self) -> None:
        async with self._changing():
            if (due := self.match.due_entry(now())) is not None:
                await self._write(due)
            else:
                self._wake()

    async def _play_computer(self, task: computer.Task) -> None:
        """Thinks, waits as long as a person would, and acts if nothing has changed since."""
        match, state, began, turn = self.match, self.match.state, self._last_at, task.claims_on
        position = match.position if turn is not None else match.position.close_claim_window()
        thought = await self._rooms.thinkers.think(
            write_line(position),
            task.level,
            f"{self.id}:{state}",
            acts=task.acts,
            may_claim=turn is not None,
        )
        wait = task.reaction if thought.claims else task.pause
        await asyncio.sleep(max(0, began + wait - now()) / 1000)
        try:
            if thought.claims and turn is not None:
                await self.submit(lambda at: match.claim_entry(task.player, turn, at))
            elif thought.action is not None:
                action = thought.action
                await self.submit(
                    lambda at: self.checked(state).action_entry(task.player, action, at)
                )
        except (Refused, Illegal):  # the match has moved on in the meantime …
            if thought.claims and task.acts and match.state == state:  # … or its claim was too late
                await self._play_computer(replace(task, claims_on=None))

    def checked(self, state: int) -> Match:
        """The match, if it is still in that state."""
        if self.match.state != state:
            raise Refused("stale")
        return self.match

    @property
    def is_busy(self) -> bool:
        return self._lock.locked()

    def close(self) -> None:
        """Nothing happens here any more."""
        self._is_closed = True
        if self._timer is not None:
            self._timer.cancel()
