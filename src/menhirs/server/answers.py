"""Errors as answers: a page for people, JSON for programs, and always the same code."""

from __future__ import annotations

import logging
from math import ceil

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from menhirs.core.errors import Illegal, MenhirsError
from menhirs.match.errors import Refused
from menhirs.server import referee
from menhirs.server.errors import BadRequest, Unavailable
from menhirs.server.limits import LARGEST_BODY
from menhirs.server.looks import language_of, page
from menhirs.server.metrics import REFUSALS
from menhirs.server.seats import secret_in

_STATUS = {
    "no-match": 404,
    "no-page": 404,
    "method": 405,
    "too-large": 413,
    "too-fast": 429,
    "origin": 403,
    "secret": 403,
    "not-seated": 403,
    "mistake": 500,
}

_log = logging.getLogger(__name__)


def status_of(error: MenhirsError) -> int:
    """The HTTP status that says best what kind of error it is."""
    if error.code in _STATUS:
        return _STATUS[error.code]
    if isinstance(error, Illegal | Refused):
        return 409
    return 503 if isinstance(error, Unavailable) else 400


def answer(request: Request, error: MenhirsError) -> Response:
    """The answer to a request that can't be fulfilled."""
    REFUSALS.labels(error.code).inc()
    status = status_of(error)
    nameless = error.code == "not-seated" and secret_in(request) is None
    if nameless:
        status = 401
    told = referee.told(error, language_of(request))
    wants_json = request.url.path.startswith("/api/") or "text/html" not in request.headers.get(
        "accept", ""
    )
    response: Response
    if wants_json:
        response = JSONResponse(told, status)
    else:
        response = page(request, "error.html", status, code=status, text=told["text"])
    if nameless:
        response.headers["www-authenticate"] = "Bearer"
    if error.code == "too-fast":
        response.headers["retry-after"] = str(ceil(float(str(error.details["seconds"]))))
    return response


def install(app: FastAPI) -> None:
    """Makes an application answer so."""

    @app.exception_handler(MenhirsError)
    async def ours(request: Request, error: MenhirsError) -> Response:
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
            answered = answer(request, BadRequest(codes[error.status_code]))
        elif error.status_code == 413:
            answered = answer(request, BadRequest("too-large", most=LARGEST_BODY))
        else:
            answered = answer(request, BadRequest("message", why=error.detail))
        answered.headers.update(error.headers or {})
        return answered


class LastResort:
    """Answers where we made a mistake: noted for us, without details for the visitor.

    Inside the other layers, so that this answer too has its headers and its line in the log.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def send_noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, send_noted)
        except Exception as error:
            if scope["type"] != "http" or begun:
                raise
            _log.error("unforeseen", exc_info=error)
            response = answer(Request(scope), Unavailable("mistake"))
            await response(scope, receive, send)
