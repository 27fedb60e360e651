"""People who play slow games without having a page open, and the alerts that are kept for them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import httpx2
from sqlalchemy import Engine, select

from menhirs.server.storage import tables
from tests.server.push_services import PATIENCE, PushedBrowser

TOLD_AT_ONCE = ("--local-push", "--alerts-after", "0.01")
"""Options of a server that tells at once, also to a push service on this machine."""
SLOW = {"opponent": "friend", "clock": "slow", "rules": "amsterdam", "side": "1"}


class Somebody:
    """A person with a browser, who plays without having a page open."""

    def __init__(self, address: str, language: str = "en") -> None:
        headers = {"accept-language": language}
        self.client = httpx2.Client(
            base_url=address,
            timeout=PATIENCE,
            trust_env=False,
            verify=False,  # by plain HTTP: certificates take time to load
            headers=headers,
            limits=httpx2.Limits(max_keepalive_connections=0),  # nobody has to close it
        )

    def begin(self, **wanted: str) -> str:
        """Starts a match; returns its name."""
        made = self.client.post("/matches", data={**SLOW, **wanted})
        return made.headers["location"].removeprefix("/m/")

    def join(self, match: str) -> None:
        self.client.post(f"/m/{match}/join", data={"name": "Bo"})

    def want_alerts(self, browser: PushedBrowser) -> None:
        self.client.post("/api/alerts", json=browser.subscription).raise_for_status()

    def act(self, match: str) -> dict[str, Any]:
        """Does the first thing that may be done."""
        state = self.client.get(f"/api/matches/{match}").json()
        act = {"state": state["state"], "action": state["legal"][0]["action"]}
        done = self.client.post(f"/api/matches/{match}/actions", json=act)
        data: dict[str, Any] = done.raise_for_status().json()
        return data

    def act_until_the_other(self, match: str) -> None:
        while self.act(match)["legal"]:
            pass

    def turns(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.client.get("/api/turns").json()["turns"]
        return found


def two_people(address: str) -> tuple[Somebody, Somebody, str]:
    """Two people in a slow game; it is the turn of the first."""
    ann, bo = Somebody(address), Somebody(address, "nl")
    match = ann.begin()
    bo.join(match)
    return ann, bo, match


def alerts_of(engine: Engine, match: str) -> list[Any]:
    chosen = select(tables.alerts).where(tables.alerts.c.match == match)
    with engine.connect() as connection:
        return list(connection.execute(chosen.order_by(tables.alerts.c.number)))


def soon(look: Callable[[], Any]) -> None:
    """Waits until something is so."""
    deadline = time.monotonic() + PATIENCE
    while not look():
        assert time.monotonic() < deadline
        time.sleep(0.02)
