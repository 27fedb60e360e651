"""The pages without a network, served by a server: compressed where there is such a copy."""

from __future__ import annotations

import gzip
from pathlib import Path

import httpx2

from menhirs.site.folder import MARK, write
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT


def test_a_compressed_copy_is_sent_to_whoever_takes_it(tmp_path: Path) -> None:
    text, kind = b"export {};\n" * 100, "text/javascript"
    files = {MARK: b"{}", "static/a.js": text, "static/a.js.gz": gzip.compress(text)}
    files |= {"pyodide/b.mjs": text, "sw.js": b""}
    write(files, tmp_path / "site")
    options = "--offline", str(tmp_path / "site")
    server = ServerProcess(f"sqlite:///{tmp_path / 'm.sqlite'}", tmp_path / "log", *options)

    def asked(path: str, coding: str) -> httpx2.Response:
        headers = {"accept-encoding": coding}
        return CLIENT.get(f"{server.address}/offline/{path}", headers=headers)

    try:
        found = [asked("static/a.js", coding) for coding in ("gzip", "identity", "gzip;q=0")]
        codings = [answer.headers.get("content-encoding") for answer in found]
        assert codings == ["gzip", None, None]
        assert int(found[0].headers["content-length"]) < len(text)
        for answer in (*found, asked("pyodide/b.mjs", "gzip")):
            assert answer.content == text
            assert answer.headers["content-type"].partition(";")[0] == kind
            assert "immutable" in answer.headers["cache-control"]
        assert all(answer.headers["vary"] == "Accept-Encoding" for answer in found)
    finally:
        server.close()
