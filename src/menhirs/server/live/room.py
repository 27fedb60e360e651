"""A match in memory, with its viewers, as long as somebody is there.

Every change goes the same way: the match proposes it, it is stored, and only then is it appended
and told. Whatever happens to the server, the diary in the database is the match.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from menhirs.core.actions import Player, other
from menhirs.core.errors import Illegal, MenhirsError
from menhirs.learn.coach import Coach
from menhirs.match import commands, computer
from menhirs.match.commands import Command, NextGame, kept_of_refused, propose, speaker
from menhirs.match.entries import Entry, Kind
from menhirs.match.errors import Refused
from menhirs.match.match import Change, Match, Ply, entry_of
from menhirs.server.errors import Unavailable
from menhirs.server.languages import Language
from menhirs.server.limits import Bucket
from menhirs.server.live.advice import Advice
from menhirs.server.live.attendance import Attendance
from menhirs.server.live.clock import now
from menhirs.server.live.diary_reader import A_PAGE, take_in
from menhirs.server.live.engine_process import Question
from menhirs.server.live.viewer import Viewer
from menhirs.server.metrics import ACTIONS, VIEWERS
from menhirs.server.storage.alert_store import Alert
from menhirs.server.storage.store import Append, Seat, Standing, Step, StoredMatch, standing_of
from menhirs.view.as_json import as_json
from menhirs.view.messages import State
from menhirs.view.socket_messages import Presence
from menhirs.view.state_view import StateView

if TYPE_CHECKING:
    from menhirs.server.live.rooms import Rooms

_TRIES = 5
_ASKS_A_SECOND = 1.0
_ASKS_AT_ONCE = 20
"""Names, offers and take-backs of one seat: nothing else could make a diary grow for ever."""
_HINT_LEVEL = 7
"""The strongest level that takes milliseconds."""
_SEATED_ANEW = (Kind.JOIN, Kind.SWAP)
_UNLIMITED = commands.Act | commands.Claim

_log = logging.getLogger(__name__)


class Room:
    """A match that is being played or watched."""

    def __init__(self, stored: StoredMatch, match: Match, rooms: Rooms) -> None:
        self.id = stored.id
        self.series = stored.series
        self.game = stored.game
        self.match = match
        self.seats = stored.seats
        self.public = stored.public
        coach = Coach() if len(match.terms.computers) == 1 else None
        self.view = StateView(stored.id, self.match, stored.game, stored.earlier, coach)
        self.viewers: set[Viewer] = set()
        self._rooms = rooms
        self._lock = asyncio.Lock()
        self.attendance = Attendance(self._tell_presence, partial(rooms.tell_servers, stored.id))
        self._timer: asyncio.TimerHandle | None = None
        self._thought_of: int | None = None
        """The last state that the computer was asked about."""
        self._thinking: asyncio.Task[None] | None = None
        self.visitor = stored.id
        """Who plays the computer here: the address of the player who came last. The computer's
        time is shared between these, however many matches one of them has."""
        self._pace = {seat: Bucket(_ASKS_A_SECOND, _ASKS_AT_ONCE) for seat in (1, 2)}
        self._actions = ACTIONS.labels(match.terms.rules.name)
        self._is_closed = False
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

    async def submit(self, you: list[Player], command: Command, at: int | None = None) -> None:
        """Does what a visitor asks for: it is written down, then everybody is told.

        ``at`` is when the message arrived. If another server was quicker, the command is given
        again to the match as it is then.
        """
        at = now() if at is None else at
        if not isinstance(command, _UNLIMITED):
            self._pace[speaker(self.match, command, you)].check()
        async with self._changing():
            for _ in range(_TRIES):
                # An entry is never older than the one before, whatever a machine's clock says.
                at = max(at, self.match.last_at)
                if (due := self.match.due_ply(at)) is not None:
                    await self._write(due)
                    continue
                try:
                    change = propose(self.match, command, you, at)
                except MenhirsError as refusal:
                    kept = kept_of_refused(self.match, command, you, at, refusal)
                    if kept is None or await self._write(kept):
                        raise
                    continue
                if isinstance(change, NextGame):
                    break  # in the meantime the other side has asked for it too
                if await self._write(change):
                    await self._keep_name(command, you, entry_of(change).text)
                    return
        raise Refused("stale")

    async def _keep_name(self, command: Command, you: list[Player], name: str) -> None:
        """Whoever says their name in a match says it for all others; not for both at one screen."""
        if not isinstance(command, commands.Rename) or len(you) != 1 or not name:
            return
        seat = self.seats.get(you[0])
        if seat is not None and seat.person is not None:
            await self._rooms.writer.run(self._rooms.people.rename, seat.person, name)

    async def _write(self, change: Change) -> bool:
        outcome = change.position.outcome if isinstance(change, Ply) else None
        standing = self._standing_after(change)
        entry = entry_of(change)
        append = Append(self.id, entry, outcome, standing, self._alert_after(entry, standing))
        written = await self._rooms.writer.append(append)
        if written:
            self._take_in([change])
            if outcome is not None:
                for work in self._rooms.on_end:
                    self._rooms.spawn(work(self))
        else:
            await self._catch_up()
        return written

    def _standing_after(self, change: Change) -> Standing | None:
        """Where the match stands after a change; None if it stands where it stood."""
        if isinstance(change, Ply):
            return standing_of(change.position)
        if change.kind is Kind.TAKE_BACK:
            return standing_of(self.match.positions[int(change.text)])
        return None

    def _alert_after(self, entry: Entry, standing: Standing | None) -> Alert | None:
        """What tells a player that the turn has come to them; None if it has not."""
        if standing is None or standing.turn == self.match.position.player:
            return None
        told = (self.match.terms, self.seats, standing.turn)
        return self._rooms.turn_alerts.alert(self.id, entry, *told)

    async def adopt(self, player: Player, person: str) -> None:
        """Gives a seat from before there were people to the person who holds its secret."""
        writer, position = self._rooms.writer, self.match.position
        async with self._changing():
            adopted = (player, person, standing_of(position), self.match.last_at)
            if await writer.run(writer.store.adopt, self.id, *adopted):
                self.seats[player] = replace(self.seats[player], person=person)

    async def join(
        self, name: str, seat: Seat, *also: Step, wanted: Player | None = None
    ) -> Player:
        """Seats a player, unless somebody else was quicker.

        If another seat is wanted than the free one, whoever waits changes over to that one.
        """
        writer = self._rooms.writer
        async with self._changing():
            for _ in range(_TRIES):
                entries = self.match.join_entries(name, max(now(), self.match.last_at), wanted)
                seats = dict(self.seats)
                if len(entries) > 1:
                    seats = {other(one): held for one, held in seats.items()}
                appends = [Append(self.id, entry) for entry in entries]
                appends[-1] = replace(appends[-1], alert=self._alert_of_guest(entries[-1], seats))
                if await writer.run(writer.store.join, appends, seat, *also):
                    player = entries[-1].player
                    self.seats = {**seats, player: seat}
                    self._take_in(entries)
                    return player
                await self._catch_up()
        raise Refused("stale")

    def _alert_of_guest(self, entry: Entry, seats: Mapping[Player, Seat]) -> Alert | None:
        """What tells whoever invited somebody that the game can begin, if they begin it."""
        terms, turn = self.match.terms, self.match.position.player
        return self._rooms.turn_alerts.alert(self.id, entry, terms, seats, turn)

    async def begin_next(self, propose: Callable[[int], tuple[Entry, StoredMatch]]) -> None:
        """Creates the next game of the series, unless somebody else was quicker."""
        writer = self._rooms.writer
        async with self._changing():
            for _ in range(_TRIES):
                at = max(now(), self.match.last_at)
                link, stored = propose(at)
                append = Append(self.id, link)
                terms, turn = stored.terms, stored.terms.start.player
                told = (stored.id, stored.entries[-1], terms, stored.seats, turn)
                alert = self._rooms.turn_alerts.alert(*told)
                if await writer.run(writer.store.create_next, stored, at, append, alert):
                    self._take_in([link])
                    return
                await self._catch_up()
        raise Refused("stale")

    async def refresh(self, entry: Entry | None = None) -> None:
        """Takes in an entry of another server, or all there are."""
        async with self._changing():
            following = self.match.entries + 1
            # With a new player comes a new key, which is not told to everybody.
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
            if not self.seats:  # whoever waited here has gone, and the match with them
                raise Unavailable("match-gone")
            if entries:
                self._take_in(entries)
            if len(entries) < A_PAGE:
                return

    def _take_in(self, changes: Sequence[Change]) -> None:
        for change in changes:
            take_in(self.match, change)
            entry = entry_of(change)
            if entry.kind is Kind.ACTION:
                self._actions.inc()
            self.view.tell_change(self.viewers, entry, now(), self.present)
        self._wake()
        if any(entry_of(change).kind is Kind.SWAP for change in changes):
            self._rooms.forget(self)  # whoever is here comes back to the seat that is theirs now

    # StateView.

    def state(self, you: list[Player], language: Language) -> State:
        """The match as a visitor sees it."""
        return self.view.state(you, language, now(), self.present)

    # Presence.

    @property
    def present(self) -> dict[Player, bool]:
        """Which seats have somebody at a screen."""
        return self.attendance.seats

    def enter(self, viewer: Viewer) -> None:
        """A visitor comes in; if the room was closed in the meantime, to another one like it."""
        if self._is_closed:
            viewer.send_away()
            return
        self.viewers.add(viewer)
        VIEWERS.inc()
        self.attendance.come(viewer.you)

    def leave(self, viewer: Viewer) -> None:
        """A visitor goes."""
        self.last_used = now()
        if viewer in self.viewers:
            self.viewers.discard(viewer)
            VIEWERS.dec()
            self.attendance.go(viewer.you)

    def _tell_presence(self) -> None:
        seats = {str(seat): there for seat, there in self.present.items()}
        watchers = self.attendance.watchers
        presence: Presence = {"type": "presence", "seats": seats, "watchers": watchers}
        message = as_json(presence)
        for viewer in self.viewers:
            viewer.tell_presence(message)

    # What happens by itself: time runs out, and the computer plays.

    def _wake(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if (moment := self.match.next_moment()) is not None:
            delay = max(0, moment - now()) / 1000
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(delay, self._rooms.spawn_call, self._referee)
        if self._thought_of != self.match.state:  # names and offers are nothing to think about
            self._thought_of = self.match.state
            self._stop_thinking()
            if (task := computer.task(self.match, now())) is not None:
                self._thinking = self._rooms.spawn(self._play_computer(task))

    def _stop_thinking(self) -> None:
        """What the computer thinks about is not so any more, unless it has just changed it."""
        if self._thinking is not None and self._thinking is not asyncio.current_task():
            self._thinking.cancel()
        self._thinking = None

    async def _referee(self) -> None:
        async with self._changing():
            if (due := self.match.due_ply(now())) is not None:
                await self._write(due)
            else:
                self._wake()

    async def _play_computer(self, task: computer.Task) -> None:
        """Thinks, waits as long as a person would, and acts if nothing has changed since."""
        match, state, began, turn = self.match, self.match.state, self.match.last_at, task.claims_on
        position = match.position if turn is not None else match.position.close_claim_window()
        seed, may_claim = f"{self.id}:{state}", turn is not None
        question = Question(position, task.level, seed, task.acts, may_claim)
        thought = await self._rooms.engines.think(question, self.visitor)
        wait = task.reaction if thought.claims else task.pause
        await asyncio.sleep(max(0, began + wait - now()) / 1000)
        try:
            if thought.claims and turn is not None:
                await self.submit([task.player], commands.Claim(turn))
            elif thought.action is not None:
                await self.submit([task.player], commands.Act(state, thought.action))
        except (Refused, Illegal):  # the match has moved on in the meantime …
            if thought.claims and task.acts and match.state == state:  # … or its claim was too late
                await self._play_computer(replace(task, claims_on=None))

    async def advise(self, you: list[Player], *, threats: bool = False) -> Advice | None:
        """What a good player would do against the computer, why, and what threatens.

        None if the match has moved on in the meantime.
        """
        match, position = self.match, self.match.position
        computer.check_help(match, you, threats=threats)
        self._pace[position.player].check()
        state = match.state
        may_claim = position.claimant == position.player and match.claim_window(now()) is not None
        asked = position if may_claim else position.close_claim_window()
        seed = f"{self.id}:{state}"
        question = Question(asked, _HINT_LEVEL, seed, acts=True, may_claim=may_claim, explains=True)
        thought = await self._rooms.engines.think(question, self.visitor)
        return Advice(position, thought) if match.state == state else None

    @property
    def is_busy(self) -> bool:
        return self._lock.locked() or (self._thinking is not None and not self._thinking.done())

    async def give_up(self) -> None:
        """Closes the room as soon as nothing is being changed in it: it is to be read again."""
        async with self._lock:
            self._rooms.forget(self)

    def close(self) -> None:
        """Nothing happens here any more."""
        self._is_closed = True
        self._stop_thinking()
        self.attendance.close()
        if self._timer is not None:
            self._timer.cancel()
