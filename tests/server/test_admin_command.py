"""``menhirs admin`` as an operator runs it, on both databases, also while a server runs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, func, insert, select

from menhirs.core.state import Outcome, Reason
from menhirs.match.entries import Entry, EntryKind
from menhirs.server.live.tournament.tournaments import enter_now
from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.store import Append, MatchStore, StoredSeat
from menhirs.server.storage.people.people_store import PeopleStore, Person
from menhirs.server.storage.rating.rating_store import RatingStore
from menhirs.server.storage.tournament.tournament_store import TournamentStore
from menhirs.tournament.entries import Appoint, Enter, Start
from tests.cli.command import menhirs
from tests.server.processes import ServerProcess
from tests.server.rated_results import finished
from tests.server.slow_players import Somebody, two_people
from tests.server.test_storage import new_match
from tests.server.test_tournament_store import CUP
from tests.server.visitors import Visitor, error_of

LONG_AGO = 1_000


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    """A database with three people and two matches: Ann against Bo, and one of nobody's."""
    opened = open_database(database)
    people, store = PeopleStore(opened), MatchStore(opened)
    for number, name in enumerate(("Ann", "Bo", "Cy"), start=1):
        people.create(Person(name.lower(), name, LONG_AGO), bytes([number]) * 32)
    seats = {1: StoredSeat(b"1" * 32, "ann"), 2: StoredSeat(b"2" * 32, "bo")}
    new_match(store, "theirs", seats=seats)
    new_match(store, "nobodys")
    yield opened
    opened.dispose()


def order(database: str, *words: str, answer: str = "") -> dict[str, Any]:
    """What an order answers."""
    done = menhirs("admin", "--database", database, *words, "--json", text=answer)
    assert done.returncode in (0, 2), done.stderr
    data: dict[str, Any] = json.loads(done.stdout)
    return data


def rows(engine: Engine, name: str) -> int:
    counted = select(func.count()).select_from(tables.metadata.tables[name])
    with engine.connect() as connection:
        return int(connection.execute(counted).scalar_one())


@pytest.mark.one_database
def test_an_operator_sees_people_matches_and_reports(database: str, engine: Engine) -> None:
    report = {"id": "r1", "at": 5, "by": "ann", "about": "bo", "words": "rude\nwords"}
    with engine.begin() as connection:
        connection.execute(insert(tables.reports).values(**report))
    found = order(database, "people", "--search", "B")["people"]
    assert [(one["id"], one["games"]) for one in found] == [("bo", 1)]
    about = order(database, "person", "bo")
    assert (about["name"], about["games"], about["reports"]) == ("Bo", 1, 1)
    matches = order(database, "matches", "--person", "bo")["matches"]
    assert [match["id"] for match in matches] == ["theirs"]
    assert [seat["name"] for seat in matches[0]["seats"]] == ["Ann", "Bo"]
    assert len(order(database, "matches", "--running")["matches"]) == 2
    head, line = menhirs("admin", "reports", "--database", database).stdout.splitlines()
    assert head.split() == ["REPORT", "WHEN", "ABOUT", "BY", "MATCH", "CLOSED", "WORDS"]
    assert "Bo (bo)" in line and "Ann (ann)" in line and line.endswith("rude words")
    assert "1970-01-01 00:00" in menhirs("admin", "people", "--database", database).stdout
    order(database, "reports", "--close", "r1")
    assert order(database, "reports")["reports"] == []
    assert len(order(database, "reports", "--all")["reports"]) == 1
    for words in (("person", "x"), ("ban", "x"), ("rename", "x", "X"), ("reports", "--close", "x")):
        assert order(database, *words)["error"]["code"] in ("unknown-person", "no-report")


@pytest.mark.one_database
def test_texts_of_visitors_do_not_steer_the_operator_s_terminal(
    database: str, engine: Engine
) -> None:
    """Such texts are refused today; a database from before may hold some."""
    evil = "red \x1b[31m, and \u202ebackwards"
    with engine.begin() as connection:
        connection.execute(
            insert(tables.reports).values(id="r1", at=1, about="bo", words=evil, match=None)
        )
    text = menhirs("admin", "--database", database, "reports").stdout
    assert "red \N{REPLACEMENT CHARACTER}[31m" in text
    assert "\x1b" not in text and "\u202e" not in text
    (row,) = order(database, "reports")["reports"]
    assert row["words"] == evil


@pytest.mark.one_database
def test_what_can_t_be_undone_is_asked_about(database: str, engine: Engine) -> None:
    assert order(database, "close", "theirs")["error"]["code"] == "not-confirmed"
    assert order(database, "close", "theirs", answer="no")["error"]["code"] == "not-confirmed"
    assert rows(engine, "matches") == 2
    assert order(database, "close", "theirs", answer="yes") == {"closed": "theirs"}
    assert rows(engine, "matches") == 1 and rows(engine, "seats") == 2
    assert order(database, "close", "theirs", "--yes")["error"]["code"] == "no-such-match"


@pytest.mark.one_database
def test_two_people_become_one(database: str, engine: Engine) -> None:
    assert order(database, "merge", "ann", "bo", "--yes")["error"]["code"] == "merge-opponents"
    with engine.begin() as connection:
        for person, blocked in (("ann", "bo"), ("ann", "cy"), ("cy", "bo")):
            row = {"person": person, "blocked": blocked, "at": 1}
            connection.execute(insert(tables.blocks).values(**row))
    assert order(database, "merge", "ann", "cy", "--yes") == {"person": "cy", "merged": "ann"}
    assert order(database, "person", "ann")["error"]["code"] == "unknown-person"
    about = order(database, "person", "cy")
    assert (about["games"], about["browsers"]) == (1, 2)
    assert rows(engine, "blocks") == 1  # nobody blocks themselves, or somebody twice


@pytest.mark.one_database
def test_results_are_voided_and_given_back(database: str, engine: Engine) -> None:
    for number in range(2):
        finished(engine, f"rated {number}", "bo", "cy", winner=1, at=number)
        RatingStore(engine).pay(f"rated {number}")

    def ratings() -> list[int]:
        found = RatingStore(engine).of(["ann", "bo", "cy"], "amsterdam")
        return [round(found[who].rating.rating) for who in sorted(found)]

    whole = ratings()
    assert order(database, "void", "rated 1") == {"void": "rated 1"}
    once = ratings()
    assert once == [1662, 1338] and whole[0] > once[0]
    last, _ = order(database, "rated", "--person", "cy")["rated"]
    assert (last["match"], last["voided_for"]) == ("rated 1", "operator")
    assert order(database, "void", "rated 1")["error"]["code"] == "no-rated-match"
    order(database, "unvoid", "rated 1")
    assert ratings() == whole
    told = order(database, "ban", "bo", "--reason", "an engine", "--days", "3", "--contact", "x@y")
    assert sorted(told["voided"]) == ["rated 0", "rated 1"] and ratings() == []
    plain = menhirs("admin", "person", "bo", "--database", database).stdout
    assert "reason: an engine" in plain and "x@y" in plain and "{" not in plain
    order(database, "unban", "bo")
    assert ratings() == whole
    assert order(database, "ban", "bo", "--keep-results")["voided"] == [] and ratings() == whole
    order(database, "reset-rating", "cy", "--yes")
    assert ratings() == whole[:1]


@pytest.mark.one_database
def test_tournaments_are_listed_handed_over_and_closed(database: str, engine: Engine) -> None:
    TournamentStore(MatchStore(engine)).create(CUP)
    (listed,) = order(database, "tournaments", "--running")["tournaments"]
    assert (listed["name"], listed["state"], listed["players"]) == ("Cup", "entering", 0)
    order(database, "hand-over", CUP.id, "bo")
    news = TournamentStore(MatchStore(engine)).news(CUP.id, 0)
    assert news is not None and news[0][0].event == Appoint("bo", "Bo")
    ann, bo = (Enter(number, name) for number, name in enumerate(("Ann", "Bo"), start=1))
    enter_now(TournamentStore(MatchStore(engine)), CUP.id, ann, 6_000)
    enter_now(TournamentStore(MatchStore(engine)), CUP.id, bo, 6_000)
    enter_now(TournamentStore(MatchStore(engine)), CUP.id, Start(), 6_000)
    order(database, "close-tournament", CUP.id, "--yes")
    assert order(database, "tournaments", "--running")["tournaments"] == []
    again = order(database, "close-tournament", CUP.id, "--yes")
    assert again["error"]["code"] == "tournament-over"
    never = "23456789ac"
    TournamentStore(MatchStore(engine)).create(replace(CUP, id=never))
    assert order(database, "close-tournament", never, "--yes") == {"deleted": never}
    missing = order(database, "close-tournament", never, "--yes")
    assert missing["error"]["code"] == "no-such-tournament"


@pytest.mark.one_database
def test_old_data_is_purged_and_nothing_else(database: str, engine: Engine) -> None:
    won = Outcome(1, 5, Reason.RESIGN)
    for name in ("theirs", "nobodys"):
        ended = Entry(3, LONG_AGO, EntryKind.ACTION, 2, "resign")
        MatchStore(engine).append([Append(name, ended, won)])
    new_match(MatchStore(engine), "running")
    with engine.begin() as connection:
        link = {"code_hash": b"c" * 32, "person": "bo", "expires": LONG_AGO}
        connection.execute(insert(tables.device_links).values(**link))
    found = {"matches": 0, "people": 1, "device_links": 1, "challenges": 0}
    assert order(database, "purge", "--dry-run") == {"deleted": False, **found}
    with engine.begin() as connection:  # the second match was one of somebody whom nobody knows
        connection.execute(
            tables.seats.update().values(person=None).where(tables.seats.c.match == "nobodys")
        )
    found["matches"] = 1
    assert order(database, "purge", "--days", "1", "--yes") == {"deleted": True, **found}
    assert (rows(engine, "matches"), rows(engine, "people")) == (2, 2)
    assert rows(engine, "device_links") == 0
    bad = menhirs("admin", "--database", database, "purge", "--days", "0")
    assert bad.returncode == 2 and "number-positive" in bad.stderr


def test_a_backup_is_the_database(database: str, engine: Engine, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    told = order(database, "backup", str(copy))
    if not database.startswith("sqlite"):
        assert told["error"]["code"] == "backup-postgresql"
        assert "pg_dump" in told["error"]["message"] and not copy.exists()
        return
    assert copy.stat().st_mode & 0o777 == 0o600
    with sqlite3.connect(copy) as opened:
        assert opened.execute("select count(*) from entries").fetchone() == (4,)
    opened.close()
    assert order(database, "backup", str(copy))["error"]["code"] == "backup-exists"
    nowhere = tmp_path / "no" / "copy"
    assert order(database, "backup", str(nowhere))["error"]["code"] == "backup-failed"


def test_the_tables_go_back_with_what_is_in_them(database: str, engine: Engine) -> None:
    engine.dispose()  # its connections look like a server's
    assert order(database, "downgrade", "0010", "--yes")["error"]["code"] == "no-version"
    assert order(database, "downgrade", "0001", "--yes") == {"version": "0001"}
    assert order(database, "people") == {"people": []}  # and forward again, when it is opened
    assert rows(engine, "matches") == 2 and rows(engine, "entries") == 4


@pytest.mark.one_database
@pytest.mark.parametrize(
    "words",
    [
        *("people --limit 9{0}", "reports --limit 9{0}", "purge --days 9{0} --dry-run"),
        *("ban nobody --days 9{0}", "fair-play --look-at 9{0}"),
    ],
)
def test_numbers_beyond_all_reason_are_refused(database: str, engine: Engine, words: str) -> None:
    text = order(database, *words.format("9" * 30).split())
    assert text["error"]["code"] == "number-range"


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    told = order(f"sqlite:///{tmp_path / 'none.sqlite'}", "people")
    assert told["error"]["code"] == "database" and not list(tmp_path.iterdir())


@pytest.mark.one_database
def test_orders_reach_a_server_that_runs(database: str, tmp_path: Path) -> None:
    server = ServerProcess(database, tmp_path / "log")
    try:
        ann, bo, match = two_people(server.address)
        (person,) = order(database, "people", "--search", "Bo")["people"]
        order(database, "ban", person["id"])
        assert error_of(bo.client.post("/matches", data={"opponent": "computer"}), 403) == "banned"
        reason = ("--reason", "rude names", "--days", "2", "--contact", "mail@example.org")
        order(database, "ban", person["id"], *reason)
        page = bo.client.get("/you", headers={"accept": "text/html", "accept-language": "en"}).text
        assert "rude names" in page and "mail@example.org" in page and "until" in page
        order(database, "unban", person["id"])
        assert bo.begin()
        order(database, "rename", person["id"], "Bob")
        assert order(database, "person", person["id"])["name"] == "Bob"
        order(database, "close", match, "--yes")
        state = ann.client.get(f"/api/matches/{match}").json()["state"]
        act = {"state": state, "action": "resign"}
        late = ann.client.post(f"/api/matches/{match}/actions", json=act)
        assert error_of(late, 503) == "storage"  # it was in the server's memory
        assert error_of(Visitor(server.address, match).ask(""), 404) == "no-match"
        assert Somebody(server.address).begin()
        refused = order(database, "downgrade", "0002", "--yes")["error"]["code"]
        assert refused in ("database-in-use", "servers-run")
    finally:
        server.kill()
