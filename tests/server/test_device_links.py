"""The link to one's other device: used once, soon, by somebody who says so."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import segno
from sqlalchemy import Engine, insert, update

from menhirs.server.errors import BadRequest
from menhirs.server.live.match.seat_keys import hash_of
from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from menhirs.server.storage.people.key_store import KeyStore
from menhirs.server.storage.people.people_store import PeopleStore, Person
from tests.server.browsers import PAGE, NewBrowser, rows_in
from tests.server.processes import ServerProcess
from tests.server.visitors import error_of

MINUTE = 60_000


class TestTheLink:
    def test_it_works_once(self, server: ServerProcess, come: NewBrowser) -> None:
        me, phone, thief = come(server), come(server), come(server)
        match, code = me.begin(name="Ann"), me.link()
        assert phone.use(code).json() == {"go": "/you"}
        assert phone.person == me.person and phone.state(match)["you"] == [1]
        assert error_of(thief.use(code), 410) == "device-link"
        assert not thief.cookies

    def test_looking_uses_nothing_up(self, server: ServerProcess, come: NewBrowser) -> None:
        me, robot, phone = come(server), come(server), come(server)
        me.begin(name="Ann")
        code = me.link()
        for _ in range(3):
            assert robot.get("/you/here", headers=PAGE).status_code == 200
            seen = robot.post("/you/here/look", json={"code": code}).json()
            assert seen == {"name": "Ann", "is_you": False, "your_name": None, "your_games": 0}
        assert phone.use(code).status_code == 200

    def test_made_in_a_game_it_leads_there(self, server: ServerProcess, come: NewBrowser) -> None:
        me, phone, tablet = come(server), come(server), come(server)
        match = me.begin(name="Ann")
        leads = phone.post("/you/here", json={"code": me.link(match), "match": match})
        assert leads.json() == {"go": f"/m/{match}"} and phone.person == me.person
        elsewhere = {"code": me.link(), "match": "//evil.example"}
        assert tablet.post("/you/here", json=elsewhere).json() == {"go": "/you"}

    def test_its_page_learns_that_it_was_used(
        self, server: ServerProcess, come: NewBrowser
    ) -> None:
        me, phone, stranger = come(server), come(server), come(server)
        phone.headers["user-agent"] = "Mozilla/5.0 (Android 15; Mobile; rv:130.0) Firefox/130.0"
        for one in (me, stranger):
            one.begin()
        code = {"code": me.link()}
        assert me.post("/you/link/used", json=code).json() == {"used": None}
        phone.use(code["code"])
        assert me.post("/you/link/used", json=code).json() == {"used": "Firefox, Android"}
        assert error_of(stranger.post("/you/link/used", json=code), 410) == "device-link"
        me.link()  # replaces it
        assert error_of(me.post("/you/link/used", json=code), 410) == "device-link"
        # The list of browsers tells of what kind they are.
        assert "<strong>Firefox, Android</strong>" in me.page()

    def test_only_its_hash_is_kept(self, server: ServerProcess, come: NewBrowser) -> None:
        me = come(server)
        me.begin()
        code = me.link()
        kept = [bytes(row["code_hash"]) for row in rows_in(server, tables.device_links)]
        assert hash_of(code) in kept and code.encode() not in kept

    def test_a_new_one_replaces_the_one_before(
        self, server: ServerProcess, come: NewBrowser
    ) -> None:
        me, phone = come(server), come(server)
        me.begin()
        first, second = me.link(), me.link()
        assert error_of(phone.use(first), 410) == "device-link"
        assert phone.use(second).status_code == 200

    def test_after_ten_minutes_it_is_too_old(self, server: ServerProcess, come: NewBrowser) -> None:
        me, phone = come(server), come(server)
        me.begin()
        code = me.link()
        (row,) = rows_in(server, tables.device_links, tables.device_links.c.person == me.person)
        left = row["expires"] - time.time() * 1000
        assert 9 * MINUTE < left < 11 * MINUTE
        engine = open_database(server.database)
        with engine.begin() as connection:
            links = tables.device_links
            mine = update(links).where(links.c.code_hash == hash_of(code))
            connection.execute(mine.values(expires=row["expires"] - 10 * MINUTE))
        engine.dispose()
        assert error_of(phone.post("/you/here/look", json={"code": code}), 410) == "device-link"
        assert error_of(phone.use(code), 410) == "device-link"

    def test_who_is_there_already_is_told_so(self, server: ServerProcess, come: NewBrowser) -> None:
        me = come(server)
        me.begin()
        assert me.post("/you/here/look", json={"code": me.link()}).json()["is_you"] is True

    def test_the_picture_shows_the_link(self, server: ServerProcess, come: NewBrowser) -> None:
        me = come(server)
        me.begin()
        shown = me.post("/you/link", headers=PAGE).text
        link = shown.partition('readonly value="')[2].partition('"')[0]
        assert link.startswith(f"{server.address}/you/here#")
        drawn = segno.make(link, error="m", micro=False).svg_inline(
            border=4, light="#fff", dark="#000", omitsize=True, svgclass="qr"
        )
        path = drawn.rpartition(' d="')[2].partition('"')[0]
        assert f'd="{path}"' in shown

    @pytest.mark.parametrize(
        "body",
        [
            *({}, [], "x", {"code": 1}, {"code": "x" * 101}, {"code": None}),
            *({"code": "x", "other": "both"}, {"code": "x", "more": 1}),
        ],
    )
    def test_rubbish_is_refused(
        self, body: object, server: ServerProcess, come: NewBrowser
    ) -> None:
        assert error_of(come(server).post("/you/here", json=body), 400) == "message"


class TestSomebodyElse:
    """The other device is another person already."""

    def test_it_is_asked_what_happens(self, server: ServerProcess, come: NewBrowser) -> None:
        me, other = come(server), come(server)
        me.begin(name="Ann")
        other.begin(name="Bo")
        other.begin(opponent="shared")
        code, before = me.link(), other.person
        seen = other.post("/you/here/look", json={"code": code}).json()
        assert seen == {"name": "Ann", "is_you": False, "your_name": "Bo", "your_games": 2}
        assert error_of(other.use(code), 409) == "device-choice"
        assert other.person == before
        assert other.use(code, "apart").status_code == 200  # it was not used up

    def test_brought_together_all_games_are_one_person_s(
        self, server: ServerProcess, come: NewBrowser
    ) -> None:
        me, other, tablet = come(server), come(server), come(server)
        mine, theirs = me.begin(name="Ann"), other.begin(name="Bo")
        tablet.use(other.link())
        gone = other.person
        assert me.state(theirs)["you"] == []
        assert other.use(me.link(), "merge").status_code == 200
        for browser in (me, other, tablet):  # the third was Bo as well, and is Ann now
            assert browser.person == me.person
            assert [browser.state(match)["you"] for match in (mine, theirs)] == [[1], [1]]
        assert not rows_in(server, tables.people, tables.people.c.id == gone)
        assert len(me.browsers()) == 3
        assert me.state(me.begin())["seats"]["1"]["name"] == "Ann"

    def test_who_has_no_name_gets_the_other_one_s(
        self, server: ServerProcess, come: NewBrowser
    ) -> None:
        me, other = come(server), come(server)
        me.begin()
        other.begin(name="Bo")
        other.use(me.link(), "merge")
        assert me.state(me.begin())["seats"]["1"]["name"] == "Bo"

    def test_kept_apart_the_other_one_is_left_alone(
        self, server: ServerProcess, come: NewBrowser
    ) -> None:
        me, other, tablet = come(server), come(server), come(server)
        me.begin(name="Ann")
        theirs = other.begin(name="Bo")
        tablet.use(other.link())
        assert other.use(me.link(), "apart").status_code == 200
        other.cookies.delete("seat", path=f"/m/{theirs}")
        assert other.person == me.person and other.state(theirs)["you"] == []
        assert tablet.person != me.person and tablet.state(theirs)["you"] == [1]
        assert len(tablet.browsers()) == 1  # it has no key that nobody holds

    def test_nobody_who_was_shut_out_comes_back_so(
        self, server: ServerProcess, come: NewBrowser
    ) -> None:
        me, other = come(server), come(server)
        me.begin()
        other.begin()
        engine = open_database(server.database)
        with engine.begin() as connection:
            banned = update(tables.people).where(tables.people.c.id == other.person)
            connection.execute(banned.values(banned=1))
        engine.dispose()
        before = other.person
        assert error_of(other.use(me.link(), "merge"), 403) == "banned"
        assert other.person == before


class TestStored:
    """The store itself, on both databases."""

    @pytest.fixture
    def engine(self, database: str) -> Iterator[Engine]:
        engine = open_database(database)
        people = PeopleStore(engine)
        for name in ("ann", "bo", "cy"):
            people.create(Person(name, name.title(), 1), hash_of(name))
        yield engine
        engine.dispose()

    def test_of_many_who_use_a_link_at_once_exactly_one_wins(self, engine: Engine) -> None:
        keys = KeyStore(engine)
        keys.offer("ann", hash_of("code"), 0, 100)

        def use(number: int) -> str:
            try:
                keys.use(hash_of("code"), 50, hash_of(""), hash_of(f"new {number}"), None)
            except BadRequest as error:
                return error.code
            return "won"

        with ThreadPoolExecutor(8) as at_once:
            answers = sorted(at_once.map(use, range(8)))
        assert answers == ["device-link"] * 7 + ["won"]
        assert len(keys.keys_of("ann")) == 2

    def test_what_goes_along_when_two_become_one(self, engine: Engine) -> None:
        rating = {"rating": 1500.0, "deviation": 100.0, "volatility": 0.06, "games": 3}
        rated = [
            {"person": person, "game": game, "updated": 1, **rating}
            for person, game in (("ann", "base"), ("bo", "base"), ("bo", "amsterdam"))
        ]
        blocks = [
            {"person": person, "blocked": blocked, "at": 1}
            for person, blocked in (("bo", "ann"), ("bo", "cy"), ("ann", "cy"), ("cy", "bo"))
        ]
        report = {"id": "r", "at": 1, "by": "bo", "about": "cy", "words": "rude"}
        with engine.begin() as connection:
            connection.execute(insert(tables.ratings), rated)
            connection.execute(insert(tables.blocks), blocks)
            connection.execute(insert(tables.reports), report)
        keys = KeyStore(engine)
        keys.offer("ann", hash_of("code"), 0, 100)
        keys.use(hash_of("code"), 50, hash_of("bo"), hash_of("new"), True)
        with engine.connect() as connection:
            kept = connection.execute(tables.ratings.select()).all()
            assert [(row.person, row.game) for row in kept] == [("ann", "base")]
            blocked = connection.execute(tables.blocks.select()).all()
            assert {(row.person, row.blocked) for row in blocked} == {("ann", "cy"), ("cy", "ann")}
            assert connection.execute(tables.reports.select()).one().by == "ann"
