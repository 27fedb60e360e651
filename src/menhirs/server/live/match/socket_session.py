"""A page's WebSocket: passes messages between the page and the room, within limits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from menhirs.core.errors import MenhirsError
from menhirs.match.errors import Unavailable
from menhirs.server.limits import Bucket
from menhirs.server.live.clock import now
from menhirs.server.live.match.room import Room
from menhirs.server.live.match.viewer import Viewer
from menhirs.server.metrics import REFUSALS
from menhirs.view.as_json import as_json
from menhirs.view.match.page_messages import Hint, Threats
from menhirs.view.match.page_session import PageSession
from menhirs.view.match.socket_messages import Bye
from menhirs.web.languages import LANGUAGES

PING_EVERY = 10.0
"""Seconds between pings. More often than the WebSocket's own keep-alive, which pages then do not
need.
"""
_LONGEST_FAREWELL = 1.0
_PATIENCE = 50
"""The number of refusals for being too fast after which a page is disconnected."""


class SocketSession:
    """One page's socket."""

    def __init__(
        self,
        socket: WebSocket,
        room: Room,
        viewer: Viewer,
        bucket: Bucket,
        check_creation: Callable[[], None],
    ) -> None:
        self._socket = socket
        self._room = room
        self._viewer = viewer
        self._bucket = bucket
        self._check_creation = check_creation
        self._refusals = 0
        self._last_words: tuple[int, str] | None = None
        """The close code and the last message, if the server ends the connection."""
        self._hint: asyncio.Task[None] | None = None
        self._page = PageSession(room.view, viewer, LANGUAGES.values())

    async def run(self) -> None:
        """Runs until either side closes."""
        plies = await self._room.view.plies_text(self._viewer.own_seats, self._viewer.language)
        self._page.greet(plies, now(), self._room.present)
        self._page.ping(now())  # in one write with the greeting
        self._room.enter(self._viewer)
        tasks = [
            asyncio.create_task(work())
            for work in (self._listen, self._speak, self._measure_lag, self._wait_for_the_end)
        ]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            # If the page is gone it connects again. An error that is raised here would
            # keep the whole session in memory until the garbage collector finds it.
            for error in filter(None, [task.exception() for task in done]):
                if not isinstance(error, WebSocketDisconnect | RuntimeError):
                    raise error
        finally:
            self._room.leave(self._viewer)
            if self._hint is not None:
                tasks.append(self._hint)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._socket.application_state is WebSocketState.CONNECTED:
                await self._close()

    async def _close(self) -> None:
        code, last = self._last_words or (1012, None)  # "service restart": try again
        # Does not wait for a page that has stopped reading.
        with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(_LONGEST_FAREWELL):
                if last is not None:
                    await self._socket.send_text(last)
                await self._socket.close(code)

    async def _wait_for_the_end(self) -> None:
        await self._viewer.sent_away.wait()

    async def _speak(self) -> None:
        while (message := await self._viewer.next()) is not None:
            await self._socket.send_text(message)

    async def _measure_lag(self) -> None:
        while True:
            await asyncio.sleep(PING_EVERY)
            self._page.ping(now())

    async def _listen(self) -> None:
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._hear(message.get("text") or "", now())

    async def _advise(self, text: str, asked: Hint | Threats) -> None:
        try:
            own_seats, threats = self._viewer.own_seats, isinstance(asked, Threats)
            advice = await self._room.advise(own_seats, threats=threats)
        except MenhirsError as error:
            REFUSALS.labels(error.code).inc()
            self._page.refuse(text, error)
        else:
            if advice is not None:
                advice.tell(self._page, text, asked)

    async def _hear(self, text: str, at: int) -> None:
        """Handles a message of a page. A refused message gets an error and changes nothing."""
        try:
            self._bucket.check()
            command = self._page.hear(text, at)
            if isinstance(command, Hint | Threats):
                # The page may send more while this is computed, but no second request for help.
                if self._hint is None or self._hint.done():
                    self._hint = asyncio.create_task(self._advise(text, command))
            elif command is not None:
                own_seats, check = self._viewer.own_seats, self._check_creation
                await self._room.ask(own_seats, command, at, check)
        except MenhirsError as error:
            REFUSALS.labels(error.code).inc()
            refusal = self._page.refuse(text, error)
            goodbye: Bye = {"type": "bye", **refusal}
            bye = as_json(goodbye)
            if isinstance(error, Unavailable):
                self._last_words = 1012, bye
                raise WebSocketDisconnect(1012) from error
            if error.code == "too-fast":
                # Reading slower makes the sender wait; a sender who ignores that is disconnected.
                self._refusals += 1
                if self._refusals > _PATIENCE:
                    self._last_words = 1008, bye
                    raise WebSocketDisconnect(1008) from error
                await asyncio.sleep(0.05)
