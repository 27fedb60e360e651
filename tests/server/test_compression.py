"""Which messages of a socket are compressed, seen from the other end."""

from __future__ import annotations

from websockets.client import ClientProtocol
from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import (
    ClientPerMessageDeflateFactory,
    PerMessageDeflate,
)
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerProtocol
from websockets.uri import parse_uri

from menhirs.server.network.compression import SHORTEST_COMPRESSED, LongMessagesCompressed


def shaken_hands() -> tuple[ServerProtocol, ClientProtocol]:
    """A server and a browser that have agreed on compression."""
    server = ServerProtocol(extensions=[LongMessagesCompressed()])
    offer = ClientPerMessageDeflateFactory(client_max_window_bits=True)  # as browsers offer it
    client = ClientProtocol(parse_uri("ws://localhost/"), extensions=[offer])
    client.send_request(client.connect())
    server.receive_data(b"".join(client.data_to_send()))
    (request,) = server.events_received()
    assert isinstance(request, Request)
    server.send_response(server.accept(request))
    client.receive_data(b"".join(server.data_to_send()))
    client.events_received()
    return server, client


def compression(protocol: ServerProtocol | ClientProtocol) -> PerMessageDeflate:
    (agreed,) = protocol.extensions
    assert isinstance(agreed, PerMessageDeflate)
    return agreed


def test_only_long_messages_are_compressed() -> None:
    server, client = shaken_hands()
    for length in (1, SHORTEST_COMPRESSED - 1, SHORTEST_COMPRESSED, 100_000):
        server.send_text(b"x" * length)
        sent = b"".join(server.data_to_send())
        assert (len(sent) > length) == (length < SHORTEST_COMPRESSED)
        client.receive_data(sent)
        (heard,) = client.events_received()
        assert isinstance(heard, Frame)
        assert heard.opcode is Opcode.TEXT and heard.data == b"x" * length


def test_nothing_is_kept_between_messages() -> None:
    server, client = shaken_hands()
    agreed: list[Extension] = [compression(server), compression(client)]
    client.send_text(b"y" * 2_000)
    server.receive_data(b"".join(client.data_to_send()))
    server.send_text(b"x" * 100_000)
    client.receive_data(b"".join(server.data_to_send()))
    for end in agreed:
        assert not hasattr(end, "encoder") and not hasattr(end, "decoder")
