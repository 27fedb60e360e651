"""A page's socket: carries the conversation of the page with its match, within limits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from menhirs.core.errors import MenhirsError
from menhirs.home.conversation import COME_BACK, NO_MORE, Conversation, bye
from menhirs.match.errors import Unavailable
from menhirs.server.limits import Bucket
from menhirs.server.live.clock import now
from menhirs.server.live.match.room import Room
from menhirs.server.live.match.viewer import Viewer
from menhirs.server.metrics import REFUSALS
from menhirs.view.error_words import error_data
from menhirs.web.languages import LANGUAGES

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
        self._too_fast = 0
        """How often the page was refused for being too fast."""
        self._last_words: tuple[int, str] | None = None
        """The close code and the last message, if the server ends the connection."""
        mistake = Unavailable("mistake")
        self._talk = Conversation(room, viewer, self, LANGUAGES.values(), now, mistake)

    async def run(self) -> None:
        """Runs until either side closes."""
        await self._talk.greet()
        self._room.enter(self._viewer)
        tasks = [
            asyncio.create_task(work())
            for work in (self._listen, self._speak, self._viewer.sent_away.wait)
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
            self._talk.close()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            # It knows this session: together they would wait for the garbage collector.
            del self._talk
            if self._socket.application_state is WebSocketState.CONNECTED:
                await self._close()

    async def _close(self) -> None:
        code, last = self._last_words or (COME_BACK, "")
        # Does not wait for a page that has stopped reading.
        with suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(_LONGEST_FAREWELL):
                if last:
                    await self._socket.send_text(last)
                await self._socket.close(code)

    async def _speak(self) -> None:
        while (message := await self._viewer.next()) is not None:
            await self._socket.send_text(message)

    async def _listen(self) -> None:
        refused = 0
        while self._last_words is None:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await self._talk.hear(message.get("text") or "", now())
            if self._too_fast > refused:  # reading slower makes the sender wait
                refused = self._too_fast
                await asyncio.sleep(0.05)

    # What the conversation asks of what carries it.

    def admit(self) -> None:
        """Raises if the page says too much."""
        self._bucket.check()

    def admit_match(self) -> None:
        """Raises if the page begins a match too many."""
        self._check_creation()

    def refused(self, error: MenhirsError) -> None:
        """Counts refused messages; a page that stays too fast is disconnected."""
        REFUSALS.labels(error.code).inc()
        if error.code == "too-fast":
            self._too_fast += 1
            if self._too_fast > _PATIENCE:
                self.end(NO_MORE, bye(error_data(error, self._viewer.language)))

    def end(self, code: int, last: str) -> None:
        """Sends a last message, and then no more."""
        self._last_words = self._last_words or (code, last)
        self._viewer.send_away()
