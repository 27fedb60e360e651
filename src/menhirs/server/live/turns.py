"""Turns at work that takes a processor: so many at once for all, and one for each who asks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class Turns:
    """Who may work now. Whoever asks for much waits for themselves, and others for little."""

    def __init__(self, at_once: int) -> None:
        self._free = asyncio.Semaphore(at_once)
        self._of_each: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, whose: str) -> AsyncIterator[None]:
        """Waits for a turn, and gives it to the next one in the end."""
        mine = self._of_each.get(whose)
        if mine is None:
            mine = self._of_each[whose] = asyncio.Lock()
        async with mine, self._free:
            yield
