"""Browsers of people at a server: they keep cookies, start games and come back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx2
from sqlalchemy import Table, select

from menhirs.server.live.match.seat_keys import hash_of
from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from tests.patience import PATIENCE
from tests.server.processes import ServerProcess

PAGE = {"accept": "text/html"}
_NO_IDLE_CONNECTIONS = httpx2.Limits(max_keepalive_connections=0)
"""Many tests have many browsers; none has to be closed by hand."""


class Browser(httpx2.Client):
    """A browser that has never been here."""

    def __init__(self, server: ServerProcess, name: str = "127.0.0.1") -> None:
        host = f"{name}:{server.port}"
        headers = {"host": host, "origin": f"http://{host}"}
        super().__init__(
            base_url=server.address,
            timeout=PATIENCE,
            trust_env=False,
            verify=False,  # by plain HTTP: certificates take time to load
            headers=headers,
            limits=_NO_IDLE_CONNECTIONS,
        )
        self.server = server

    def begin(self, **wanted: str) -> str:
        """Starts a match from the front page; returns its name."""
        form = {"opponent": "friend", "side": "1", **wanted}
        answer = self.post("/matches", data=form)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/m/")

    def join(self, match: str, **wanted: str) -> None:
        answer = self.post(f"/m/{match}/join", data=wanted)
        assert answer.headers["location"] == f"/m/{match}"

    def state(self, match: str) -> dict[str, Any]:
        """The match as this browser sees it."""
        data: dict[str, Any] = self.get(f"/api/matches/{match}").raise_for_status().json()
        return data

    def act(self, match: str, action: str) -> None:
        act = {"state": self.state(match)["state"], "action": action}
        self.post(f"/api/matches/{match}/actions", json=act).raise_for_status()

    def is_somebody(self) -> bool:
        return 'action="/you/name"' in self.page()

    def page(self) -> str:
        """The account page."""
        return self.get("/you", headers=PAGE).raise_for_status().text

    def browsers(self) -> list[str]:
        """The names of all browsers that are this person, this one first."""
        return re.findall(r'name="browser" value="(\w+)"', self.page())

    def link(self, match: str = "") -> str:
        """The code of a new link to another device, made in a match or not."""
        shown = self.post("/you/link", data={"match": match}, headers=PAGE).raise_for_status().text
        to = f"\\?match={match}" if match else ""
        found = re.search(rf'value="[^"]+/you/here{to}#([\w-]+)"', shown)
        assert found, shown
        return found[1]

    def use(self, code: str, other: str | None = None) -> httpx2.Response:
        """Becomes the person of a link."""
        return self.post("/you/here", json={"code": code, "other": other})

    @property
    def person(self) -> str:
        """Who this browser is, by the database."""
        keys = tables.person_keys.c
        mine = keys.key_hash == hash_of(self.cookies["person"])
        (row,) = rows_in(self.server, tables.person_keys, mine)
        return str(row["person"])


def rows_in(server: ServerProcess, table: Table, *which: Any) -> list[dict[str, Any]]:
    """What a server's database holds."""
    engine = open_database(server.database)
    try:
        with engine.connect() as connection:
            found = connection.execute(select(table).where(*which)).mappings()
            return [dict(row) for row in found]
    finally:
        engine.dispose()


NewBrowser = Callable[..., Browser]
