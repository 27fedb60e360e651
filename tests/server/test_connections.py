"""Bounds of time and number, each so small here that a test need not wait for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from menhirs.server.network import bounded_http, stalled_reader
from menhirs.server.network.bounded_http import MOST_CHUNKS, BoundedHttp
from menhirs.server.network.connections import Connections, network_of
from tests.patience import PATIENCE

HEAD = b"GET / HTTP/1.1\r\nhost: localhost\r\n"
LARGE = b"a" * 50_000_000
"""More than the system takes off our hands while nobody reads."""


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Reads the request to its end and answers, at ``/large`` with a lot."""
    more = True
    while more:
        more = (await receive()).get("more_body", False)
    body = LARGE if scope["path"] == "/large" else b"hello"
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": body, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


@asynccontextmanager
async def listening(connections: Connections) -> AsyncIterator[int]:
    """A real server of that application; gives its port."""
    config = uvicorn.Config(application, lifespan="off", log_config=None, timeout_keep_alive=1)
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: BoundedHttp(config, state, {}, connections=connections), "127.0.0.1", 0
    )
    yield server.sockets[0].getsockname()[1]
    server.close()


def nobody(host: str) -> bool:
    return False


async def told_to(port: int, sent: bytes) -> bytes:
    """All that is answered to somebody who sends this and no more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(sent)
    told = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    return told


@pytest.mark.parametrize(
    ("limit", "sent", "answer"),
    [
        ("TIME_FOR_HEAD", b"", b"HTTP/1.1 408 "),
        ("TIME_FOR_HEAD", b"\r\n", b"HTTP/1.1 408 "),
        ("TIME_FOR_HEAD", HEAD, b"HTTP/1.1 408 "),
        ("TIME_FOR_HEAD", HEAD + b"\r\n" + HEAD, b"HTTP/1.1 200 "),
        ("TIME_FOR_BODY", HEAD + b"content-length: 5\r\n\r\nhell", b"HTTP/1.1 408 "),
    ],
)
def test_a_request_has_its_time(
    limit: str, sent: bytes, answer: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded_http, limit, 0.05)

    async def attack() -> bytes:
        async with listening(Connections()) as port:
            return await told_to(port, sent)

    told = asyncio.run(attack())
    assert told.startswith(answer)
    assert told.count(b"hello") == answer.count(b"200")


def test_bodies_of_an_address_come_only_so_fast() -> None:
    """Also where every body has a connection of its own."""
    body = b"a" * 500_000
    request = HEAD + b"connection: close\r\ncontent-length: %d\r\n\r\n%s" % (len(body), body)

    async def attack() -> list[bytes]:
        async with listening(Connections(is_proxy=nobody)) as port:
            return [await told_to(port, request) for _ in range(14)]

    told = asyncio.run(attack())
    assert all(one.startswith(b"HTTP/1.1 200 ") for one in told[:10])
    assert told[-1].startswith(b"HTTP/1.1 429 ")


def test_what_is_refused_before_it_is_whole_is_told_and_closed() -> None:
    """The answer arrives although a body is still on its way; a next request has no answer."""
    chunked = HEAD + b"transfer-encoding: chunked\r\n\r\n"

    async def attack() -> bytes:
        async with listening(Connections()) as port:
            many = b"1\r\na\r\n" * (MOST_CHUNKS + 1) + b"0\r\n\r\n"
            return await told_to(port, chunked + many + HEAD + b"\r\n")

    told = asyncio.run(attack())
    assert told.startswith(b"HTTP/1.1 413 ")
    assert told.count(b"HTTP/1.1") == 1


def test_an_answer_that_nobody_reads_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stalled_reader, "TIME_TO_READ", 0.05)

    async def attack() -> int:
        connections = Connections()
        async with listening(connections) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
            writer.write(HEAD.replace(b"/ ", b"/large ") + b"\r\n")
            async with asyncio.timeout(PATIENCE):
                await until(lambda: len(connections._addresses) == 1)
                await until(lambda: not connections._addresses)
            read = 0
            try:
                while piece := await reader.read(1 << 20):
                    read += len(piece)
            except ConnectionResetError:
                pass
            writer.close()
            return read

    assert asyncio.run(attack()) < len(LARGE)


async def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        await asyncio.sleep(0.01)


def test_requests_of_an_address_wait_over_however_many_connections() -> None:
    """Before, answering those that are refused took all of a server's time."""

    async def attack() -> tuple[float, list[bytes]]:
        async with listening(Connections(is_proxy=nobody, requests_a_second=20)) as port:
            began = time.monotonic()
            last = HEAD + b"connection: close\r\n\r\n"
            told = await asyncio.gather(*(told_to(port, last) for _ in range(60)))
            return time.monotonic() - began, told

    took, told = asyncio.run(attack())
    assert all(answer.startswith(b"HTTP/1.1 200 ") for answer in told)
    assert took > 0.9  # forty at once, then twenty a second


def test_who_would_wait_for_long_is_refused_and_others_are_not_kept() -> None:
    async def attack() -> list[bytes]:
        connections = Connections(is_proxy=nobody, requests_a_second=0.1)
        async with listening(connections) as port:
            ahead = HEAD + b"\r\n"
            last = HEAD + b"connection: close\r\n\r\n"
            found = [await told_to(port, ahead * 7 + last)]  # counted, though none had to wait
            found.append(await told_to(port, last))
            connections.is_proxy = lambda host: True
            found.append(await told_to(port, last))
            return found

    ahead, refused, proxy = asyncio.run(attack())
    assert ahead.count(b"HTTP/1.1 200 OK") == 8
    assert refused.startswith(b"HTTP/1.1 429 ")
    assert proxy.startswith(b"HTTP/1.1 200 ")


def test_an_address_has_so_many_connections_and_gets_them_back() -> None:
    async def crowd() -> tuple[bytes, bytes]:
        connections = Connections(of_an_address=3, is_proxy=nobody)
        async with listening(connections) as port:
            held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
            async with asyncio.timeout(PATIENCE):
                await until(lambda: len(connections._addresses) == 3)
            refused = await told_to(port, b"")
            held[0][1].close()
            async with asyncio.timeout(PATIENCE):
                await until(lambda: len(connections._addresses) == 2)
            taken = await told_to(port, HEAD + b"connection: close\r\n\r\n")
            for _, writer in held:
                writer.close()
            return refused, taken

    refused, taken = asyncio.run(crowd())
    assert refused.startswith(b"HTTP/1.1 503 ")
    assert taken.startswith(b"HTTP/1.1 200 ")


def test_a_proxy_connects_for_as_many_as_it_likes() -> None:
    async def crowd() -> bytes:
        async with listening(Connections(of_an_address=0)) as port:
            return await told_to(port, HEAD + b"connection: close\r\n\r\n")

    assert asyncio.run(crowd()).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("no address", "no address"),
    ],
)
def test_what_counts_as_one_visitor(address: str, network: str) -> None:
    assert network_of(address) == network
