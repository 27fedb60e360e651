"""The database of the version before: its matches go on, and their seats are adopted.

``earlier/before_people.sqlite`` was left by the server of version 0001 of the tables, after a few
matches had been played through its API; the file beside it holds the keys to their seats.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import create_engine, text

from menhirs.server.storage.database import open_database
from tests.cli.command import menhirs
from tests.server.processes import ServerProcess
from tests.server.visitors import Visitor

EARLIER = Path(__file__).parent / "earlier"
MATCHES: dict[str, dict[str, Any]] = json.loads((EARLIER / "before_people.json").read_text())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return Path(shutil.copy(EARLIER / "before_people.sqlite", tmp_path / "menhirs.sqlite"))


@pytest.fixture
def server(file: Path, tmp_path: Path) -> Iterator[ServerProcess]:
    running = ServerProcess(f"sqlite:///{file}", tmp_path / "log")
    yield running
    running.kill()


def test_its_matches_go_on_and_their_seats_are_adopted(server: ServerProcess) -> None:
    for name, kept in MATCHES.items():
        state = Visitor(server.address, kept["match"]).state()
        assert (state["position"], state["ply"]) == (kept["position"], kept["ply"]), name
        assert bool(state["outcome"]) is (name in ("finished", "resigned"))
    slow = MATCHES["slow"]["match"]
    players = {
        int(seat): Visitor(server.address, slow, secret)
        for seat, secret in MATCHES["slow"]["secrets"].items()
    }
    player = players[players[1].state()["player"]]
    with httpx2.Client(base_url=server.address) as browser:
        assert browser.get("/api/turns").json() == {"turns": []}
        browser.cookies.set("seat", player.secret, path=f"/m/{slow}")
        assert browser.get(f"/m/{slow}").status_code == 200
        assert browser.cookies["person"]
        assert [turn["match"] for turn in browser.get("/api/turns").json()["turns"]] == [slow]
    played = player.act(player.state()["legal"][0]["action"])
    assert played.status_code == 200 and played.json()["ply"] == MATCHES["slow"]["ply"] + 1
    waiting = MATCHES["waiting"]["match"]
    guest = Visitor(server.address, waiting).join("Cy")
    assert guest.state()["phase"] != "waiting"


def test_there_is_a_way_back(file: Path) -> None:
    """The way of docs/host/administration.md leaves the database of the version before."""
    database = f"sqlite:///{file}"
    open_database(database).dispose()
    told = menhirs("admin", "downgrade", "0001", "--yes", "--database", database)
    assert told.returncode == 0, told.stderr
    plain = create_engine(f"sqlite:///{file}")
    before = create_engine(f"sqlite:///{EARLIER / 'before_people.sqlite'}")
    assert _described(plain) == _described(before)
    plain.dispose()
    before.dispose()


def _described(engine: Any) -> dict[str, Any]:
    """All tables with their columns, and how many rows each has."""
    with engine.connect() as connection:
        names = connection.execute(text("select name from sqlite_master where type = 'table'"))
        return {
            name: (
                connection.execute(text(f"select count(*) from {name}")).scalar(),
                {row[1] for row in connection.execute(text(f"pragma table_info({name})"))},
            )
            for name in names.scalars().all()
        }
