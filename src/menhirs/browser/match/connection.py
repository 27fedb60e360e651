"""A page's connection to its match, in place of the WebSocket of a server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection

from menhirs.browser.errors import BrowserTrouble
from menhirs.browser.match.local_match import LocalMatch
from menhirs.core.actions import Player
from menhirs.core.errors import MenhirsError
from menhirs.match.errors import Unavailable
from menhirs.view.as_json import as_json
from menhirs.view.error_words import error_data
from menhirs.view.match.page_messages import Hint, Threats
from menhirs.view.match.page_session import PageLanguage, PageSession
from menhirs.view.match.socket_messages import Bye

PING_EVERY = 10.0
"""Seconds between pings. A page that gets no message for long closes its connection."""
_MISTAKE = 1011
"""The WebSocket close code of an internal error."""

_log = logging.getLogger(__name__)


class Connection:
    """The connection of one page."""

    def __init__(
        self,
        match: LocalMatch,
        language: PageLanguage,
        languages: Collection[PageLanguage],
        tell: Callable[[str], None],
        closed: Callable[[int], None],
        now: Callable[[], int],
    ) -> None:
        self.language = language
        self._match = match
        self._tell = tell
        self._closed = closed
        self._now = now
        self._is_open = True
        self._page = PageSession(match.view, self, languages)
        self._advice: asyncio.Task[None] | None = None
        self._pinging: asyncio.TimerHandle | None = None

    @property
    def own_seats(self) -> list[Player]:
        return self._match.own_seats

    async def greet(self) -> None:
        """Sends everything that the page needs to begin with."""
        plies = await self._match.view.plies_text(self.own_seats, self.language)
        self._page.greet(plies, self._now(), self._match.present)
        self._match.enter(self)
        self._ping()

    def tell(self, message: str) -> None:
        """Sends a text to the page."""
        if self._is_open:
            self._tell(message)

    async def hear(self, text: str, at: int | None = None) -> None:
        """Carries out a message of the page, or answers it with an error.

        ``at`` is its arrival, if that was not just now.
        """
        at = self._now() if at is None else at
        if not self._is_open:
            return
        try:
            command = self._page.hear(text, at)
            if isinstance(command, Hint | Threats):
                # The page may send more while this is computed, but no second request for help.
                if self._advice is None or self._advice.done():
                    self._advice = asyncio.ensure_future(self._advise(text, command))
            elif command is not None:
                await self._match.ask(self.own_seats, command, at)
        except MenhirsError as error:
            self._refuse(text, error)
        except Exception as error:  # any error is reported to the page
            self._stumble(text, error)

    async def _advise(self, text: str, asked: Hint | Threats) -> None:
        try:
            advice = await self._match.advise(self.own_seats, threats=isinstance(asked, Threats))
            if advice is not None:
                advice.tell(self._page, text, asked)
        except MenhirsError as error:
            self._refuse(text, error)
        except Exception as error:
            self._stumble(text, error)

    def _refuse(self, text: str, error: MenhirsError) -> None:
        self._page.refuse(text, error)
        if isinstance(error, Unavailable):
            self.send_away(error)

    def send_away(self, error: Unavailable | None) -> None:
        """Closes the connection with an error; the page connects again."""
        if error is not None:
            bye: Bye = {"type": "bye", **error_data(error, self.language)}
            self.tell(as_json(bye))
        self.end(1012)  # "service restart": try again

    def _stumble(self, text: str, error: Exception) -> None:
        _log.error("unforeseen", exc_info=error)
        refusal = self._page.refuse(text, BrowserTrouble("slip"))
        bye: Bye = {"type": "bye", **refusal}
        self.tell(as_json(bye))
        self.end(_MISTAKE)

    def _ping(self) -> None:
        self._page.ping(self._now())
        self._pinging = asyncio.get_running_loop().call_later(PING_EVERY, self._ping)

    def end(self, code: int) -> None:
        """Closes the connection; a page that is still open connects again."""
        if self._is_open:
            self.close()
            self._closed(code)

    def close(self) -> None:
        """Called when the page has gone."""
        self._is_open = False
        if self._pinging is not None:
            self._pinging.cancel()
        if self._advice is not None:
            self._advice.cancel()
        self._match.leave(self)


def say_why_not(
    error: MenhirsError,
    language: PageLanguage,
    tell: Callable[[str], None],
    closed: Callable[[int], None],
) -> None:
    """Refuses a connection: sends the error and closes for good."""
    bye: Bye = {"type": "bye", **error_data(error, language)}
    tell(as_json(bye))
    closed(1012 if isinstance(error, Unavailable) else 1008)
