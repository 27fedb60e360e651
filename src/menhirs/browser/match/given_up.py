"""Tells whoever thinks that nobody wants to know any more.

In a browser nobody can interrupt a worker, and a worker that thinks hears no messages. So the
search, which looks at the clock anyway, looks for this too: the script of the worker knows how.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event

_GLANCE = 0.05
"""Seconds between two looks: a look costs about as much as a position or two."""


class GivenUp(Event):
    """An event that is set once a look says so."""

    def __init__(self, look: Callable[[], bool]) -> None:
        super().__init__()
        self._look = look
        self._next = 0.0

    def is_set(self) -> bool:
        """Whether it is; now and then it looks again."""
        if not super().is_set() and (now := time.monotonic()) >= self._next:
            self._next = now + _GLANCE
            if self._look():
                self.set()
        return super().is_set()
