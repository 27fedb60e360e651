"""Turn alerts by Web Push: a real push service gets them, and only the browser can read them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import pytest
from sqlalchemy import Engine, update

from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from tests.server.conftest import new_database
from tests.server.pages import open_socket
from tests.server.processes import ServerProcess
from tests.server.push_services import PushedBrowser, PushService, push_service
from tests.server.slow_players import TOLD_AT_ONCE, Somebody, alerts_of, soon, two_people
from tests.server.visitors import Visitor

OPTIONS = (*TOLD_AT_ONCE, "--push-contact", "mailto:ann@club.example")


@pytest.fixture(scope="module", params=("sqlite", "postgresql"))
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("alerts")
    database = new_database(request.param, folder, request)
    running = ServerProcess(database, folder / "log", *OPTIONS)
    yield running
    running.close()


@pytest.fixture
def engine(server: ServerProcess) -> Iterator[Engine]:
    opened = open_database(server.database)
    yield opened
    opened.dispose()


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


def test_whoever_is_away_is_told_of_the_turn(
    server: ServerProcess, service: PushService, engine: Engine
) -> None:
    ann, bo, match = two_people(server.address)
    browser = PushedBrowser(service)
    bo.want_alerts(browser)
    ann.act_until_the_other(match)
    received = service.next()
    told = browser.read(received)
    assert told["match"] == match and set(told) == {"match", "title", "body"}
    key = bo.client.get("/api/alerts").json()["key"]
    claims = browser.claims_in(received, key)
    assert claims["sub"] == "mailto:ann@club.example"
    assert time.time() < claims["exp"] <= time.time() + 24 * 3600
    assert received.headers["topic"] == match and int(received.headers["ttl"]) > 0
    soon(lambda: all(row.told for row in alerts_of(engine, match)))
    assert len(alerts_of(engine, match)) == 1  # one turn, however many actions it had


def test_whoever_invited_somebody_is_told_when_they_come(
    server: ServerProcess, service: PushService
) -> None:
    ann, bo = Somebody(server.address), Somebody(server.address)
    match = ann.begin()
    browser = PushedBrowser(service)
    ann.want_alerts(browser)
    bo.join(match)
    assert browser.read(service.next())["match"] == match


def test_whoever_is_at_the_board_is_not_told(
    server: ServerProcess, service: PushService, engine: Engine
) -> None:
    ann, bo, match = two_people(server.address)
    bo.want_alerts(PushedBrowser(service))
    cookies = "; ".join(f"{name}={value}" for name, value in bo.client.cookies.items())
    with open_socket(Visitor(server.address, match), Cookie=cookies) as (_, hello):
        assert hello["state"]["you"] == [2]
        ann.act_until_the_other(match)
        soon(lambda: [row.told for row in alerts_of(engine, match) if row.told])
    assert service.received.empty()


def test_live_games_and_people_without_a_browser_to_tell_have_no_alerts(
    server: ServerProcess, service: PushService, engine: Engine
) -> None:
    ann, bo, match = two_people(server.address)
    ann.act_until_the_other(match)
    assert alerts_of(engine, match) == []
    bo.want_alerts(PushedBrowser(service))
    live = ann.begin(clock="live")
    bo.join(live)
    ann.act_until_the_other(live)
    assert alerts_of(engine, live) == []


def test_a_push_service_that_is_busy_is_asked_again(
    server: ServerProcess, service: PushService, engine: Engine
) -> None:
    ann, bo, match = two_people(server.address)
    bo.want_alerts(PushedBrowser(service))
    service.answers = [(503, {}), (429, {"retry-after": "100"}), (201, {})]
    ann.act_until_the_other(match)
    pauses = []
    for tries in (1, 2):
        service.next()
        soon(partial(_was_tried, engine, match, tries))
        (row,) = alerts_of(engine, match)
        assert row.told is None
        pauses.append(row.due - time.time() * 1000)
        with engine.begin() as connection:  # the pause is over
            connection.execute(update(tables.alerts).values(due=0))
    assert 0 < pauses[0] < pauses[1] and pauses[1] > 90_000
    service.next()
    soon(lambda: alerts_of(engine, match)[0].told)
    assert service.received.empty()


def _was_tried(engine: Engine, match: str, tries: int) -> bool:
    return bool(alerts_of(engine, match)[0].tries == tries)


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    server: ServerProcess, service: PushService, engine: Engine, status: int
) -> None:
    ann, bo, match = two_people(server.address)
    bo.want_alerts(PushedBrowser(service))
    service.answers = [(status, {})]
    ann.act_until_the_other(match)
    service.next()
    soon(lambda: not alerts_of(engine, match))


def test_redirects_are_not_followed(
    server: ServerProcess, service: PushService, engine: Engine
) -> None:
    ann, bo, match = two_people(server.address)
    bo.want_alerts(PushedBrowser(service))
    service.answers = [(307, {"location": f"{service.address}/elsewhere"})]
    ann.act_until_the_other(match)
    service.next()
    soon(lambda: alerts_of(engine, match)[0].told)
    assert service.received.empty()


def test_every_browser_of_a_person_is_told_and_one_can_stop(
    server: ServerProcess, service: PushService, engine: Engine
) -> None:
    ann, bo, match = two_people(server.address)
    browsers = [PushedBrowser(service, name) for name in ("phone", "laptop", "old")]
    for browser in browsers:
        bo.want_alerts(browser)
    unwanted = {"endpoint": browsers[2].endpoint}
    other = ann.client.request("DELETE", "/api/alerts", json={"endpoint": browsers[0].endpoint})
    stopped = bo.client.request("DELETE", "/api/alerts", json=unwanted)
    assert other.status_code == stopped.status_code == 204  # but nobody stops another's alerts
    ann.act_until_the_other(match)
    assert {service.next().path for _ in range(2)} == {"/push/phone", "/push/laptop"}
    soon(lambda: all(row.told for row in alerts_of(engine, match)))
    assert service.received.empty()


def test_pages_are_told_in_which_games_it_is_the_visitor_s_turn(server: ServerProcess) -> None:
    assert Somebody(server.address).turns() == []
    ann, bo, match = two_people(server.address)
    live, alone, shared = ann.begin(clock="live"), ann.begin(), ann.begin(opponent="shared")
    bo.join(live)
    assert {turn["match"] for turn in ann.turns()} == {match, live}
    assert alone and shared and bo.turns() == []
    ann.act_until_the_other(match)
    (turn,) = bo.turns()
    assert turn["match"] == match and turn["since"] > 0 and turn["present"] is False
    bo.act_until_the_other(match)
    (again,) = (turn for turn in ann.turns() if turn["match"] == match)
    assert again["since"] > turn["since"] and again["opponent"] == "Bo"
