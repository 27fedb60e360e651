"""Whether somebody is still there: asked only of sockets that have been silent."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from menhirs.server.network.bounded_socket import BoundedSocket
from menhirs.server.network.connections import Connections
from tests.patience import PATIENCE

SILENCE = 0.3


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Accepts a socket and listens."""
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


class Page:
    """The other end of a socket; it hears pings, and answers them."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._protocol = ClientProtocol(parse_uri("ws://localhost/"))
        self.pings = 0
        self._protocol.send_request(self._protocol.connect())
        self._flush()

    def say(self, text: bytes) -> None:
        self._protocol.send_text(text)
        self._flush()

    async def hear(self) -> None:
        self._protocol.receive_data(await self._reader.read(10_000))
        for event in self._protocol.events_received():
            self.pings += isinstance(event, Frame) and event.opcode is Opcode.PING
        self._flush()

    def _flush(self) -> None:
        self._writer.writelines(self._protocol.data_to_send())


@asynccontextmanager
async def page() -> AsyncIterator[Page]:
    config = uvicorn.Config(
        application, lifespan="off", log_config=None, ws_ping_interval=SILENCE, ws_ping_timeout=30
    )
    config.load()

    def socket() -> BoundedSocket:
        return BoundedSocket(
            config, ServerState(), {}, connections=Connections(), messages_a_second=1_000
        )

    server = await asyncio.get_running_loop().create_server(socket, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    opened = Page(reader, writer)
    await opened.hear()
    yield opened
    writer.close()
    server.close()


def test_a_silent_page_is_asked_again_and_again() -> None:
    async def listen() -> None:
        async with page() as silent, asyncio.timeout(PATIENCE):
            while silent.pings < 3:
                await silent.hear()

    asyncio.run(listen())


def test_a_page_that_talks_is_not_asked() -> None:
    """Every page was, every ten seconds, though it answers pings of ours as often."""

    async def talk() -> tuple[int, int]:
        loop, stalls = asyncio.get_running_loop(), 0
        async with page() as talking:
            hearing = loop.create_task(talking.hear())
            said = begun = loop.time()
            while loop.time() < begun + 5 * SILENCE:
                talking.say(b"{}")
                await asyncio.sleep(SILENCE / 10)
                stalls += loop.time() - said > SILENCE / 2  # a busy machine makes us silent too
                said = loop.time()
            hearing.cancel()
            return talking.pings, stalls

    pings, stalls = asyncio.run(talk())
    assert pings <= stalls
