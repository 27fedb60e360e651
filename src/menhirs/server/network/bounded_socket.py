"""WebSockets within limits: the number of frames, of any kind.

A page says little: a few messages a second, and an answer to a ping now and then. Frames are tiny,
and reading one takes the time of a whole move. So a client that sends thousands is disconnected
before the rest is parsed, also after the closing handshake has begun.

Messages that are sent together are written together: a page that opens gets four, and each system
call takes as long as making a message.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.protocol import State

from menhirs.server.errors import BadRequest
from menhirs.server.limits import Bucket
from menhirs.server.network.bounded_http import TIME_TO_SAY_GOODBYE
from menhirs.server.network.compression import LongMessagesCompressed
from menhirs.server.network.connections import Connections
from menhirs.server.network.stalled_reader import StalledReader

MOST_FRAGMENTS = 64
"""Of one message."""
FRAMES_A_SECOND = 100
_BURST = 10
"""Seconds' worth of frames that may come at once."""
_PIECE = 1_024
"""Bytes that are parsed before counting again: 170 frames at most."""
_WRITTEN_AT_ONCE = 65_536
"""Bytes. More than that is written at once, to notice clients that do not read."""
_MOST_BEFORE_WE_ACCEPT = 65_536
"""Bytes."""


class BoundedSocket(WebSocketsSansIOProtocol):
    """One WebSocket."""

    def __init__(
        self, *arguments: Any, connections: Connections, messages_a_second: float, **more: Any
    ) -> None:
        super().__init__(*arguments, **more)
        self.conn.available_extensions = [LongMessagesCompressed()]
        self._all = connections
        self._bucket = Bucket(max(FRAMES_A_SECOND, 2 * messages_a_second), _BURST)
        self._before = 0
        self._heard_at = self.loop.time()
        self._unwritten = 0
        """Bytes to write at the end of this turn of the event loop."""
        self._stalled = StalledReader()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._all.work(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.leave(self.transport)
        self.resume_writing()
        super().connection_lost(exc)
        # The parser and the connection refer to each other: 3 kB a socket.
        self.conn.parser.close()

    def data_received(self, data: bytes) -> None:
        self._heard_at = self.loop.time()
        if not self.handshake_complete:
            self._before += len(data)
            if self._before > _MOST_BEFORE_WE_ACCEPT:
                self.transport.abort()
                return
        for begin in range(0, len(data), _PIECE):
            if self.transport.is_closing():
                return
            super().data_received(data[begin : begin + _PIECE])

    def handle_events(self) -> None:
        try:
            for _ in self.conn.events:
                self._bucket.check()
        except BadRequest:
            self._cut_off()
            return
        if not all(self._all.hears(self.transport) for _ in self.conn.events):
            self._cut_off()
            return
        super().handle_events()

    async def send(self, message: ASGISendEvent) -> None:
        text = message.get("text")
        if not isinstance(text, str) or not self._is_open:
            await super().send(message)  # writes what waits first
            return
        if not self.writable.is_set():
            await self.writable.wait()
        if not self._is_open:
            raise ClientDisconnected
        data = text.encode()
        self.conn.send_text(data)
        if not self._unwritten:
            self.loop.call_soon(self._write)
        self._unwritten += len(data)
        if self._unwritten > _WRITTEN_AT_ONCE:
            self._write()

    @property
    def _is_open(self) -> bool:
        return self.handshake_complete and self.conn.state is State.OPEN and not self.disconnected

    def _write(self) -> None:
        self._unwritten = 0
        waiting = b"".join(self.conn.data_to_send())
        if waiting and not self.transport.is_closing():
            self.transport.write(waiting)

    def send_keepalive_ping(self) -> None:
        """Sends a keep-alive ping, unless the page sent something a short while ago.

        Open pages did: they answer our own pings.
        """
        assert self.ping_interval is not None
        wait = self._heard_at + self.ping_interval - self.loop.time()
        if wait > 0:
            self.ping_timer = self.loop.call_later(wait, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def handle_cont(self, event: Frame) -> None:
        super().handle_cont(event)
        if len(self.frames) > MOST_FRAGMENTS:
            self._cut_off()

    def _cut_off(self) -> None:
        if self.conn.state is State.OPEN:
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            self.handle_parser_exception()
        # Does not wait for a client that does not read.
        self.loop.call_later(TIME_TO_SAY_GOODBYE, self.transport.abort)
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled.begin(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stalled.end()
