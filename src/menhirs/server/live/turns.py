"""A fair queue for work that takes processor time: so many tasks at once, and one per visitor."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class Turns:
    """A fair queue: a visitor with many tasks waits for their own, not others for them."""

    def __init__(self, at_once: int) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._of_each: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, whose: str) -> AsyncIterator[None]:
        """Waits for a turn; at the end of the block the next one gets it."""
        mine = self._of_each.get(whose)
        if mine is None:
            mine = self._of_each[whose] = asyncio.Lock()
        async with mine, self._free:
            yield
