"""Serves the static files."""

from __future__ import annotations

import gzip
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from menhirs.web.bundle import bundle, style_bundle
from menhirs.web.files import BUNDLE, STATIC

_TEXT = {".js", ".css", ".svg", ".webmanifest"}
_FOR_EVER = "public, max-age=31536000, immutable"
_BUNDLES = {"js": (bundle, "text/javascript"), "css": (style_bundle, "text/css")}
"""The bundler and the media type of each kind of file."""


def accepts_gzip(headers: Mapping[str, str]) -> bool:
    """Whether a client accepts gzip."""
    codings = (coding.partition(";") for coding in headers.get("accept-encoding", "").split(","))
    wanted = {name.strip(): weight.replace(" ", "") for name, _, weight in codings}
    return wanted.get("gzip", "q=0") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")


def has_tag(headers: Mapping[str, str], tag: str) -> bool:
    """Whether a client already has the version with this ETag."""
    return tag in (known.strip() for known in headers.get("if-none-match", "").split(","))


@cache
def _compressed(text: bytes) -> bytes:
    return gzip.compress(text, mtime=0)


class UnchangingFiles(StaticFiles):
    """Static files with a fingerprint in their address: cached for ever, and sent compressed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or a script or a style with all that it imports."""
        stem, dot, suffix = path.rpartition(".")
        full_path = ""
        if suffix in _BUNDLES and stem.endswith(BUNDLE) and scope["method"] in ("GET", "HEAD"):
            full_path, _ = self.lookup_path(stem.removesuffix(BUNDLE) + dot + suffix)
        if not full_path:
            return await super().get_response(path, scope)
        join, media_type = _BUNDLES[suffix]
        text = join(STATIC, Path(full_path).relative_to(STATIC.resolve()).as_posix()).encode()
        headers = {"cache-control": _FOR_EVER, "vary": "Accept-Encoding"}
        if accepts_gzip(Headers(scope=scope)):
            text = _compressed(text)
            headers["content-encoding"] = "gzip"
        return Response(text, headers=headers, media_type=media_type)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """The answer with a file, compressed if the client accepts it."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = _FOR_EVER
        path = Path(full_path)
        if path.name == "preview.png":  # shown beside links to us, on other sites
            response.headers["cross-origin-resource-policy"] = "cross-origin"
        if path.suffix not in _TEXT:
            return response
        response.headers["vary"] = "Accept-Encoding"
        if response.status_code != 200 or not accepts_gzip(Headers(scope=scope)):
            return response
        kept = ("cache-control", "content-type", "etag", "last-modified", "vary")
        headers = {name: response.headers[name] for name in kept}
        return Response(
            _compressed(path.read_bytes()), headers=headers | {"content-encoding": "gzip"}
        )
