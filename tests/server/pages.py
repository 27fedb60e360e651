"""A page's end of a socket, with the messages that it has heard."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.patience import PATIENCE
from tests.server.visitors import Visitor


class Page:
    """Somebody who looks at a match in a browser. Pings are answered at once by default."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.answers_pings = True
        self.heard: list[dict[str, Any]] = []
        self._numbers = count(1)

    def say(self, kind: str, **more: Any) -> int:
        """Says something; returns the number that an answer would name."""
        number = next(self._numbers)
        self.socket.send(json.dumps({"type": kind, "re": number, **more}))
        return number

    def hear(self) -> dict[str, Any]:
        """The next message that is no ping."""
        deadline = time.monotonic() + PATIENCE
        while True:
            left = deadline - time.monotonic()
            message: dict[str, Any] = json.loads(self.socket.recv(max(0, left)))
            if message["type"] != "ping":
                self.heard.append(message)
                return message
            if self.answers_pings:
                self.socket.send(json.dumps({"type": "pong", "sent": message["sent"]}))

    def until(self, kind: str, fits: Callable[[dict[str, Any]], bool] = bool) -> dict[str, Any]:
        """The next message of that kind that fits."""
        since = len(self.heard)
        try:
            while True:
                message = self.hear()
                if message["type"] == kind and fits(message):
                    return message
        except (TimeoutError, ConnectionClosed) as error:
            found = [str(message)[:300] for message in self.heard[since:]]
            raise AssertionError(f"no {kind} that fits, but {found}") from error

    def state(self, fits: Callable[[dict[str, Any]], bool] = bool) -> dict[str, Any]:
        return self.until("state", fits)

    def refused(self, number: int | None = None) -> str:
        """The code of the next refusal of the message with that number."""
        data = self.until("refused", lambda m: number is None or m["re"] == number)
        assert data["text"]
        code: str = data["code"]
        return code

    def is_closed(self) -> int:
        """Waits until the server closes the socket; returns the code."""
        try:
            while True:
                self.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


@contextmanager
def open_socket(
    visitor: Visitor, *, language: str = "en", **headers: str
) -> Iterator[tuple[Page, dict[str, Any]]]:
    """A socket to a match, and the first message on it."""
    address = visitor.address.replace("http", "ws", 1)
    with connect(
        f"{address}/m/{visitor.match}/socket",
        additional_headers={**visitor.headers, "accept-language": language, **headers},
        proxy=None,
        close_timeout=1,
        max_size=None,
    ) as socket:
        page = Page(socket)
        yield page, page.hear()
