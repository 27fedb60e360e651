"""The check for known vulnerabilities: what it asks, and what it does with no answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from tools.audit import REQUIREMENTS, main, pinned

from tests.server.processes import free_port

BAD = "jinja2"


class _Database(BaseHTTPRequestHandler):
    """Answers as OSV does, and knows of one package."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        results = [
            {"vulns": [{"id": "GHSA-1"}]} if query["package"]["name"] == BAD else {}
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


def test_all_pinned_packages_are_asked_about(
    service: str, capsys: pytest.CaptureFixture[str]
) -> None:
    # One may be pinned twice, for older and newer Pythons.
    versions = set(pinned(path.read_text("utf-8") for path in REQUIREMENTS.glob("*.txt")))
    packages = dict(versions)
    assert {"uvicorn", "fastapi", "sqlalchemy", "pytest"} <= set(packages)
    assert main(service) == 1
    told = capsys.readouterr().out
    assert f"{BAD} {packages[BAD]}: GHSA-1" in told
    assert f"1 of {len(versions)} packages" in told


def test_no_answer_is_told_and_fails_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(f"http://127.0.0.1:{free_port()}") == 0
    assert "not checked" in capsys.readouterr().out
