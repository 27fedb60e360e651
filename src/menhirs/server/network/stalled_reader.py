"""Closes a connection whose other end has stopped reading."""

from __future__ import annotations

import asyncio

TIME_TO_READ = 20.0
"""Seconds for which an answer may wait for its reader."""


class StalledReader:
    """A timer for the other end of a connection to read on."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, transport: asyncio.Transport) -> None:
        """Called when the send buffer is full."""
        self._timer = asyncio.get_running_loop().call_later(TIME_TO_READ, transport.abort)

    def end(self) -> None:
        """Called when the other end reads again, or is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
