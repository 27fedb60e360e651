"""The conversation of a page with its match, whatever carries it.

On a server that is a socket, in a browser without one the messages between the page and its worker.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from menhirs.core.actions import Player
from menhirs.core.errors import MenhirsError
from menhirs.match.commands import Command
from menhirs.match.errors import Unavailable
from menhirs.referee.advice import Advice
from menhirs.view.as_json import as_json
from menhirs.view.match.page_messages import Hint, Threats
from menhirs.view.match.page_session import Page, PageLanguage, PageSession
from menhirs.view.match.socket_messages import Bye
from menhirs.view.match.state_view import StateView
from menhirs.view.messages import ErrorData

PING_EVERY = 10.0
"""Seconds. More often than a socket is asked whether it is still there: pages need not be, then. A
page that hears nothing for long takes its connection for dead."""
COME_BACK, NO_MORE, MISTAKE = 1012, 1008, 1011
"""With what a connection ends: the page may try again ("service restart"), shall not, or we have
made a mistake."""

_log = logging.getLogger(__name__)


class OpenMatch(Protocol):
    """A match that is being played or watched, as a page talks with it."""

    @property
    def view(self) -> StateView: ...

    @property
    def present(self) -> Mapping[Player, bool]:
        """Which seats have somebody at a screen."""

    async def ask(
        self, own_seats: list[Player], command: Command, at: int, check_creation: Callable[[], None]
    ) -> None:
        """Does what a visitor asks for; ``check_creation`` raises if a new match is too many."""

    async def advise(self, own_seats: list[Player], *, threats: bool) -> Advice | None:
        """What a good player would do; None if the match has moved on in the meantime."""


class Channel(Protocol):
    """What carries the messages of one page."""

    def admit(self) -> None:
        """Raises if the page says too much."""

    def admit_match(self) -> None:
        """Raises if the page begins a match too many."""

    def refused(self, error: MenhirsError) -> None:
        """Called after the page got an error for its message."""

    def end(self, code: int, last: str) -> None:
        """Sends a last message, and then no more."""


class Conversation:
    """What one page says and hears of its match."""

    def __init__(
        self,
        match: OpenMatch,
        page: Page,
        channel: Channel,
        languages: Iterable[PageLanguage],
        now: Callable[[], int],
        mistake: MenhirsError,
    ) -> None:
        """``mistake`` is what the page hears of an error that nobody has foreseen."""
        self._match = match
        self._page = page
        self._channel = channel
        self._now = now
        self._mistake = mistake
        self._session = PageSession(match.view, page, languages)
        self._advice: asyncio.Task[None] | None = None
        self._pinging: asyncio.TimerHandle | None = None

    async def greet(self) -> None:
        """Sends everything that the page needs to begin with."""
        plies = await self._match.view.plies_text(self._page.own_seats, self._page.language)
        self._session.greet(plies, self._now(), self._match.present)
        self._ping()  # on a socket in one write with the greeting

    def _ping(self) -> None:
        self._session.ping(self._now())
        self._pinging = asyncio.get_running_loop().call_later(PING_EVERY, self._ping)

    async def hear(self, text: str, at: int) -> None:
        """Carries out a message of the page, or answers it with an error.

        ``at`` is when it came.
        """
        try:
            self._channel.admit()
            command = self._session.hear(text, at)
            if isinstance(command, Hint | Threats):
                # The page may send more while this is computed, but no second request for help.
                if self._advice is None or self._advice.done():
                    self._advice = asyncio.ensure_future(self._advise(text, command))
            elif command is not None:
                check = self._channel.admit_match
                await self._match.ask(self._page.own_seats, command, at, check)
        except MenhirsError as error:
            refusal = self._session.refuse(text, error)
            if isinstance(error, Unavailable):
                self._channel.end(COME_BACK, bye(refusal))
            self._channel.refused(error)
        except Exception as error:
            self._stumble(text, error)

    async def _advise(self, text: str, command: Hint | Threats) -> None:
        try:
            advice = await self._match.advise(
                self._page.own_seats, threats=isinstance(command, Threats)
            )
            if advice is not None:
                advice.send(self._session, text, command)
        except MenhirsError as error:
            self._session.refuse(text, error)
            self._channel.refused(error)
        except Exception as error:
            self._stumble(text, error)

    def _stumble(self, text: str, error: Exception) -> None:
        _log.error("unforeseen", exc_info=error)
        self._channel.end(MISTAKE, bye(self._session.refuse(text, self._mistake)))

    def close(self) -> None:
        """Nobody listens any more."""
        if self._pinging is not None:
            self._pinging.cancel()
        if self._advice is not None:
            self._advice.cancel()


def bye(refusal: ErrorData) -> str:
    """The last message, with the error."""
    farewell: Bye = {"type": "bye", **refusal}
    return as_json(farewell)
