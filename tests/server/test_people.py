"""People without accounts: the first game makes one, and seats belong to them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import select

from menhirs.server.live.match.seat_keys import SeatKey, hash_of, seat_for
from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from menhirs.server.storage.people.people_store import PeopleStore, Person
from tests.patience import PATIENCE
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, start

HOUR = 60 * 60 * 1000


@pytest.fixture
def browser(server: ServerProcess) -> Iterator[httpx2.Client]:
    """A browser that has never been here."""
    with httpx2.Client(base_url=server.address, timeout=PATIENCE, trust_env=False) as client:
        yield client


def begin(browser: httpx2.Client, **wanted: str) -> str:
    """Starts a match from the front page; returns its address."""
    form = {"opponent": "friend", "side": "1", **wanted}
    return browser.post("/matches", data=form).headers["location"]


def seats_in(server: ServerProcess, match: str) -> dict[int, str | None]:
    """Who sits where, as the database keeps it."""
    engine = open_database(server.database)
    columns = tables.seats.c
    with engine.connect() as connection:
        rows = connection.execute(
            select(columns.player, columns.person).where(columns.match == match)
        )
        found = {player: person for player, person in rows}  # noqa: C416 - rows are no pairs
    engine.dispose()
    return found


def test_looking_around_makes_nobody(browser: httpx2.Client) -> None:
    for path in ("/", "/rules", "/puzzles", "/analysis"):
        assert browser.get(path).status_code == 200
    assert not browser.cookies


def test_the_first_game_makes_a_person_and_the_second_is_the_same_one_s(
    server: ServerProcess, browser: httpx2.Client
) -> None:
    first = begin(browser)
    key = browser.cookies["person"]
    second = begin(browser)
    assert browser.cookies["person"] == key
    people = {seats_in(server, path.removeprefix("/m/"))[1] for path in (first, second)}
    assert len(people) == 1 and None not in people


def test_the_key_is_the_browser_s_alone(server: ServerProcess, browser: httpx2.Client) -> None:
    answer = browser.post("/matches", data={"opponent": "computer"})
    (cookie,) = (c for c in answer.headers.get_list("set-cookie") if c.startswith("person="))
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie and "Path=/;" in cookie
    engine = open_database(server.database)
    with engine.connect() as connection:
        kept = connection.execute(select(tables.person_keys.c.key_hash)).scalars().all()
    engine.dispose()
    assert hash_of(browser.cookies["person"]) in [bytes(one) for one in kept]


def test_a_person_finds_the_seat_again_without_its_own_cookie(browser: httpx2.Client) -> None:
    match = begin(browser)
    browser.cookies.delete("seat", path=match)
    data = browser.get(f"/api/matches/{match.removeprefix('/m/')}").json()
    assert data["you"] == [1]


def test_a_key_that_is_nobody_s_opens_nothing(browser: httpx2.Client) -> None:
    match = begin(browser).removeprefix("/m/")
    for key in (b"", b"x", b"\xc3\xa9", b"a" * 5_000):
        answer = CLIENT.get(
            f"{browser.base_url}/api/matches/{match}", headers=[(b"cookie", b"person=" + key)]
        )
        assert answer.json()["you"] == []


def test_a_name_is_said_once(browser: httpx2.Client) -> None:
    begin(browser, name="Ann")
    again = begin(browser).removeprefix("/m/")
    data = browser.get(f"/api/matches/{again}").json()
    assert data["seats"]["1"]["name"] == "Ann"


def test_a_match_from_before_is_adopted_by_whoever_holds_its_seat(
    server: ServerProcess, browser: httpx2.Client
) -> None:
    mine = start(server.address, side="1", name="Ann")
    assert seats_in(server, mine.match) == {1: None}
    path = f"/m/{mine.match}"
    browser.get(path, headers={"cookie": f"seat={mine.secret}"})
    owner = seats_in(server, mine.match)[1]
    assert owner is not None
    # From now on the person is enough, and nobody else becomes its owner.
    assert browser.get(f"/api/matches/{mine.match}").json()["you"] == [1]
    CLIENT.get(f"{server.address}{path}", headers={"cookie": f"seat={mine.secret}"})
    assert seats_in(server, mine.match)[1] == owner


def test_where_a_match_stands_is_kept_with_every_turn(
    server: ServerProcess, browser: httpx2.Client
) -> None:
    match = browser.post("/matches", data={"opponent": "shared", "rules": "base"})
    name = match.headers["location"].removeprefix("/m/")
    state = browser.get(f"/api/matches/{name}").json()
    begun = standing(server, name)
    assert (begun.turn, begun.line.split()[2]) == (1, "1")
    act = {"state": state["state"], "action": state["legal"][0]["action"]}
    data = browser.post(f"/api/matches/{name}/actions", json=act).json()
    assert standing(server, name).turn == 2
    act = {"state": data["state"], "action": "resign"}
    browser.post(f"/api/matches/{name}/actions", json=act).raise_for_status()
    ended = standing(server, name)
    assert ended.turn is None and ended.updated >= begun.updated


def standing(server: ServerProcess, match: str):  # type: ignore[no-untyped-def] # a row
    engine = open_database(server.database)
    columns = tables.matches.c
    with engine.connect() as connection:
        row = connection.execute(
            select(columns.turn, columns.line, columns.updated).where(columns.id == match)
        ).one()
    engine.dispose()
    return row


@pytest.fixture
def people(tmp_path: Path) -> Iterator[PeopleStore]:
    engine = open_database(f"sqlite:///{tmp_path / 'menhirs.sqlite'}")
    yield PeopleStore(engine)
    engine.dispose()


def test_people_are_found_by_their_keys_only(people: PeopleStore) -> None:
    ann = Person("ann", "Ann", 1)
    people.create(ann, b"\1" * 32)
    assert people.by_key(b"\1" * 32, 2) == people.by_key(b"\1" * 32, 3 * HOUR) == ann
    assert people.by_key(b"\2" * 32, 2) is None
    assert people.find("ann") == ann and people.find("bo") is None
    people.rename("ann", "Anna")
    assert people.find("ann") == Person("ann", "Anna", 1)


def test_a_key_opens_the_seats_of_its_secret_and_of_its_person() -> None:
    seats = {1: seat_for("one", "ann"), 2: seat_for("two", "bo")}
    assert SeatKey("one").opens(seats) == [1]
    assert SeatKey(None, "bo").opens(seats) == [2]
    assert SeatKey("one", "bo").opens(seats) == [1, 2]
    assert SeatKey("three", "cy").opens(seats) == SeatKey().opens(seats) == []
    assert SeatKey("", None).opens({1: seat_for("one")}) == []
