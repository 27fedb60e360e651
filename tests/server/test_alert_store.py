"""Turn alerts in the database: each is sent once, by one server."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Engine, func, insert, select

from menhirs.core.rules import RULE_SETS
from menhirs.core.setup import random_menhirs
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.terms import SlowClock, Terms
from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.store import (
    Append,
    MatchStore,
    MatchSummary,
    StoredMatch,
    StoredSeat,
)
from menhirs.server.storage.people.alert_store import (
    MOST_SUBSCRIPTIONS,
    Alert,
    AlertStore,
    Subscription,
)
from menhirs.server.storage.people.people_store import PeopleStore, Person
from menhirs.server.storage.server_keys import kept_key

RULES = RULE_SETS["amsterdam"]
TERMS = Terms(RULES, random_menhirs(RULES, "fog"), "fog", SlowClock(3))
NOW, ALIVE = 10_000, 7_000


def browser(number: int) -> Subscription:
    endpoint = f"https://push.example/{number}"
    return Subscription(bytes([number]) * 32, endpoint, "key", "auth", "en")


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    """A slow match of Ann and Bo, in which Ann is to act, and two servers that run."""
    opened = open_database(database)
    store, people = MatchStore(opened), PeopleStore(opened)
    for number, name in enumerate(("ann", "bo"), start=1):
        people.create(Person(name, name.title(), 1), bytes([number]) * 32)
    seats = {1: StoredSeat(b"1" * 32, "ann"), 2: StoredSeat(b"2" * 32, "bo")}
    joins = [Entry(number, 1, EntryKind.JOIN, number, "") for number in (1, 2)]
    store.create(StoredMatch("match", TERMS, "match", 1, joins, seats), at=1)
    for server in ("one", "two"):
        store.beat(server, NOW)
    yield opened
    opened.dispose()


@pytest.fixture
def alerts(engine: Engine) -> AlertStore:
    return AlertStore(engine)


def hand_over(engine: Engine, number: int = 3, *, to: int = 2) -> None:
    """Writes the action that gives a player the turn, and the alert of it."""
    person = {1: "ann", 2: "bo"}[to]
    entry = Entry(number, 2, EntryKind.ACTION, 3 - to, "*c3")
    alert = Alert("match", number, person, 5_000, "one")
    standing = MatchSummary(to, "the line")
    assert MatchStore(engine).append([Append("match", entry, None, standing, alert)])


def test_an_alert_waits_for_every_browser_of_the_one_who_has_the_turn(
    engine: Engine, alerts: AlertStore
) -> None:
    for person, number in (("bo", 1), ("bo", 2), ("ann", 3)):
        alerts.subscribe(person, browser(number), 1)
    hand_over(engine)
    assert alerts.due("one", 4_999, ALIVE, 10) == []
    due = alerts.due("one", NOW, ALIVE, 10)
    assert {alert.subscription for alert in due} == {browser(1), browser(2)}
    assert {(alert.match, alert.number, alert.player) for alert in due} == {("match", 3, 2)}
    assert alerts.settle(due[0], "one", NOW)
    assert not alerts.settle(due[0], "one", NOW + 1)
    assert alerts.due("one", NOW, ALIVE, 10) == due[1:]
    alerts.forget(NOW + 1)
    assert alerts.due("one", NOW, ALIVE, 10) == due[1:]


def test_whoever_has_acted_in_the_meantime_is_not_told(engine: Engine, alerts: AlertStore) -> None:
    alerts.subscribe("bo", browser(1), 1)
    hand_over(engine)
    hand_over(engine, 4, to=1)
    hand_over(engine, 5)
    due = alerts.due("one", NOW, ALIVE, 10)
    assert {(alert.number, alert.player) for alert in due} == {(3, None), (5, 2)}


def test_the_alerts_of_a_server_that_is_gone_are_taken_by_one(
    engine: Engine, alerts: AlertStore
) -> None:
    alerts.subscribe("bo", browser(1), 1)
    hand_over(engine)
    assert alerts.due("two", NOW, ALIVE, 10) == []  # the first one lives
    later = NOW + 5_000
    (due,) = alerts.due("two", later, later - 3_000, 10)
    with ThreadPoolExecutor(3) as servers:
        taken = list(servers.map(lambda name: alerts.take(due, name), ("two", "three", "four")))
    assert sorted(taken) == [False, False, True]
    assert not alerts.settle(due, "one", later)  # and if the first comes back, it is too late


def test_what_could_not_be_told_is_due_again_later(engine: Engine, alerts: AlertStore) -> None:
    alerts.subscribe("bo", browser(1), 1)
    hand_over(engine)
    (due,) = alerts.due("one", NOW, ALIVE, 10)
    assert alerts.postpone(due, "one", NOW + 1_000)
    assert alerts.due("one", NOW, ALIVE, 10) == []
    (again,) = alerts.due("one", NOW + 1_000, ALIVE, 10)
    assert again.tries == 1


def test_people_take_turns(engine: Engine, alerts: AlertStore) -> None:
    """Formerly all browsers of one person came before the first of the next person."""
    for number in range(1, 4):
        alerts.subscribe("bo", browser(number), number)
    alerts.subscribe("ann", browser(9), 1)
    hand_over(engine)
    hand_over(engine, 4, to=1)
    due = alerts.due("one", NOW, ALIVE, 2)
    assert browser(9) in [alert.subscription for alert in due]


def test_of_many_browsers_the_oldest_are_forgotten(engine: Engine, alerts: AlertStore) -> None:
    for number in range(MOST_SUBSCRIPTIONS + 3):
        alerts.subscribe("bo", browser(number), number)
    hand_over(engine)
    due = alerts.due("one", NOW, ALIVE, 50)
    assert {alert.subscription for alert in due} == set(map(browser, range(3, number + 1)))


def test_a_browser_tells_only_the_one_who_uses_it_now(engine: Engine, alerts: AlertStore) -> None:
    alerts.subscribe("bo", browser(1), 1)
    hand_over(engine)
    alerts.subscribe("ann", browser(1), 2)
    assert alerts.due("one", NOW, ALIVE, 10) == []
    alerts.unsubscribe(browser(1).endpoint_hash, "bo")  # it is not Bo's any more
    hand_over(engine, 4, to=1)
    assert len(alerts.due("one", NOW, ALIVE, 10)) == 1
    alerts.unsubscribe(browser(1).endpoint_hash, "ann")
    with engine.connect() as connection:
        assert connection.execute(select(func.count()).select_from(tables.alerts)).scalar() == 0


def test_servers_that_start_together_agree_on_one_key(database: str, engine: Engine) -> None:
    engines = [open_database(database) for _ in range(4)]
    with ThreadPoolExecutor(4) as servers:
        keys = list(
            servers.map(lambda n: kept_key(engines[n], "push", lambda: f"made by {n}"), range(4))
        )
    assert len(set(keys)) == 1
    for one in engines:
        one.dispose()


def test_a_key_that_is_kept_is_not_made_again(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(insert(tables.server_keys).values(name="push", value="kept"))
    assert kept_key(engine, "push", lambda: "new") == "kept"
