"""Stops a search in time: sets the one byte that it looks at."""

from __future__ import annotations

import time
from threading import Event, Thread
from types import TracebackType

_GLANCE = 0.004  # seconds between two looks at an event that others set


class Deadline:
    """A context that sets the flag at a moment, or soon after ``stop`` is set.

    Where there is neither, no thread is needed and nothing depends on the clock.
    """

    def __init__(self, flag: memoryview, moment: float | None, stop: Event | None) -> None:
        self._flag = flag
        self._moment = moment
        self._stop = stop
        self._done = Event()
        self._thread: Thread | None = None

    def __enter__(self) -> None:
        self._flag[0] = 0
        if self._stop is not None and self._stop.is_set():
            self._flag[0] = 1
        elif self._moment is not None or self._stop is not None:
            self._thread = Thread(target=self._watch, name="alarm", daemon=True)
            self._thread.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._flag[0] = 1
        self._done.set()
        if self._thread is not None:
            self._thread.join()

    def _watch(self) -> None:
        while not self._is_time():
            left = None if self._moment is None else self._moment - time.monotonic()
            if self._stop is not None:
                left = _GLANCE if left is None else min(left, _GLANCE)
            if self._done.wait(left):
                return
        self._flag[0] = 1

    def _is_time(self) -> bool:
        if self._stop is not None and self._stop.is_set():
            return True
        return self._moment is not None and time.monotonic() >= self._moment
