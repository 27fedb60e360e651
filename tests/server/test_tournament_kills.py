"""Servers are killed while rounds are opened and results entered: nothing twice, nothing lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Event
from time import sleep
from typing import Any

import httpx
import pytest
from sqlalchemy import func, select

from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from tests.server.conftest import new_database
from tests.server.processes import ServerProcess
from tests.server.tournaments import Browser, check_nothing_twice, players
from tests.thoroughness import is_long

KILLS = 25 if is_long() else 4
PLAYERS = 6 if is_long() else 4


def test_killed_at_any_moment(database: str, tmp_path: Path) -> None:
    """One server on SQLite, two on PostgreSQL; whoever is to move resigns as long as they live."""
    count = 1 if database.startswith("sqlite") else 2
    servers = [ServerProcess(database, tmp_path / f"log{number}") for number in range(count)]
    try:
        organiser = Browser(servers[0].address)
        tournament = organiser.organise(system="double-round-robin")
        people = players(servers[0].address, tournament, PLAYERS)
        organiser.does(f"{tournament}/start")
        for number, browser in enumerate(people):
            browser.move_to(servers[number % count].address)
        _play_and_kill(people, servers, Random("power cuts"))
        for browser in people:
            browser.move_to(servers[0].address)
        told = _finished(people, tournament)
    finally:
        for server in servers:
            server.kill()
    check_nothing_twice(told)
    _check_the_diary(database, tournament.removeprefix("/tournaments/"), told["entries"])
    assert len(told["rounds"]) == 2 * (PLAYERS - 1)


def _play_and_kill(people: list[Browser], servers: list[ServerProcess], moments: Random) -> None:
    enough = Event()

    def keep_resigning(browser: Browser) -> None:
        while not enough.is_set():
            with suppress(httpx.HTTPError, KeyError, ValueError):
                browser.resigns()
            sleep(0.01)

    with ThreadPoolExecutor(len(people)) as at_once:
        playing = [at_once.submit(keep_resigning, browser) for browser in people]
        for kill in range(KILLS):
            sleep(moments.uniform(0, 1.3))  # some time in the second between two looks
            server = servers[kill % len(servers)]
            server.kill()
            server.start()
        enough.set()
        for one in playing:
            one.result()


def _finished(people: list[Browser], tournament: str) -> dict[str, Any]:
    for _ in range(3_000):
        if (told := people[0].sees(tournament))["phase"] == "finished":
            return told
        for browser in people:
            browser.resigns()
        sleep(0.02)
    raise AssertionError(told)


def _check_the_diary(database: str, tournament: str, entries: int) -> None:
    """Every round was paired once, every game has one result and one match."""
    engine = open_database(database)
    diary, games = tables.tournament_entries.c, tables.tournament_games.c
    with engine.connect() as connection:
        rows = connection.execute(
            select(diary.number, diary.kind, diary.data)
            .where(diary.tournament == tournament)
            .order_by(diary.number)
        ).all()
        linked = connection.execute(
            select(func.count()).where(games.tournament == tournament)
        ).scalar_one()
        loose = connection.execute(
            select(func.count())
            .select_from(tables.matches)
            .where(tables.matches.c.id.not_in(select(games.match)))
        ).scalar_one()
    engine.dispose()
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) == entries
    paired = Counter(row.data["round"] for row in rows if row.kind == "pair")
    results = Counter(tuple(row.data["game"]) for row in rows if row.kind == "result")
    assert set(paired.values()) == set(results.values()) == {1}
    assert len(results) == linked == PLAYERS * (PLAYERS - 1)
    assert loose == 0  # no match was opened that belongs nowhere


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
        told = [who.sees(tournament) for who in (organiser, elsewhere)]
        assert told[0] == told[1] and len(told[0]["rounds"]) == number + 1
        check_nothing_twice(told[0])
