"""Two servers on one database: however often they are asked, a round is opened once."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.server.conftest import new_database
from tests.server.processes import ServerProcess
from tests.server.tournaments import Browser, check_nothing_twice


@pytest.fixture
def two(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[ServerProcess]]:
    database = new_database("postgresql", tmp_path, request)
    servers = [ServerProcess(database, tmp_path / f"log{number}") for number in (1, 2)]
    yield servers
    for server in servers:
        server.kill()


def test_two_servers_race_to_open_a_round(two: list[ServerProcess]) -> None:
    here, there = two
    organiser = Browser(here.address)
    tournament = organiser.organise(place="tables", door="hand", next="button", rounds=9)
    organiser.does(f"{tournament}/players", names="Anna\nBram")
    organiser.does(f"{tournament}/start")
    elsewhere = organiser.at(there.address)
    for number in range(1, 4):
        (table,) = organiser.sees(tournament)["rounds"][-1]["pairings"]
        form = {"game": table["games"][0]["game"], "ended": "tie"}
        with ThreadPoolExecutor(8) as at_once:
            entered = [
                at_once.submit(who.post, f"{tournament}/result", **form)
                for who in (organiser, elsewhere) * 4
            ]
        assert all(one.result().status_code == 303 for one in entered)
        with ThreadPoolExecutor(8) as at_once:
            opened = [
                at_once.submit(who.post, f"{tournament}/next") for who in (organiser, elsewhere) * 4
            ]
        answers = sorted(one.result().status_code for one in opened)
        assert answers == [303] + [409] * 7
        found = [who.sees(tournament) for who in (organiser, elsewhere)]
        assert found[0] == found[1] and len(found[0]["rounds"]) == number + 1
        check_nothing_twice(found[0])
