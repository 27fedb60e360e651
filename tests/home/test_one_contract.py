"""Both editions answer alike: every request gets the same status and the same words from each.

A real server and a local server hold the same matches. Each address gets good requests, and one
with each of its fields wrong. Only times, addresses, keys and the names of new things differ, and
the refusals of requests that need a server.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, product
from typing import Any
from urllib.parse import urlencode, urlsplit

import httpx2
import pytest

from menhirs.browser.local_server import LocalServer
from menhirs.browser.match.stored_match import StoredTerms
from menhirs.core.position import Position
from menhirs.core.rules import BASE, RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.home.requests import Route
from menhirs.home.routes import ROUTES
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.notation.line import write_line
from menhirs.referee.agreement import MatchWanted, agree, joins
from tests.browser.local_servers import DictStorage, new_local_server
from tests.browser.test_same_as_the_server import real_now, spoken
from tests.patience import PATIENCE
from tests.server.browsers import Browser
from tests.server.processes import ServerProcess

LINE = write_line(Position.start(BASE, random_menhirs(BASE, "oak")))
WRONG: tuple[Any, ...] = (
    *(None, True, -1, 0.5, 10**9, 10**400, "", "?", "x" * 50, "x" * 300, "x" * 5_000, "\ud800"),
    *("é", "\x00", "\x0b", [], ["x" * 99], ["a1"] * 500, [None], {}, {"a b": ""}, {"A": 1}),
)
"""Values that are wrong for most fields."""
WORDS = ("", "?", "true", "-1", "0.5", "9" * 30, "x" * 300, "x" * 5_000, "é", "\x00", "2026-02-31")
NO_OBJECTS = (
    "",
    "{",
    "[]",
    "null",
    "1",
    '"a"',
    "{}",
    "[" * 5_000,
    "NaN",
    '{"a": NaN}',
    "x" * 200_000,
)
NOWHERE = (
    "/api/nothing",
    "/api/",
    "/API/value",
    "/api/matches/a/b/c",
    "/told/nothing",
    "/told/%00",
)
A_TIME = 10**12
METHODS: dict[str, set[str]] = defaultdict(set)
"""What may be asked at an address."""
for _one in ROUTES:
    METHODS[_one.path].add(_one.method)


@dataclass
class Both:
    """A server and, for each language, a local server and a browser with the same game."""

    server: ServerProcess
    browsers: dict[str, Browser]
    matches: dict[str, str]
    local_servers: dict[str, LocalServer]
    others: dict[str, LocalServer]
    """Where matches are started, so that the lists of games stay the same."""
    runner: asyncio.Runner

    def names(self, language: str) -> dict[str, str]:
        """What there is, by the gap of an address that it fills."""
        return {
            "set": "lessons",
            "exercise": "covering-2",
            "match": self.matches[language],
            "review": "none",
            "sprint": "none",
            "puzzle": next(iter(PUZZLES.puzzles)),
            "ply": "3",
        }

    def ask(
        self, client: httpx2.Client, method: str, path: str, body: str | None, language: str
    ) -> tuple[Any, Any]:
        """The answers of the two."""
        browser = self.browsers[language]
        cookies = "; ".join(f"{one.name}={one.value}" for one in browser.cookies.jar)
        headers = {**browser.headers, "accept-language": language, "cookie": cookies}
        if body is not None:
            headers["content-type"] = "application/json"
        answered = client.request(
            method,
            self.server.address + path,
            content=None if body is None else body.encode("utf-8", "surrogatepass"),
            headers=headers,
        )
        local_server = (self.others if path == "/api/matches" else self.local_servers)[language]
        ours = self.runner.run(local_server.answer(method, path, body or ""))
        return (answered.status_code, _read(answered.text)), (ours.status, _read(ours.text))


def _read(text: str) -> Any:
    try:
        return plain(json.loads(text))
    except ValueError:
        return text


def plain(told: Any) -> Any:
    """An answer without times and without the names of new things."""
    if isinstance(told, dict):
        if "secret" in told:  # of something new
            told = dict.fromkeys(told, "new") | {"seats": told.get("seats")}
        if "left" in told:  # of a sprint that has begun now
            told = {**told, "id": "new", "left": "a while"}
        if "best_today" in told:  # a table of others: there are none in a browser
            told = {**told, "table": told["table"] or None}
        if "url" in told:
            told = {**told, "url": urlsplit(told["url"]).path}
        return {key: plain(value) for key, value in told.items()}
    if isinstance(told, list):
        return [plain(one) for one in told]
    return "a time" if isinstance(told, int) and told > A_TIME else told


def needs_a_server(told: Any) -> bool:
    return isinstance(told, dict) and told.get("code") == "needs-server"


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    folder = tmp_path_factory.mktemp("server")
    server = ServerProcess(f"sqlite:///{folder / 'menhirs.sqlite'}", folder / "log")
    with asyncio.Runner() as runner:
        told = Both(server, {}, {}, {}, {}, runner)
        for code in ("en", "nl"):
            told.browsers[code] = Browser(server)
            told.matches[code] = name = told.browsers[code].begin(**SHARED)
            storage = DictStorage()
            languages = spoken()[code], list(spoken().values())
            told.local_servers[code] = new_local_server(storage, None, *languages, real_now)
            told.others[code] = new_local_server(DictStorage(), None, *languages, real_now)
            seating = agree(MatchWanted(**SHARED), RULE_SETS)
            entries = joins(dict.fromkeys(seating.own_seats, "Ann"), real_now())
            stored = StoredTerms(name, seating.terms, name, 1, entries)
            runner.run(storage.create(stored.new()))
        yield told
    server.close()


SHARED: dict[str, Any] = {
    "opponent": "shared",
    "side": "1",
    "rules": "base",
    "layout": "seed",
    "seed": "oak",
    "name": "Ann",
}
RIGHT: dict[str, dict[str, Any]] = {
    "/api/matches": SHARED,
    "/api/matches/{match}/join": {"name": "Bo"},
    "/api/matches/{match}/actions": {"state": 2, "action": "+a1"},
    "/api/matches/{match}/left": {"tie": True},
    "/api/matches/{match}/claim": {"turn": 1},
    "/api/exercises/{set}/{exercise}/try": {"actions": [], "action": "c3-NE"},
    "/api/exercises/{set}/{exercise}/hint": {"actions": []},
    "/api/you/sprints/{sprint}": {"number": 1, "action": "claim"},
    "/api/analysis/line": {"position": LINE, "actions": ["+a1"], "since": 1},
    "/api/analysis/explain": {"position": LINE, "action": "a1-N"},
    "/api/analysis/open": {"position": LINE, "moves": "+a1 (+a2)"},
    "/api/analysis/setup": {"position": LINE},
    "/told/m/{match}": {"ply": "3", "nonsense": "x"},  # nobody stumbles over what a page can't use
    # A review that is begun takes time, and is never twice equally far.
    "/api/reviews": {"record": "nonsense"},
    # What is right takes seconds there, and is never twice the same.
    "/api/analysis/engine": {"position": "nonsense"},
    # A browser searches fewer positions for it.
    "/api/value": {"position": "nonsense"},
    "/api/analysis/record": {"position": LINE, "moves": "+a1", "headers": {"Event": "Tea"}},
}


def right_body(route: Route[Any]) -> dict[str, Any]:
    return RIGHT.get(route.path, {"position": LINE} if "position" in route.shape.fields else {})


def wrong_bodies(route: Route[Any]) -> Iterator[str]:
    """Bodies with one wrong field each, then bodies that are wrong as a whole."""
    right = right_body(route)
    for name in route.shape.fields:
        for value in WRONG:
            yield json.dumps({**right, name: value})
        yield json.dumps({key: value for key, value in right.items() if key != name})
    yield json.dumps({**right, "nonsense": 1})
    yield from NO_OBJECTS


def queries(route: Route[Any]) -> Iterator[str]:
    """Queries with one wrong field each."""
    right = right_body(route)
    for name in route.shape.fields:
        for value in WORDS:
            if (route.path, name, value) == ("/told/analysis", "position", ""):
                continue  # then the layout is drawn by lot
            yield urlencode({**right, name: value})
    yield urlencode({**right, "nonsense": 1})


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_both_editions_answer_alike(route: Route[Any], both: Both) -> None:
    asked: list[tuple[str, str, str | None, str]] = []
    paths = {code: route.path.format(**both.names(code)) for code in both.local_servers}
    for code, path in paths.items():
        if route.method == "POST":
            asked.append(("POST", path, json.dumps(right_body(route)), code))
        else:
            query = f"?{urlencode(right)}" if (right := right_body(route)) else ""
            asked.append((route.method, path + query, None, code))
    languages, wrong = cycle(both.local_servers), list[tuple[str, str, str | None]]()
    if route.method == "POST":
        wrong += [("POST", "", body) for body in wrong_bodies(route)]
    else:
        wrong += [(route.method, f"?{query}", None) for query in queries(route)]
    others = {"GET", "POST", "PUT", "PATCH", "DELETE"} - METHODS[route.path]
    wrong += [(method, "", None) for method in sorted(others)]
    for (method, query, body), code in zip(wrong, languages, strict=False):
        asked.append((method, paths[code] + query, body, code))
    gaps = ("none", "x" * 500, "%00", "é", "a%2Fb") if "{" in route.path else ()
    for gap, code in zip(gaps, languages, strict=False):
        path = route.path.format(**dict.fromkeys(both.names(code), gap))
        asked.append((route.method, path, "{}", code))
    # Each comes from an address of its own: some are counted, and a local server counts nothing.
    from_here = httpx2.HTTPTransport(local_address=f"127.0.0.{2 + ROUTES.index(route)}")
    with httpx2.Client(transport=from_here, timeout=PATIENCE) as client:
        for one in asked:
            server, local_server = both.ask(client, *one)
            assert server == local_server or needs_a_server(local_server[1]), one


@pytest.mark.parametrize("path", NOWHERE)
def test_both_say_alike_that_there_is_nothing(path: str, both: Both) -> None:
    from_here = httpx2.HTTPTransport(local_address="127.0.0.200")
    with httpx2.Client(transport=from_here, timeout=PATIENCE) as client:
        for method, code in product(("GET", "POST", "DELETE"), both.local_servers):
            server, local_server = both.ask(client, method, path, None, code)
            assert server == local_server, (method, path, code)
