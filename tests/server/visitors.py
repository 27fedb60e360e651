"""Visitors of a server: programs that hold a seat's key, and how they start and play a match."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import httpx2

from tests.match.played_match import OPENING, SEED
from tests.patience import PATIENCE

CLIENT = httpx2.Client(
    timeout=PATIENCE,
    trust_env=False,
    # Shared by all tests, so it keeps no cookies.
    cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
)
ON_THE_SEED = {"layout": "seed", "seed": SEED}
"""The layout on which the opening of :mod:`tests.match.played_match` is played."""


@dataclass
class Visitor:
    """Somebody at a match; without a key, a watcher."""

    address: str
    match: str
    secret: str = ""

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.secret}"} if self.secret else {}

    @property
    def url(self) -> str:
        return f"{self.address}/api/matches/{self.match}"

    def ask(self, path: str, data: object = None, **more: Any) -> httpx2.Response:
        """Asks for something of the match; with data it is sent."""
        method = "GET" if data is None else "POST"
        return CLIENT.request(method, self.url + path, json=data, headers=self.headers, **more)

    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask("").raise_for_status().json()
        return found

    def act(self, action: str, state: int | None = None) -> httpx2.Response:
        """Plays an action, on the state that there is now unless another one is named."""
        seen = self.state()["state"] if state is None else state
        return self.ask("/actions", {"state": seen, "action": action})

    def claim(self, turn: int | None = None) -> httpx2.Response:
        if turn is None:
            turn = self.state()["claim"]["turn"]
        return self.ask("/claim", {"turn": turn})

    def withdraw(self) -> httpx2.Response:
        """Takes the match back."""
        return CLIENT.delete(self.url, headers=self.headers)

    def join(self, name: str = "") -> Visitor:
        """Takes the free seat; returns who sits there."""
        joined = self.ask("/join", {"name": name}).raise_for_status().json()
        return Visitor(self.address, self.match, joined["secret"])


def start(address: str, **wanted: object) -> Visitor:
    """Starts a match, and holds the seats of the one who did."""
    made = CLIENT.post(f"{address}/api/matches", json=wanted)
    assert made.status_code == 201, made.text
    return Visitor(address, made.json()["match"], made.json()["secret"])


def two_players(address: str, **wanted: object) -> tuple[Visitor, Visitor]:
    """A match between two people, both seated; the first is player 1."""
    first = start(address, **{"side": "1", "name": "Ann", **wanted})
    return first, first.join("Bo")


def in_round_11(address: str, **wanted: object) -> tuple[Visitor, Visitor]:
    """Two visitors in the Amsterdam Way after the opening: player 1 is about to move."""
    players = two_players(address, rules="amsterdam", **ON_THE_SEED, **wanted)
    state = players[0].state()
    for action in OPENING.split():
        played = players[state["player"] - 1].act(action, state["state"])
        assert played.status_code == 200, played.text
        state = played.json()
    return players


def error_of(answer: httpx2.Response, status: int) -> str:
    """The code of a refusal, which has words too."""
    assert answer.status_code == status, answer.text
    data = answer.json()
    assert set(data) - {"retry_after", "more"} == {"code", "rule", "text"}
    assert ("retry_after" in data) is (status == 429)
    assert data["text"].strip()
    code: str = data["code"]
    return code


def lines_of(answer: httpx2.Response) -> Iterator[dict[str, Any]]:
    """The lines of a stream, without those that only keep it alive."""
    for line in answer.iter_lines():
        if line.strip():
            yield json.loads(line)
