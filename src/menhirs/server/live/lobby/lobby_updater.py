"""Keeps the lobby up to date: every few seconds a server writes who waits and watches there.

An invitation to a live game is listed as long as its inviter's page is open, a game as long as
somebody is at it. The entries of a server that dies are soon too old to count.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from menhirs.match.errors import Refused, Unavailable
from menhirs.server.live.clock import now
from menhirs.server.live.lobby.lobby import Lobby
from menhirs.server.live.match.room import Room
from menhirs.server.live.match.rooms import Rooms
from menhirs.server.storage.match.invitation_store import GONE_AFTER

UPDATE_EVERY = 5.0
_REWRITE_AFTER = GONE_AFTER // 2
"""Milliseconds after which an unchanged number of spectators is written again."""
_CLEAN_EVERY = 60_000
_FORGOTTEN_AFTER = 24 * 60 * 60 * 1000
"""Milliseconds without a sign of life after which an inviter counts as gone."""


class LobbyUpdater:
    """Writes to the database who is at this server."""

    def __init__(self, lobby: Lobby, rooms: Rooms, server: str) -> None:
        self._lobby = lobby
        self._rooms = rooms
        self._server = server
        self._announced: dict[str, tuple[int, int]] = {}
        """The number of watchers of each match, and when it was written."""
        self._cleaned = now()

    async def run(self) -> None:
        """Runs for ever."""
        while True:
            await asyncio.sleep(UPDATE_EVERY)
            with suppress(Unavailable):  # logged already; the next time will do
                await self.update()

    async def update(self) -> None:
        """Writes who waits for an opponent here, and how many watch each game."""
        run, at = self._rooms.writer.run, now()
        if waiting := [room.id for room in self._rooms.open if _inviter_is_here(room)]:
            await run(self._lobby.invitations.mark_matches_seen, waiting, at)
        watchers = {
            room.id: room.presence.here["watchers"]
            for room in self._rooms.open
            if _can_be_found(room)
        }
        news = {match: count for match, count in watchers.items() if self._is_news(match, count)}
        left = [match for match in self._announced if match not in watchers]
        if news or left:
            await run(self._lobby.public.store_watchers, self._server, news, left, at)
        for match in left:
            del self._announced[match]
        self._announced |= {match: (count, at) for match, count in news.items()}
        if at - self._cleaned > _CLEAN_EVERY:
            self._cleaned = at
            await self._clean(at)

    def _is_news(self, match: str, count: int) -> bool:
        last_count, announced_at = self._announced.get(match, (-1, 0))
        return last_count != count or now() - announced_at > _REWRITE_AFTER

    async def _clean(self, at: int) -> None:
        writer, lobby = self._rooms.writer, self._lobby
        await writer.run(lobby.public.forget_watchers, at - 2 * GONE_AFTER)
        for match in await writer.read(lobby.invitations.forgotten, at - _FORGOTTEN_AFTER):
            with suppress(Refused):  # somebody else was quicker
                await lobby.withdraw(match)


def _inviter_is_here(room: Room) -> bool:
    return bool(room.match.free_seats) and any(room.presence.here[str(seat)] for seat in room.seats)


def _can_be_found(room: Room) -> bool:
    """Whether it is a running public game with somebody at it here."""
    here = any(room.presence.here.values())
    return room.public and here and room.match.has_begun and not room.match.is_over
