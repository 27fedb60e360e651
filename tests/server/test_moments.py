"""The server is killed at every kind of moment of a match: everybody finds the same match again."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import httpx2
import pytest
from websockets.sync.client import connect

from menhirs.core.actions import Claim, Move, Remove
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM
from menhirs.core.state import Phase
from menhirs.match.terms import MINUTE
from menhirs.notation.actions import write_action
from tests.patience import PATIENCE
from tests.server.processes import ServerProcess

_MENHIRS = "a3 b3 c3 d2 e1 f1 g1"
_DOWN = 2.0
_COMING_BACK = 5_000
"""The time that players get to come back shows in what is left, and so may a missed heartbeat."""


def _could_claim(position: Position) -> bool:
    window_open = position.phase is Phase.MOVE and position.claimant is not None
    return window_open and position.play(Claim()).phase is Phase.PROVE


Moment = Callable[[Position], bool]
MOMENTS: dict[str, Moment] = {
    "turning over": lambda position: position.phase is Phase.FLIP,
    "placing": lambda position: position.phase is Phase.PLACE and position.player == 2,
    "to move, nothing to claim": lambda p: p.phase is Phase.MOVE and p.claimant is None,
    "between move and taking away": lambda position: position.phase is Phase.REMOVE,
    "claim window open": _could_claim,
    "decision moment": lambda position: position.phase is Phase.DECIDE,
}


def line_to(moment: Moment, seed: str = "kills") -> list[tuple[int, str]]:
    """Who does what until that moment, in a game that nobody wins by then."""
    numbers = Random(seed)
    position = Position.start(AMSTERDAM, AMSTERDAM.geometry.mask_of(_MENHIRS))
    line = []
    while not moment(position):
        winning = [Move(*move) for move in position.winning_moves()]
        calm = [action for action in position.board_actions() if action not in winning]
        taking = [action for action in calm if isinstance(action, Remove)]
        action = numbers.choice(taking or calm)  # taking away leads to the decision soon (A4)
        line.append((position.player, write_action(action, position)))
        position = position.play(action)
    return line


@dataclass
class WatchedMatch:
    """A match and the keys to its seats; the watcher's is empty."""

    server: ServerProcess
    client: httpx2.Client
    match: str
    keys: dict[int, str]

    def post(self, seat: int, what: str, **data: object) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.keys[seat]}"}
        address = f"/api/matches/{self.match}/{what}"
        answer = self.client.post(address, json=data, headers=headers)
        assert answer.is_success, answer.text
        return dict(answer.json())

    def play(self, line: list[tuple[int, str]]) -> None:
        state = self.seen_by(0)["state"]["state"]
        for seat, action in line:
            state = self.post(seat, "actions", state=state, action=action)["state"]

    def seen_by(self, seat: int) -> dict[str, Any]:
        """What somebody sees who opens the page now."""
        key = self.keys.get(seat)
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        address = f"{self.server.socket_address}/m/{self.match}/socket"
        with connect(address, additional_headers=headers, proxy=None) as socket:
            return dict(json.loads(socket.recv()))


@dataclass
class Club:
    server: ServerProcess
    client: httpx2.Client

    def table(self, *, friend: bool = True) -> WatchedMatch:
        wanted = {
            **{"opponent": "friend", "side": "1", "layout": "hand", "menhirs": _MENHIRS},
            **{"clock": "live", "minutes": 10, "increment": 0},
        }
        made = self.client.post("/api/matches", json=wanted).json()
        table = WatchedMatch(self.server, self.client, made["match"], {1: made["secret"]})
        if friend:
            joined = self.client.post(f"/api/matches/{table.match}/join", json={}).json()
            table.keys[joined["seat"]] = joined["secret"]
        return table


@pytest.fixture
def club(database: str, tmp_path: Path) -> Iterator[Club]:
    server = ServerProcess(database, tmp_path / "log", "--messages-a-second", "1e6")
    with httpx2.Client(base_url=server.address, timeout=PATIENCE) as client:
        yield Club(server, client)
    server.kill()


def without_time(seen: dict[str, Any]) -> dict[str, Any]:
    """What must be the same before and after; time and presence are looked at apart."""
    state = {**seen["state"], "clocks": None, "seats": None}
    if state["prove"]:
        state["prove"] = {**state["prove"], "left": None}
    if state["claim"] and state["claim"]["left"] is not None:
        state["claim"] = None
    return {**seen, "state": state}


def assert_time_stood_still(before: dict[str, Any], after: dict[str, Any], up: int) -> None:
    """Of the time between, only the milliseconds count in which there was a server."""
    for seat in ("1", "2"):
        left = after["clocks"][seat]
        assert before["clocks"][seat] - up <= left <= 10 * MINUTE
    assert before["clocks"]["running"] == after["clocks"]["running"]
    for key, most in (("claim", AMSTERDAM.claim_time), ("prove", AMSTERDAM.showing_time)):
        if before[key] and before[key]["left"] is not None:
            left = after[key]["left"] if after[key] else 0
            assert before[key]["left"] - up <= left <= most + _COMING_BACK


@pytest.mark.one_database
def test_everybody_finds_the_same_match(club: Club) -> None:
    tables = {"waiting for a friend": club.table(friend=False)}
    for name, moment in MOMENTS.items():
        if name != "claim window open":
            tables[name] = club.table()
            tables[name].play(line_to(moment))
    tables["over"] = club.table()
    tables["over"].play([*line_to(MOMENTS["placing"]), (2, "resign")])
    # Last, for their time runs out.
    to_window = line_to(MOMENTS["claim window open"])
    tables["claim pending"], tables["claim window open"] = club.table(), club.table()
    tables["claim pending"].play(to_window)
    window = tables["claim pending"].seen_by(0)["state"]["claim"]
    tables["claim pending"].post(window["player"], "claim", turn=window["turn"])
    tables["claim window open"].play(to_window)

    began = time.monotonic()
    seen = {
        name: {seat: table.seen_by(seat) for seat in (0, 1, 2)} for name, table in tables.items()
    }
    club.server.kill()
    up = time.monotonic() - began
    time.sleep(_DOWN)
    club.server.start()
    began = time.monotonic()
    again = {
        name: {seat: table.seen_by(seat) for seat in (0, 1, 2)}
        for name, table in reversed(tables.items())  # the window first
    }
    up += time.monotonic() - began
    for name in tables:
        for seat in (0, 1, 2):
            before, after = seen[name][seat], again[name][seat]
            assert without_time(before) == without_time(after), (name, seat)
            assert_time_stood_still(before["state"], after["state"], round(up * 1000) + 100)

    window = again["claim window open"][0]["state"]["claim"]
    assert window["turn"] == seen["claim window open"][0]["state"]["claim"]["turn"]
    claimed = tables["claim window open"].post(window["player"], "claim", turn=window["turn"])
    assert claimed["phase"] == "prove"
    joined = club.client.post(f"/api/matches/{tables['waiting for a friend'].match}/join", json={})
    assert joined.is_success
    for name, table in tables.items():  # and it goes on
        state = table.seen_by(0)["state"]
        if name not in ("over", "waiting for a friend"):
            legal = table.seen_by(state["player"])["state"]["legal"]
            table.play([(state["player"], legal[0]["action"])])
