"""What the bounds on connections lean on inside uvicorn and websockets, name by name.

Neither promises these names. An upgrade that moves one fails here, and not in the field; then look
what has become of it, mend ``server/network``, and raise the upper bound in ``pyproject.toml``.
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import socket
import textwrap
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TypeVar

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)

import menhirs.server
from menhirs.server.network.bounded_http import BoundedHttp
from menhirs.server.network.bounded_socket import BoundedSocket
from menhirs.server.network.compression import LongMessagesCompressed, _LongMessagesOnly
from menhirs.server.network.connections import Connections

SERVER = Path(str(menhirs.server.__file__)).parent
SECONDS = 30

IMPORTED = {
    "uvicorn._types": {"ASGISendEvent"},
    "uvicorn.middleware.proxy_headers": {"_TrustedHosts"},
    "uvicorn.protocols.http.httptools_impl": {"HttpToolsProtocol"},
    "uvicorn.protocols.utils": {"ClientDisconnected"},
    "uvicorn.protocols.websockets.websockets_sansio_impl": {"WebSocketsSansIOProtocol"},
    "websockets.extensions.base": {"Extension"},
    "websockets.extensions.permessage_deflate": {
        "PerMessageDeflate",
        "ServerPerMessageDeflateFactory",
    },
    "websockets.frames": {"CloseCode", "Frame"},
    "websockets.protocol": {"State"},
    "websockets.typing": {"ExtensionParameter"},
}

OVERRIDDEN: dict[type, tuple[type, set[str]]] = {
    BoundedHttp: (
        HttpToolsProtocol,
        {
            *("connection_made", "data_received", "connection_lost"),
            *("pause_writing", "resume_writing"),
            *("on_message_begin", "on_url", "on_header", "on_headers_complete"),
            *("on_message_complete", "on_response_complete", "handle_websocket_upgrade"),
            *("send_400_response", "timeout_keep_alive_handler"),
        },
    ),
    BoundedSocket: (
        WebSocketsSansIOProtocol,
        {
            *("connection_made", "data_received", "connection_lost"),
            *("pause_writing", "resume_writing"),
            *("handle_events", "handle_cont", "send", "send_keepalive_ping"),
        },
    ),
    LongMessagesCompressed: (ServerPerMessageDeflateFactory, {"process_request_params"}),
    _LongMessagesOnly: (PerMessageDeflate, {"encode"}),
}

USED: dict[type, set[str]] = {
    BoundedHttp: {
        *("loop", "transport", "parser", "url", "headers", "pipeline"),
        *("flow", "flow.resume_reading", "_unset_keepalive_if_required"),
        *("cycle", "cycle.transport", "cycle.message_event", "cycle.disconnected"),
        *("cycle.response_started", "cycle.response_complete"),
    },
    BoundedSocket: {
        *("loop", "transport", "handshake_complete", "disconnected", "writable", "frames"),
        *("ping_interval", "ping_timer", "handle_parser_exception"),
        *("conn", "conn.available_extensions", "conn.state", "conn.parser", "conn.events"),
        *("conn.data_to_send", "conn.send_text", "conn.fail"),
    },
}

Bounded = TypeVar("Bounded", BoundedHttp, BoundedSocket)
COMPRESSION_IS_MADE_OF = [
    *("remote_no_context_takeover", "local_no_context_takeover"),
    *("remote_max_window_bits", "local_max_window_bits", "compress_settings"),
]


def test_every_name_that_is_imported_is_listed_and_there() -> None:
    found: dict[str, set[str]] = {}
    for path in SERVER.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.ImportFrom) or node.module is None:
                continue
            if node.module.partition(".")[0] in ("uvicorn", "websockets"):
                found.setdefault(node.module, set()).update(one.name for one in node.names)
    assert found == IMPORTED
    for module, names in IMPORTED.items():
        assert all(hasattr(import_module(module), name) for name in names), module


@pytest.mark.parametrize("ours", OVERRIDDEN, ids=lambda ours: str(ours.__name__))
def test_what_is_overridden_is_listed_and_called_as_it_was(ours: type) -> None:
    theirs, names = OVERRIDDEN[ours]
    assert names == {
        name
        for name, value in vars(ours).items()
        if callable(value) and hasattr(theirs, name) and not name.startswith("__")
    }
    for name in names:
        told, expected = (
            list(inspect.signature(getattr(one, name)).parameters) for one in (ours, theirs)
        )
        assert told == expected, f"{theirs.__name__}.{name} has other parameters"


@pytest.mark.parametrize("ours", OVERRIDDEN, ids=lambda ours: str(ours.__name__))
def test_every_name_that_is_used_is_listed(ours: type) -> None:
    assert set(_used_by(ours)) == USED.get(ours, set())


def test_no_name_of_ours_is_one_of_theirs() -> None:
    async def made(theirs: type) -> set[str]:
        return {*dir(theirs), *vars(theirs(_config(), ServerState(), {}))}

    for ours in (BoundedHttp, BoundedSocket):
        theirs, overridden = OVERRIDDEN[ours]
        clash = (_own_names(ours) - overridden) & asyncio.run(made(theirs))
        assert {name for name in clash if not name.startswith("__")} == set()


def test_every_name_that_is_used_is_there() -> None:
    for protocol in asyncio.run(_connected()):
        for name in USED[type(protocol)]:
            found: object = protocol
            for word in name.split("."):
                assert hasattr(found, word), f"{type(protocol).__name__} has no {name}"
                found = getattr(found, word)


def test_a_compression_is_made_of_what_it_was() -> None:
    found = list(inspect.signature(PerMessageDeflate).parameters)
    assert found == COMPRESSION_IS_MADE_OF
    made = PerMessageDeflate(False, False, 12, 12, {})
    assert all(hasattr(made, name) for name in COMPRESSION_IS_MADE_OF)


def _config() -> uvicorn.Config:
    config = uvicorn.Config(_application, ws_ping_interval=12, log_config=None, lifespan="off")
    config.load()
    return config


async def _connected() -> tuple[BoundedHttp, BoundedSocket]:
    """The two at work: a request of which the body is still to come, and an open socket."""
    config, state, connections = _config(), ServerState(), Connections(most=10)

    def http() -> BoundedHttp:
        return BoundedHttp(config, state, {}, connections=connections)

    def socket_() -> BoundedSocket:
        return BoundedSocket(config, state, {}, connections=connections, messages_a_second=20)

    post = b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n"
    upgrade = (
        b"GET / HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    async with asyncio.timeout(SECONDS):
        return await _accepted(http, post), await _accepted(socket_, upgrade)


async def _accepted(made: Callable[[], Bounded], request: bytes) -> Bounded:
    """A protocol that has heard a request and said something."""
    loop = asyncio.get_running_loop()
    here, there = socket.socketpair()
    there.setblocking(False)
    with there:
        transport, protocol = await loop.connect_accepted_socket(made, here)
        await loop.sock_sendall(there, request)
        assert await loop.sock_recv(there, 1)
        transport.abort()
    return protocol


async def _application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
    else:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"heard", "more_body": True})
    await receive()


def _own_names(ours: type) -> set[str]:
    """What a class adds to those that it is made of."""
    made = (
        {
            node.attr
            for node in ast.walk(
                ast.parse(textwrap.dedent(inspect.getsource(vars(ours)["__init__"])))
            )
            if isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and isinstance(node.value, ast.Name)
        }
        if "__init__" in vars(ours)
        else set()
    )
    return made | set(vars(ours))


def _used_by(ours: type) -> Iterator[str]:
    """Names of its parents that a class reads, writes or calls, and what it asks of those."""
    own = _own_names(ours)
    for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(ours)))):
        words: list[str] = []
        while isinstance(node, ast.Attribute):
            words.insert(0, node.attr)
            node = node.value
        if words and isinstance(node, ast.Name) and node.id == "self" and words[0] not in own:
            yield ".".join(words[:2]) if words[0] in ("cycle", "conn", "flow") else words[0]
