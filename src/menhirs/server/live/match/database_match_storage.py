"""A match in the database: its entries, its players, and the next game of its series."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from menhirs.core.actions import Player, other
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.fair_play import EngineDoor
from menhirs.match.match import Change, Match, Ply, entry_of
from menhirs.referee.parts import Following
from menhirs.server.errors import ServerUnavailable
from menhirs.server.live.match.log_reader import A_PAGE
from menhirs.server.storage.match.store import (
    Append,
    MatchSummary,
    Step,
    StoredMatch,
    StoredSeat,
    standing_of,
)
from menhirs.server.storage.people.alert_store import Alert

if TYPE_CHECKING:
    from menhirs.server.live.match.rooms import Rooms


class DatabaseMatchStorage:
    """Stores one match in the database."""

    def __init__(self, stored: StoredMatch, match: Match, rooms: Rooms) -> None:
        self.seats = stored.seats
        self._stored = replace(stored, entries=[])  # the match has them
        self._match = match
        self._rooms = rooms

    @property
    def public(self) -> bool:
        return self._stored.public

    def person(self, player: Player) -> str | None:
        """Who took a seat, if that is known."""
        seat = self.seats.get(player)
        return None if seat is None else seat.person

    async def keep(self, change: Change) -> bool:
        """Stores a change. False: another writer was quicker, and nothing was stored."""
        outcome = change.position.outcome if isinstance(change, Ply) else None
        standing = self._standing_after(change)
        entry = entry_of(change)
        alert = self._alert_after(entry, standing)
        writer = self._rooms.writer
        kept = await writer.append(Append(self._stored.id, entry, outcome, standing, alert))
        person = self.person(entry.player)
        if kept and entry.kind is EntryKind.NAME and entry.text and person and not self._is_shared:
            # A name given in a match becomes the person's name everywhere, but not at one screen.
            await writer.run(self._rooms.people.rename, person, entry.text)
        return kept

    @property
    def _is_shared(self) -> bool:
        """Whether two people sit at one screen: one secret opens both seats."""
        hashes = [seat.secret_hash for seat in self.seats.values()]
        return len(set(hashes)) < len(hashes)

    def _standing_after(self, change: Change) -> MatchSummary | None:
        """The match's row in lists after a change; None if it stays the same."""
        if isinstance(change, Ply):
            return standing_of(change.position)
        if change.kind in (EntryKind.ABORTED, EntryKind.PAUSED):
            return replace(standing_of(self._match.position), turn=None)
        if change.kind is EntryKind.RESUMED:
            return standing_of(self._match.position)
        if change.kind is EntryKind.TAKE_BACK:
            return standing_of(self._match.positions[int(change.text)])
        return None

    def _alert_after(self, entry: Entry, standing: MatchSummary | None) -> Alert | None:
        """The alert that a player's turn has come; None if it has not."""
        if standing is None or standing.turn == self._match.position.player:
            return None
        arguments = (self._match.terms, self.seats, standing.turn)
        return self._rooms.turn_alerts.alert(self._stored.id, entry, *arguments)

    async def keep_next(self, link: Entry, following: Following) -> bool:
        """Stores the next game of the series with the entry that leads to it, or neither."""
        # At one screen the two keep their device, but not their sides: one secret opens both.
        seats = {other(player): seat for player, seat in self.seats.items()}
        terms, game = following.terms, (self._stored.series, self._stored.game + 1)
        if terms.computers and terms.menhirs == self._match.terms.menhirs:
            person = self.person(link.player)
            await self._rooms.fair_play.check(EngineDoor.MATCH, [terms.start], person)
        stored = StoredMatch(following.id, terms, *game, following.joins, seats, public=self.public)
        stored.by_link = self._stored.by_link
        arguments = (stored.id, stored.entries[-1], stored.terms, seats, terms.start.player)
        alert, append = self._rooms.turn_alerts.alert(*arguments), Append(self._stored.id, link)
        writer = self._rooms.writer
        return await writer.run(writer.store.create_next, stored, link.at, append, alert)

    async def news(self) -> AsyncIterator[Sequence[Entry]]:
        """What somebody else has written down, page by page."""
        writer = self._rooms.writer
        while True:
            read = (writer.store.news, self._stored.id, self._match.entries, A_PAGE)
            entries, self.seats = await writer.read(*read)
            if not self.seats:  # the inviter has gone, and the match with them
                raise ServerUnavailable("match-gone")
            if entries:
                yield entries
            if len(entries) < A_PAGE:
                return

    async def seat(self, swaps: list[Entry], join: Entry, seat: StoredSeat, *also: Step) -> bool:
        """Seats a player, perhaps after the one who waits has changed over; or nothing."""
        writer, match = self._rooms.writer, self._stored.id
        seats = self.seats
        if swaps:
            seats = {other(one): held for one, held in seats.items()}
        appends = [Append(match, swap) for swap in swaps]
        standing = standing_of(self._match.position)  # its first turn begins now
        alert = self._alert_of_guest(join, seats)
        appends.append(Append(match, join, standing=standing, alert=alert))
        if not await writer.run(writer.store.join, appends, seat, *also):
            return False
        self.seats = {**seats, join.player: seat}
        return True

    def _alert_of_guest(self, entry: Entry, seats: Mapping[Player, StoredSeat]) -> Alert | None:
        """The alert to the inviter that the game has begun, if they play first."""
        terms, turn = self._match.terms, self._match.position.player
        return self._rooms.turn_alerts.alert(self._stored.id, entry, terms, seats, turn)

    async def adopt(self, player: Player, person: str) -> None:
        """Gives an old seat without a person to the person who holds its secret."""
        writer, position = self._rooms.writer, self._match.position
        adopted = (player, person, standing_of(position), self._match.last_at)
        if await writer.run(writer.store.adopt, self._stored.id, *adopted):
            self.seats[player] = replace(self.seats[player], person=person)

    async def mark_program(self, own_seats: list[Player]) -> None:
        """Marks these seats as a program's."""
        writer = self._rooms.writer
        for player in own_seats:
            if (seat := self.seats.get(player)) is not None and not seat.program:
                self.seats[player] = replace(seat, program=True)
                await writer.run(writer.store.mark_program, self._stored.id, player)
