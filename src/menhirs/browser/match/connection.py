"""A page's connection to its match, in place of the WebSocket of a server."""

from __future__ import annotations

from collections.abc import Callable, Collection

from menhirs.browser.errors import BrowserTrouble
from menhirs.browser.match.local_match import LocalMatch
from menhirs.core.actions import Player
from menhirs.core.errors import MenhirsError
from menhirs.home.conversation import COME_BACK, NO_MORE, Conversation, bye
from menhirs.match.errors import Unavailable
from menhirs.view.error_words import error_data
from menhirs.view.match.page_session import PageLanguage


class Connection:
    """One page. Nobody counts what it says: it is the only one here."""

    def __init__(
        self,
        match: LocalMatch,
        language: PageLanguage,
        languages: Collection[PageLanguage],
        send: Callable[[str], None],
        closed: Callable[[int], None],
        now: Callable[[], int],
    ) -> None:
        self.language = language
        self._match = match
        self._send = send
        self._closed = closed
        self._now = now
        self._is_open = True
        slip = BrowserTrouble("slip")
        self._talk = Conversation(match, self, self, languages, now, slip)

    @property
    def own_seats(self) -> list[Player]:
        return self._match.own_seats

    async def greet(self) -> None:
        """Sends everything that the page needs to begin with."""
        await self._talk.greet()
        self._match.enter(self)

    def send(self, message: str) -> None:
        """Sends a text to the page."""
        if self._is_open:
            self._send(message)

    async def hear(self, text: str, at: int | None = None) -> None:
        """Does what a page asks for. ``at`` is when it came, if that was not just now."""
        if self._is_open:
            await self._talk.hear(text, self._now() if at is None else at)

    def admit(self) -> None: ...

    def admit_match(self) -> None: ...

    def refused(self, error: MenhirsError) -> None: ...

    def send_away(self, error: Unavailable | None) -> None:
        """Closes the connection with an error; the page connects again."""
        self.end(COME_BACK, bye(error_data(error, self.language)) if error is not None else "")

    def end(self, code: int, last: str = "") -> None:
        """Closes the connection; a page that is still open connects again."""
        if self._is_open:
            if last:
                self.send(last)
            self.close()
            self._closed(code)

    def close(self) -> None:
        """The page has gone."""
        self._is_open = False
        self._talk.close()
        self._match.leave(self)


def say_why_not(
    error: MenhirsError,
    language: PageLanguage,
    send: Callable[[str], None],
    closed: Callable[[int], None],
) -> None:
    """Refuses a connection: sends the error and closes for good."""
    send(bye(error_data(error, language)))
    closed(COME_BACK if isinstance(error, Unavailable) else NO_MORE)
