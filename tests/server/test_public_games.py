"""Games that others may find: who is at them, summed up over all servers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from menhirs.core.rules import BASE
from menhirs.core.setup import random_menhirs
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.terms import Terms
from menhirs.server.live.match.seat_keys import seat_for
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.public_store import PublicStore
from menhirs.server.storage.match.store import Append, MatchStore, StoredMatch

TERMS = Terms(BASE, random_menhirs(BASE, "x"), "x")


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = open_database(database)
    yield opened
    opened.dispose()


def game(engine: Engine, match: str, *, public: bool = True, players: int = 2) -> None:
    joins = [Entry(n, n, EntryKind.JOIN, n, f"{match}{n}") for n in range(1, players + 1)]
    seats = {n: seat_for(f"{n}", f"p{n}") for n in range(1, players + 1)}
    MatchStore(engine).create(StoredMatch(match, TERMS, match, 1, joins, seats, public=public), 1)


def running(engine: Engine, since: int = 0) -> list[tuple[str, int]]:
    return [(one.match, one.watchers) for one in PublicStore(engine).running(since, 10)]


def test_watchers_of_all_servers_are_added_up_and_old_news_does_not_count(engine: Engine) -> None:
    for match in ("a", "b"):
        game(engine, match)
    store = PublicStore(engine)
    assert running(engine) == []  # nobody is at either
    store.store_watchers("here", {"a": 1, "b": 0}, [], 1_000)
    store.store_watchers("there", {"a": 4}, [], 2_000)
    assert running(engine) == [("a", 5), ("b", 0)]
    assert running(engine, since=1_500) == [("a", 4)]
    store.store_watchers("there", {"a": 2}, [], 3_000)
    assert running(engine, since=1_500) == [("a", 2)]
    store.store_watchers("here", {}, ["b"], 3_000)
    assert running(engine) == [("a", 3)]
    store.forget_watchers(before=2_500)
    assert running(engine) == [("a", 2)]


def test_private_games_and_those_that_wait_are_not_found(engine: Engine) -> None:
    game(engine, "private", public=False)
    game(engine, "waiting", players=1)
    game(engine, "public")
    store = PublicStore(engine)
    store.store_watchers("here", {"private": 3, "waiting": 2, "public": 1}, [], 1_000)
    assert running(engine) == [("public", 1)]
    assert [one.match for one in store.of_person("p1", 10)] == ["public"]
    (found,) = store.of_person("p2", 10)
    assert found.names == {1: "public1", 2: "public2"} and found.people == {1: "p1", 2: "p2"}


def test_names_change_seats_with_their_players(engine: Engine) -> None:
    game(engine, "swapped")
    swap = Entry(3, 3, EntryKind.SWAP, 1, "")
    MatchStore(engine).append([Append("swapped", swap)])
    (found,) = PublicStore(engine).of_person("p1", 10)
    assert found.names == {1: "swapped2", 2: "swapped1"}
