"""Cancels a computation in the engine worker.

A browser's worker can't be interrupted, and reads no messages while it computes. So the search,
which looks at the clock anyway, also polls a flag that the worker's script provides.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event

_GLANCE = 0.05
"""Seconds between two polls: one costs about as much as searching a position or two."""


class CancelEvent(Event):
    """An event that is set once the poll says so."""

    def __init__(self, look: Callable[[], bool]) -> None:
        super().__init__()
        self._look = look
        self._next = 0.0

    def is_set(self) -> bool:
        """Whether the event is set; polls now and then."""
        if not super().is_set() and (now := time.monotonic()) >= self._next:
            self._next = now + _GLANCE
            if self._look():
                self.set()
        return super().is_set()
