"""A local server for tests: storage in dicts, an engine worker that runs at once, and pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from menhirs.browser.browser_storage import NewMatch, StorageError
from menhirs.browser.engine_worker import think
from menhirs.browser.language import BundledLanguage
from menhirs.browser.local_server import LocalServer
from menhirs.browser.match.connection import Connection
from menhirs.core.rules import RULE_SETS, RuleSet
from tests.browser.time_travel import now

_PATIENCE = 600_000
"""Milliseconds of the tests' own time."""
ENGLISH = BundledLanguage("en", "English")


class DictStorage:
    """Storage in memory. It can be made to fail."""

    def __init__(self) -> None:
        self.matches: dict[str, tuple[str, list[str]]] = {}
        self.first_numbers: dict[str, int] = {}
        self.summaries: dict[str, str] = {}
        self.kept: dict[tuple[str, str], str] = {}
        self.refuses = False
        self.heard_by: list[LocalServer] = []

    async def _touch(self) -> None:
        await asyncio.sleep(0.001)  # a database takes a moment, in which others have their turn
        if self.refuses:
            raise StorageError("it is full")

    def throw_away(self) -> None:
        """As a browser does whose disk is full."""
        for kept in (self.matches, self.first_numbers, self.summaries, self.kept):
            kept.clear()

    def _create(self, match: NewMatch) -> None:
        self.matches[match.id] = (match.text, [])
        self.first_numbers[match.id] = len(json.loads(match.text)["entries"]) + 1
        self.summaries[match.id] = match.summary

    async def create(self, match: NewMatch) -> bool:
        await self._touch()
        if match.id in self.matches:
            return False
        self._create(match)
        return True

    async def read(self, match: str) -> tuple[str, Sequence[str]] | None:
        await self._touch()
        if match not in self.matches:
            return None
        text, entries = self.matches[match]
        return text, list(entries)

    async def append(
        self, match: str, number: int, entry: str, summary: str, following: NewMatch | None = None
    ) -> bool:
        await self._touch()
        if match not in self.matches:
            return False
        entries = self.matches[match][1]
        if number != self.first_numbers[match] + len(entries):
            return False
        entries.append(entry)
        if summary:
            self.summaries[match] = summary
        if following is not None:
            self._create(following)
        for local_server in self.heard_by:
            local_server.on_match_changed(match)
        return True

    async def games(self) -> Sequence[tuple[str, str]]:
        await self._touch()
        return list(self.summaries.items())

    async def put(self, kind: str, key: str, text: str) -> None:
        await self._touch()
        self.kept[kind, key] = text

    async def get(self, kind: str, key: str) -> str | None:
        await self._touch()
        return self.kept.get((kind, key))

    async def all(self, kind: str) -> Sequence[tuple[str, str]]:
        await self._touch()
        return [(key, text) for (one, key), text in self.kept.items() if one == kind]

    async def drop(self, kind: str, key: str) -> None:
        await self._touch()
        self.kept.pop((kind, key), None)


class InlineEngineWorker:
    """Thinks at once; ``seconds`` pass meanwhile."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seconds = seconds
        self.asked: list[dict[str, Any]] = []

    async def think(self, question: str) -> str:
        self.asked.append(json.loads(question))
        await asyncio.sleep(self.seconds)
        return think(question)


def new_local_server(
    storage: DictStorage,
    engine_worker: InlineEngineWorker | None = None,
    language: BundledLanguage = ENGLISH,
    languages: Collection[BundledLanguage] = (ENGLISH,),
    clock: Callable[[], int] = now,
    offered: Mapping[str, RuleSet] = RULE_SETS,
) -> LocalServer:
    """A local server, as a tab opens it."""
    return LocalServer(
        storage, engine_worker or InlineEngineWorker(), language, languages, clock, offered
    )


class Page:
    """A page that is connected to a match."""

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []
        self.closed: int | None = None
        self._connection: Connection | None = None
        self._news = asyncio.Event()
        self._numbers = 0

    async def open(self, local_server: LocalServer, match: str) -> Page:
        self._connection = await local_server.connect(f"/m/{match}/socket", self._send, self._close)
        return self

    def _send(self, text: str) -> None:
        self.heard.append(json.loads(text))
        self._news.set()

    def _close(self, code: int) -> None:
        self.closed = code
        self._news.set()

    async def say(self, **message: object) -> None:
        """Says something, with a number."""
        self._numbers += 1
        await self.say_text(json.dumps({"re": self._numbers, **message}))

    async def say_text(self, text: str) -> None:
        assert self._connection is not None
        await self._connection.hear(text)

    def leave(self) -> None:
        assert self._connection is not None
        self._connection.close()

    def of_type(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.heard if message["type"] == kind]

    @property
    def state(self) -> dict[str, Any]:
        """The latest state of the match."""
        for message in reversed(self.heard):
            if message["type"] in ("hello", "state"):
                state: dict[str, Any] = message["state"] if "geometry" in message else message
                return state
        raise AssertionError("nothing was told yet")

    async def until(self, wanted: Callable[[Page], bool]) -> None:
        """Waits until the messages fulfil a condition."""
        begin = now()
        while not wanted(self):
            assert self.closed is None, self.heard[-1]
            assert now() - begin < _PATIENCE, self.heard[-3:]
            self._news.clear()
            await self._news.wait()

    async def until_ply(self, ply: int) -> None:
        """Waits until so many actions were played."""
        await self.until(lambda page: bool(page.state["ply"] >= ply))

    async def act(self, action: str) -> None:
        """Plays an action on the state that is shown."""
        await self.say(type="act", state=self.state["state"], action=action)


async def begin(local_server: LocalServer, **wanted: object) -> str:
    """Begins a match."""
    answer = await local_server.answer("POST", "/api/matches", json.dumps(wanted))
    assert answer.status == 201, answer.text
    match: str = json.loads(answer.text)["match"]
    return match
