"""Reviews in the database: one server works on each, and finished plies stay."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from sqlalchemy import Engine

from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.review_store import ReviewStore, StoredReview
from menhirs.server.storage.match.store import MatchStore

WANTED = StoredReview("0123", None, "the record", "one", 20, [], None)
NOW, ALIVE = 10_000, 7_000


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = open_database(database)
    for server in ("one", "two", "three"):
        MatchStore(opened).beat(server, NOW)
    yield opened
    opened.dispose()


@pytest.fixture
def reviews(engine: Engine) -> ReviewStore:
    return ReviewStore(engine)


def test_of_servers_that_take_it_at_once_one_gets_it(reviews: ReviewStore) -> None:
    wanted = [replace(WANTED, server=server) for server in ("one", "two", "three")]
    with ThreadPoolExecutor(3) as servers:
        taken = list(servers.map(lambda one: reviews.take(one, NOW, ALIVE), wanted))
    assert sorted(taken) == [False, False, True]
    found = reviews.find("0123")
    assert found is not None and found.server == wanted[taken.index(True)].server


def test_what_others_work_on_keeps_nobody_from_taking_over(
    engine: Engine, reviews: ReviewStore
) -> None:
    assert reviews.take(replace(WANTED, id="gone", server="long gone"), NOW, ALIVE)
    assert reviews.take(replace(WANTED, id="busy", server="two"), NOW, ALIVE)
    assert reviews.take(replace(WANTED, id="gone", server="one"), NOW, ALIVE)
    assert not reviews.take(replace(WANTED, id="busy", server="one"), NOW, ALIVE)


def test_the_parts_of_a_server_that_is_gone_are_gone_on_with(reviews: ReviewStore) -> None:
    assert reviews.take(WANTED, NOW, ALIVE) and reviews.save("0123", "one", [{"ply": 20}])
    other = replace(WANTED, server="two")
    assert not reviews.take(other, NOW, ALIVE)
    assert reviews.take(other, NOW + 5_000, NOW + 2_000)  # no heartbeat since
    assert reviews.find("0123") == replace(other, parts=[{"ply": 20}])
    assert not reviews.save("0123", "one", [])  # and if it comes back, it is too late
    assert not reviews.finish("0123", "one", {"plies": []})


def test_what_is_done_is_not_taken_again(reviews: ReviewStore) -> None:
    assert reviews.find("0123") is None
    assert reviews.take(WANTED, NOW, ALIVE) and reviews.finish("0123", "one", {"plies": [1]})
    assert not reviews.take(WANTED, NOW, ALIVE)
    assert reviews.find("0123") == replace(WANTED, review={"plies": [1]})
    reviews.drop("0123", "one")
    assert reviews.find("0123") is not None
    reviews.forget_records(NOW + 1)
    assert reviews.find("0123") is None


def test_what_could_not_be_made_may_be_asked_for_again(reviews: ReviewStore) -> None:
    assert reviews.take(WANTED, NOW, ALIVE)
    reviews.drop("0123", "one")
    assert reviews.take(replace(WANTED, server="two"), NOW, ALIVE)
