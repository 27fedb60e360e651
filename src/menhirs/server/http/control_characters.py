"""Requests with control characters are refused: see ``home/control_characters.py``.

Messages on WebSockets are checked by :mod:`menhirs.view.fields`.
"""

from __future__ import annotations

import re

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from menhirs.home.control_characters import BARE, CONTROL
from menhirs.server.errors import BadRequest
from menhirs.server.http.error_responses import answer
from menhirs.view.fields import NO_CONTROLS

_IN_MULTIPART = re.compile(BARE)  # the only escape that can contain one
_LONGEST = 5
"""The length of an escape less one: it may begin in one chunk of a body and end in the next."""


class NoControlCharacters:
    """Refuses requests with control characters in their address or body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refused: BadRequest | None = None
        if CONTROL.search(scope["path"].encode()):
            refused = BadRequest("no-page")
        elif CONTROL.search(scope["query_string"]):
            refused = BadRequest("message", why=NO_CONTROLS)
        if refused is not None:
            await answer(Request(scope), refused)(scope, receive, send)
            return
        pattern, before = CONTROL, b""
        if Headers(scope=scope).get("content-type", "").startswith("multipart/"):
            pattern = _IN_MULTIPART

        async def receive_text() -> Message:
            nonlocal before
            message = await receive()
            if body := message.get("body", b""):
                if pattern.search(before + body):
                    raise HTTPException(400, NO_CONTROLS)
                before = (before + body)[-_LONGEST:]
            return message

        await self._app(scope, receive_text, send)
