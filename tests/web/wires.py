"""The line between a page and its server, on which messages can be held up."""

from __future__ import annotations

import json
import re
from time import monotonic

from playwright.sync_api import Page, WebSocketRoute

from tests.patience import PATIENCE


class Wire:
    """Passes on a page's messages to the server; a test can delay some."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._late = ""
        self._held: list[str] = []
        page.route_web_socket(re.compile(r"/socket$"), self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self._server = route.connect_to_server()
        route.on_message(self._say)

    def _say(self, message: str | bytes) -> None:
        text = str(message)
        if json.loads(text)["type"] == self._late:
            self._held.append(text)
        else:
            self._server.send(text)

    def hold_up(self, kind: str) -> None:
        """From now on messages of this kind stay on the way."""
        self._late = kind

    def wait_until_held(self) -> None:
        end = monotonic() + PATIENCE
        while not self._held:
            assert monotonic() < end, f"the page never said {self._late!r}"
            self._page.wait_for_timeout(20)

    def let_go(self) -> None:
        """Sends the delayed messages now."""
        for text in self._held:
            self._server.send(text)
        self.forget()

    def forget(self) -> None:
        """Drops the delayed messages."""
        self._late = ""
        self._held.clear()
