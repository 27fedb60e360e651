"""Stops a search in time: sets the one byte that it looks at.

A thread sets it where there are threads. In a browser there are none, and nothing is compiled:
there the search looks at a :class:`ClockFlag`, which looks at the clock.
"""

from __future__ import annotations

import sys
import time
from threading import Event, Thread
from types import TracebackType
from typing import cast

HAS_THREADS = "emscripten" not in sys.platform
_GLANCE = 0.004  # seconds between two looks at an event that others set


class ClockFlag:
    """A flag that sets itself in time, for a search that is not compiled."""

    def __init__(self) -> None:
        self._value = 0
        self._moment: float | None = None
        self._stop: Event | None = None

    def watch(self, moment: float | None, stop: Event | None) -> None:
        """From now on it is set at that moment, or once ``stop`` is set."""
        self._moment = moment
        self._stop = stop

    def __getitem__(self, _: int) -> int:
        if not self._value and is_time(self._moment, self._stop):
            self._value = 1
        return self._value

    def __setitem__(self, _: int, value: int) -> None:
        self._value = value


def new_flag(*, has_threads: bool = HAS_THREADS) -> memoryview:
    """A flag that is not set."""
    return memoryview(bytearray(1)) if has_threads else cast("memoryview", ClockFlag())


def is_time(moment: float | None, stop: Event | None) -> bool:
    """Whether to stop now."""
    if stop is not None and stop.is_set():
        return True
    return moment is not None and time.monotonic() >= moment


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
        elif isinstance(self._flag, ClockFlag):
            self._flag.watch(self._moment, self._stop)
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
        while not is_time(self._moment, self._stop):
            left = None if self._moment is None else self._moment - time.monotonic()
            if self._stop is not None:
                left = _GLANCE if left is None else min(left, _GLANCE)
            if self._done.wait(left):
                return
        self._flag[0] = 1
