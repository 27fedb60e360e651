"""The secret of a seat in a request: in the cookie of a match's pages, or in a header."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from menhirs.server.http.security import leave_cookie

COOKIE = "seat"


def secret_in(request: HTTPConnection) -> str | None:
    """The secret of a seat in a request."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return secret.strip()
    return request.cookies.get(COOKIE)


def hand_over(request: HTTPConnection, response: Response, match: str, secret: str) -> None:
    """Puts a seat's secret into the visitor's cookie."""
    leave_cookie(request, response, COOKIE, secret, f"/m/{match}")
