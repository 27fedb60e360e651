"""Logs: one line per event, as JSON, or as plain words on a terminal.

No query, header, cookie or body is ever logged: secrets travel there.
"""

from __future__ import annotations

import json
import logging
import sys
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from menhirs.server.metrics import REQUESTS

_requests = logging.getLogger("menhirs.requests")


class _AsJson(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        data: dict[str, object] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            data["exception"] = self.formatException(record.exc_info)
        return json.dumps(data)


def set_up_logs() -> None:
    """Plain words for a person at a terminal, JSON for anything else."""
    handler = logging.StreamHandler(sys.stderr)
    if sys.stderr.isatty():
        handler.setFormatter(logging.Formatter("%(levelname)s %(message)s"))
        _requests.setLevel(logging.WARNING)
    else:
        handler.setFormatter(_AsJson())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    # It logs the address of every WebSocket, and a match's address lets anybody sit down there.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)


class RequestLog:
    """Logs every request by its route, which contains no secrets and no ids of matches."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_noted)
        finally:
            seconds = time.perf_counter() - began
            route = getattr(scope.get("route"), "path", "other")
            REQUESTS.labels(route, str(status)).observe(seconds)
            fields = {
                "method": scope["method"],
                "route": route,
                "status": status,
                "ms": round(seconds * 1000, 1),
            }
            _requests.info("%(method)s %(route)s %(status)s", fields, extra={"fields": fields})
