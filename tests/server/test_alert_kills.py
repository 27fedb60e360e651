"""Servers are killed over turn alerts: each is sent, and none again that was marked as sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import Engine, update

from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from tests.server.processes import ServerProcess
from tests.server.push_services import PushedBrowser, PushService, push_service
from tests.server.slow_players import TOLD_AT_ONCE, alerts_of, soon, two_people

LATER = ("--local-push", "--alerts-after", "600")


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = open_database(database)
    yield opened
    opened.dispose()


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


def hand_over_the_turn(server: ServerProcess, service: PushService, name: str) -> str:
    """Lets it become the turn of somebody who is away; returns the match."""
    ann, bo, match = two_people(server.address)
    bo.want_alerts(PushedBrowser(service, name))
    ann.act_until_the_other(match)
    return match


@pytest.mark.one_database
def test_a_killed_server_leaves_its_alerts_to_the_others(
    database: str, engine: Engine, service: PushService, tmp_path: Path
) -> None:
    with ExitStack() as running:

        def start(name: str, *options: str) -> ServerProcess:
            server = ServerProcess(database, tmp_path / name, *options)
            running.callback(server.kill)
            return server

        first = start("one", *TOLD_AT_ONCE)
        told = hand_over_the_turn(first, service, "told")
        assert service.next().path == "/push/told"
        soon(lambda: alerts_of(engine, told)[0].told)
        first.kill()
        second = start("two", *LATER)
        untold = hand_over_the_turn(second, service, "untold")
        second.kill()
        with engine.begin() as connection:
            connection.execute(update(tables.alerts).values(due=0))
        # On SQLite one server follows another; on PostgreSQL two want to tell it.
        others = [start(f"other{n}", *TOLD_AT_ONCE) for n in range(1 if _is_file(database) else 2)]
        assert service.next().path == "/push/untold"
        soon(lambda: alerts_of(engine, untold)[0].told)
        # By the time another turn is told, whatever else was to come would have come.
        for number, server in enumerate(others):
            hand_over_the_turn(server, service, f"later{number}")
            assert service.next().path == f"/push/later{number}"


def _is_file(database: str) -> bool:
    return database.startswith("sqlite")
