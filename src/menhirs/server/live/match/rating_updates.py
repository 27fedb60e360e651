"""Applies the result of every rated match to the ratings, exactly once.

This is done right after the end of a match. If the server dies in between, any server finds the
match again: at its start, and every half minute. In a match that both players have left nobody
notices that a clock has run out, so such matches are checked too.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from menhirs.core.errors import MenhirsError
from menhirs.match.errors import Unavailable
from menhirs.server.live.clock import now
from menhirs.server.live.match.room import Room
from menhirs.server.live.match.rooms import Rooms
from menhirs.server.storage.rating.rating_store import RatedResult, RatingChange, RatingStore

_EVERY = 30.0
_LEFT_ALONE = 10 * 60 * 1000
"""Milliseconds without an action after which a rated match is checked, and checked again."""


class RatingUpdates:
    """Applies the results of rated matches."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._writer = rooms.writer
        self._ratings = RatingStore(rooms.writer.store.engine)
        self._looked: dict[str, int] = {}
        """When an abandoned match was last checked."""

    async def keep(self) -> None:
        """Runs for ever, beginning now."""
        while True:
            with suppress(Unavailable):  # logged already
                await self.catch_up()
            await asyncio.sleep(_EVERY)

    async def catch_up(self) -> None:
        """Applies results that were missed, checks abandoned matches, and recalculates ratings
        where due.
        """
        for match in await self._writer.read(self._ratings.unpaid):
            await self._pay(match)
        for game in await self._writer.read(self._ratings.due):
            await self._writer.run(self._ratings.recalculate, game)
        at = now()
        self._looked = {
            match: seen for match, seen in self._looked.items() if at - seen < _LEFT_ALONE
        }
        for match in await self._writer.read(self._ratings.abandoned_matches, at - _LEFT_ALONE):
            if match not in self._looked:
                self._looked[match] = at
                with suppress(MenhirsError):  # of another version; the others are still checked
                    await self._rooms.room(match)  # the room notices that a clock has run out

    async def ended(self, room: Room) -> None:
        """Applies the result of a match that has just ended here."""
        if room.match.terms.rated:
            await self._pay(room.id)

    async def changes(self, room: Room) -> list[RatingChange]:
        """The changes of both ratings by a match."""
        if room.match.terms.rated and room.match.is_over:
            await self._pay(room.id)
        return await self._writer.read(self._ratings.changes, room.id)

    async def result(self, room: Room) -> RatedResult | None:
        """How a match was rated; None if it is not rated, or not over."""
        return await self._writer.read(self._ratings.result, room.id)

    async def _pay(self, match: str) -> None:
        await self._writer.run(self._ratings.pay, match)
