"""The secret of a seat in a request: in the cookie of a match's pages, or in a header."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

COOKIE = "seat"
_A_YEAR = 365 * 24 * 3600


def secret_in(request: HTTPConnection) -> str | None:
    """The secret of a seat in a request."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return secret.strip()
    return request.cookies.get(COOKIE)


def hand_over(response: Response, match: str, secret: str, *, https: bool) -> None:
    """Puts a seat's secret into the visitor's cookie."""
    response.set_cookie(
        COOKIE,
        secret,
        max_age=_A_YEAR,
        path=f"/m/{match}",
        secure=https,
        httponly=True,
        samesite="lax",  # lax: a link opened from a mail still carries the cookie
    )
