"""Both editions answer alike: every request gets the same status and the same words from each.

A real server and a desk hold the same matches. Each address is asked for what is right, and for
each of its fields for what is not. Only times, addresses, keys and the names of new things differ,
and what a browser says that it can't do without a server.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest

from menhirs.browser.desk import Desk
from menhirs.browser.stored_match import StoredTerms
from menhirs.core.position import Position
from menhirs.core.rules import BASE, RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.home.asking import Route
from menhirs.home.routes import ROUTES
from menhirs.notation.line import write_line
from menhirs.referee.agreement import MatchWanted, agree, joins
from tests.browser.desks import DictShelf, new_desk
from tests.browser.test_same_as_the_server import SPOKEN, real_now
from tests.patience import PATIENCE
from tests.server.processes import ServerProcess
from tests.server.visitors import Visitor, start

LINE = write_line(Position.start(BASE, random_menhirs(BASE, "oak")))
WRONG: tuple[Any, ...] = (
    *(None, True, -1, 0.5, 10**9, 10**400, "", "?", "x" * 50, "x" * 300, "x" * 5_000, "\ud800"),
    *("é", "\x00", "\x0b", [], ["x" * 99], ["a1"] * 500, [None], {}, {"a b": ""}, {"A": 1}),
)
"""Values that are wrong for most fields."""
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
A_TIME = 10**12


@dataclass
class Both:
    """A server and a desk for each language, with the same on both sides."""

    server: str
    desks: dict[str, Desk]
    matches: dict[str, Visitor]
    """One for each language, that both have."""
    runner: asyncio.Runner

    def names(self, language: str) -> dict[str, str]:
        """What there is, by the gap of an address that it fills."""
        return {
            "set": "lessons",
            "exercise": "covering-2",
            "match": self.matches[language].match,
        }

    def ask(
        self, client: httpx2.Client, method: str, path: str, body: str | None, language: str
    ) -> tuple[Any, Any]:
        """The answers of the two."""
        kind = {} if body is None else {"content-type": "application/json"}
        answered = client.request(
            method,
            self.server + path,
            content=None if body is None else body.encode("utf-8", "surrogatepass"),
            headers={"accept-language": language, **self.matches[language].headers, **kind},
        )
        ours = self.runner.run(self.desks[language].answer(method, path, body or ""))
        return (answered.status_code, _read(answered.text)), (ours.status, _read(ours.text))


def _read(text: str) -> Any:
    try:
        return plain(json.loads(text))
    except ValueError:
        return text


def plain(told: Any) -> Any:
    """An answer without times, and without the names of what is new."""
    if isinstance(told, dict):
        if "secret" in told:  # of something new
            told = dict.fromkeys(told, "new") | {"seats": told.get("seats")}
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
    desks, matches = {}, {}
    with asyncio.Runner() as runner:
        for code in ("en", "nl"):
            matches[code] = start(server.address, **SHARED)
            shelf = DictShelf()
            desks[code] = new_desk(shelf, None, SPOKEN[code], list(SPOKEN.values()), real_now)
            seating = agree(MatchWanted(**SHARED), RULE_SETS)
            entries = joins(dict.fromkeys(seating.mine, "Ann"), real_now())
            name = matches[code].match
            stored = StoredTerms(name, seating.terms, name, 1, entries)
            runner.run(shelf.create(stored.new()))
        yield Both(server.address, desks, matches, runner)
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
    "/api/analysis/line": {"position": LINE, "actions": ["+a1"], "since": 1},
    "/api/analysis/explain": {"position": LINE, "action": "a1-N"},
    "/api/analysis/open": {"position": LINE, "moves": "+a1 (+a2)"},
    "/api/analysis/setup": {"position": LINE},
    # What is right takes seconds there, and is never twice the same.
    "/api/analysis/engine": {"position": "nonsense"},
    "/api/analysis/record": {"position": LINE, "moves": "+a1", "headers": {"Event": "Tea"}},
}


def right_body(route: Route[Any]) -> dict[str, Any]:
    return RIGHT.get(route.path, {"position": LINE} if "position" in route.shape.fields else {})


def wrong_bodies(route: Route[Any]) -> Iterator[str]:
    """What is wrong with each field, then with all of it."""
    right = right_body(route)
    for name in route.shape.fields:
        for value in WRONG:
            yield json.dumps({**right, name: value})
        yield json.dumps({key: value for key, value in right.items() if key != name})
    yield json.dumps({**right, "nonsense": 1})
    yield from NO_OBJECTS


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_both_editions_answer_alike(route: Route[Any], both: Both) -> None:
    asked: list[tuple[str, str, str | None, str]] = []
    for code in both.desks:
        path = route.path.format(**both.names(code))
        if route.method != "POST":
            asked.append((route.method, path, None, code))
        else:
            asked.append(("POST", path, json.dumps(right_body(route)), code))
    if route.method == "POST":
        asked += [("POST", path, body, "nl") for body in wrong_bodies(route)]
    asked += [(method, path, None, "nl") for method in ("PUT", "PATCH")]
    asked += [
        (route.method, route.path.format(**dict.fromkeys(both.names("nl"), gap)), "{}", "nl")
        for gap in ("none", "x" * 500, "%00", "é", "a%2Fb")
    ]
    # Each comes from an address of its own: some are counted, and a desk counts nothing.
    from_here = httpx2.HTTPTransport(local_address=f"127.0.0.{2 + ROUTES.index(route)}")
    with httpx2.Client(transport=from_here, timeout=PATIENCE) as client:
        for one in asked:
            server, desk = both.ask(client, *one)
            assert server == desk or needs_a_server(desk[1]), one
