"""How much, how often: size and rate limits."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from menhirs.server.errors import BadRequest

LARGEST_BODY = 16_384
LARGEST_MESSAGE = 4_096
_MOST_BUCKETS = 10_000


class Bucket:
    """Lets so many pass a second, and a few seconds' worth at once."""

    def __init__(self, rate: float, seconds: float = 3) -> None:
        self._rate = rate
        self._burst = max(1.0, rate * seconds)
        self._drops = self._burst
        self._at = time.monotonic()

    def check(self) -> None:
        """Lets one pass, or raises."""
        at = time.monotonic()
        self._drops = min(self._burst, self._drops + (at - self._at) * self._rate)
        self._at = at
        if self._drops < 1:
            wait = max(0.1, round((1 - self._drops) / self._rate, 1))
            raise BadRequest("too-fast", seconds=wait)
        self._drops -= 1


class Buckets:
    """A bucket for every address; the ones not seen for longest are forgotten."""

    def __init__(self, rate: float, seconds: float = 3) -> None:
        self._new: Callable[[], Bucket] = lambda: Bucket(rate, seconds)
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def check(self, address: str) -> None:
        """Lets one request of an address pass, or raises."""
        bucket = self._buckets.pop(address, None) or self._new()
        self._buckets[address] = bucket
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        bucket.check()


class BodyLimit:
    """Refuses requests with a longer body than any of our forms can have."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        taken = 0

        async def receive_some() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > LARGEST_BODY:
                raise HTTPException(413)  # FastAPI takes any other for a body it can't read
            return message

        await self._app(scope, receive_some, send)
