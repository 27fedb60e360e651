"""The messages between pages and the worker: many connections over one channel.

A page numbers its requests, and every answer repeats the number. ``docs/contribute/browser.md``
lists them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import aclosing
from typing import Any, TypeAlias

from menhirs.browser.desk import Desk
from menhirs.browser.match.connection import Connection
from menhirs.home.asking import Answer

Message: TypeAlias = dict[str, Any]


class Switchboard:
    """Passes messages between pages and desk."""

    def __init__(self, desk: Desk, post: Callable[[Message], None], now: Callable[[], int]) -> None:
        self._desk = desk
        self._post = post
        self._now = now
        self._calls: dict[int | str, _Call] = {}
        """The connections that are open, by their numbers."""
        self._asked: dict[int | str, asyncio.Task[None]] = {}
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
                self._asked[number] = self._spawn(self._ask(number, method, path, body))
            case "stop" if number in self._asked:
                self._asked.pop(number).cancel()
            case "open" if number not in self._calls:
                call = _Call(self._desk, number, self._post, self._hung_up)
                self._calls[number] = call
                self._spawn(call.talk(str(message.get("path", ""))))
            case "say" if number in self._calls:
                self._calls[number].said.put_nowait((str(message.get("text", "")), self._now()))
            case "close" if number in self._calls:
                self._calls.pop(number).hang_up()

    async def _ask(self, number: int | str, method: str, path: str, body: str) -> None:
        answer = await self._desk.stream(method, path, body)
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
            self._asked.pop(number, None)

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
        desk: Desk,
        number: int | str,
        post: Callable[[Message], None],
        ended: Callable[[int | str], None],
    ) -> None:
        self._desk = desk
        self._number = number
        self._post = post
        self._ended = ended
        self._connection: Connection | None = None
        self._is_over = False
        self.said: asyncio.Queue[tuple[str, int] | None] = asyncio.Queue()
        """The page's messages, with their arrival times."""

    async def talk(self, path: str) -> None:
        """Connects, and handles messages until either side closes."""
        self._connection = await self._desk.connect(path, self._tell, self._close)
        if self._is_over:
            self.hang_up()
            return
        while (said := await self.said.get()) is not None and self._connection is not None:
            await self._connection.hear(*said)

    def _tell(self, text: str) -> None:
        if not self._is_over:
            self._post({"kind": "message", "id": self._number, "text": text})

    def _close(self, code: int) -> None:
        if not self._is_over:
            self._is_over = True
            self._post({"kind": "closed", "id": self._number, "code": code})
            self.said.put_nowait(None)
            self._ended(self._number)

    def hang_up(self) -> None:
        """Called when the page has gone."""
        self._is_over = True
        self.said.put_nowait(None)
        if self._connection is not None:
            self._connection.close()
