"""Ratings: paid once for every rated game between people, by whichever server."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Engine, insert, select, update

from menhirs.core.rules import AMSTERDAM, BASE, BASE8_21, ENDLESS
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Outcome, Reason
from menhirs.match.entries import Entry, Kind
from menhirs.match.terms import LiveClock, Terms, rated_as
from menhirs.server.live.seat_keys import seat_for
from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from menhirs.server.storage.people_store import PeopleStore, Person
from menhirs.server.storage.rating_store import RatingStore
from menhirs.server.storage.store import Append, Store, StoredMatch
from menhirs.tournament.idle_rating import PERIOD, after_rest
from menhirs.tournament.rating import Rating, rated_pair
from tests.server.lobby_people import Member, newcomer
from tests.server.openings import both_act
from tests.server.processes import ServerProcess

TERMS = Terms(AMSTERDAM, random_menhirs(AMSTERDAM, "x"), "x", LiveClock(600_000), rated=True)


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = open_database(database)
    yield opened
    opened.dispose()


def people(engine: Engine, *names: str) -> None:
    for name in names:
        PeopleStore(engine).create(Person(name, name.title(), 1), name.encode().ljust(32))


def finished(engine: Engine, match: str, one: str, two: str, winner: int, at: int = 1_000) -> None:
    """A rated game that is over, as a server leaves it that is killed before it pays."""
    store = Store(engine)
    joins = [Entry(number, 1, Kind.JOIN, number, "") for number in (1, 2)]
    seats = {1: seat_for("1", one), 2: seat_for("2", two)}
    store.create(StoredMatch(match, TERMS, match, 1, joins, seats), 1)
    resigned = Entry(3, at, Kind.ACTION, 1, "resign")
    outcome = Outcome(winner, 22 if winner else 0, Reason.RESIGN if winner else Reason.TIE)
    store.append([Append(match, resigned, outcome)])
    with engine.begin() as connection:
        changed = update(tables.matches).where(tables.matches.c.id == match)
        connection.execute(changed.values(updated=at))


def ratings(engine: Engine) -> dict[str, Rating]:
    everybody = RatingStore(engine).ranking("amsterdam", 100)
    return {one.standing.person: one.standing.rating for one in everybody}


def test_a_game_is_paid_once_by_the_plain_formula(engine: Engine) -> None:
    people(engine, "ann", "bo")
    finished(engine, "m1", "ann", "bo", winner=1)
    store = RatingStore(engine)
    assert store.unpaid() == ["m1"]
    assert store.pay("m1") and not store.pay("m1")
    assert store.unpaid() == []
    ann, bo = rated_pair(Rating(), Rating(), 1.0)
    assert ratings(engine) == {"ann": ann, "bo": bo}
    changes = store.changes("m1")
    assert {change.person: (change.before, change.after) for change in changes} == {
        "ann": (1500, ann.rating),
        "bo": (1500, bo.rating),
    }
    assert [change.after for change in store.history("ann", "amsterdam", 10)] == [ann.rating]


def test_many_servers_that_pay_at_once_pay_once(database: str, engine: Engine) -> None:
    people(engine, "ann", "bo", "cy")
    pairs = [("ann", "bo"), ("bo", "cy"), ("cy", "ann")] * 4
    for number, (one, two) in enumerate(pairs):
        finished(engine, f"m{number}", one, two, winner=number % 3)
    engines = [open_database(database) for _ in range(4)]

    def pay_all(server: int) -> int:
        store = RatingStore(engines[server])
        order = range(len(pairs)) if server % 2 else reversed(range(len(pairs)))
        return sum(store.pay(f"m{number}") for number in order)

    with ThreadPoolExecutor(4) as at_once:
        paid = list(at_once.map(pay_all, range(4)))
    for other in engines:
        other.dispose()
    assert sum(paid) == len(pairs)
    # Whatever the order was, every change begins where the one before ended.
    store = RatingStore(engine)
    for person in ("ann", "bo", "cy"):
        history = store.history(person, "amsterdam", 100)
        assert len(history) == 8
        before, after = (Counter(c.before for c in history), Counter(c.after for c in history))
        assert before - after == Counter([1500.0])
        assert store.of([person], "amsterdam")[person].games == 8


def test_nobody_is_rated_against_themselves_or_against_nobody(engine: Engine) -> None:
    people(engine, "ann")
    finished(engine, "own", "ann", "ann", winner=1)
    finished(engine, "gone", "ann", "deleted", winner=2)
    store = RatingStore(engine)
    assert not store.pay("own") and not store.pay("gone")
    assert store.unpaid() == [] and ratings(engine) == {}


def test_a_game_that_goes_on_is_not_paid(engine: Engine) -> None:
    people(engine, "ann", "bo")
    finished(engine, "m1", "ann", "bo", winner=1)
    with engine.begin() as connection:
        connection.execute(update(tables.matches).values(winner=None, score=None, reason=None))
    store = RatingStore(engine)
    assert not store.pay("m1") and store.unpaid() == []
    assert store.left_alone(since=1_001) == ["m1"] and store.left_alone(since=1_000) == []


def test_doubt_grows_while_one_rests(engine: Engine) -> None:
    people(engine, "ann", "bo")
    sure = {"rating": 1600.0, "deviation": 60.0, "volatility": 0.06, "games": 40, "updated": 1_000}
    with engine.begin() as connection:
        connection.execute(insert(tables.ratings).values(person="ann", game="amsterdam", **sure))
    year = 365 * 24 * 60 * 60 * 1000
    standing = RatingStore(engine).of(["ann"], "amsterdam")["ann"]
    assert not standing.at(1_000 + year // 2).is_provisional
    assert standing.at(1_000 + 2 * year).is_provisional
    finished(engine, "m1", "ann", "bo", winner=0, at=1_000 + 10 * PERIOD)
    RatingStore(engine).pay("m1")
    rested = after_rest(Rating(1600, 60, 0.06), 10 * PERIOD)
    assert ratings(engine)["ann"] == rated_pair(rested, Rating(), 0.5)[0]


def test_the_options_of_the_base_game_are_one_game_and_the_endless_game_is_none() -> None:
    assert [rated_as(rules) for rules in (AMSTERDAM, BASE, BASE8_21, ENDLESS)] == [
        "amsterdam",
        "base",
        "base",
        None,
    ]


def rated_game(ann: Member, bo: Member) -> str:
    """A rated game that Bo has given up."""
    match = ann.invite(rated="true", rules="base8")
    bo.take(match)
    both_act(match, ann, bo)
    bo.act(match, "resign")
    return match


def test_a_rated_game_changes_both_ratings_and_is_told(server: ServerProcess) -> None:
    ann, bo = newcomer(server.address, "Ann"), newcomer(server.address, "Bo")
    match = rated_game(ann, bo)
    told = ann.client.get(f"/m/{match}/ratings").json()["told"]
    assert sorted(told) == ["Ann: 1500 → 1662", "Bo: 1500 → 1338"]
    assert ann.client.get(f"/m/{match}/ratings").json()["told"] == told
    page = bo.client.get(f"/players/{ann.person}").text
    assert ">1662<" in page and "(provisional)" in page and f"/m/{match}" in page
    ranking = bo.client.get("/ranking?game=base").text
    assert ranking.index(f"/players/{ann.person}") < ranking.index(f"/players/{bo.person}")
    assert f"/players/{ann.person}" not in bo.client.get("/ranking?game=amsterdam").text


def test_nothing_is_taken_back_in_a_rated_game(server: ServerProcess) -> None:
    ann, bo = newcomer(server.address, "Ann"), newcomer(server.address, "Bo")
    match = ann.invite(rated="true")
    bo.take(match)
    state = ann.state(match)
    first = ann if state["you"] == [1] else bo
    told = first.act(match, first.state(match)["legal"][0]["action"])
    assert told["may"]["take_back"] is False


@pytest.mark.one_database
def test_what_a_killed_server_did_not_pay_the_next_one_pays(
    database: str, engine: Engine, tmp_path: Path
) -> None:
    people(engine, "ann", "bo")
    finished(engine, "m1", "ann", "bo", winner=2)
    server = ServerProcess(database, tmp_path / "log")
    try:
        deadline = time.monotonic() + 30
        while RatingStore(engine).unpaid():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        server.kill()
        server.start()  # there is nothing left to pay
        with engine.connect() as connection:
            rows = connection.execute(select(tables.rating_changes.c.person)).scalars().all()
        assert sorted(rows) == ["ann", "bo"]
    finally:
        server.close()


@pytest.mark.one_database
def test_ratings_survive_kills_at_any_moment(database: str, tmp_path: Path) -> None:
    """Games end while the server is killed: each is paid once, by the one that comes after."""
    server = ServerProcess(database, tmp_path / "log")
    matches = []
    try:
        ann, bo = newcomer(server.address, "Ann"), newcomer(server.address, "Bo")
        for _ in range(3):
            matches.append(rated_game(ann, bo))
            server.kill()
            server.start()
        for match in matches:
            assert len(ann.client.get(f"/m/{match}/ratings").json()["told"]) == 2
    finally:
        server.close()
    engine = open_database(database)
    with engine.connect() as connection:
        columns = tables.rating_changes.c
        paid = connection.execute(select(columns.match, columns.person)).all()
        games = connection.execute(select(tables.ratings.c.games)).scalars().all()
    engine.dispose()
    assert len(paid) == 6 and games == [3, 3]
