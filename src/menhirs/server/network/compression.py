"""Compression of what is sent over sockets: long messages only, each by itself.

A page gets some 4 kB after every action. Compressing that takes as long as all the rest of sending
it, and a compressor that remembers the messages before takes 40 kB for every socket. What a page
begins with, the whole game so far, is worth it.
"""

from __future__ import annotations

from collections.abc import Sequence

from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import Frame
from websockets.typing import ExtensionParameter

SHORTEST_COMPRESSED = 8_192
"""Bytes of a message from which on it is compressed."""

_LEVEL = 1
"""The fastest. What a page begins with becomes 2.0 kB in 75 µs, not 1.8 kB in 160."""


class LongMessagesCompressed(ServerPerMessageDeflateFactory):
    """Agrees with a page to compress messages, where it offers that; browsers do."""

    def __init__(self) -> None:
        super().__init__(
            server_no_context_takeover=True,
            client_no_context_takeover=True,
            server_max_window_bits=12,
            client_max_window_bits=12,
            compress_settings={"memLevel": 5, "level": _LEVEL},
        )

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        agreed, made = super().process_request_params(params, accepted_extensions)
        return agreed, _LongMessagesOnly(
            made.remote_no_context_takeover,
            made.local_no_context_takeover,
            made.remote_max_window_bits,
            made.local_max_window_bits,
            made.compress_settings,
        )


class _LongMessagesOnly(PerMessageDeflate):
    def encode(self, frame: Frame) -> Frame:
        # Each message tells by itself whether it is compressed. We send every one in one frame.
        return super().encode(frame) if len(frame.data) >= SHORTEST_COMPRESSED else frame
