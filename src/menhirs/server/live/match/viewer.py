"""A spectator or player: the messages to one connection."""

from __future__ import annotations

import asyncio
from collections import deque

from menhirs.core.actions import Player
from menhirs.web.languages import Language

_MOST_WAITING = 100
"""A connection with so many unsent messages is closed; its page connects again."""


class Viewer:
    """One connection that gets the messages of a room."""

    def __init__(self, own_seats: list[Player], language: Language) -> None:
        self.own_seats = own_seats
        self.language = language
        self.sent_away = asyncio.Event()
        self._messages: deque[str] = deque()
        self._presence: str | None = None
        self._something = asyncio.Event()

    def send(self, message: str) -> None:
        """Queues a message; a viewer that does not read is dropped."""
        if len(self._messages) >= _MOST_WAITING:
            self.send_away()
        elif not self.sent_away.is_set():
            self._messages.append(message)
            self._something.set()

    def send_presence(self, message: str) -> None:
        """Queues a presence message. It replaces an unsent one: only the newest counts.

        So other people's coming and going never fills a queue.
        """
        self._presence = message
        self._something.set()

    @property
    def has_messages(self) -> bool:
        return bool(self._messages)

    async def next(self) -> str | None:
        """Waits for the next message; None is the end."""
        while not self.sent_away.is_set():
            if self._messages:
                return self._messages.popleft()
            if (presence := self._presence) is not None:
                self._presence = None
                return presence
            self._something.clear()
            await self._something.wait()
        return None

    def send_away(self) -> None:
        """Ends the connection; the page connects again."""
        self.sent_away.set()
        self._messages.clear()
        self._something.set()
