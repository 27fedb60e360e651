"""Compression of WebSocket messages: long ones only, each by itself.

A page gets some 4 kB after every action. Compressing that takes as long as all the rest of sending
it, and a compressor with context takes 40 kB for every socket. Only the first message of a page,
the whole game so far, is worth it.
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
"""The size in bytes from which a message is compressed."""

_LEVEL = 1
"""The fastest level. The first message becomes 2.0 kB in 75 µs, instead of 1.8 kB in 160."""


class LongMessagesCompressed(ServerPerMessageDeflateFactory):
    """Negotiates compression where the page offers it; browsers do."""

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
        # Each message has its own compression bit. We send every message in one frame.
        return super().encode(frame) if len(frame.data) >= SHORTEST_COMPRESSED else frame
