"""Tournaments on a server, as browsers see them: organisers, players, and their forms."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import httpx2

from tests.patience import PATIENCE
from tests.server.visitors import CLIENT


class Browser:
    """Somebody with a browser of their own."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.key = ""
        """The cookie that says who it is, once that is known."""

    def move_to(self, address: str) -> None:
        """Goes on at another server."""
        self._address = address

    def at(self, address: str) -> Browser:
        """The person, at another server as well."""
        other = Browser(address)
        other.key = self.key
        return other

    def ask(self, method: str, path: str, **more: Any) -> httpx2.Response:
        """Asks for something with the key of this person, and keeps the key that it gets."""
        headers = {**more.pop("headers", {}), **({"cookie": self.key} if self.key else {})}
        answer = CLIENT.request(method, self._address + path, headers=headers, **more)
        for cookie in answer.headers.get_list("set-cookie"):
            if cookie.startswith("person="):
                self.key = cookie.partition(";")[0]
        return answer

    def post(self, path: str, **form: object) -> httpx2.Response:
        """Sends a form."""
        return self.ask("POST", path, data={name: str(value) for name, value in form.items()})

    def does(self, path: str, **form: object) -> None:
        """Sends a form that is accepted."""
        answer = self.post(path, **form)
        assert answer.status_code == 303, answer.text

    def organise(self, **wanted: object) -> str:
        """Sets a tournament up; returns its address."""
        form = {"name": "An evening", "rules": "base", **wanted}
        answer = self.post("/tournaments", **form)
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def get(self, path: str) -> httpx2.Response:
        return self.ask("GET", path)

    def sees(self, tournament: str) -> dict[str, Any]:
        """A tournament as JSON."""
        data: dict[str, Any] = self.get(f"/api{tournament}").raise_for_status().json()
        return data

    def waits(self, tournament: str, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The tournament once it is so."""
        deadline = time.monotonic() + PATIENCE
        while not until(told := self.sees(tournament)):
            assert time.monotonic() < deadline, told
            time.sleep(0.02)
        return told

    def resigns(self) -> bool:
        """Resigns the game that waits, if it is this player's turn. Returns whether it did."""
        ready = self.get("/tournaments/ready").raise_for_status().json()
        if not ready:
            return False
        match = f"/api/matches/{ready['match']}"
        state = self.get(match).json()
        if state["outcome"] is not None or state["player"] not in state["you"]:
            return False
        act = {"state": state["state"], "action": "resign"}
        return self.ask("POST", f"{match}/actions", json=act).status_code == 200


def players(address: str, tournament: str, count: int) -> list[Browser]:
    """So many people who have entered."""
    entered = [Browser(address) for _ in range(count)]
    for number, browser in enumerate(entered, start=1):
        browser.does(f"{tournament}/enter", name=f"Player {number}")
    return entered


def open_games(told: dict[str, Any]) -> list[dict[str, Any]]:
    """The games of the last round without a result."""
    tables = told["rounds"][-1]["pairings"]
    return [game for table in tables for game in table["games"] if game["winner"] is None]


def play_to_the_end(browsers: list[Browser], tournament: str) -> dict[str, Any]:
    """The player to move resigns, until the tournament is over."""
    deadline = time.monotonic() + 4 * PATIENCE
    while (told := browsers[0].sees(tournament))["phase"] != "finished":
        assert time.monotonic() < deadline, told
        resigned = [browser.resigns() for browser in browsers]
        if not any(resigned):
            time.sleep(0.05)
    return told


def check_nothing_twice(told: dict[str, Any]) -> None:
    """Everybody has one table a round, and every game that was played a match of its own."""
    names = sorted(player["name"] for player in told["players"])
    matches: list[str] = []
    for paired in told["rounds"]:
        seated = [name for t in paired["pairings"] for name in (t["south"], t["north"])]
        seated += [paired["bye"]] if paired["bye"] else []
        assert sorted(seated) == names
        games = [game for table in paired["pairings"] for game in table["games"]]
        matches += [game["match"] for game in games if game["match"]]
    assert len(set(matches)) == len(matches)
