"""A browser of somebody known, as far as the server sees it."""

from __future__ import annotations

import gzip
import json
import time
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlencode

_PATIENCE = 60.0


class Visitor:
    """Somebody's browser: a connection that is kept, their key, and what was fetched before."""

    def __init__(self, port: int, key: str) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
        self._key = key
        self._etags: dict[str, str] = {}
        self.address = ""
        """The address that a proxy would name; empty: without a proxy."""
        self.took: list[float] = []
        """The seconds until each answer was read."""

    def get(self, path: str) -> bytes:
        """What is there; nothing if it is what was there the last time."""
        known = self._etags.get(path)
        headers = {"if-none-match": known} if known else {}
        _, body = self._ask("GET", path, headers)
        return body

    def get_json(self, path: str) -> Any:
        return json.loads(self.get(path))

    def post(self, path: str, fields: dict[str, str]) -> str:
        """Sends a form; returns the address that it leads to."""
        headers = {"content-type": "application/x-www-form-urlencoded"}
        location, _ = self._ask("POST", path, headers, urlencode(fields))
        return location

    def post_json(self, path: str, data: object) -> Any:
        """Sends data; returns the answer."""
        _, body = self._ask("POST", path, {"content-type": "application/json"}, json.dumps(data))
        return json.loads(body)

    def _ask(
        self, method: str, path: str, headers: dict[str, str], body: str | None = None
    ) -> tuple[str, bytes]:
        began = time.perf_counter()
        headers = {**headers, "cookie": f"person={self._key}", "accept-encoding": "gzip"}
        if self.address:
            headers["x-forwarded-for"] = self.address
        try:
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
        except ConnectionError:  # it was kept for too long
            self._connection.close()
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
        text = answer.read()
        self.took.append(time.perf_counter() - began)
        if answer.headers["content-encoding"] == "gzip":
            text = gzip.decompress(text)
        if answer.status >= 400:
            raise RuntimeError(f"the server refused {method} {path}: {text[:300]!r}")
        if method == "GET" and (etag := answer.headers["etag"]):
            self._etags[path] = etag
        return answer.headers["location"] or "", text

    def close(self) -> None:
        self._connection.close()
