"""A match in memory, with its viewers, as long as somebody is at it.

Every change takes the same way: the match proposes it, it is stored, and only then is it appended
and sent. A room holds nothing that is not in the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from menhirs.core.actions import Player, other
from menhirs.match import commands, computer
from menhirs.match.commands import Command, speaker
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.errors import Refused, Unavailable
from menhirs.match.fair_play import EngineDoor
from menhirs.match.match import Change, Match, Ply, entry_of
from menhirs.referee.advice import Advice
from menhirs.referee.referee import TRIES, Following, Referee
from menhirs.referee.thought import Question, Thought
from menhirs.server.errors import ServerUnavailable
from menhirs.server.limits import Bucket
from menhirs.server.live.clock import now
from menhirs.server.live.match.diary_reader import A_PAGE
from menhirs.server.live.match.presence import PresenceCounter
from menhirs.server.live.match.viewer import Viewer
from menhirs.server.metrics import ACTIONS, VIEWERS
from menhirs.server.storage.match.store import (
    Append,
    MatchSummary,
    Step,
    StoredMatch,
    StoredSeat,
    standing_of,
)
from menhirs.server.storage.people.alert_store import Alert
from menhirs.view.as_json import as_json
from menhirs.view.match.moment import gone_data
from menhirs.view.match.socket_messages import Presence
from menhirs.view.match.state_view import Remark

if TYPE_CHECKING:
    from menhirs.server.live.match.rooms import Rooms

_ASKS_A_SECOND = 1.0
_ASKS_AT_ONCE = 20
"""The limit for names, offers and take-backs of one seat, which could make a diary grow for
ever.
"""
_SEATED_ANEW = (EntryKind.JOIN, EntryKind.SWAP)
_UNLIMITED = commands.ActCommand | commands.ClaimCommand


class Room(Referee):
    """A match that is being played or watched."""

    def __init__(self, stored: StoredMatch, match: Match, rooms: Rooms) -> None:
        super().__init__(stored.id, match, stored.game, stored.earlier, now)
        self.series = stored.series
        self.seats = stored.seats
        self.public = stored.public
        self.by_link = stored.by_link
        self.viewers: set[Viewer] = set()
        self._rooms = rooms
        self.presence = PresenceCounter(self._tell_presence, partial(rooms.tell_servers, stored.id))
        self.visitor = stored.id
        """The visitor who plays the computer here: the address of the player who came last. The
        computer's time is shared fairly between visitors."""
        self._pace = {seat: Bucket(_ASKS_A_SECOND, _ASKS_AT_ONCE) for seat in (1, 2)}
        self._actions = ACTIONS.labels(match.terms.rules.name)
        self.last_used = now()
        self._wake()

    # The methods that ``Referee`` needs.

    @property
    def readers(self) -> set[Viewer]:
        return self.viewers

    async def _think(self, question: Question) -> Thought:
        return await self._rooms.engines.think(question, self.visitor)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return self._rooms.spawn(work)

    def _forget(self, error: Unavailable | None = None) -> None:
        self._rooms.forget(self)

    # Changes.

    async def submit(
        self,
        own_seats: list[Player],
        command: Command,
        at: int | None = None,
        remark: Remark | None = None,
    ) -> None:
        """Carries out a command, unless the seat has sent too many."""
        at = now() if at is None else at
        if isinstance(command, commands.EndLeftCommand) and not self._rooms.bus.is_listening:
            raise ServerUnavailable("listening")  # the opponent may be at another server
        if not isinstance(command, _UNLIMITED):
            self._pace[speaker(self.match, command, own_seats)].check()
        await super().submit(own_seats, command, at, remark)

    async def _obeyed(self, command: Command, own_seats: list[Player], change: Change) -> None:
        """After a new name: it becomes the person's name everywhere, except at one screen."""
        name = entry_of(change).text
        if not isinstance(command, commands.RenameCommand) or len(own_seats) != 1 or not name:
            return
        seat = self.seats.get(own_seats[0])
        if seat is not None and seat.person is not None:
            await self._rooms.writer.run(self._rooms.people.rename, seat.person, name)

    async def _keep(self, change: Change) -> bool:
        outcome = change.position.outcome if isinstance(change, Ply) else None
        standing = self._standing_after(change)
        entry = entry_of(change)
        append = Append(self.id, entry, outcome, standing, self._alert_after(entry, standing))
        return await self._rooms.writer.append(append)

    def _noted(self, change: Change) -> None:
        if isinstance(change, Ply) and change.position.outcome is not None:
            for work in self._rooms.on_end:
                self._spawn(work(self))

    def _standing_after(self, change: Change) -> MatchSummary | None:
        """The match's row in lists after a change; None if it stays the same."""
        if isinstance(change, Ply):
            return standing_of(change.position)
        if change.kind in (EntryKind.ABORTED, EntryKind.PAUSED):
            return replace(standing_of(self.match.position), turn=None)
        if change.kind is EntryKind.RESUMED:
            return standing_of(self.match.position)
        if change.kind is EntryKind.TAKE_BACK:
            return standing_of(self.match.positions[int(change.text)])
        return None

    def _alert_after(self, entry: Entry, standing: MatchSummary | None) -> Alert | None:
        """The alert that a player's turn has come; None if it has not."""
        if standing is None or standing.turn == self.match.position.player:
            return None
        details = (self.match.terms, self.seats, standing.turn)
        return self._rooms.turn_alerts.alert(self.id, entry, *details)

    async def organise(self, tell: Callable[[Match, int], Entry | None]) -> None:
        """Stores the entries that the organiser's decisions need, until none is missing."""
        async with self._changing():
            for _ in range(TRIES):
                at = max(now(), self.match.last_at)
                change = self.match.due_change(at) or tell(self.match, at)
                if change is None:
                    return
                await self._write(change)
        raise Refused("stale")

    async def adopt(self, player: Player, person: str) -> None:
        """Gives an old seat without a person to the person who holds its secret."""
        writer, position = self._rooms.writer, self.match.position
        async with self._changing():
            adopted = (player, person, standing_of(position), self.match.last_at)
            if await writer.run(writer.store.adopt, self.id, *adopted):
                self.seats[player] = replace(self.seats[player], person=person)

    async def note_program(self, own_seats: list[Player]) -> None:
        """Marks these seats as a program's, and sends that to everybody at the match."""
        writer = self._rooms.writer
        for player in own_seats:
            if (seat := self.seats.get(player)) is not None and not seat.program:
                self.seats[player] = replace(seat, program=True)
                await writer.run(writer.store.note_program, self.id, player)

    async def join(
        self, name: str, seat: StoredSeat, *also: Step, wanted: Player | None = None
    ) -> Player:
        """Seats a player, unless another one was quicker.

        If another seat than the free one is wanted, the waiting player changes over.
        """
        writer = self._rooms.writer
        async with self._changing():
            for _ in range(TRIES):
                at = max(now(), self.match.last_at)
                *swaps, join = self.match.join_entries(name, at, wanted)
                seats = dict(self.seats)
                if swaps:
                    seats = {other(one): held for one, held in seats.items()}
                appends = [Append(self.id, swap) for swap in swaps]
                standing = standing_of(self.match.position)  # its first turn begins now
                alert = self._alert_of_guest(join, seats)
                appends.append(Append(self.id, join, standing=standing, alert=alert))
                if await writer.run(writer.store.join, appends, seat, *also):
                    player, entries = join.player, [*swaps, join]
                    self.seats = {**seats, player: seat}
                    self._take_in(entries)
                    return player
                await self._catch_up()
        raise Refused("stale")

    def _alert_of_guest(self, entry: Entry, seats: Mapping[Player, StoredSeat]) -> Alert | None:
        """The alert to the inviter that the game has begun, if they play first."""
        terms, turn = self.match.terms, self.match.position.player
        return self._rooms.turn_alerts.alert(self.id, entry, terms, seats, turn)

    async def _keep_next(self, link: Entry, following: Following) -> bool:
        # At one screen the two keep their device, but not their sides: one secret opens both.
        seats = {other(player): seat for player, seat in self.seats.items()}
        terms, game = following.terms, (self.series, self.game + 1)
        if terms.computers and terms.menhirs == self.match.terms.menhirs:
            person = self._person(link.player)
            await self._rooms.fair_play.check(EngineDoor.MATCH, [terms.start], person)
        stored = StoredMatch(
            following.id, following.terms, *game, following.joins, seats, public=self.public
        )
        stored.by_link = self.by_link
        turn = following.terms.start.player
        details = (stored.id, stored.entries[-1], stored.terms, seats, turn)
        alert, append = self._rooms.turn_alerts.alert(*details), Append(self.id, link)
        writer = self._rooms.writer
        return await writer.run(writer.store.create_next, stored, link.at, append, alert)

    async def refresh(self, entry: Entry | None = None) -> None:
        """Appends an entry of another server, or all new ones."""
        async with self._changing():
            following = self.match.entries + 1
            # A new player has a new key, which is not in the diary.
            if entry is None or entry.number > following or entry.kind in _SEATED_ANEW:
                await self._catch_up()
            elif entry.number == following:
                self._take_in([entry])

    def is_news(self, entry: Entry | None) -> bool:
        return entry is None or entry.number > self.match.entries

    async def _catch_up(self) -> None:
        writer = self._rooms.writer
        while True:
            read = (writer.store.news, self.id, self.match.entries, A_PAGE)
            entries, self.seats = await writer.read(*read)
            if not self.seats:  # the inviter has gone, and the match with them
                raise ServerUnavailable("match-gone")
            if entries:
                self._take_in(entries)
            if len(entries) < A_PAGE:
                return

    def _wake(self) -> None:
        super()._wake()
        if self.match.waits_for_both and all(self.present.values()):
            self._spawn(self._note_together())

    async def _note_together(self) -> None:
        """Stores that both players are at the board, so that the clocks run."""
        async with self._changing():
            entry = self.match.together_entry(max(now(), self.match.last_at))
            if entry is not None and all(self.present.values()):
                await self._write(entry)

    def _take_in(self, changes: Sequence[Change], remark: Remark | None = None) -> None:
        super()._take_in(changes, remark)
        kinds = [entry_of(change).kind for change in changes]
        self._actions.inc(kinds.count(EntryKind.ACTION))
        if EntryKind.SWAP in kinds:
            self._forget()  # visitors here connect again, and get the seat that is theirs now

    # Presence.

    @property
    def present(self) -> dict[Player, bool]:
        """Which seats have somebody at a screen."""
        return self.presence.seats

    def enter(self, viewer: Viewer) -> None:
        """Adds a viewer; returns a new room if this one was closed in the meantime."""
        if self._is_closed:
            viewer.send_away()
            return
        self.viewers.add(viewer)
        VIEWERS.inc()
        self.presence.add(viewer.own_seats)

    def leave(self, viewer: Viewer) -> None:
        """Removes a viewer."""
        self.last_used = now()
        if viewer in self.viewers:
            self.viewers.discard(viewer)
            VIEWERS.dec()
            self.presence.remove(viewer.own_seats)

    def forget_who_has_gone(self) -> None:
        """Forgets who has left: other servers were unreachable, and players may have come back
        there.
        """
        self.match.notice(dict.fromkeys(self.present, True), now())

    def _tell_presence(self) -> None:
        self.match.notice(self.present, now())
        self._wake()
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
            viewer.tell_presence(message)

    # Help and the end.

    async def advise(self, own_seats: list[Player], *, threats: bool = False) -> Advice | None:
        """Advice against the computer, within a rate limit."""
        computer.check_help(self.match, own_seats, threats=threats)
        player, position = self.match.position.player, self.match.position
        self._pace[player].check()
        await self._rooms.fair_play.check(EngineDoor.HINT, [position], self._person(player))
        return await super().advise(own_seats, threats=threats)

    def _person(self, player: Player) -> str | None:
        seat = self.seats.get(player)
        return None if seat is None else seat.person

    async def give_up(self) -> None:
        """Closes the room once no change is in progress, so that it is read again."""
        async with self._lock:
            self._rooms.forget(self)

    def close(self) -> None:
        """Nothing happens here any more."""
        super().close()
        self.presence.close()
