"""A spectator or player: the messages to one connection."""

from __future__ import annotations

import asyncio
from collections import deque

from menhirs.core.actions import Player
from menhirs.web.languages import Language

_MOST_WAITING = 100
"""A visitor who lets so many messages lie is cut off, and comes back when there is time."""


class Viewer:
    """One connection that gets the messages of a room."""

    def __init__(self, you: list[Player], language: Language) -> None:
        self.you = you
        self.language = language
        self.sent_away = asyncio.Event()
        self._messages: deque[str] = deque()
        self._presence: str | None = None
        self._something = asyncio.Event()

    def tell(self, message: str) -> None:
        """Puts a message into the queue; a viewer who does not read is dropped."""
        if len(self._messages) >= _MOST_WAITING:
            self.send_away()
        elif not self.sent_away.is_set():
            self._messages.append(message)
            self._something.set()

    def tell_presence(self, message: str) -> None:
        """Tells who is here. What was not sent yet is replaced: only the newest is true.

        So the coming and going of others never fills anybody's queue.
        """
        self._presence = message
        self._something.set()

    @property
    def has_messages(self) -> bool:
        return bool(self._messages)

    async def next(self) -> str | None:
        """The next message, as soon as there is one; None is the end."""
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
        """Ends the connection; the page comes back by itself."""
        self.sent_away.set()
        self._messages.clear()
        self._something.set()
