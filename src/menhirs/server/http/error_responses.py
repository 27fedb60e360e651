"""Errors as answers: a page for people, JSON for programs, and always the same code."""

from __future__ import annotations

import logging
from math import ceil

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from menhirs.core.errors import MenhirsError
from menhirs.match.errors import Unavailable
from menhirs.server.errors import BadRequest
from menhirs.server.http.match.seat_cookie import secret_in
from menhirs.server.http.match.visit import limited
from menhirs.server.http.rendering import language_of, page
from menhirs.server.metrics import REFUSALS
from menhirs.view.error_status import status_of
from menhirs.view.error_words import error_data
from menhirs.view.request_limits import largest_body

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
_GONE = 499
"""The status in the log when the client left before its request was complete."""

_log = logging.getLogger(__name__)


def answer(request: Request, error: MenhirsError) -> Response:
    """The answer to a request that failed."""
    REFUSALS.labels(error.code).inc()
    status = status_of(error)
    nameless = error.code == "not-seated" and secret_in(request) is None
    if nameless:
        status = 401
    data = error_data(error, language_of(request))
    wants_json = request.url.path.startswith("/api/") or "text/html" not in request.headers.get(
        "accept", ""
    )
    response: Response
    if wants_json:
        response = JSONResponse(data, status)
    else:
        more = data.get("more", "")
        response = page(request, "error.html", status, code=status, text=data["text"], more=more)
    if nameless:
        response.headers["www-authenticate"] = "Bearer"
    if error.code == "too-fast":
        wait = str(ceil(float(str(error.details["seconds"]))))
        response.headers["retry-after"] = wait
        if not wants_json and request.method == "GET":
            response.headers["refresh"] = wait  # the page redirects by itself
    return response


def install(app: FastAPI) -> None:
    """Lets an application answer all errors this way."""

    @app.exception_handler(MenhirsError)
    async def coded_error(request: Request, error: MenhirsError) -> Response:
        return answer(request, error)

    @app.exception_handler(RequestValidationError)
    async def unreadable(request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return answer(request, BadRequest("message", why=f"{where}: {first['msg']}"))

    @app.exception_handler(HTTPException)
    async def usual(request: Request, error: HTTPException) -> Response:
        codes = {404: "no-page", 405: "method"}
        if error.status_code in codes:
            try:
                limited(request)
            except BadRequest as too_fast:
                return answer(request, too_fast)
            answered = answer(request, BadRequest(codes[error.status_code]))
        elif error.status_code == 413:
            answered = answer(request, BadRequest("too-large", most=largest_body(request.url.path)))
            answered.headers["connection"] = "close"  # does not wait for the rest of the body
        else:
            answered = answer(request, BadRequest("message", why=error.detail))
        answered.headers.update(error.headers or {})
        if error.status_code == 405:
            answered.headers["allow"] = ", ".join(_methods_for(request))
        return answered


def _methods_for(request: Request) -> list[str]:
    """The methods of a path: the router itself names those of one route only."""

    def fits(method: str) -> bool:
        as_get = {**request.scope, "method": method}
        return any(route.matches(as_get)[0] is Match.FULL for route in request.app.routes)

    return [method for method in _METHODS if fits(method)]


class LastResort:
    """Answers unexpected errors: with a log entry, without details for the visitor.

    It is the innermost middleware, so that its answers have all headers and a line in the log.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def send_noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, send_noted)
        except ClientDisconnect:
            # Only for the log: the client has gone. Proxies log the same status.
            await Response(status_code=_GONE)(scope, receive, send)
        except Exception as error:
            if begun:
                raise
            _log.error("unforeseen", exc_info=error)
            response = answer(Request(scope), Unavailable("mistake"))
            await response(scope, receive, send)


class HeadAsGet:
    """Answers HEAD as GET would be, without a body."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self._app(scope, receive, send)
            return
        as_get, ended = {**scope, "method": "GET"}, False

        async def send_head(message: Message) -> None:
            nonlocal ended
            if message["type"] == "http.response.start":
                scope["route"] = as_get.get("route")  # for the log
                await send(message)
            elif not ended:  # a stream would never end
                ended = True
                await send({"type": "http.response.body", "body": b""})

        await self._app(as_get, receive, send_head)
