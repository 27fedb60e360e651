"""Servers and PostgreSQL are killed during pairing, rating and alerts: nothing twice or lost.

SQLite has one server, PostgreSQL two. Processes are killed at any moment, and most often right
after something was seen to happen, since something else follows from it.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from sqlalchemy import Engine, select, text

from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from tests.patience import PATIENCE
from tests.server.club_books import Books, is_settled
from tests.server.club_evening import Evening
from tests.server.club_people import ClubMember
from tests.server.databases import Postgresql
from tests.server.processes import ServerProcess
from tests.server.push_services import PushedBrowser, PushService, push_service
from tests.server.slow_players import TOLD_AT_ONCE, alerts_of, soon, two_people
from tests.thoroughness import is_long

KILLS = {"sqlite": 30 if is_long() else 2, "postgresql": 36 if is_long() else 3}
_LONGEST_LIFE = 1.5
"""Seconds: longer than the pause between two looks at tournaments."""
_LONGEST_WAIT = 20.0 if is_long() else 2.0
"""Seconds for an event; in a long run enough for alerts of a dead server to be told by another."""
_MISSED_BEATS = 6 if is_long() else 1
"""Servers beat once a second, and seem gone after three."""
_EVENTS = (
    None,
    tables.tournament_entries,
    tables.rating_changes,
    tables.alerts,
    "a message",
)

_NOTHING_IS_PAIRED = """
    create trigger nothing_is_paired before insert on tournament_entries when new.kind = 'pair'
    begin select raise(abort, 'not now'); end
"""


class Victim(NamedTuple):
    """A process that is killed and started again."""

    name: str
    kill: Callable[[], None]
    start: Callable[[], None]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgresql]:
    """One of our own, to be killed."""
    running = Postgresql()
    yield running
    running.remove()


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


async def _moment(evening: Evening, service: PushService, moments: Random) -> None:
    """Waits for something to happen, or for nothing in particular."""
    event = moments.choice(_EVENTS)
    if event is None:
        await asyncio.sleep(moments.uniform(0, _LONGEST_LIFE))
        return
    with suppress(TimeoutError):  # it does not happen: everybody waits for something else
        async with asyncio.timeout(_LONGEST_WAIT):
            if isinstance(event, str):
                seen = service.received.qsize()
                while service.received.qsize() <= seen:
                    seen = min(seen, service.received.qsize())
                    await asyncio.sleep(0.001)
            else:
                rows = await evening.count(event)
                while await evening.count(event) == rows:
                    await asyncio.sleep(0.001)
    await asyncio.sleep(moments.choice((0, moments.uniform(0, 0.02))))


async def _play_and_kill(
    evening: Evening, victims: Sequence[Victim], service: PushService, kills: int
) -> Counter[str]:
    moments = Random("together")
    killed: Counter[str] = Counter()
    playing = asyncio.create_task(evening.play())
    order: list[Victim] = []
    for _ in range(kills):
        if not order:
            order = moments.sample(victims, len(victims))
        victim = order.pop()
        await _moment(evening, service, moments)
        if playing.done():
            playing.result()  # tells what went wrong
        await asyncio.to_thread(victim.kill)
        killed[victim.name] += 1
        if victim.name == "server":
            evening.died()
        await asyncio.to_thread(victim.start)
    evening.closing = True
    async with asyncio.timeout(PATIENCE):
        await playing
    return killed


def _started(database: str, folder: Path, count: int, running: ExitStack) -> list[ServerProcess]:
    servers = []
    for number in range(count):
        server = ServerProcess(database, folder / f"log{number}", *TOLD_AT_ONCE)
        running.callback(server.close)
        servers.append(server)
    return servers


@pytest.mark.timeout(1200 if is_long() else 300)
@pytest.mark.parametrize("kind", [pytest.param("sqlite", marks=pytest.mark.long), "postgresql"])
def test_everything_happens_once_whatever_is_killed(
    kind: str, service: PushService, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    victims = []
    if kind == "sqlite":
        database = f"sqlite:///{tmp_path / 'menhirs.sqlite'}"
    else:
        cluster: Postgresql = request.getfixturevalue("cluster")
        database = cluster.new_database()
        victims.append(Victim("PostgreSQL", cluster.kill, cluster.start))
    with ExitStack() as running:
        servers = _started(database, tmp_path, 1 if kind == "sqlite" else 2, running)
        victims += [Victim("server", server.kill, server.start) for server in servers]
        engine = open_database(database)
        running.callback(engine.dispose)
        evening = Evening([server.address for server in servers], engine, service)
        began = time.monotonic()
        killed = asyncio.run(_play_and_kill(evening, victims, service, KILLS[kind]))
        for server in servers:
            server.kill()
            server.start()  # what is left over is done now
        soon(lambda: is_settled(engine))
        for server in servers:
            server.kill()
        books = Books(engine)
        held = books.check_tournaments()
        paid = books.check_ratings(evening.ended)
        taken = books.check_invitations(evening.guests)
    print(
        f"{dict(killed)} killed in {time.monotonic() - began:.0f} s: {held} tournaments,"
        f" {paid} rated games, {taken} invitations, {evening.turns_told} turns told,"
        f" {evening.told_again} times again after a kill"
    )
    assert held and paid and taken and evening.turns_told


def test_a_round_that_could_not_be_paired_after_the_start_is_paired_later(tmp_path: Path) -> None:
    """If a server is killed between two entries, the next server that looks makes the second."""
    with ExitStack() as running:
        database = f"sqlite:///{tmp_path / 'menhirs.sqlite'}"
        (server,) = _started(database, tmp_path, 1, running)
        engine = open_database(database)
        running.callback(engine.dispose)
        with engine.begin() as connection:
            connection.execute(text(_NOTHING_IS_PAIRED))
        asyncio.run(_start_a_tournament(server.address))
        assert _entries(engine) == ["enter", "enter", "start"]
        with engine.begin() as connection:
            connection.execute(text("drop trigger nothing_is_paired"))
        soon(lambda: _entries(engine)[3:] == ["pair"])


async def _start_a_tournament(address: str) -> None:
    people = [ClubMember([address], name) for name in ("Ann", "Bo")]
    tournament = await people[0].organises(system="round-robin")
    for one in people:
        await one.enters(tournament)
    await people[0].starts(tournament)
    for one in people:
        await one.close()


def _entries(engine: Engine) -> list[str]:
    columns = tables.tournament_entries.c
    with engine.connect() as connection:
        rows = connection.execute(select(columns.kind).order_by(columns.number))
        return list(rows.scalars())


@pytest.mark.long
def test_what_was_told_when_postgresql_was_killed_is_not_told_again(
    cluster: Postgresql, service: PushService, tmp_path: Path
) -> None:
    """The server that sent it marks it later; the other one does not take it over meanwhile."""
    database = cluster.new_database()
    with ExitStack() as running:
        servers = _started(database, tmp_path, 2, running)
        engine = open_database(database)
        running.callback(engine.dispose)
        service.before_answers.append(cluster.kill)
        told = _hand_over_the_turn(servers[0], service, "told")
        assert service.next().path == "/push/told"
        soon(lambda: all(server.log().count("not saved") >= _MISSED_BEATS for server in servers))
        cluster.start()
        soon(lambda: alerts_of(engine, told)[0].told)
        # By the time another turn is told, whatever else was to come would have come.
        for number, server in enumerate(servers):
            _hand_over_the_turn(server, service, f"later{number}")
            assert service.next().path == f"/push/later{number}"


def _hand_over_the_turn(server: ServerProcess, service: PushService, name: str) -> str:
    """Lets it become the turn of somebody who is away; returns the match."""
    ann, bo, match = two_people(server.address)
    bo.want_alerts(PushedBrowser(service, name))
    ann.act_until_the_other(match)
    return match
