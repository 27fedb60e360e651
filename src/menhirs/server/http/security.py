"""Security headers, and checks against requests from other sites."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from menhirs.server.errors import BadRequest

_A_YEAR = 365 * 24 * 3600
_HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class SafeHeaders:
    """Adds the headers of every answer, where it does not have others of its own."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, send_safely if scope["type"] == "http" else send)


def is_https(request: HTTPConnection) -> bool:
    """Whether the connection is HTTPS, so that cookies can be marked secure."""
    return request.url.scheme == "https"


def leave_cookie(
    request: HTTPConnection, response: Response, name: str, value: str, path: str = "/"
) -> None:
    """Leaves a cookie in the browser for a year. No script can read it."""
    response.set_cookie(
        name,
        value,
        max_age=_A_YEAR,
        path=path,
        secure=is_https(request),
        httponly=True,
        samesite="lax",  # lax: a link opened from a mail still carries the cookie
    )


def is_program(request: HTTPConnection) -> bool:
    """Whether a request comes from a program: browsers send the origin of forms, scripts and
    WebSockets.

    A program that sends an origin too can't be distinguished from a browser.
    """
    return not any(name in request.headers for name in ("origin", "sec-fetch-site"))


def check_origin_of_change(request: HTTPConnection) -> None:
    """Refuses requests from pages of other sites that would change something."""
    if request.scope["method"] not in ("GET", "HEAD"):
        check_origin(request)


def check_origin(request: HTTPConnection) -> None:
    """Refuses requests from pages of other sites, which would carry our cookies.

    Browsers send the origin of every form and WebSocket; programs without an origin have no
    cookies of ours.
    """
    if (origin := request.headers.get("origin")) is None:
        return
    scheme = "https" if request.url.scheme in ("https", "wss") else "http"
    if origin != f"{scheme}://{request.headers.get('host')}":
        raise BadRequest("origin")
