"""A streamed answer, which ends when its reader leaves."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from menhirs.home.ports import Stream
from menhirs.server.http.abandoned import client_left
from menhirs.server.http.match.match_stream import in_time


class TextStream(StreamingResponse):
    """Sends texts as they come, and closes their source when the reader has gone."""

    def __init__(self, stream: Stream, kind: str) -> None:
        self._stream = stream
        super().__init__(stream, media_type=kind)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        telling = asyncio.ensure_future(super().__call__(scope, _hear_nothing, in_time(send)))
        leaving = asyncio.ensure_future(client_left(receive))
        try:
            await asyncio.wait([telling, leaving], return_when=asyncio.FIRST_COMPLETED)
            if telling.done():
                with suppress(TimeoutError):  # a reader who takes nothing counts as gone
                    telling.result()
        finally:
            for task in (telling, leaving):
                task.cancel()
            await asyncio.gather(telling, leaving, return_exceptions=True)
            await self._stream.aclose()


async def _hear_nothing() -> Message:
    await asyncio.Event().wait()
    raise AssertionError("nobody sets it")
