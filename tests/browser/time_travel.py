"""An event loop in which time passes at once: when all tasks wait, the next one is woken.

So a test of clocks and claims drives the clock by hand, to the millisecond, and takes no time.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

BEGIN = 1_800_000_000_000
"""Milliseconds since 1970 at the beginning of every test."""


class TimeTravelLoop(asyncio.SelectorEventLoop):
    """A loop whose clock jumps to the next moment at which something is to happen."""

    def __init__(self) -> None:
        self._moment = 0.0
        super().__init__(_Jumping(self))

    def time(self) -> float:
        return self._moment

    def pass_by(self, seconds: float) -> None:
        self._moment += seconds


class _Jumping(selectors.DefaultSelector):
    def __init__(self, loop: TimeTravelLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> Any:
        if timeout is None:
            raise AssertionError("everybody waits, and nothing will ever happen")
        if timeout > 0:
            self._loop.pass_by(timeout)
        return super().select(0)


def now() -> int:
    """The moment, in milliseconds since 1970."""
    return BEGIN + round(asyncio.get_running_loop().time() * 1000)


def run(work: Coroutine[Any, Any, T]) -> T:
    """Runs something to its end in a world of its own."""
    with asyncio.Runner(loop_factory=TimeTravelLoop) as runner:
        return runner.run(work)
