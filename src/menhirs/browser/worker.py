"""The bridge between JavaScript and the desk: the only file that knows that it runs in a browser.

The script of the first worker calls, after it has unpacked the package and imported this::

    const desk = await worker.start_desk(shelf, thinker, "nl", languages, post, houseRules);
    desk.receive(kind, id, method, path, text);  // for every message of a page
    desk.heard(matchId);                    // another tab wrote to that match

``shelf`` has the methods of :class:`~menhirs.browser.shelf.Shelf`, with plain texts (see
``_JsShelf``); ``thinker.think`` takes a text and promises one, and ``thinker.giveUp`` makes that
promise resolve soon, with anything; ``languages`` are triples of code, name and catalogue (a
``Uint8Array`` in gettext's binary form, or null); ``post`` takes the parts of a message for the
pages (kind, id, text, number): texts cross as they are, and nothing is encoded twice;
``houseRules`` is the text of ``house_rules.py``, empty where there are none. The script of the
second worker calls ``think(text, isGivenUp)``.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from menhirs.browser.desk import Desk
from menhirs.browser.house_rules import offered_with
from menhirs.browser.language import BundledLanguage
from menhirs.browser.shelf import NewMatch, ShelfError
from menhirs.browser.switchboard import Message, Switchboard
from menhirs.browser.thinking import think

__all__ = ["start_desk", "think"]


class _Clock:
    """Milliseconds since 1970; never goes back, even if the device's clock is set back."""

    def __init__(self) -> None:
        self._offset = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        return (self._offset + time.monotonic_ns()) // 1_000_000


class _JsShelf:
    """Storage that a script implements. Any exception becomes a :class:`ShelfError`."""

    def __init__(self, shelf: Any) -> None:
        self._shelf = shelf

    async def _ask(self, method: str, *arguments: str | int) -> Any:
        from pyodide.ffi import JsException, JsProxy  # type: ignore[import-not-found]

        try:
            answer = await getattr(self._shelf, method)(*arguments)
        except JsException as error:
            raise ShelfError(str(error)) from None
        return answer.to_py() if isinstance(answer, JsProxy) else answer

    async def create(self, match: NewMatch) -> bool:
        return bool(await self._ask("create", match.id, match.text, match.summary))

    async def read(self, match: str) -> tuple[str, list[str]] | None:
        found = await self._ask("read", match)
        return None if not found else (found[0], list(found[1]))

    async def append(
        self, match: str, number: int, entry: str, summary: str, following: NewMatch | None = None
    ) -> bool:
        new = ("", "", "")
        if following is not None:
            new = (following.id, following.text, following.summary)
        return bool(await self._ask("append", match, number, entry, summary, *new))

    async def games(self) -> list[tuple[str, str]]:
        return [(match, summary) for match, summary in await self._ask("games")]

    async def put(self, kind: str, key: str, text: str) -> None:
        await self._ask("put", kind, key, text)

    async def get(self, kind: str, key: str) -> str | None:
        found = await self._ask("get", kind, key)
        return found if isinstance(found, str) else None

    async def all(self, kind: str) -> list[tuple[str, str]]:
        return [(key, text) for key, text in await self._ask("all", kind)]

    async def drop(self, kind: str, key: str) -> None:
        await self._ask("drop", kind, key)


class _JsThinker:
    def __init__(self, thinker: Any) -> None:
        self._thinker = thinker

    async def think(self, question: str) -> str:
        thinking = asyncio.ensure_future(self._thinker.think(question))
        try:
            return str(await asyncio.shield(thinking))
        except asyncio.CancelledError:
            self._thinker.giveUp()
            await asyncio.wait([thinking])  # until then the worker is busy
            raise


class DeskOfScript:
    """The desk as a script calls it."""

    def __init__(self, desk: Desk, switchboard: Switchboard) -> None:
        self._desk = desk
        self._switchboard = switchboard

    def receive(self, kind: str, number: int | str, method: str, path: str, text: str) -> None:
        """Handles a message of a page, in parts; missing parts are empty."""
        said = {"kind": kind, "id": number, "method": method, "path": path}
        self._switchboard.receive({**said, "body": text, "text": text})

    def heard(self, match: str) -> None:
        """Another tab wrote to that match."""
        self._desk.heard(match)


def start_desk(
    shelf: Any, thinker: Any, language: str, languages: Any, post: Any, house_rules: str
) -> DeskOfScript:
    """Creates the desk."""
    known = {
        code: BundledLanguage(code, name, bytes(catalogue) if catalogue else b"")
        for code, name, catalogue in languages.to_py()
    }
    clock = _Clock()
    spoken = known.get(language) or next(iter(known.values()))
    desk = Desk(
        _JsShelf(shelf),
        _JsThinker(thinker),
        spoken,
        list(known.values()),
        clock.now,
        offered_with(house_rules),
    )
    desk.go_on()

    def send(message: Message) -> None:
        number = message.get("status", message.get("code", 0))
        post(message["kind"], message["id"], message.get("text", ""), number)

    switchboard = Switchboard(desk, send, clock.now)
    return DeskOfScript(desk, switchboard)
