"""Limits on size and rate."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from menhirs.server.errors import BadRequest
from menhirs.view.request_limits import largest_body

_MOST_BUCKETS = 10_000


class Bucket:
    """A rate limit (token bucket): so many a second, and a few seconds' worth at once."""

    __slots__ = ("_at", "_burst", "_drops", "_rate")

    def __init__(self, rate: float, seconds: float = 3) -> None:
        self._rate = rate
        self._burst = max(1.0, rate * seconds)
        self._drops = self._burst
        self._at = time.monotonic()

    def check(self, amount: float = 1) -> None:
        """Takes one token, or ``amount``; raises if there are too few.

        An amount that is larger than the bucket takes a full one.
        """
        amount = min(amount, self._burst)
        self._refill()
        if self._drops < amount:
            wait = max(0.1, round((amount - self._drops) / self._rate, 1))
            raise BadRequest("too-fast", seconds=wait)
        self._drops -= amount

    def reserve(self, most: float) -> float | None:
        """Counts one that may have to wait; the seconds until it may pass.

        None, and it is not counted, if that would be more than so many.
        """
        self._refill()
        wait = max(0.0, (1 - self._drops) / self._rate)
        if wait > most:
            return None
        self._drops -= 1
        return wait

    def charge(self, amount: float) -> None:
        """Takes tokens that were used already. There may then be less than none."""
        self._refill()
        self._drops -= amount

    def time_to_wait(self) -> float:
        """Seconds until what was taken too much is there again."""
        self._refill()
        return max(0.0, -self._drops / self._rate)

    def _refill(self) -> None:
        at = time.monotonic()
        self._drops = min(self._burst, self._drops + (at - self._at) * self._rate)
        self._at = at

    def give_back(self) -> None:
        """Gives the last token back."""
        self._drops = min(self._burst, self._drops + 1)


class Buckets:
    """A bucket per address or key; the least recently used are dropped."""

    def __init__(self, rate: float, seconds: float = 3) -> None:
        self._new: Callable[[], Bucket] = lambda: Bucket(rate, seconds)
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def bucket(self, client: str) -> Bucket:
        """The bucket of an address or key."""
        bucket = self._buckets.pop(client, None) or self._new()
        self._buckets[client] = bucket
        if len(self._buckets) > _MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket

    def check(self, whose: str) -> None:
        """Counts one for an address or key; raises if there are too many."""
        self.bucket(whose).check()


class BodyLimit:
    """Refuses requests with a body that is longer than any of our forms."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        taken, most = 0, largest_body(scope["path"])

        async def receive_some() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            if taken > most:
                raise HTTPException(413)  # FastAPI takes any other for a body it can't read
            return message

        await self._app(scope, receive_some, send)
