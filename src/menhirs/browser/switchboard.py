"""The messages between pages and the worker: many connections over one channel.

A page numbers its requests, and every answer repeats the number. ``docs/contribute/browser.md``
lists them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import aclosing
from typing import Any, TypeAlias

from menhirs.browser.local_server import LocalServer
from menhirs.browser.match.connection import Connection
from menhirs.home.requests import Answer

Message: TypeAlias = dict[str, Any]


class Switchboard:
    """Passes messages between pages and local server."""

    def __init__(
        self, local_server: LocalServer, post: Callable[[Message], None], now: Callable[[], int]
    ) -> None:
        self._local_server = local_server
        self._post = post
        self._now = now
        self._calls: dict[int | str, _Call] = {}
        """The connections that are open, by their numbers."""
        self._requests: dict[int | str, asyncio.Task[None]] = {}
        """The requests in progress, by their numbers."""
        self._tasks: set[asyncio.Task[None]] = set()

    def receive(self, message: Mapping[str, Any]) -> None:
        """Handles a message of a page; unknown kinds are ignored."""
        number = message.get("id")
        if not isinstance(number, int | str):
            return
        match message.get("kind"):
            case "ask":
                method, path = str(message.get("method", "GET")), str(message.get("path", ""))
                body = str(message.get("body") or "")
                self._requests[number] = self._spawn(self._ask(number, method, path, body))
            case "stop" if number in self._requests:
                self._requests.pop(number).cancel()
            case "open" if number not in self._calls:
                call = _Call(self._local_server, number, self._post, self._hung_up)
                self._calls[number] = call
                self._spawn(call.talk(str(message.get("path", ""))))
            case "say" if number in self._calls:
                self._calls[number].messages.put_nowait((str(message.get("text", "")), self._now()))
            case "close" if number in self._calls:
                self._calls.pop(number).hang_up()

    async def _ask(self, number: int | str, method: str, path: str, body: str) -> None:
        answer = await self._local_server.stream(method, path, body)
        try:
            if isinstance(answer, Answer):
                status, text = answer.status, answer.text
                self._post({"kind": "answer", "id": number, "status": status, "text": text})
                return
            async with aclosing(answer):
                async for text in answer:
                    self._post({"kind": "chunk", "id": number, "text": text})
            self._post({"kind": "end", "id": number})
        finally:
            self._requests.pop(number, None)

    def _hung_up(self, number: int | str) -> None:
        self._calls.pop(number, None)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


class _Call:
    """One connection of a page."""

    def __init__(
        self,
        local_server: LocalServer,
        number: int | str,
        post: Callable[[Message], None],
        ended: Callable[[int | str], None],
    ) -> None:
        self._local_server = local_server
        self._number = number
        self._post = post
        self._ended = ended
        self._connection: Connection | None = None
        self._is_over = False
        self.messages: asyncio.Queue[tuple[str, int] | None] = asyncio.Queue()
        """The page's messages, with their arrival times."""

    async def talk(self, path: str) -> None:
        """Connects, and handles messages until either side closes."""
        self._connection = await self._local_server.connect(path, self._send, self._close)
        if self._is_over:
            self.hang_up()
            return
        while (messages := await self.messages.get()) is not None and self._connection is not None:
            await self._connection.hear(*messages)

    def _send(self, text: str) -> None:
        if not self._is_over:
            self._post({"kind": "message", "id": self._number, "text": text})

    def _close(self, code: int) -> None:
        if not self._is_over:
            self._is_over = True
            self._post({"kind": "closed", "id": self._number, "code": code})
            self.messages.put_nowait(None)
            self._ended(self._number)

    def hang_up(self) -> None:
        """Called when the page has gone."""
        self._is_over = True
        self.messages.put_nowait(None)
        if self._connection is not None:
            self._connection.close()
