"""Equal games give equal messages at a local server and at a real server, word for word.

Random games at one screen, with refusals, questions, claims, names and turns taken back in between,
in two languages, and some against the computer. Only times and the names of matches differ.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import cache
from io import BytesIO
from random import Random
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from websockets.asyncio.client import ClientConnection, connect

from menhirs.browser.language import BundledLanguage
from menhirs.browser.match.stored_match import StoredTerms
from menhirs.core.rules import RULE_SETS
from menhirs.referee.agreement import MatchWanted, agree, joins
from menhirs.web.languages import FINISHED, LANGUAGES
from tests.browser.local_servers import DictStorage, Page, new_local_server
from tests.patience import PATIENCE
from tests.server.processes import ServerProcess
from tests.server.visitors import Visitor, start
from tests.thoroughness import is_long

GAMES = 300 if is_long() else 6
MOST_STEPS = 90
MOST_ASKS = 12
"""A server lets a seat ask for names and take-backs about 20 times at once."""
BY_THE_WAY = ("ping", "presence")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("server")
    database = f"sqlite:///{folder / 'menhirs.sqlite'}"
    running = ServerProcess(database, folder / "log", "--messages-a-second", "100000")
    yield running
    running.close()


def compiled(code: str) -> BundledLanguage:
    """A language as a site brings it."""
    told = LANGUAGES[code]
    catalogue = BytesIO()
    write_mo(catalogue, told._catalogue)
    return BundledLanguage(code, told.name, catalogue.getvalue())


@cache
def spoken() -> dict[str, BundledLanguage]:
    """All languages, by their codes."""
    return {code: compiled(code) for code in FINISHED}


def real_now() -> int:
    return time.time_ns() // 1_000_000


class Both:
    """A page at a server and one at a local server, at the same match."""

    def __init__(self, socket: ClientConnection, page: Page, match: str) -> None:
        self._socket = socket
        self._page = page
        self._match = match
        self._read = 0
        self._numbers = 0

    @property
    def state(self) -> dict[str, Any]:
        return self._page.state

    async def compare(self) -> dict[str, Any]:
        """The next message of both, which is the same."""
        async with asyncio.timeout(PATIENCE):
            data = json.loads(await self._socket.recv())
            while data["type"] in BY_THE_WAY:
                data = json.loads(await self._socket.recv())
            ours = await self._next_of_page()
        assert plain(ours, self._match) == plain(data, self._match)
        return ours

    async def _next_of_page(self) -> dict[str, Any]:
        while True:
            while self._read < len(self._page.heard):
                self._read += 1
                if self._page.heard[self._read - 1]["type"] not in BY_THE_WAY:
                    return self._page.heard[self._read - 1]
            await asyncio.sleep(0.002)

    async def say(self, message: dict[str, Any]) -> dict[str, Any]:
        """Says the same to both, and compares what they answer."""
        self._numbers += 1
        text = json.dumps({"re": self._numbers, **message})
        await self._socket.send(text)
        await self._page.say_text(text)
        return await self.compare()


def plain(told: Any, match: str, name: str = "") -> Any:
    """A message without times, and without the names of other matches."""
    if name == "plies":
        return [plain(one, match) for one in told]
    if isinstance(told, dict):
        return {key: plain(value, match, key) for key, value in told.items()}
    if isinstance(told, list):
        return [plain(one, match) for one in told]
    if name in ("at", "left", "1", "2") and isinstance(told, int) and told > 50:
        return "a time"
    if name == "next" and told is not None:
        return "another match"
    return told


@asynccontextmanager
async def match_at_both(
    server: ServerProcess, language: BundledLanguage, **fields: Any
) -> AsyncIterator[Both]:
    """A match that exists on both sides under one name, and pages that have just opened it."""
    visitor: Visitor = start(server.address, **fields)
    storage = DictStorage()
    seating = agree(MatchWanted(**fields), RULE_SETS)
    entries = joins(dict.fromkeys(seating.own_seats, fields.get("name", "")), real_now())
    stored = StoredTerms(visitor.match, seating.terms, visitor.match, 1, entries)
    await storage.create(stored.new())
    local_server = new_local_server(storage, None, language, list(spoken().values()), real_now)
    address = f"{server.socket_address}/m/{visitor.match}/socket"
    headers = {**visitor.headers, "accept-language": language.code}
    async with connect(address, additional_headers=headers, proxy=None) as socket:
        both = Both(socket, await Page().open(local_server, visitor.match), visitor.match)
        hello = await both.compare()
        assert hello["type"] == "hello"
        yield both
    local_server.close()


def step(state: dict[str, Any], chance: Random, asked: int) -> dict[str, Any]:
    """What to say next."""
    legal = [one["action"] for one in state["legal"]]
    number, dice = state["state"], chance.random()
    if state["claim"] is not None and chance.random() < 0.05:
        return {"type": "claim", "turn": state["claim"]["turn"]}
    if dice < 0.70 and legal:
        return {"type": "act", "state": number, "action": chance.choice(legal)}
    if dice < 0.75:
        return {"type": "act", "state": number, "action": chance.choice(["a1-N", "xd3", "?", "on"])}
    if dice < 0.78:
        return {"type": "act", "state": number - 1, "action": chance.choice(legal or ["keep"])}
    if dice < 0.84:
        return {"type": "explain", "cell": chance.choice("abcdefg") + chance.choice("123456")}
    if dice < 0.88:
        return {"type": "read", "text": chance.choice(["a1 NO", "c3ne", "b2-z", "", "xc3"])}
    if dice < 0.90:
        return {"type": "claim", "turn": chance.choice([0, 3, number])}
    if dice < 0.92:
        return {"type": chance.choice(["hint", "nonsense", "rematch"]), "layout": "same"}
    if dice < 0.93:
        return {"type": "act", "state": number, "action": "resign"}
    if asked < MOST_ASKS and dice < 0.97:
        return {"type": "take-back"}
    if asked < MOST_ASKS:
        return {"type": "name", "name": chance.choice(["Ada", "Bo", "", "x" * 39]), "as": 1}
    return {"type": "explain", "action": "claim"}


@pytest.mark.parametrize("game", range(GAMES))
def test_a_random_game_at_one_screen_is_told_alike(game: int, server: ServerProcess) -> None:
    async def play() -> None:
        chance = Random(game)
        language = spoken()[("en", "nl", "fr", "de")[game % 4]]
        wanted = {
            "opponent": "shared",
            "side": "1",
            "rules": list(RULE_SETS)[game % len(RULE_SETS)],
            "layout": "seed",
            "seed": f"game {game}",
            "claims": ("untimed", "timed")[game % 3 == 0],
            "clock": ("none", "live")[game % 5 == 0],
            "name": ("", "Ann")[game % 2],
        }
        async with match_at_both(server, language, **wanted) as both:
            asks = 0
            for _ in range(MOST_STEPS):
                message = step(both.state, chance, asks)
                asks += message["type"] in ("take-back", "name", "rematch")
                await both.say(message)
                if both.state["phase"] == "over":
                    break
            if both.state["phase"] != "over":
                await both.say({"type": "act", "state": 0, "action": "resign2"})
            assert both.state["phase"] == "over"
            await both.say({"type": "rematch"})

    asyncio.run(play())


@pytest.mark.parametrize("level", [1, 3, 6] if is_long() else [3])
def test_a_game_against_the_computer_is_told_alike(level: int, server: ServerProcess) -> None:
    async def play() -> None:
        chance = Random(level)
        wanted = {"opponent": "computer", "level": level, "side": "1", "layout": "seed"}
        more = {"rules": "base", "seed": "oak", "name": "Ann", "guided": True}
        async with match_at_both(server, spoken()["nl"], **wanted, **more) as both:
            for _ in range(8 if is_long() else 2):
                if both.state["phase"] == "over":
                    break
                legal = [one["action"] for one in both.state["legal"]]
                number = both.state["state"]
                await both.say({"type": "act", "state": number, "action": chance.choice(legal)})
                while not both.state["legal"] and both.state["phase"] != "over":
                    await both.compare()
            await both.say({"type": "threats"})
            await both.say({"type": "hint"})

    asyncio.run(play())
