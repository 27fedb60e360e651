"""A fair queue for work that takes processor time: so many tasks at once, and one per visitor."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class FairQueue:
    """A fair queue: a visitor with many tasks waits for their own, not others for them."""

    def __init__(self, at_once: int) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._of_each: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, visitor: str) -> AsyncIterator[None]:
        """Waits for a turn; at the end of the block the next one gets it."""
        own_turn = self._of_each.get(visitor)
        if own_turn is None:
            own_turn = self._of_each[visitor] = asyncio.Lock()
        async with own_turn, self._free:
            yield
