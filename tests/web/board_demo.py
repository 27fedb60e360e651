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
from menhirs.core.actions import Action, Flip, Move, Place, Remove
from menhirs.core.events import (
    CoveredAgain,
    Event,
    Flipped,
    Freed,
    MenhirsCovered,
    Moved,
    Placed,
    PutBack,
    Taken,
    what_happened,
)
from menhirs.core.fog import flood, step
from menhirs.core.geometry import Direction, Geometry, Mask, cells_in
from menhirs.core.position import Position
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.board import write_board
from menhirs.notation.line import read_line
from menhirs.notation.svg.layout import Layout

STATIC = Path(str(menhirs.__file__)).parent / "web" / "static"
PAGE = Path(__file__).parent / "board_page"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
START = "base M../..../.M.../.M.MM./..M../...M/... 1 1 place 2,2 - - -"


def geometry_data(geometry: Geometry) -> dict[str, Any]:
    layout = Layout(geometry)
    middle = geometry.cell("d3")
    x, y = layout.centre(middle)
    steps = {}
    for direction in Direction:
        edge_x, edge_y = layout.edge_middle(middle, direction)
        steps[direction.name] = [2 * (edge_x - x), 2 * (edge_y - y)]
    places = ((geometry.name(cell), *layout.centre(cell)) for cell in cells_in(geometry.cells))
    return {
        "cells": [{"name": name, "x": x, "y": y} for name, x, y in places],
        "directions": steps,
        "view_box": [int(number) for number in layout.view_box.split()],
    }


def clusters(position: Position) -> Iterator[Mask]:
    rest = position.fog
    while rest:
        cluster = flood(rest & -rest, position.fog, position.geometry.stride)
        yield cluster
        rest &= ~cluster


def view_data(position: Position, flipped: Mask) -> dict[str, Any]:
    names, last = position.geometry.names_of, position.last
    taken = None if last is None or last.taken is None else position.geometry.name(last.taken)
    return {
        "board": write_board(position),
        "fog": names(position.fog),
        "menhirs": names(position.menhirs),
        "flipped": names(flipped),
        "free": names(position.menhirs & ~position.fog),
        "clusters": [names(cluster) for cluster in clusters(position)],
        "last": last
        and {"tiles": names(last.tiles), "direction": last.direction.name, "taken": taken},
    }


def legal_data(position: Position, action: Action) -> dict[str, Any]:
    data: dict[str, Any] = {
        "action": write_action(action, position),
        "kind": type(action).__name__.lower(),
    }
    match action:
        case Move(tiles, direction):
            stride, names = position.geometry.stride, position.geometry.names_of
            data["tiles"], data["direction"] = names(tiles), direction.name
            data["lands"] = names(step(tiles, direction, stride))
            data["split"] = flood(tiles, position.fog, stride) != tiles
        case Flip(cell) | Place(cell) | Remove(cell):
            data["cell"] = position.geometry.name(cell)
    return data


def event_data(geometry: Geometry, event: Event) -> dict[str, Any]:
    names, name = geometry.names_of, geometry.name
    match event:
        case Moved(_, tiles, direction, landed, split):
            moved = {"tiles": names(tiles), "landed": names(landed)}
            return {"type": "moved", **moved, "direction": direction.name, "split": split}
        case Placed(_, cell) | Flipped(_, cell) | Taken(_, cell) | PutBack(cell):
            return {"type": type(event).__name__.lower(), "cell": name(cell)}
        case MenhirsCovered(cells) | Freed(cells) | CoveredAgain(cells):
            return {"type": type(event).__name__.lower(), "cells": names(cells)}
        case _:
            return {"type": type(event).__name__.lower()}


def state_data(line: str, words: list[str]) -> dict[str, Any]:
    """What the board is shown after these actions."""
    position, flipped, happened = read_line(line), 0, list[Event]()
    for word in words:
        action = read_action(word, position)
        if isinstance(action, Flip):
            flipped |= 1 << action.cell
        after = position.play(action)
        happened = what_happened(position, action, after)
        position = after
    return {
        "geometry": geometry_data(position.geometry),
        "view": view_data(position, flipped),
        "legal": [legal_data(position, action) for action in position.board_actions()],
        "phase": str(position.phase),
        "player": position.player,
        "you": [1, 2],
        "events": [event_data(position.geometry, event) for event in happened],
    }


def explanation(line: str, words: list[str], asked: str) -> dict[str, Any]:
    position = read_line(line)
    for word in words:
        position = position.play(read_action(word, position))
    try:
        position.check(read_action(asked, position))
    except menhirs.MenhirsError as error:
        return {"legal": False, "code": error.code, "rule": error.rule, "text": error.message}
    return {"legal": True, "code": None, "rule": None, "text": "That is possible."}


class _Handler(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        path, query = urlsplit(self.path).path, parse_qs(urlsplit(self.path).query)
        line = query.get("line", [START])[0]
        words = query.get("actions", [""])[0].split()
        if path == "/state":
            self.answer(state_data(line, words))
        elif path == "/explain":
            self.answer(explanation(line, words, query["action"][0]))
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
