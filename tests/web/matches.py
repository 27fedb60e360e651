"""Matches that are set up through the JSON interface, quicker than any hand could."""

from __future__ import annotations

from typing import Any

import httpx2

from menhirs.notation.actions import write_action
from menhirs.notation.line import read_line
from tests.patience import PATIENCE
from tests.web.games import Game

State = dict[str, Any]

# No connection is kept: the server may be another process by the next request.
_client = httpx2.Client(timeout=PATIENCE, limits=httpx2.Limits(max_keepalive_connections=0))


class Match:
    """A match on a server, and the keys to the seats that people have in it."""

    def __init__(self, address: str, match: str, secrets: dict[int, str]) -> None:
        self._address = address
        self.id = match
        self.secrets = secrets
        """By seat."""

    @staticmethod
    def new(address: str, **wanted: Any) -> Match:
        """A new match; the person who starts it sits on one seat or on both."""
        answer = _client.post(f"{address}/api/matches", json={"side": "1", **wanted})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return Match(address, made["match"], dict.fromkeys(made["seats"], made["secret"]))

    @staticmethod
    def of(address: str, game: Game, **wanted: Any) -> Match:
        """A match in which that game has been played so far, by default at one screen."""
        wanted = {"opponent": "shared", "claims": "untimed", **wanted}
        match = Match.new(address, rules=game.rules, layout="seed", seed=game.seed, **wanted)
        if wanted["opponent"] == "friend":
            match.join()
        match.act(*game.texts)
        return match

    def join(self, name: str = "") -> None:
        """Somebody takes the free seat."""
        joined = self._ask("POST", "/join", json={"name": name})
        self.secrets[joined["seat"]] = joined["secret"]

    @property
    def path(self) -> str:
        return f"/m/{self.id}"

    def state(self, seat: int | None = None) -> State:
        """How one sees it from a seat, or as a watcher."""
        return self._ask("GET", "", seat)

    def act(self, *actions: str) -> State:
        """Plays actions, each for the player on turn."""
        state = self.state()
        for action in actions:
            said = {"state": state["state"], "action": action}
            state = self._ask("POST", "/actions", state["player"], json=said)
        return state

    def give_up(self) -> None:
        """Plays until both have acted, so that the game counts; then the one on turn gives up."""
        for _ in range(2):
            position = read_line(self.state()["position"])
            self.act(write_action(position.board_actions()[0], position))
        self.act("resign")

    def claim(self, turn: int, seat: int) -> State:
        return self._ask("POST", "/claim", seat, json={"turn": turn})

    def record(self) -> str:
        return _client.get(f"{self._address}{self.path}/record").text

    def _ask(self, method: str, path: str, seat: int | None = None, **more: Any) -> State:
        key = {"authorization": f"Bearer {self.secrets[seat]}"} if seat else {}
        url = f"{self._address}/api/matches/{self.id}{path}"
        answer = _client.request(method, url, headers=key, **more)
        assert answer.is_success, answer.text
        data: State = answer.json()
        return data
