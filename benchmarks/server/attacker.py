"""One visitor who attacks a server on this machine, in a process of their own.

It reads its plan, one line of JSON, from standard input, attacks until standard input ends, and
then reports as a line of JSON what the server answered. Its address is 127.0.0.2 where the
system has that one: so the server counts it apart from everybody else. It never connects to any
other machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections import Counter
from contextlib import suppress
from itertools import cycle
from typing import Any

import uvloop

_SERVER = "127.0.0.1"
_OWN_ADDRESS = "127.0.0.2"
_PATIENCE = 10.0
_LENGTH = re.compile(rb"content-length: *(\d+)", re.I)
_CHUNKED = re.compile(rb"transfer-encoding: *chunked", re.I)
_REST = 0.05
"""Seconds before a connection that was closed is opened again."""
_POLITE = 15
"""An attacker has a machine of their own: here they get what the server and the players leave."""
_MOST_BYTES = 200_000_000
"""That are sent at all."""


class Attacker:
    """All connections of the visitor."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self._port: int = plan["port"]
        self._requests = cycle([text.encode("latin-1") for text in plan["requests"]])
        self._piece = plan["piece"].encode("latin-1")
        self._reads: int | None = plan["reads"]
        self._pause = plan["connections"] / plan["a_second"] if plan["a_second"] else 0.0
        self._connections: int = plan["connections"]
        self._sent = 0
        self.told: Counter[str] = Counter()

    async def attack(self, until: asyncio.Event) -> None:
        """Attacks over all connections until it is over; the process is to end then."""
        self._tasks = [asyncio.create_task(self._go_on()) for _ in range(self._connections)]
        await until.wait()

    async def _go_on(self) -> None:
        """One connection, opened again and again."""
        while self._sent < _MOST_BYTES:
            try:
                reader, writer = await self._connect()
            except OSError:
                self.told["no connection"] += 1
                await asyncio.sleep(_REST)
                continue
            try:
                await self._use(reader, writer)
            except (OSError, EOFError, TimeoutError):
                self.told["closed"] += 1
            finally:
                writer.transport.abort()
            await asyncio.sleep(_REST)

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        with suppress(OSError):
            return await asyncio.open_connection(
                _SERVER, self._port, local_addr=(_OWN_ADDRESS, 0), limit=2**20
            )
        return await asyncio.open_connection(_SERVER, self._port, limit=2**20)

    async def _use(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while self._sent < _MOST_BYTES:
            await self._send(writer, next(self._requests))
            if self._piece:
                await self._flood(reader, writer)
            elif self._reads is None:
                self.told[await _status_of_answer(reader)] += 1
            else:  # asks, reads so much, and then no more
                if self._reads:
                    await asyncio.wait_for(reader.readexactly(self._reads), _PATIENCE)
                    self.told["left before the end"] += 1
                    return
                await asyncio.sleep(_PATIENCE)
                return
            if self._pause:
                await asyncio.sleep(self._pause)

    async def _flood(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._reads:  # a socket that has to be open first
            await asyncio.wait_for(reader.readexactly(self._reads), _PATIENCE)
        answered = asyncio.ensure_future(reader.read(1))
        try:
            while self._reads or not answered.done():
                await self._send(writer, self._piece)
            self.told["answered before the end"] += 1
            raise EOFError
        finally:
            answered.cancel()

    async def _send(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        if writer.is_closing():
            raise EOFError
        writer.write(data)
        self._sent += len(data)
        await asyncio.wait_for(writer.drain(), _PATIENCE)


async def _status_of_answer(reader: asyncio.StreamReader) -> str:
    """Reads a whole answer."""
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), _PATIENCE)
    if found := _LENGTH.search(head):
        await reader.readexactly(int(found[1]))
    elif _CHUNKED.search(head):
        while size := int(await reader.readuntil(b"\r\n"), 16):
            await reader.readexactly(size + 2)
        await reader.readexactly(2)
    return head[9:12].decode()


async def main() -> None:
    os.nice(_POLITE)
    loop, over = asyncio.get_running_loop(), asyncio.Event()
    attacker = Attacker(json.loads(sys.stdin.readline()))
    loop.run_in_executor(None, sys.stdin.read).add_done_callback(lambda _: over.set())
    await attacker.attack(over)
    print(json.dumps(attacker.told), flush=True)
    os._exit(0)


if __name__ == "__main__":
    uvloop.run(main())
