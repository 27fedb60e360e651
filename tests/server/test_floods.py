"""One visitor sends without end: memory stays, others are answered, the visitor is cut off.

The work of a flood is measured as the server's processor time, which does not depend on the other
load of the machine.
"""

from __future__ import annotations

import base64
import os
import resource
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from menhirs.server.network.bounded_http import (
    LARGEST_HEAD,
    LONGEST_URL,
    MOST_AT_ONCE,
    MOST_HEADERS,
)
from menhirs.server.network.bounded_socket import FRAMES_A_SECOND, MOST_FRAGMENTS
from tests.patience import PATIENCE
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, start

PLENTY = 32_000_000
"""Bytes that no server takes in that bounds what it takes in."""


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("attacked")
    running = ServerProcess(
        f"sqlite:///{folder / 'menhirs.sqlite'}", folder / "log", most_files=1_600
    )
    yield running
    running.close()


def connect(server: ServerProcess, address: str = "127.0.0.1") -> socket.socket:
    """A connection from an address of this machine."""
    return socket.create_connection(("127.0.0.1", server.port), PATIENCE, (address, 0))


def send_without_end(to: socket.socket, piece: bytes, most: int = PLENTY) -> int:
    """Sends a piece again and again; returns how many bytes were taken before we were cut off."""
    piece *= max(1, 65_536 // len(piece))
    sent = 0
    with suppress(BrokenPipeError, ConnectionResetError):
        while sent < most:
            to.sendall(piece)
            sent += len(piece)
    return sent


def all_of(connection: socket.socket) -> bytes:
    """All that comes until the other side closes."""
    told = b""
    with suppress(ConnectionResetError):
        while data := connection.recv(65_536):
            told += data
    return told


def is_answered(server: ServerProcess) -> bool:
    """Whether a newcomer sees the front page."""
    return CLIENT.get(f"{server.address}/", headers={"connection": "close"}).status_code == 200


HEAD = b"GET / HTTP/1.1\r\nhost: localhost\r\n"
REQUEST = HEAD + b"\r\n"
CHUNKED = (
    b"POST /matches HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n"
    b"content-type: application/x-www-form-urlencoded\r\n\r\n"
)
HEAD_OF_A_FORM = (
    b"POST /matches HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n"
    b"content-type: application/x-www-form-urlencoded\r\n\r\n"
)


@pytest.mark.parametrize(
    ("beginning", "piece"),
    [
        (HEAD, b"x-more: and more\r\n"),
        (HEAD + b"x-long: ", b"a"),
        (b"GET /", b"a"),
        (b"", b"\r\n"),
        (CHUNKED, b"400\r\n" + b"a" * 1024 + b"\r\n"),
        (CHUNKED, b"1\r\na\r\n"),
        (CHUNKED, b"1;x=" + b"y" * 1_000 + b"\r\na\r\n"),
        (CHUNKED + b"1;x=", b"y"),
        (CHUNKED + b"0\r\n", b"x-more: and more\r\n"),
        (b"", REQUEST),
    ],
    ids=[
        *("headers", "one header", "url", "empty lines", "body", "tiny chunks", "extensions"),
        *("one extension", "trailers", "requests"),
    ],
)
def test_what_never_ends_is_cut_off(
    attacked: ServerProcess, beginning: bytes, piece: bytes
) -> None:
    before, worked = attacked.megabytes, attacked.seconds_worked
    with connect(attacked) as attacker:
        attacker.sendall(beginning)
        taken = send_without_end(attacker, piece)
        assert is_answered(attacked)
    assert taken < PLENTY
    assert attacked.megabytes - before < 30
    assert attacked.seconds_worked - worked < 3


@pytest.mark.parametrize(
    ("request_text", "status"),
    [
        (b"GET /" + b"a" * LONGEST_URL + b" HTTP/1.1\r\n\r\n", 414),
        (HEAD + b"x: y\r\n" * MOST_HEADERS + b"\r\n", 431),
        (HEAD + b"x: " + b"y" * 2 * LARGEST_HEAD + b"\r\n\r\n", 431),
        (b"rubbish\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nhost: " + b"h" * 1_000 + b"\r\n\r\n", 400),
    ],
)
def test_what_is_too_long_is_told(
    attacked: ServerProcess, request_text: bytes, status: int
) -> None:
    with connect(attacked) as visitor:
        visitor.sendall(request_text)
        assert all_of(visitor).startswith(b"HTTP/1.1 %d " % status)


@pytest.mark.parametrize("piece", [b"1\r\na\r\n", b"1;" + b"x" * 4_000 + b"\r\na\r\n"])
def test_chunks_cost_no_more_than_what_is_in_them(attacked: ServerProcess, piece: bytes) -> None:
    """Eight connections at a time: a body has so many chunks and so many bytes, and ends there."""
    worked, most = attacked.seconds_worked, 0
    for _ in range(4):
        with ExitStack() as crowd:
            attackers = [crowd.enter_context(connect(attacked)) for _ in range(8)]
            for attacker in attackers:
                attacker.sendall(CHUNKED)
                attacker.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536)
            most = max(most, *(send_without_end(one, piece, 8_000_000) for one in attackers))
            assert is_answered(attacked)
    assert most < 8_000_000
    assert attacked.seconds_worked - worked < 1


def test_long_games_are_refused_before_they_are_played(attacked: ServerProcess) -> None:
    """As many as one may send at once, each as long as a body may be."""
    worked = attacked.seconds_worked
    head = f'[Rules "endless"]\n[Layout "{"m" * 3}/{"m" * 4}/...../....../...../..../..."]\n\n'
    placed = "12. +a1 +a2 +a3 +b1 " + "d1-N d2-S " * 10_000
    for _ in range(10):
        for path, code, size in (
            ("/api/reviews", "review-length", 16_000),
            ("/api/analysis/open", "record-actions", 90_000),
        ):
            name = "record" if path == "/api/reviews" else "text"
            answer = CLIENT.post(f"{attacked.address}{path}", json={name: (head + placed)[:size]})
            assert answer.json()["code"] == code
    assert attacked.seconds_worked - worked < 2


def test_after_too_long_a_body_the_connection_is_closed(attacked: ServerProcess) -> None:
    with connect(attacked) as visitor:
        visitor.sendall(HEAD_OF_A_FORM.replace(b": 9", b": 900000") + b"a" * 500_000)
        told = all_of(visitor)
    assert told.startswith(b"HTTP/1.1 413 ") and b'"too-large"' in told
    assert b"connection: close" in told


def test_a_few_requests_at_once_are_all_answered(attacked: ServerProcess) -> None:
    with connect(attacked) as visitor:
        last = HEAD + b"connection: close\r\n\r\n"
        visitor.sendall(REQUEST * (MOST_AT_ONCE - 1) + last)
        assert all_of(visitor).count(b"HTTP/1.1 200 OK\r\n") == MOST_AT_ONCE


@pytest.mark.parametrize("half", [b"", HEAD, HEAD_OF_A_FORM], ids=["nothing", "head", "body"])
def test_whoever_waits_longest_makes_room_for_newcomers(
    attacked: ServerProcess, half: bytes
) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4_096), hard))
    try:
        with ExitStack() as crowd:
            first = crowd.enter_context(connect(attacked))
            first.sendall(half)
            for _ in range(1_700):  # more than the server may have files open
                crowd.enter_context(connect(attacked)).sendall(half)
            assert all_of(first) == b""  # it had to go
            assert is_answered(attacked)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


# Sockets.

PING, TEXT, CONTINUED, PONG = 0x9, 0x1, 0x0, 0xA


def frame(kind: int, data: bytes = b"", *, last: bool = True) -> bytes:
    """A frame as a page sends it, masked with zeros."""
    return struct.pack("!BB4x", (0x80 if last else 0) | kind, 0x80 | len(data)) + data


def open_socket(server: ServerProcess, address: str = "127.0.0.1") -> socket.socket:
    match = start(server.address, opponent="shared").match
    visitor = connect(server, address)
    key = base64.b64encode(os.urandom(16))
    visitor.sendall(
        b"GET /m/%s/socket HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n"
        b"upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: %s\r\n\r\n"
        % (match.encode(), key)
    )
    told = b""
    while b'"hello"' not in told:
        told += visitor.recv(65_536)
    assert told.startswith(b"HTTP/1.1 101 ")
    return visitor


FLOODS = {
    "pings": (b"", frame(PING)),
    "full pings": (b"", frame(PING, b"a" * 125)),
    "pongs": (b"", frame(PONG)),
    "empty fragments": (frame(TEXT, last=False), frame(CONTINUED, last=False)),
    "empty texts": (b"", frame(TEXT)),
    "texts": (b"", frame(TEXT, b'{"type": "take-back"}')),
    "rubbish": (b"", b"\xff" * 7),
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_frames_is_cut_off(attacked: ServerProcess, kind: str) -> None:
    beginning, piece = FLOODS[kind]
    with open_socket(attacked) as attacker:
        before, worked = attacked.megabytes, attacked.seconds_worked
        attacker.sendall(beginning)
        taken = send_without_end(attacker, piece)
        assert is_answered(attacked)
    assert taken < PLENTY
    assert attacked.megabytes - before < 30
    assert attacked.seconds_worked - worked < 2


@pytest.mark.parametrize(
    "frames",
    [
        frame(PING) * (10 * FRAMES_A_SECOND + 500),
        frame(TEXT, last=False) + frame(CONTINUED, last=False) * MOST_FRAGMENTS,
    ],
    ids=["pings", "fragments"],
)
def test_whoever_is_cut_off_is_told_why(attacked: ServerProcess, frames: bytes) -> None:
    with open_socket(attacked) as attacker:
        attacker.sendall(frames)
        assert all_of(attacker).endswith(struct.pack("!H", 1008) + b"too many frames")


def test_a_page_that_talks_as_pages_do_is_not_cut_off(attacked: ServerProcess) -> None:
    said = b'{"type": "explain", "action": "pass", "re": %d}'
    # Watchers of an address share its limit, and the floods came from another one.
    with open_socket(attacked, "127.0.0.3") as visitor:
        for number in range(20):
            words = said % number
            visitor.sendall(frame(TEXT, words[:10], last=False) + frame(PING))
            visitor.sendall(frame(CONTINUED, words[10:]))
        told = b""
        while b'"re":19' not in told.replace(b" ", b""):
            told += visitor.recv(65_536)
        assert told.count(b"explained") == 20
