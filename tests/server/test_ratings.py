"""Ratings: paid once for every rated game between people, by whichever server."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Engine, insert, select, update

from menhirs.core.rules import AMSTERDAM, BASE, BASE8_21, ENDLESS
from menhirs.match.terms import rated_as
from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from menhirs.server.storage.people import belongings
from menhirs.server.storage.people.account_store import AccountStore
from menhirs.server.storage.people.people_store import PeopleStore, Person
from menhirs.server.storage.rating import rating_ledger as ledger
from menhirs.server.storage.rating.rating_store import RatingStore
from menhirs.tournament.idle_rating import PERIOD, after_rest
from menhirs.tournament.ladder import DAY
from menhirs.tournament.rating import Rating, rated_pair
from tests.server.lobby_people import LIVE, Member, newcomer
from tests.server.openings import both_act
from tests.server.processes import ServerProcess
from tests.server.rated_results import finished
from tests.server.visitors import error_of
from tests.thoroughness import is_long


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = open_database(database)
    yield opened
    opened.dispose()


def people(engine: Engine, *names: str) -> None:
    for name in names:
        PeopleStore(engine).create(Person(name, name.title(), 1), name.encode().ljust(32))


def ratings(engine: Engine) -> dict[str, Rating]:
    with engine.connect() as connection:
        everybody = connection.execute(select(tables.people.c.id)).scalars().all()
    found = RatingStore(engine).of(everybody, "amsterdam")
    return {person: standing.rating for person, standing in found.items()}


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
    assert (
        store.abandoned_matches(since=1_001) == ["m1"]
        and store.abandoned_matches(since=1_000) == []
    )


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
    told = ann.client.get(f"/m/{match}/ratings").json()["sentences"]
    assert sorted(told) == ["Ann: 1500 → 1662", "Bo: 1500 → 1338"]
    assert ann.client.get(f"/m/{match}/ratings").json()["sentences"] == told
    page = bo.client.get(f"/players/{ann.person}").text
    assert ">1662<" in page and "(provisional)" in page and f"/m/{match}" in page
    ranking = bo.client.get("/ranking?game=base").text
    assert f"/players/{ann.person}" not in ranking  # one opponent is not enough for a place
    assert "1 of 5 opponents, 1 of 3 days" in ranking
    assert "of 5 opponents" not in bo.client.get("/ranking?game=amsterdam").text


def test_nothing_is_taken_back_in_a_rated_game(server: ServerProcess) -> None:
    ann, bo = newcomer(server.address, "Ann"), newcomer(server.address, "Bo")
    match = ann.invite(rated="true")
    bo.take(match)
    state = ann.state(match)
    first = ann if state["you"] == [1] else bo
    data = first.act(match, first.state(match)["legal"][0]["action"])
    assert data["may"]["take_back"] is False


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
        engine.dispose()  # its connections look like another server's, which would be waited for
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
    matches, games = [], 3 if is_long() else 2
    try:
        ann, bo = newcomer(server.address, "Ann"), newcomer(server.address, "Bo")
        for _ in range(games):
            matches.append(rated_game(ann, bo))
            server.kill()
            server.start()
        for match in matches:
            assert len(ann.client.get(f"/m/{match}/ratings").json()["sentences"]) == 2
    finally:
        server.close()
    engine = open_database(database)
    with engine.connect() as connection:
        columns = tables.rating_changes.c
        paid = connection.execute(select(columns.match, columns.person)).all()
        told = connection.execute(select(tables.ratings.c.games)).scalars().all()
    engine.dispose()
    assert len(paid) == 2 * games and told == [games, games]


def tell(engine: Engine, game: str = "amsterdam") -> list[object]:
    """All that follows from the results of a game."""
    found: list[object] = []
    for table in (tables.ratings, tables.rating_changes, tables.rated_games):
        with engine.connect() as connection:
            rows = connection.execute(select(table).where(table.c.game == game))
            found.append(sorted(map(tuple, rows), key=repr))
    return found


def test_calculated_again_everything_is_what_it_was(engine: Engine) -> None:
    everybody = [f"p{number}" for number in range(8)]
    people(engine, *everybody)
    chance, store = Random(3), RatingStore(engine)
    for number in range(70):
        one, two = chance.sample(everybody, 2)
        at = number * DAY // 9 - chance.randrange(2_000)  # not always in the order of their ends
        how = chance.random() < 0.2
        finished(engine, f"m{number}", one, two, chance.randrange(3), at, by_link=how)
        store.pay(f"m{number}")
    before = tell(engine)
    assert any(standing.established for standing in store.of(everybody, "amsterdam").values())
    assert store.due() == [] and store.recalculate("amsterdam") == 70
    assert tell(engine) == before


def test_a_voided_game_is_as_if_it_had_never_been_and_can_come_back(engine: Engine) -> None:
    people(engine, "ann", "bo", "cy")
    store = RatingStore(engine)
    for number, (one, two) in enumerate([("ann", "bo"), ("bo", "cy"), ("cy", "ann")]):
        finished(engine, f"m{number}", one, two, winner=1, at=number)
        store.pay(f"m{number}")
    before = tell(engine)
    this = tables.rated_games.c.match == "m0"
    with engine.begin() as connection:
        assert ledger.void(connection, this, 9, ledger.BY_OPERATOR) == ["m0"]
    assert store.due() == ["amsterdam"]
    store.recalculate("amsterdam")
    bo, cy = rated_pair(Rating(), Rating(), 1.0)
    cy, ann = rated_pair(cy, Rating(), 1.0)
    assert ratings(engine) == {"ann": ann, "bo": bo, "cy": cy} and store.changes("m0") == []
    with engine.begin() as connection:
        ledger.void(connection, this, None, ledger.BY_OPERATOR)
    store.recalculate("amsterdam")
    assert tell(engine) == before and store.due() == []


def test_the_same_hands_are_never_rated(engine: Engine) -> None:
    people(engine, "ann", "bo", "cy")
    store = RatingStore(engine)
    for number, pair in enumerate([("ann", "bo"), ("ann", "cy")]):
        finished(engine, f"m{number}", *pair, winner=1, at=number)
        store.pay(f"m{number}")
    with engine.begin() as connection:
        ledger.store_same_hands(connection, "bo", "ann", 5)
    store.recalculate("amsterdam")
    assert ratings(engine).keys() == {"ann", "cy"}  # what they had played is void as well
    finished(engine, "late", "ann", "bo", winner=1, at=9)
    assert store.pay("late") and store.changes("late") == []
    result = store.result("late")
    assert result is not None and result.voided_for == ledger.SAME_HANDS


def test_one_who_was_somebody_else_keeps_one_of_both_ratings(engine: Engine) -> None:
    people(engine, "ann", "bo", "cy")
    store = RatingStore(engine)
    finished(engine, "own", "bo", "cy", winner=2)
    finished(engine, "m1", "ann", "bo", winner=1)
    for match in ("own", "m1"):
        store.pay(match)
    was = ratings(engine)
    with engine.begin() as connection:  # Cy is Ann, in another browser: Ann has a rating already
        belongings.give_all(connection, "cy", "ann", 5)
    store.recalculate("amsterdam")
    assert ratings(engine) == {"ann": was["ann"], "bo": was["bo"]}
    with engine.begin() as connection:  # and Bo, whom she has beaten, is Ann too
        belongings.give_all(connection, "bo", "ann", 6)
    store.recalculate("amsterdam")
    assert ratings(engine) == {}


def test_whoever_is_deleted_leaves_the_ratings_of_others_as_they_are(engine: Engine) -> None:
    people(engine, "ann", "bo", "cy")
    store = RatingStore(engine)
    for number, pair in enumerate([("ann", "bo"), ("bo", "cy"), ("ann", "cy")]):
        finished(engine, f"m{number}", *pair, winner=1, at=number)
        store.pay(f"m{number}")
    was = ratings(engine)
    AccountStore(engine).delete("bo")
    store.recalculate("amsterdam")
    assert ratings(engine) == {"ann": was["ann"], "cy": was["cy"]}
    assert "bo" not in repr(tell(engine))


def test_two_without_names_are_told_apart(server: ServerProcess) -> None:
    ann, bo = newcomer(server.address, ""), newcomer(server.address, "")
    match = rated_game(ann, bo)
    told = ann.client.get(f"/m/{match}/ratings").json()["sentences"]
    assert sorted(told) == ["You: 1500 → 1662", "Your opponent: 1500 → 1338"]
    told = bo.client.get(f"/m/{match}/ratings").json()["sentences"]
    assert sorted(told) == ["You: 1500 → 1338", "Your opponent: 1500 → 1662"]


def behind(member: Member, network: str, browser: str) -> Member:
    """The person, seen from a network, with a kind of browser."""
    member.client.headers.update({"x-forwarded-for": network, "user-agent": browser})
    return member


def test_a_friend_by_link_in_a_browser_that_looks_alike_counts_less(server: ServerProcess) -> None:
    ann = behind(newcomer(server.address, "Ann"), "203.0.113.5", "Browser 7")
    bo = behind(newcomer(server.address, "Bo"), "203.0.113.5", "Browser 7")
    form = {"opponent": "friend", "rules": "base8", "rated": "true", **LIVE}
    match = ann.client.post("/matches", data=form).headers["location"].removeprefix("/m/")
    bo.take(match)
    both_act(match, ann, bo)
    bo.act(match, "resign")
    told = ann.client.get(f"/m/{match}/ratings").json()["sentences"]
    assert len(told) == 3 and "same device" in told[2]
    assert int(told[0].split()[-1]) in range(1450, 1550)  # 1338 or 1662 in whole


def test_two_who_share_a_browser_play_no_rated_game(server: ServerProcess) -> None:
    ann, bo = newcomer(server.address, "Ann"), newcomer(server.address, "Bo")
    match = rated_game(ann, bo)
    phone = newcomer(server.address, "Bo")
    use_link(bo, phone)
    use_link(ann, bo, other="apart")  # what was Bo's browser is Ann's from now on
    invited = ann.invite(rated="true", rules="base8")
    answer = phone.client.post(f"/m/{invited}/join")
    assert error_of(answer, 403) == "rated-same-hands"
    told = ann.client.get(f"/m/{match}/ratings").json()["sentences"]
    assert "same browser" in told[-1]


def use_link(whose: Member, where: Member, **said: str) -> None:
    """Lets a browser be somebody who is signed in at another one."""
    code = whose.client.post("/you/link").text.split("/you/here#")[1][:32]
    where.client.post("/you/here", json={"code": code, **said}).raise_for_status()
