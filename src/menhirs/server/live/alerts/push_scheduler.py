"""A scheduler for push alerts: a push service that hangs keeps nobody else waiting.

Addresses of push services come from browsers, so anybody may name one that never answers. Services
that have answered before share one set of places. Each other service has a few, and after some
failures in a row it is skipped for a while.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

_AT_ONCE = 8
"""The most alerts in flight to services that have answered, and as many to others."""
_OF_A_STRANGER = 2
"""The most of these to one service that has not answered yet, or has failed."""
_FAILURES = 3
"""The number of failures in a row after which a service is skipped for a while."""
_LEFT_ALONE = 60.0
"""Seconds."""
_MOST_KNOWN = 10_000


@dataclass
class _Service:
    few: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_OF_A_STRANGER))
    answers: bool = False
    failures: int = 0
    alone_until: float = 0.0


class PushScheduler:
    """The push services of a server, with a queue for each."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, _Service] = OrderedDict()
        self._good = asyncio.Semaphore(_AT_ONCE)
        self._others = asyncio.Semaphore(_AT_ONCE)

    @asynccontextmanager
    async def turn(self, endpoint: str) -> AsyncIterator[bool]:
        """Waits for a turn. False: the service has failed too often and is skipped."""
        service = self._service(endpoint)
        if service.answers:
            async with self._good:
                yield True
        else:
            # First the service's own places, so that waiting for one blocks no other service.
            async with service.few, self._others:
                yield time.monotonic() >= service.alone_until

    def record_answer(self, endpoint: str, *, answered: bool) -> None:
        """Records whether a service has answered."""
        service = self._service(endpoint)
        service.answers = answered
        service.failures = 0 if answered else service.failures + 1
        if service.failures >= _FAILURES:
            service.alone_until = time.monotonic() + _LEFT_ALONE

    def _service(self, endpoint: str) -> _Service:
        host = urlsplit(endpoint).netloc.lower()
        service = self._known.pop(host, None) or _Service()
        self._known[host] = service
        if len(self._known) > _MOST_KNOWN:
            self._known.popitem(last=False)
        return service
