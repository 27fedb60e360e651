"""A match in memory, with its viewers, as long as somebody is at it.

Every change takes the same way: the match proposes it, it is stored, and only then is it appended
and sent. A room holds nothing that is not in the database.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from menhirs.core.actions import Player
from menhirs.match import commands, computer
from menhirs.match.commands import Command, speaker
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.errors import Refused, Unavailable
from menhirs.match.fair_play import EngineDoor
from menhirs.match.match import Change, Match, Ply, entry_of
from menhirs.notation.people import Translator
from menhirs.referee.advice import Advice
from menhirs.referee.referee import TRIES, Referee, view_of
from menhirs.referee.thought import LONGEST, Question, Thought
from menhirs.server.errors import ServerUnavailable
from menhirs.server.limits import Bucket
from menhirs.server.live.clock import now
from menhirs.server.live.engine.engine_pool import EnginePool
from menhirs.server.live.match.database_match_storage import DatabaseMatchStorage
from menhirs.server.live.match.presence import PresenceCounter
from menhirs.server.live.match.viewer import Viewer
from menhirs.server.metrics import ACTIONS, VIEWERS
from menhirs.server.storage.match.store import (
    Step,
    StoredMatch,
    StoredSeat,
)
from menhirs.view.as_json import as_json
from menhirs.view.match.moment import gone_data
from menhirs.view.match.socket_messages import Presence
from menhirs.view.messages import State

if TYPE_CHECKING:
    from menhirs.server.live.match.rooms import Rooms

_ASKS_A_SECOND = 1.0
_ASKS_AT_ONCE = 20
"""The limit for names, offers and take-backs of one seat, which could make a log grow for
ever.
"""
_SEATED_ANEW = (EntryKind.JOIN, EntryKind.SWAP)
_UNLIMITED = commands.ActCommand | commands.ClaimCommand


class PooledComputer:
    """The computer of a match, in the processes that all matches of this server share."""

    longest_thought = LONGEST

    def __init__(self, engines: EnginePool, visitor: str) -> None:
        self._engines = engines
        self.visitor = visitor
        """The address of the player who came last. The computer's time is shared fairly between
        these addresses, however many matches one of them has."""

    async def think(self, question: Question) -> Thought:
        """The computer's answer to a question."""
        return await self._engines.think(question, self.visitor)

    def remark(self, thought: Thought) -> None:
        """None: a server's computer makes no remarks."""


class Room:
    """A match that is being played or watched."""

    def __init__(self, stored: StoredMatch, match: Match, rooms: Rooms) -> None:
        self.id = stored.id
        self.match = match
        self.view = view_of(stored.id, match, stored.game, stored.earlier)
        self.viewers: set[Viewer] = set()
        self.presence = PresenceCounter(
            self._send_presence, partial(rooms.notify_servers, stored.id)
        )
        self.computer = PooledComputer(rooms.engines, stored.id)
        self.last_used = now()
        self._rooms = rooms
        self._storage = DatabaseMatchStorage(stored, match, rooms)
        self._pace = {seat: Bucket(_ASKS_A_SECOND, _ASKS_AT_ONCE) for seat in (1, 2)}
        self._actions = ACTIONS.labels(match.terms.rules.name)
        self._referee = Referee(self.view, self._storage, self.computer, self, now, rooms.tasks)
        self._referee.wake()

    @property
    def seats(self) -> dict[Player, StoredSeat]:
        return self._storage.seats

    @property
    def public(self) -> bool:
        return self._storage.public

    @property
    def is_busy(self) -> bool:
        return self._referee.is_busy

    # What the referee tells.

    @property
    def readers(self) -> set[Viewer]:
        return self.viewers

    @property
    def present(self) -> dict[Player, bool]:
        """Which seats have somebody at a screen."""
        return self.presence.seats

    def on_changes(self, changes: Sequence[Change], *, kept_here: bool) -> None:
        """Called after all pages got changes."""
        kinds = [entry_of(change).kind for change in changes]
        self._actions.inc(kinds.count(EntryKind.ACTION))
        for change in changes:
            if kept_here and isinstance(change, Ply) and change.position.outcome is not None:
                for work in self._rooms.on_end:
                    self._rooms.spawn(work(self))
        self._check_presence()
        if EntryKind.SWAP in kinds:
            self.drop()  # whoever is here comes back to the seat that is theirs now

    def drop(self, error: Unavailable | None = None) -> None:
        """The match is to be read again."""
        self._rooms.forget(self)

    # What visitors ask for.

    def state(self, own_seats: list[Player], language: Translator) -> State:
        """The match as a visitor sees it."""
        return self.view.state(own_seats, language, now(), self.present)

    async def ask(
        self, own_seats: list[Player], command: Command, at: int, check_creation: Callable[[], None]
    ) -> None:
        """Does what a visitor asks of the match, unless it is one thing too many."""
        self._check(own_seats, command)
        await self._referee.ask(own_seats, command, at, check_creation)

    async def submit(
        self, own_seats: list[Player], command: Command, at: int | None = None
    ) -> None:
        """Does what a visitor asks for, but begins no other match."""
        at = now() if at is None else at
        self._check(own_seats, command)
        await self._referee.submit(own_seats, command, at)

    def _check(self, own_seats: list[Player], command: Command) -> None:
        if isinstance(command, commands.EndLeftCommand) and not self._rooms.bus.is_listening:
            raise ServerUnavailable("listening")  # the opponent may be at another server
        if not isinstance(command, _UNLIMITED):
            self._pace[speaker(self.match, command, own_seats)].check()

    async def advise(self, own_seats: list[Player], *, threats: bool) -> Advice | None:
        """Advice against the computer, within a rate limit."""
        computer.check_help(self.match, own_seats, threats=threats)
        player, position = self.match.position.player, self.match.position
        self._pace[player].check()
        person = self._storage.person(player)
        await self._rooms.fair_play.check(EngineDoor.HINT, [position], person)
        return await self._referee.advise(own_seats, threats=threats)

    async def organise(self, missing_entry: Callable[[Match, int], Entry | None]) -> None:
        """Stores the entries that the organiser's decisions need, until none is missing."""
        async with self._referee.changing():
            for _ in range(TRIES):
                at = max(now(), self.match.last_at)
                change = self.match.due_change(at) or missing_entry(self.match, at)
                if change is None:
                    return
                await self._referee.write(change)
        raise Refused("stale")

    async def adopt(self, player: Player, person: str) -> None:
        """Gives an old seat without a person to the person who holds its secret."""
        async with self._referee.changing():
            await self._storage.adopt(player, person)

    async def mark_program(self, own_seats: list[Player]) -> None:
        """Marks these seats as a program's, and sends that to everybody at the match."""
        await self._storage.mark_program(own_seats)

    async def join(
        self, name: str, seat: StoredSeat, *also: Step, wanted: Player | None = None
    ) -> Player:
        """Seats a player, unless another one was quicker.

        If another seat than the free one is wanted, the waiting player changes over.
        """
        async with self._referee.changing():
            for _ in range(TRIES):
                at = max(now(), self.match.last_at)
                *swaps, join = self.match.join_entries(name, at, wanted)
                if await self._storage.seat(swaps, join, seat, *also):
                    self._referee.take_in([*swaps, join], kept_here=True)
                    return join.player
                await self._referee.catch_up()
        raise Refused("stale")

    async def refresh(self, entry: Entry | None = None) -> None:
        """Appends an entry of another server, or all new ones."""
        async with self._referee.changing():
            following = self.match.entries + 1
            # A new player has a new key, which is not in the log.
            if entry is None or entry.number > following or entry.kind in _SEATED_ANEW:
                await self._referee.catch_up()
            elif entry.number == following:
                self._referee.take_in([entry])

    def is_news(self, entry: Entry | None) -> bool:
        return entry is None or entry.number > self.match.entries

    # Presence.

    def enter(self, viewer: Viewer) -> None:
        """Adds a viewer. If this room was closed in the meantime, the viewer connects again."""
        if self._referee.is_closed:
            viewer.send_away()
            return
        self.viewers.add(viewer)
        VIEWERS.inc()
        self.presence.add(viewer.own_seats)

    def leave(self, viewer: Viewer) -> None:
        """A visitor goes."""
        self.last_used = now()
        if viewer in self.viewers:
            self.viewers.discard(viewer)
            VIEWERS.dec()
            self.presence.remove(viewer.own_seats)

    def forget_absent_players(self) -> None:
        """Forgets who has left: other servers were unreachable, and players may have come back
        there.
        """
        self.match.notice(dict.fromkeys(self.present, True), now())

    def _send_presence(self) -> None:
        self.match.notice(self.present, now())
        self._referee.wake()
        self._check_presence()
        seats = {str(seat): there for seat, there in self.present.items()}
        watchers = self.presence.watchers
        presence: Presence = {
            "type": "presence",
            "seats": seats,
            "watchers": watchers,
            "gone": gone_data(self.match, now()),
        }
        message = as_json(presence)
        for viewer in self.viewers:
            viewer.send_presence(message)

    def _check_presence(self) -> None:
        if self.match.waits_for_both and all(self.present.values()):
            self._rooms.spawn(self._store_together())

    async def _store_together(self) -> None:
        """Stores that both players are at the board, so that the clocks run."""
        async with self._referee.changing():
            entry = self.match.together_entry(max(now(), self.match.last_at))
            if entry is not None and all(self.present.values()):
                await self._referee.write(entry)

    # The end.

    async def give_up(self) -> None:
        """Closes the room once no change is in progress, so that it is read again."""
        await self._referee.pause()
        self._rooms.forget(self)

    def close(self) -> None:
        """Stops all work of this object."""
        self._referee.close()
        self.presence.close()
