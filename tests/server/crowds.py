"""Crowds: hundreds of connections that cost the test next to nothing, and that read nothing."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.patience import PATIENCE
from tests.server.visitors import Visitor

_SMALL = 4096
_UPGRADE = {
    "connection": "Upgrade",
    "upgrade": "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def _ask(visitor: Visitor, path: str, headers: dict[str, str]) -> socket.socket:
    """Sends a request; the beginning of the answer has come when this returns."""
    host, _, port = visitor.address.removeprefix("http://").partition(":")
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _SMALL)
    connection.settimeout(PATIENCE)
    connection.connect((host, int(port)))
    lines = [f"GET {path} HTTP/1.1", f"host: {host}:{port}"]
    lines += [f"{name}: {value}" for name, value in {**visitor.headers, **headers}.items()]
    connection.sendall("\r\n".join([*lines, "", ""]).encode())
    return connection


@contextmanager
def sockets(visitors: list[Visitor]) -> Iterator[list[socket.socket]]:
    """Pages that have just been let in. They all come at once, and all go at once."""
    with ExitStack() as stack:
        opened = [
            stack.enter_context(_ask(visitor, f"/m/{visitor.match}/socket", _UPGRADE))
            for visitor in visitors
        ]
        for connection in opened:
            assert connection.recv(12) == b"HTTP/1.1 101"
        yield opened


def first_words(connection: socket.socket) -> bytes:
    """What the server said first on a socket: ``hello`` or ``bye`` is among it."""
    said = b""
    while b'"type":' not in said or len(said.partition(b'"type":')[2]) < 10:
        said += connection.recv(_SMALL)
    return said


@contextmanager
def unread_streams(visitor: Visitor, count: int) -> Iterator[list[socket.socket]]:
    """Streams of which nothing but the first bytes is read."""
    with ExitStack() as stack:
        path = f"/api/matches/{visitor.match}/stream"
        opened = [stack.enter_context(_ask(visitor, path, {})) for _ in range(count)]
        for connection in opened:
            assert connection.recv(12) == b"HTTP/1.1 200"
        yield opened
