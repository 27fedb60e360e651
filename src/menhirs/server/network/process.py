"""What a process that serves thousands asks of Python and of the system."""

from __future__ import annotations

import asyncio
import gc
import sys
from contextlib import suppress

_YOUNG = 20_000
_NEVER = 1_000_000
_YOUNG_EVERY = 0.5
"""Seconds."""
_ALL_EVERY = 3_600.0
_SWITCH_EVERY = 0.0005


def prepare_process() -> None:
    """Avoids long pauses. Called once, when everything is imported."""
    # Looking for garbage among all objects of a thousand matches takes a third of a second, in
    # which nobody is answered.
    gc.freeze()
    gc.set_threshold(_YOUNG, _NEVER, _NEVER)
    # A commit needs the interpreter several times. It must not wait each time for as long as a
    # busy loop is allowed to keep it.
    sys.setswitchinterval(_SWITCH_EVERY)


async def collect_garbage() -> None:
    """Looks for garbage: among young objects all the time, among all of them now and then.

    Python by itself counts objects made less objects freed. Where as many rooms are closed as
    opened that number stands still, while the young ones become hundreds of thousands.
    """
    while True:
        for _ in range(int(_ALL_EVERY / _YOUNG_EVERY)):
            await asyncio.sleep(_YOUNG_EVERY)
            gc.collect(0)
        gc.collect()


def allow_many_files() -> None:
    """Every connection is an open file: as many are allowed as the system lets us have."""
    with suppress(ImportError, OSError, ValueError):  # not every system has that limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
