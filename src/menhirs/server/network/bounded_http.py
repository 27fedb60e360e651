"""HTTP within limits: the size of a request, its duration, and the number of requests at once.

A request beyond a limit gets an error, if an answer can still be sent, and the connection is
closed.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any
from weakref import WeakMethod

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from menhirs.server.network.connections import Connections
from menhirs.server.network.stalled_reader import StalledReader

LARGEST_HEAD = 32_768
"""Bytes of a request before its body."""
LARGEST_BODY_READ = 1_000_000
"""The most bytes of a body as it is sent, chunk headers included."""
MOST_CHUNKS = 256
"""The most chunks of a body. More would be tiny ones, and each costs work."""
LONGEST_URL = 8_192
LONGEST_HOST = 260
"""The name of a host, which has 253 characters at most, and a port."""
MOST_HEADERS = 100
MOST_AT_ONCE = 8
"""The most pipelined requests."""
TIME_FOR_HEAD = 10.0
TIME_FOR_BODY = 20.0
TIME_TO_SAY_GOODBYE = 5.0
"""Seconds for which a closing connection may still read the last answer."""
_PIECE = 4_096
"""Bytes that are parsed before counting again."""


class _LimitExceeded(Exception):
    """Raised inside the parser to stop it."""


class _AnswerEnd:
    """The transport that an answer is written to: only closing it is different.

    Closing a socket while a body still arrives would discard the answer too.
    """

    def __init__(self, http: BoundedHttp) -> None:
        self.write = http.transport.write
        self.is_closing = http.transport.is_closing
        self._close = WeakMethod(http.close_after_answer)

    def close(self) -> None:
        if (close := self._close()) is not None:
            close()


class BoundedHttp(HttpToolsProtocol):
    """One HTTP connection."""

    def __init__(self, *arguments: Any, connections: Connections, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._all = connections
        self._head_bytes = 0
        self._body_bytes = 0
        self._chunks = 0
        self._in_head = True
        self._is_whole = False
        """Whether the last request has been received to its end."""
        self._has_begun = False
        self._is_reserved = False
        """Whether the next request is counted already."""
        self._held: bytearray | None = None
        """The beginning of a request that waits for its turn."""
        self._is_read = True
        """False once all further input is discarded, until the client has gone."""
        self._deadline: asyncio.TimerHandle | None = None
        self._stalled = StalledReader()
        self._status = HTTPStatus.BAD_REQUEST

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self._all.enter(transport):
            self._set_deadline(TIME_FOR_HEAD)
        else:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.leave(self.transport)
        self._cancel_deadline()
        self.resume_writing()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not self._is_read:
            self._count_body(len(data))
            return
        if self._held is not None:
            self._held += data
            return
        if self._begins and not self._is_reserved:
            wait = self._all.reserve(self.transport)
            if wait is None:
                self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
                return
            self._is_reserved = True
            if wait and len(data) <= LARGEST_HEAD:  # bodies have a limit of their own
                self._hold(data, wait)
                return
        self._receive(data)

    @property
    def _begins(self) -> bool:
        """Whether what comes now is the beginning of a request, or seems so."""
        return not self._has_begun or (self._is_whole and self._is_answered)

    def _hold(self, data: bytes, seconds: float) -> None:
        """Delays a client that sends too many requests, over any number of connections."""
        self._held = bytearray(data)
        self._cancel_deadline()
        self._unset_keepalive_if_required()
        self.transport.pause_reading()
        self.loop.call_later(seconds, self._go_on)

    def _go_on(self) -> None:
        data, self._held = self._held, None
        if data is None or self.transport.is_closing():
            return
        self.transport.resume_reading()
        if not self._has_begun:
            self._set_deadline(TIME_FOR_HEAD)
        self._receive(bytes(data))

    def _receive(self, data: bytes) -> None:
        self._has_begun = True
        if self._deadline is None and self._is_whole and self._is_answered:
            self._set_deadline(TIME_FOR_HEAD)  # apparently the next request begins
        for begin in range(0, len(data), _PIECE):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            piece = data[begin : begin + _PIECE]
            if not self._is_read or (self._in_body and not self._count_body(len(piece))):
                return
            super().data_received(piece)
            if self._in_head:
                self._head_bytes += len(piece)
                if self._head_bytes > LARGEST_HEAD:
                    self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def _count_body(self, size: int) -> bool:
        """Counts bytes of a body, read or not. False: there are too many."""
        self._body_bytes += size
        if not self._all.takes(self.transport, size):
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS)
        elif self._body_bytes > LARGEST_BODY_READ:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            return True
        return False

    @property
    def _in_body(self) -> bool:
        return not self._in_head and not self._is_whole

    @property
    def _is_answered(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    # Callbacks of the parser.

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if not self._is_reserved:  # sent ahead of the answer to the one before
            self._all.reserve(self.transport)
        self._is_reserved = False
        self._in_head, self._is_whole = True, False
        self._head_bytes = self._body_bytes = self._chunks = 0

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > LONGEST_URL:
            self._stop_at(HTTPStatus.REQUEST_URI_TOO_LONG)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > MOST_HEADERS:
            self._stop_at(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        if len(value) > LONGEST_HOST and name.lower() == b"host":
            self._stop_at(HTTPStatus.BAD_REQUEST)

    def on_headers_complete(self) -> None:
        self._in_head = False
        if len(self.pipeline) >= MOST_AT_ONCE:
            self._stop_at(HTTPStatus.TOO_MANY_REQUESTS)
        super().on_headers_complete()
        if self.cycle is not None:
            self.cycle.transport = _AnswerEnd(self)  # type: ignore[assignment]
        self._set_deadline(TIME_FOR_BODY)

    def on_chunk_header(self) -> None:
        self._chunks += 1
        if self._chunks > MOST_CHUNKS:
            self._stop_at(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._is_whole = True
        self._cancel_deadline()
        self._all.work(self.transport)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and not self.pipeline and self._is_answered:
            self._all.wait(self.transport)

    def handle_websocket_upgrade(self) -> None:
        self._cancel_deadline()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # else both wait for the garbage collector

    # Beyond the limits.

    def _stop_at(self, status: HTTPStatus) -> None:
        self._status = status
        raise _LimitExceeded

    def send_400_response(self, msg: str) -> None:
        """Called by uvicorn when the parser stopped, at a syntax error or at a limit."""
        self._refuse(self._status)

    def _refuse(self, status: HTTPStatus) -> None:
        # It would be read as a part of an answer that is being sent.
        if self._may_answer:
            text = status.phrase.encode()
            self.transport.write(
                b"HTTP/1.1 %d %s\r\ncontent-type: text/plain; charset=utf-8\r\n"
                b"content-length: %d\r\nconnection: close\r\n\r\n%s"
                % (status, text, len(text), text)
            )
            if self._in_body:
                self.cycle.disconnected = True
                self.cycle.message_event.set()
                self.close_after_answer()
                return
        self.timeout_keep_alive_handler()

    @property
    def _may_answer(self) -> bool:
        """Whether the current request has no answer yet."""
        if self._in_body:
            return self._is_read and not self.pipeline and not self.cycle.response_started
        return self._is_answered

    def close_after_answer(self) -> None:
        """Closes the connection when the client has gone, has sent too much, or takes too long."""
        if not self._in_body or self.pipeline or not self._is_read or self.transport.is_closing():
            self.timeout_keep_alive_handler()
            return
        self._is_read = False
        self._cancel_deadline()
        self.transport.write_eof()
        self.flow.resume_reading()
        self.loop.call_later(TIME_TO_SAY_GOODBYE, self.transport.abort)

    def timeout_keep_alive_handler(self) -> None:
        """Closes the connection without waiting for a client that does not read."""
        super().timeout_keep_alive_handler()
        self.loop.call_later(TIME_TO_SAY_GOODBYE, self.transport.abort)

    # Time.

    def _set_deadline(self, seconds: float) -> None:
        self._cancel_deadline()
        self._deadline = self.loop.call_later(seconds, self._too_late)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_late(self) -> None:
        self._deadline = None
        self._refuse(HTTPStatus.REQUEST_TIMEOUT)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled.begin(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stalled.end()
