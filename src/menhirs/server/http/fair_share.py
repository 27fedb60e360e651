"""A fair share of the event loop: an address that keeps the server busy waits, and others do not.

Limits on the number of requests do not see what a request costs: forty pages a second of a game
with a thousand actions would fill the event loop. So the requests of one address begin one after
the other, and the time that they take on the loop is counted. After a request that took long, the
next one of that address waits until the loop has had as much time for everybody else.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator
from typing import Any
from weakref import WeakValueDictionary

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from menhirs.server.errors import BadRequest
from menhirs.server.http.rendering import language_of
from menhirs.server.limits import Bucket, Buckets
from menhirs.server.metrics import REFUSALS
from menhirs.server.network.connections import LONGEST_WAIT, network_of
from menhirs.view.error_words import error_data

_MS_A_SECOND = 500
"""Milliseconds of the loop's time that an address gets in a second."""
_SECONDS_AT_ONCE = 0.1
"""Seconds' worth of them: one visit to a page is not slowed down."""
_MOST_WAITING = 200
"""Requests of an address that wait. More are refused."""
_LONGEST_TURN = 0.05
"""Seconds after which the next request begins, though this one has no answer yet: what takes so
long waits for something else than the loop.
"""


class FairShare:
    """Middleware that gives every address the same share of the event loop."""

    def __init__(self, app: ASGIApp, is_proxy: Callable[[str], bool]) -> None:
        self._app = app
        self._is_proxy = is_proxy
        self._shares = Buckets(_MS_A_SECOND, _SECONDS_AT_ONCE)
        self._queues: WeakValueDictionary[str, _Queue] = WeakValueDictionary()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = scope["client"][0] if scope["type"] == "http" and scope.get("client") else ""
        if not host or self._is_proxy(host):
            await self._app(scope, receive, send)
            return
        address = network_of(host)
        queue = self._queues.get(address)
        if queue is None:
            queue = self._queues[address] = _Queue()
        share = self._shares.bucket(address)
        if not await queue.enter(share):
            await _too_fast(Request(scope))(scope, receive, send)
            return
        leave = queue.turn_leaver()

        async def send_and_leave(message: Message) -> None:
            leave()
            await send(message)

        try:
            await _Measured(self._app(scope, receive, send_and_leave), share)
        finally:
            leave()


class _Queue:
    """The requests of one address, of which one begins at a time."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def enter(self, share: Bucket) -> bool:
        """Waits for the turn of a request. False if it would wait too long."""
        if self._waiting >= _MOST_WAITING:
            return False
        began = time.monotonic()
        self._waiting += 1
        try:
            await self._turn.acquire()
        finally:
            self._waiting -= 1
        try:
            wait = share.time_to_wait()
            if time.monotonic() + wait > began + LONGEST_WAIT:
                self._turn.release()
                return False
            if wait:
                await asyncio.sleep(wait)
        except asyncio.CancelledError:
            self._turn.release()
            raise
        return True

    def turn_leaver(self) -> Callable[[], None]:
        """Ends the turn that was entered: when it is called, or after a while."""
        timer: asyncio.TimerHandle | None

        def leave() -> None:
            nonlocal timer
            if timer is not None:
                timer.cancel()
                timer = None
                self._turn.release()

        timer = asyncio.get_running_loop().call_later(_LONGEST_TURN, leave)
        return leave


class _Measured(Awaitable[None]):
    """Work whose time on the event loop is counted."""

    def __init__(self, work: Awaitable[None], share: Bucket) -> None:
        self._steps = work.__await__()
        self._share = share

    def __await__(self) -> Generator[Any, Any, None]:
        error: BaseException | None = None
        while True:
            began = time.thread_time()
            try:
                waits_for = self._steps.throw(error) if error else self._steps.send(None)
            except StopIteration:
                return
            finally:
                self._share.charge((time.thread_time() - began) * 1000)
            error = None
            try:
                yield waits_for
            except BaseException as thrown:  # when the task is cancelled
                error = thrown


def _too_fast(request: Request) -> JSONResponse:
    error = BadRequest("too-fast", seconds=LONGEST_WAIT)
    REFUSALS.labels(error.code).inc()
    headers = {"retry-after": f"{LONGEST_WAIT:.0f}"}
    return JSONResponse(error_data(error, language_of(request)), 429, headers)
