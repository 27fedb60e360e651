"""Work that ends when nobody waits for it any more."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.types import Receive

Found = TypeVar("Found")


async def has_left(receive: Receive) -> None:
    """Returns when whoever sent a request has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def while_waited_for(request: Request, work: Coroutine[Any, Any, Found]) -> Found:
    """What comes of some work; it is cancelled if whoever asked for it goes away."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(has_left(request.receive))
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)
