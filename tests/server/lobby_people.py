"""People in browsers who meet in the lobby of a server."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import httpx2

from tests.patience import PATIENCE

LIVE = {"clock": "live", "minutes": "5"}


@dataclass
class Member:
    """Somebody with a browser of their own."""

    client: httpx2.Client
    name: str

    def invite(self, **wanted: str) -> str:
        """Opens an invitation to all; returns its match."""
        form = {"opponent": "open", "rules": "base", "name": self.name, **LIVE, **wanted}
        answer = self.client.post("/matches", data=form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/m/")

    def take(self, match: str) -> str:
        """Takes an invitation from the list; returns where that leads."""
        form = {"lobby": "yes", "name": self.name}
        answer = self.client.post(f"/m/{match}/join", data=form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]

    def withdraw(self, match: str) -> str:
        return self.client.post(f"/m/{match}/withdraw").headers["location"]

    def sees(self) -> str:
        """The lists of the lobby."""
        return self.client.get("/lobby").raise_for_status().text

    def is_invited_to(self, match: str) -> bool:
        return f'data-item="{match}"' in self.sees()

    def state(self, match: str) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"/api/matches/{match}").json()
        return found

    def act(self, match: str, action: str) -> dict[str, Any]:
        said = {"state": self.state(match)["state"], "action": action}
        answer = self.client.post(f"/api/matches/{match}/actions", json=said)
        assert answer.status_code == 200, answer.text
        data: dict[str, Any] = answer.json()
        return data

    @property
    def person(self) -> str:
        """The name of this person in addresses."""
        found = re.search(r"/players/(\w+)", self.client.get("/you/blocked").text)
        assert found is not None
        return found[1]

    def at(self, address: str) -> Member:
        """A browser of this person at another server."""
        there = newcomer(address, self.name)
        there.client.cookies.set("person", self.client.cookies["person"])
        return there


def newcomer(address: str, name: str) -> Member:
    """Somebody who has never been here."""
    client = httpx2.Client(
        base_url=address,
        timeout=PATIENCE,
        trust_env=False,
        verify=False,  # by plain HTTP: certificates take time to load
        # Nobody says goodbye, so no connection is kept.
        limits=httpx2.Limits(max_keepalive_connections=0),
    )
    return Member(client, name)
