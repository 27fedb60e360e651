"""A live analysis as a stream of lines, for as long as somebody reads them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress

from starlette.responses import StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from menhirs.notation.people import Tongue
from menhirs.server.http.abandoned import has_left
from menhirs.server.http.match_stream import in_time
from menhirs.server.live.live_analyses import LiveAnalyses, LiveQuestion
from menhirs.view.as_json import as_json
from menhirs.view.engine_lines import found_told


class AnalysisStream(StreamingResponse):
    """Tells what the engine finds, and stops it once nobody listens.

    The visitor was let in before, and leaves with the end of the stream.
    """

    def __init__(
        self, analyses: LiveAnalyses, question: LiveQuestion, visitor: str, language: Tongue
    ) -> None:
        self._analyses = analyses
        self._visitor = visitor
        self._lines = _lines(analyses, question, language)
        super().__init__(self._lines, media_type="application/x-ndjson")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        telling = asyncio.ensure_future(super().__call__(scope, _hear_nothing, in_time(send)))
        leaving = asyncio.ensure_future(has_left(receive))
        try:
            await asyncio.wait([telling, leaving], return_when=asyncio.FIRST_COMPLETED)
            if telling.done():
                with suppress(TimeoutError):  # a reader who takes nothing is not there any more
                    telling.result()
        finally:
            for task in (telling, leaving):
                task.cancel()
            await asyncio.gather(telling, leaving, return_exceptions=True)
            await self._lines.aclose()
            self._analyses.leave(self._visitor)


async def _hear_nothing() -> Message:
    await asyncio.Event().wait()
    raise AssertionError("nobody sets it")


async def _lines(
    analyses: LiveAnalyses, question: LiveQuestion, language: Tongue
) -> AsyncGenerator[str, None]:
    reports = analyses.follow(question)
    try:
        async for report in reports:
            yield as_json(found_told(report.known, report.status, language)) + "\n"
    finally:
        await reports.aclose()
