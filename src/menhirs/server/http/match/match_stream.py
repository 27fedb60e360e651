"""A match as a stream of lines, for programs: the state now, and again after every change."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator

from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from menhirs.server.live.match.room import Room
from menhirs.server.live.match.viewer import Viewer
from menhirs.view.as_json import as_json

_KEEP_ALIVE = 10.0
_LONGEST_SEND = 10.0
"""Seconds after which a reader who takes nothing is disconnected."""


class MatchStream(StreamingResponse):
    """Sends the changes of a match until the game is over or its reader has gone."""

    def __init__(self, room: Room, viewer: Viewer) -> None:
        self._lines = _lines(room, viewer)
        super().__init__(self._lines, media_type="application/x-ndjson")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, in_time(send))
        except TimeoutError:
            await self._lines.aclose()  # from here on this reader is no longer at the seat
            # A write in progress can't be cancelled; the system drops the connection.
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            await self._lines.aclose()


def in_time(send: Send) -> Send:
    """A ``send`` that raises ``TimeoutError`` if the reader takes nothing for too long."""

    async def send_in_time(message: Message) -> None:
        async with asyncio.timeout(_LONGEST_SEND):
            await send(message)

    return send_in_time


async def _lines(room: Room, viewer: Viewer) -> AsyncGenerator[str, None]:
    room.enter(viewer)
    try:
        yield as_json({"type": "state", **room.state(viewer.own_seats, viewer.language)}) + "\n"
        while not room.match.is_over or viewer.has_messages:
            try:
                message = await asyncio.wait_for(viewer.next(), _KEEP_ALIVE)
            except TimeoutError:
                yield "\n"
                continue
            if message is None:
                return
            yield message + "\n"
    finally:
        room.leave(viewer)
