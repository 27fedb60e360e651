"""A page with nothing but the board, for tests and to try it: python -m tests.web.board_demo

The board gets real data: the server here plays by the rules, from a position line and a list of
actions that the page keeps, and remembers nothing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import menhirs
from menhirs.core.events import Event, what_happened
from menhirs.core.position import Position
from menhirs.notation.actions import read_action
from menhirs.notation.line import read_line
from menhirs.view import board_data
from menhirs.view.match.page_messages import read_question
from menhirs.view.match.question import ActionQuestion, meant
from menhirs.view.messages import LastMove

STATIC = Path(str(menhirs.__file__)).parent / "web" / "static"
PAGE = Path(__file__).parent / "board_page"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
START = "base M../..../.M.../.M.MM./..M../...M/... 1 1 place 2,2 - - -"


def state_data(line: str, words: list[str]) -> dict[str, Any]:
    """What the board is shown after these actions."""
    start = position = read_line(line)
    last, happened = _last_move(start), list[Event]()
    for word in words:
        action = read_action(word, position)
        last, before = board_data.marked_after(position, action, last), position
        position = before.play(action)
        happened = what_happened(before, action, position)
    return {
        "geometry": board_data.geometry_data(position.geometry),
        "view": board_data.view(position, start, last),
        "legal": board_data.legal(position),
        "phase": str(position.phase),
        "events": [board_data.event(event, position.geometry) for event in happened],
    }


def _last_move(position: Position) -> LastMove | None:
    """What a position line remembers of the move before it."""
    last, geometry = position.last, position.geometry
    if last is None:
        return None
    return {
        "tiles": geometry.names_of(last.tiles),
        "direction": last.direction.name,
        "taken": None if last.taken is None else geometry.name(last.taken),
    }


def explanation(line: str, words: list[str], question: ActionQuestion) -> dict[str, Any]:
    """The answer to the board about an action that a player tried."""
    position = read_line(line)
    for word in words:
        position = position.play(read_action(word, position))
    try:
        position.check(meant(question, position))
    except menhirs.MenhirsError as error:
        return {"legal": False, "code": error.code, "rule": error.rule, "text": error.message}
    return {"legal": True}


class _Handler(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        path, query = urlsplit(self.path).path, parse_qs(urlsplit(self.path).query)
        line = query.get("line", [START])[0]
        words = query.get("actions", [""])[0].split()
        if path == "/state":
            self.answer(state_data(line, words))
        elif path == "/explain":
            question = read_question(query["question"][0])
            self.answer(explanation(line, words, question))
        else:
            super().do_GET()

    def answer(self, data: dict[str, Any]) -> None:
        body = json.dumps(data).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def translate_path(self, path: str) -> str:
        path = urlsplit(path).path
        if path.startswith("/static/"):
            return str(STATIC / path.removeprefix("/static/"))
        return str(PAGE / path.lstrip("/"))

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Stays quiet."""


@contextmanager
def serving(port: int = 0) -> Iterator[str]:
    """The address of the page, as long as it is served."""
    with ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


if __name__ == "__main__":
    with serving(int(sys.argv[1]) if len(sys.argv) > 1 else 8000) as address:
        input(f"{address} until Enter is pressed")
