"""What a page asks for: a method, an address, perhaps a body; and who answers.

Addresses are those of the server, so that a page does not know whom it talks to.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from menhirs.home.asking import Answer, json_answer
from menhirs.home.control_characters import has_controls

__all__ = ["Answer", "json_answer"]
from menhirs.view.errors import BadAddress, BadMessage
from menhirs.view.fields import NO_CONTROLS, Fields, read_object
from menhirs.view.request_limits import LARGEST_BODY, largest_body

LONGEST_ADDRESS = 8_000


@dataclass(frozen=True)
class Asked:
    """What a page asks for."""

    parts: dict[str, str]
    """What stands in the gaps of the address."""
    query: dict[str, str]
    body: str
    most: int = LARGEST_BODY
    """Bytes that the body may have."""

    def fields(self, most: int | None = None) -> Fields:
        """The body as the fields of an object; ``most`` allows it more bytes than usual."""
        most = most or self.most
        if len(self.body.encode(errors="surrogatepass")) > most:
            raise BadMessage("too-large", most=most)
        values: dict[str, Any] = read_object(self.body)
        return Fields(values)


Handler: TypeAlias = Callable[[Asked], Awaitable[Answer]]
Streamer: TypeAlias = Callable[[Asked], Awaitable[AsyncGenerator[str, None]]]
"""Answers with text after text; what can't be answered at all is told before the first."""


def split_address(address: str) -> SplitResult:
    """An address in its parts."""
    if len(address) > LONGEST_ADDRESS:
        raise BadAddress("no-page")
    try:
        split = urlsplit(address)
    except ValueError:
        raise BadAddress("no-page") from None
    if has_controls(split.path):
        raise BadAddress("no-page")
    if has_controls(split.query):
        raise BadMessage("message", why=NO_CONTROLS)
    return split


class Routes:
    """Who answers at which address."""

    def __init__(self) -> None:
        self._routes: list[tuple[str, list[str], Handler | Streamer]] = []

    def add(self, method: str, path: str, handler: Handler) -> None:
        """``{name}`` in an address is a gap."""
        self._routes.append((method, path.split("/"), handler))

    def add_stream(self, method: str, path: str, streamer: Streamer) -> None:
        """The same for an answer that comes bit by bit."""
        self._routes.append((method, path.split("/"), streamer))

    @property
    def addresses(self) -> list[tuple[str, str]]:
        """All methods and addresses, with their gaps."""
        return [(method, "/".join(pattern)) for method, pattern, _ in self._routes]

    def find(self, method: str, split: SplitResult, body: str) -> tuple[Handler | Streamer, Asked]:
        """Who answers, and what is asked; or an error that says that there is nobody."""
        path = [unquote(part) for part in split.path.split("/")]
        others = False
        for known, pattern, handler in self._routes:
            if (parts := _fitting(pattern, path)) is None:
                continue
            if known == method:
                query = dict(parse_qsl(split.query, keep_blank_values=True))
                return handler, Asked(parts, query, body, largest_body(split.path))
            others = True
        raise BadAddress("method" if others else "no-page")


def _fitting(pattern: list[str], path: list[str]) -> dict[str, str] | None:
    """What stands in the gaps of an address; None if it is another one."""
    if len(pattern) != len(path):
        return None
    parts = {}
    for wanted, found in zip(pattern, path, strict=True):
        if wanted.startswith("{"):
            parts[wanted[1:-1]] = found
        elif wanted != found:
            return None
    return parts
