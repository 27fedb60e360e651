"""The bridge between JavaScript and the local server; no other file knows about the browser.

The script of the first worker calls, after it has unpacked the package and imported this::

    const localServer = await worker.start_local_server(
      storage, engineWorker, "nl", languages, post, houseRules);
    localServer.receive(kind, id, method, path, text);  // for every message of a page
    localServer.on_match_changed(matchId);                // another tab wrote to that match

``storage`` has the methods of :class:`~menhirs.browser.browser_storage.BrowserStorage`, with plain
texts (see ``_JsStorage``); ``engineWorker.think`` takes a text and promises one, and
``engineWorker.giveUp`` makes that promise resolve soon, with anything; ``languages`` are triples of
code, name and catalogue (a ``Uint8Array`` in gettext's binary form, or null); ``post`` takes the
parts of a message for the pages (kind, id, text, number): texts cross as they are, and nothing is
encoded twice; ``houseRules`` is the text of ``house_rules.py``, empty where there are none. The
script of the engine worker calls ``think(text, isGivenUp)``.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from menhirs.browser.browser_storage import NewMatch, StorageError
from menhirs.browser.engine_worker import think
from menhirs.browser.house_rules import offered_with
from menhirs.browser.language import BundledLanguage
from menhirs.browser.local_server import LocalServer
from menhirs.browser.switchboard import Message, Switchboard

__all__ = ["start_local_server", "think"]


class _Clock:
    """Milliseconds since 1970; never goes back, even if the device's clock is set back."""

    def __init__(self) -> None:
        self._offset = time.time_ns() - time.monotonic_ns()

    def now(self) -> int:
        return (self._offset + time.monotonic_ns()) // 1_000_000


class _JsStorage:
    """Storage that a script implements. Any exception becomes a :class:`StorageError`."""

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    async def _ask(self, method: str, *arguments: str | int) -> Any:
        from pyodide.ffi import JsException, JsProxy  # type: ignore[import-not-found]

        try:
            answer = await getattr(self._storage, method)(*arguments)
        except JsException as error:
            raise StorageError(str(error)) from None
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


class _JsEngineWorker:
    def __init__(self, engine_worker: Any) -> None:
        self._engine_worker = engine_worker

    async def think(self, question: str) -> str:
        thinking = asyncio.ensure_future(self._engine_worker.think(question))
        try:
            return str(await asyncio.shield(thinking))
        except asyncio.CancelledError:
            self._engine_worker.giveUp()
            await asyncio.wait([thinking])  # until then the worker is busy
            raise


class LocalServerOfScript:
    """The local server as a script calls it."""

    def __init__(self, local_server: LocalServer, switchboard: Switchboard) -> None:
        self._local_server = local_server
        self._switchboard = switchboard

    def receive(self, kind: str, number: int | str, method: str, path: str, text: str) -> None:
        """Handles a message of a page, in parts; missing parts are empty."""
        head = {"kind": kind, "id": number, "method": method, "path": path}
        self._switchboard.receive({**head, "body": text, "text": text})

    def on_match_changed(self, match: str) -> None:
        """Another tab wrote to that match."""
        self._local_server.on_match_changed(match)


def start_local_server(
    storage: Any, engine_worker: Any, language: str, languages: Any, post: Any, house_rules: str
) -> LocalServerOfScript:
    """Creates the local server."""
    known = {
        code: BundledLanguage(code, name, bytes(catalogue) if catalogue else b"")
        for code, name, catalogue in languages.to_py()
    }
    clock = _Clock()
    spoken = known.get(language) or next(iter(known.values()))
    local_server = LocalServer(
        _JsStorage(storage),
        _JsEngineWorker(engine_worker),
        spoken,
        list(known.values()),
        clock.now,
        offered_with(house_rules),
    )
    local_server.go_on()

    def send(message: Message) -> None:
        number = message.get("status", message.get("code", 0))
        post(message["kind"], message["id"], message.get("text", ""), number)

    switchboard = Switchboard(local_server, send, clock.now)
    return LocalServerOfScript(local_server, switchboard)
