"""Somebody who watches or plays: what is told to one connection."""

from __future__ import annotations

import asyncio

from menhirs.core.actions import Player
from menhirs.server.languages import Language

_MOST_WAITING = 100
"""A visitor who lets so many messages lie is cut off, and comes back when there is time."""


class Viewer:
    """Somebody who is told what happens in a room."""

    def __init__(self, you: list[Player], language: Language) -> None:
        self.you = you
        self.language = language
        self.messages: asyncio.Queue[str | None] = asyncio.Queue(_MOST_WAITING)
        """What to send; None is the end."""
        self.sent_away = asyncio.Event()

    def tell(self, message: str) -> None:
        """Puts a message into the queue; a viewer who does not read is dropped."""
        if self.sent_away.is_set():
            return
        try:
            self.messages.put_nowait(message)
        except asyncio.QueueFull:
            self.send_away()

    def send_away(self) -> None:
        """Ends the connection; whoever still wants to watch comes back."""
        self.sent_away.set()
        while not self.messages.empty():
            self.messages.get_nowait()
        self.messages.put_nowait(None)
