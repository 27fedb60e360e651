"""Pages in the visitor's language."""

from __future__ import annotations

import gzip

from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse

from menhirs.server.http.site.assets import accepts_gzip
from menhirs.server.http.site.offline import offline_of
from menhirs.web.languages import Language, choose
from menhirs.web.rendering import render

LANGUAGE_COOKIE = "language"


def language_of(request: HTTPConnection) -> Language:
    """The language of a visitor."""
    accepted = request.headers.get("accept-language", "")
    return choose(accepted, request.cookies.get(LANGUAGE_COOKIE))


def page(request: Request, name: str, status: int = 200, /, **context: object) -> HTMLResponse:
    """A page in the visitor's language."""
    origin = str(request.base_url).rstrip("/")
    path, offline = request.url.path, offline_of(request)
    language = language_of(request)
    text = render(language, name, path=path, origin=origin, offline=offline, **context)
    headers = {"cache-control": "no-store", "vary": "Accept-Encoding"}
    if not accepts_gzip(request.headers):
        return HTMLResponse(text, status, headers)
    body = gzip.compress(text.encode(), compresslevel=6)
    return HTMLResponse(body, status, headers | {"content-encoding": "gzip"})
