"""Work that is cancelled when its client has gone."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.types import Receive

Found = TypeVar("Found")


async def client_left(receive: Receive) -> None:
    """Returns when the client of a request has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def while_waited_for(request: Request, work: Coroutine[Any, Any, Found]) -> Found:
    """The result of some work, which is cancelled if the client goes away."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(client_left(request.receive))
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)
