"""What a connection leaves behind: nothing for the garbage collector, which looks but seldom."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import uvicorn
import uvloop
from fastapi import FastAPI
from websockets.asyncio.client import connect
from websockets.server import ServerProtocol

from menhirs.match.addresses import new_match_id
from menhirs.server.app import create_app
from menhirs.server.live.match.seat_keys import new_secret, seat_for
from menhirs.server.live.match.socket_session import SocketSession
from menhirs.server.network import process
from menhirs.server.network.bounded_http import BoundedHttp
from menhirs.server.network.bounded_socket import BoundedSocket
from menhirs.server.network.connections import Connections
from menhirs.server.settings import ServerSettings
from menhirs.server.storage.match.store import StoredMatch
from tests.match.played_match import START, PlayedMatch
from tests.patience import PATIENCE

SECRETS = new_secret(), new_secret()


@asynccontextmanager
async def serving(
    app: FastAPI, socket: Callable[..., BoundedSocket] = BoundedSocket
) -> AsyncIterator[str]:
    """The server in this process, so that its objects can be counted; gives its address."""
    connections = Connections()
    config = uvicorn.Config(
        app,
        port=0,
        http=partial(BoundedHttp, connections=connections),  # type: ignore[arg-type]
        ws=partial(socket, connections=connections, messages_a_second=100),  # type: ignore[arg-type]
        log_config=None,
    )
    server = uvicorn.Server(config)
    running = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.should_exit = True
        await running


def left() -> list[str]:
    kinds = BoundedHttp, BoundedSocket, ServerProtocol, SocketSession
    return [type(thing).__name__ for thing in gc.get_objects() if type(thing) in kinds]


async def visit(address: str, match: str, rounds: int) -> None:
    """Both players come; the second leaves so many rounds of the loop after the first."""
    url = f"ws://{address}/m/{match}/socket"
    headers = [{"Authorization": f"Bearer {secret}"} for secret in SECRETS]
    players = [await connect(url, additional_headers=one) for one in headers]
    while left().count("SocketSession") < len(players):  # the server has answered, and goes on
        await asyncio.sleep(0)
    first = asyncio.create_task(players[0].close())
    for _ in range(rounds):
        await asyncio.sleep(0)
    await players[1].close()
    await first


def test_a_closed_socket_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a message was on its way to a page that had gone."""

    async def come_and_go() -> None:
        app = create_app(ServerSettings(database=f"sqlite:///{tmp_path / 'menhirs.sqlite'}"))
        async with serving(app) as address, asyncio.timeout(PATIENCE):
            for rounds in range(10):
                match = new_match_id()
                seats = {n: seat_for(SECRETS[n - 1]) for n in (1, 2)}
                stored = StoredMatch(match, PlayedMatch().terms, match, 1, PlayedMatch().log, seats)
                app.state.services.rooms.writer.store.create(stored, START)
                await visit(address, match, rounds)
            while left():
                await asyncio.sleep(0.01)

    monkeypatch.setattr(process, "_YOUNG_EVERY", 600.0)
    gc.disable()
    try:
        gc.collect()
        gc.freeze()  # what is there already is not looked through
        uvloop.run(come_and_go())
    finally:
        gc.unfreeze()
        gc.enable()


class Circle:
    """Garbage that only the collector finds."""

    def __init__(self, size: int = 0) -> None:
        self.itself = self
        self.much = b"x" * size


async def found_by_the_collector(make: Callable[[], Circle], generation: int) -> None:
    """Waits until a circle is gone that was in use when so many generations were looked through."""
    gone = asyncio.Event()
    collecting = asyncio.create_task(process.collect_garbage())
    await asyncio.sleep(0)  # it knows how much memory there is
    circle = make()
    weakref.finalize(circle, gone.set)
    gc.collect(generation)
    del circle
    async with asyncio.timeout(PATIENCE):
        await gone.wait()
    collecting.cancel()
    gc.unfreeze()


def test_garbage_that_was_in_use_at_a_look_is_found_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, it stayed for an hour: 142 MB a minute by asking for a review all the time."""
    monkeypatch.setattr(process, "_YOUNG_EVERY", 0.001)
    asyncio.run(found_by_the_collector(Circle, 0))


def test_when_memory_grows_all_objects_are_looked_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, 130 s of pairing let a server grow from 112 to 969 MB."""
    monkeypatch.setattr(process, "_YOUNG_EVERY", 0.001)
    size = process.memory_in_use() // 2 + 2**25
    asyncio.run(found_by_the_collector(lambda: Circle(size), 2))
