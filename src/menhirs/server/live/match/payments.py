"""Seeing to it that every rated match changes its ratings, once.

It is done right after the end of a match. Should the server die in between, any server finds the
match again: at its start, and every half minute. A match that both players have left has nobody
who notices that a clock has run out, so such matches are looked at too.
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
"""Milliseconds without an action after which a rated match is looked at, and looked at again."""


class Payments:
    """Pays for rated matches."""

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms
        self._writer = rooms.writer
        self._ratings = RatingStore(rooms.writer.store.engine)
        self._looked: dict[str, int] = {}
        """When a match that was left alone was looked at."""

    async def keep(self) -> None:
        """Goes on for ever, beginning now."""
        while True:
            with suppress(Unavailable):  # it has been noted
                await self.catch_up()
            await asyncio.sleep(_EVERY)

    async def catch_up(self) -> None:
        """Pays for what is over, looks at what was left alone, and calculates again what is due."""
        for match in await self._writer.read(self._ratings.unpaid):
            await self._pay(match)
        for game in await self._writer.read(self._ratings.due):
            await self._writer.run(self._ratings.recalculate, game)
        at = now()
        self._looked = {
            match: seen for match, seen in self._looked.items() if at - seen < _LEFT_ALONE
        }
        for match in await self._writer.read(self._ratings.left_alone, at - _LEFT_ALONE):
            if match not in self._looked:
                self._looked[match] = at
                with suppress(MenhirsError):  # of another version; the others are looked at
                    await self._rooms.room(match)  # whose clock has run out is noticed there

    async def ended(self, room: Room) -> None:
        """Pays for a match that has just ended here."""
        if room.match.terms.rated:
            await self._pay(room.id)

    async def changes(self, room: Room) -> list[RatingChange]:
        """What a match did to the ratings of its players."""
        if room.match.terms.rated and room.match.is_over:
            await self._pay(room.id)
        return await self._writer.read(self._ratings.changes, room.id)

    async def result(self, room: Room) -> RatedResult | None:
        """What a match counts for; None if it is not rated, or not over."""
        return await self._writer.read(self._ratings.result, room.id)

    async def _pay(self, match: str) -> None:
        await self._writer.run(self._ratings.pay, match)
