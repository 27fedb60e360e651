"""The clock of the server: setting a machine's clock of day changes nothing in any game."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.server.live.clock import ServerClock
from menhirs.server.live.heartbeat import Heartbeat
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.store import MatchStore
from menhirs.server.storage.match.writer import Writer
from tests.match.played_match import GIFT, QUIET, SHOWS
from tests.patience import PATIENCE
from tests.server.databases import Postgresql
from tests.server.pages import open_socket
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, Visitor, error_of, in_round_11

HOUR = 3_600
NOON = 1_700_000_000 * 10**9


class Machine:
    """Its clock of day can be set; the time since it was switched on can't. Both in ns."""

    def __init__(self, wall: int = NOON, up: int = 5 * 10**9) -> None:
        self.wall, self.up = wall, up

    def wait(self, milliseconds: float) -> None:
        self.wall += int(milliseconds * 10**6)
        self.up += int(milliseconds * 10**6)

    def clock(self) -> ServerClock:
        return ServerClock(lambda: self.wall, lambda: self.up)


def test_it_begins_with_the_time_of_day() -> None:
    machine = Machine()
    clock = machine.clock()
    assert clock.now() == NOON // 10**6
    machine.wait(1_500)
    assert clock.now() == NOON // 10**6 + 1_500


@given(st.lists(st.tuples(st.integers(-(10**6), 10**6), st.integers(0, 5_000))))
def test_whatever_the_clock_of_day_is_set_to(steps: list[tuple[int, int]]) -> None:
    """It is set by so many seconds, then so many milliseconds pass."""
    machine = Machine()
    clock, began = machine.clock(), NOON // 10**6
    for step, passed in steps:
        machine.wall += step * 10**9
        machine.wait(passed)
    assert clock.now() - began == sum(passed for _, passed in steps)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3_000)), max_size=30))
def test_servers_that_hear_each_other_agree(beats: list[tuple[int, int]]) -> None:
    """After every beat nobody who heard it is behind it, and no time ever goes back."""
    machines = [Machine(NOON + hours * HOUR * 10**9, hours) for hours in (0, 1, -5)]
    clocks = [machine.clock() for machine in machines]
    for clock in clocks[1:]:  # whoever starts later takes the time of the first
        clock.take(clocks[0].now())
    for server, passed in beats:
        seen = [clock.now() for clock in clocks]
        for number, machine in enumerate(machines):
            machine.wait(passed * (1 + number / 1_000))  # no two run alike
        told = clocks[server].now()
        for clock in clocks:
            clock.catch_up(told)
        assert all(
            clock.now() >= max(told, before) for clock, before in zip(clocks, seen, strict=True)
        )
    ahead, behind = max(c.now() for c in clocks), min(c.now() for c in clocks)
    assert ahead - behind <= sum(passed for _, passed in beats) * 2 / 1_000 + 1


def test_time_goes_on_over_a_restart_whatever_the_clock_of_day_says(database: str) -> None:
    engine = open_database(database)
    writer, last = Writer(MatchStore(engine)), NOON // 10**6 + HOUR * 1_000
    writer.store.beat("before", last)
    clock = Machine().clock()  # the clock of day was set back by an hour while no server ran
    heartbeat = Heartbeat(writer, clock)
    outages = asyncio.run(heartbeat.start_clock())
    assert clock.now() == last
    assert outages.elapsed(last - 1_000, last + 5_000) == 3_000  # 3 s to come back count for nobody
    assert writer.store.last_beats()[heartbeat.server] == last
    writer.close()
    engine.dispose()


# Real servers, of which one thinks that it is another time of day.


class WrongTime:
    """The clock of day of one process, set by a file while it runs."""

    def __init__(self, file: Path) -> None:
        self._file = file
        (library,) = Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")
        self.environment = {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }

    def set(self, seconds: int) -> None:
        self._file.write_text(f"{seconds:+d}\n")


Servers = tuple[ServerProcess, ServerProcess, WrongTime]


@pytest.fixture(scope="module")
def servers(postgresql: Postgresql, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    folder = tmp_path_factory.mktemp("clocks")
    database, wrong = postgresql.new_database(), WrongTime(folder / "time")
    wrong.set(HOUR)
    here = ServerProcess(database, folder / "log1")
    there = ServerProcess(database, folder / "log2", environment=wrong.environment)
    yield here, there, wrong
    here.close()
    there.close()


def set_clock(servers: Servers, seconds: int) -> None:
    """Sets the second server's clock of day, and waits until it thinks so."""
    _, there, wrong = servers
    wrong.set(seconds)

    def difference() -> float:
        told = parsedate_to_datetime(CLIENT.get(f"{there.address}/healthz").headers["date"])
        return told.timestamp() - time.time()

    wait_until(lambda: abs(difference() - seconds) < 60)


def wait_until(there: Callable[[], Any]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_server_that_starts_takes_the_time_of_those_that_run(servers: Servers) -> None:
    here, there, _ = servers
    set_clock(servers, HOUR)
    one, two = in_round_11(here.address, clock="live", minutes=5, increment=0)
    elsewhere = Visitor(there.address, one.match, one.secret)
    with open_socket(two) as (page, _):
        assert elsewhere.act(QUIET).json()["outcome"] is None
        page.state(lambda s: s["ply"] == 9)
    assert one.act("keep").json()["clocks"]["1"] > 200_000
    moments = [ply["at"] for ply in one.ask("/plies").json()[1:]]
    assert moments == sorted(moments)
    assert abs(moments[-1] - time.time() * 1_000) < 60_000


def test_an_hour_forward_loses_no_game_on_time(servers: Servers) -> None:
    _, there, _ = servers
    set_clock(servers, 0)
    one, two = in_round_11(there.address, clock="live", minutes=5, increment=0)
    with open_socket(one) as (page, _):
        set_clock(servers, HOUR)
        page.say("act", state=one.state()["state"], action=QUIET)
        state = page.state()
        assert state["outcome"] is None and state["clocks"]["1"] > 200_000
    assert two.state()["clocks"]["2"] > 200_000


def test_an_hour_back_leaves_no_claim_window_open(servers: Servers) -> None:
    _, there, _ = servers
    set_clock(servers, HOUR)
    one, two = in_round_11(there.address)
    one.act(GIFT)
    one.act("keep")
    set_clock(servers, 0)
    wait_until(lambda: two.state()["claim"] is None)
    refused = two.claim(two.state()["state"] - 1)
    assert error_of(refused, 409) == "claim-late" and refused.json()["rule"] == "A9"
    assert two.act(SHOWS).json()["outcome"]["reason"] == "freed"  # and it cost nothing
