"""The pages for visitors without a network: a static site, served under an address of its own.

Its own service worker caches it in the browser. The one of the served pages falls back to it when
the server can't be reached.
"""

from __future__ import annotations

import os
from mimetypes import guess_type
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from menhirs.server.http.services import services_of
from menhirs.server.http.site.assets import accepts_gzip
from menhirs.web.files import STATIC

OFFLINE_ROOT = "/offline"

_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self' blob:; font-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".mo": "application/octet-stream"}
_UNCHANGING = ("static/", "pyodide/", "python/")


class OfflineFiles(StaticFiles):
    """The files of a static site."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the page of a folder."""
        response = await super().get_response(path, scope)
        kept = path.startswith(_UNCHANGING)
        lasts = "public, max-age=31536000, immutable" if kept else "no-cache"
        response.headers["cache-control"] = lasts
        response.headers["content-security-policy"] = _POLICY  # Python runs in these pages
        return response

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """A file with the type that browsers insist on, compressed if there is such a copy."""
        sent = Path(f"{os.fspath(full_path)}.gz")
        if not sent.exists():
            response = super().file_response(full_path, stat_result, scope, status_code)
        else:
            if not accepts_gzip(Headers(scope=scope)):
                sent = Path(full_path)
            response = super().file_response(sent, sent.stat(), scope, status_code)
            response.headers["vary"] = "Accept-Encoding"
            if sent.suffix == ".gz":
                response.headers["content-encoding"] = "gzip"
            kind, _ = guess_type(os.fspath(full_path))
            response.headers["content-type"] = kind or "application/octet-stream"
        if known := _TYPES.get(Path(full_path).suffix):
            response.headers["content-type"] = known
        return response


def offline_of(request: HTTPConnection) -> str:
    """The address of the offline pages; empty if there are none."""
    return OFFLINE_ROOT if services_of(request).settings.offline is not None else ""


def service_worker(request: HTTPConnection) -> str:
    """The service worker that shows alerts, and falls back to the offline pages if there are
    any.
    """
    names = ["service_worker.js", *(["offline/navigation.js"] if offline_of(request) else [])]
    return "\n".join((STATIC / name).read_text("utf-8") for name in names)
