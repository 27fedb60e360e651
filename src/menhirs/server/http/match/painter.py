"""PNGs of the server: made in another process, one at a time, and cached."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from pathlib import Path

from starlette.concurrency import run_in_threadpool

from menhirs.notation.png import can_render, render_apart

_KEPT = 64
"""The number of cached pictures, of some 200 kB each."""


class Painter:
    """Makes PNGs in a fair queue, without delaying games."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()

    def has(self, svg: str, width: int) -> bool:
        """Whether a picture is cached."""
        return (svg, width) in self._kept

    async def png(self, svg: str, width: int, instead: Path | None = None) -> bytes:
        """A drawing as PNG of that width; ``instead`` if no renderer is installed."""
        key = (svg, width)
        if instead is not None and not can_render():
            return instead.read_bytes()
        if key not in self._kept:
            async with self._one_at_a_time:
                if key not in self._kept:
                    self._kept[key] = await run_in_threadpool(render_apart, svg, width)
                    if len(self._kept) > _KEPT:
                        self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return self._kept[key]
