"""Giving up a connection whose other end has stopped reading."""

from __future__ import annotations

import asyncio

TIME_TO_READ = 20.0
"""For how many seconds an answer may find no reader."""


class StalledReader:
    """When the other end of a connection has to read on."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, transport: asyncio.Transport) -> None:
        """Nothing more can be sent for now."""
        self._timer = asyncio.get_running_loop().call_later(TIME_TO_READ, transport.abort)

    def end(self) -> None:
        """It reads again, or is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
