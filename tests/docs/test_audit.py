"""The check for known vulnerabilities: what it asks, and what it does with no answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest
from tools.audit import NPM_LOCK, REQUIREMENTS, Package, main, npm_packages, python_packages

from tests.server.processes import free_port

BAD = {"jinja2", "pyodide", "openssl"}


class _Database(BaseHTTPRequestHandler):
    """Answers as OSV does, and knows of a package of each kind."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        results = [
            {"vulns": [{"id": "GHSA-1"}]} if query["package"]["name"] in BAD else {}
            for query in asked["queries"]
        ]
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"results": results}).encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def service() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), _Database)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_python_npm_and_containers_are_asked_about(
    service: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    # One may be pinned twice, for older and newer Pythons.
    python = python_packages(path.read_text("utf-8") for path in REQUIREMENTS.glob("*.txt"))
    npm = npm_packages(NPM_LOCK.read_text("utf-8"))
    assert {"uvicorn", "fastapi", "sqlalchemy", "pytest"} <= {one.name for one in python}
    assert {"typescript", "@eslint/js", "pyodide"} <= {one.name for one in npm}
    container = tmp_path / "packages"
    container.write_text("openssl 3.0.17-1~deb12u2\nzlib 1:1.2.13.dfsg-1\n")
    assert main([f"--debian=12={container}"], service) == 1
    text = capsys.readouterr().out
    for package in [
        *(one for one in python | npm if one.name in BAD),
        Package("Debian:12", "openssl", "3.0.17-1~deb12u2"),
    ]:
        assert f"{package.ecosystem}: {package.name} {package.version}: GHSA-1" in text
    assert f"3 of {len(python | npm) + 2} packages" in text


def test_no_answer_is_told_and_fails_if_it_is_to(capsys: pytest.CaptureFixture[str]) -> None:
    nobody = f"http://127.0.0.1:{free_port()}"
    for words, status in (([], 0), (["--strict"], 2)):
        assert main(words, nobody) == status
        assert "not checked" in capsys.readouterr().out
