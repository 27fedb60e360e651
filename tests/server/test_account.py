"""The account page: the name, the browsers that are somebody, and all that is kept as a file."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from menhirs.notation.record import read_records
from menhirs.server.storage import tables
from tests.server.browsers import PAGE, Browser, NewBrowser, rows_in
from tests.server.openings import both_act
from tests.server.pages import open_socket
from tests.server.processes import ServerProcess
from tests.server.visitors import Visitor, error_of

RUBBISH = ["", "x" * 16_000, "\0", "\u202e", "é", "0" * 64, "[]", "-1"]


def test_whoever_has_not_played_is_told_how_to_become_somebody(
    server: ServerProcess, come: NewBrowser
) -> None:
    stranger = come(server)
    shown = stranger.page()
    assert "With your first game this browser gets a key" in shown
    assert 'action="/you/name"' not in shown and "no longer signed in" not in shown
    assert not stranger.cookies


def test_nobody_can_do_what_needs_somebody(server: ServerProcess, come: NewBrowser) -> None:
    stranger = come(server)
    for path in ("name", "link", "sign-out", "delete", "passkeys/options", "passkeys/remove"):
        assert error_of(stranger.post(f"/you/{path}"), 403) in ("nobody", "passkey-place")
    for path in ("download", "delete"):
        assert error_of(stranger.get(f"/you/{path}"), 403) == "nobody"
    assert not stranger.cookies


class TestTheName:
    def test_it_is_used_for_new_games_and_for_joining(
        self, server: ServerProcess, come: NewBrowser
    ) -> None:
        me, friend = come(server), come(server)
        me.begin()
        assert me.post("/you/name", data={"name": " Ann  Lee "}).headers["location"] == "/you?saved"
        assert me.state(me.begin())["seats"]["1"]["name"] == "Ann Lee"
        match = friend.begin()
        me.join(match)
        assert me.state(match)["seats"]["2"]["name"] == "Ann Lee"
        assert 'value="Ann Lee"' in me.get("/").text and 'value="Ann Lee"' in me.page()

    def test_it_can_be_taken_back(self, server: ServerProcess, come: NewBrowser) -> None:
        me = come(server)
        me.begin(name="Ann")
        me.post("/you/name", data={"name": ""})
        assert me.state(me.begin())["seats"]["1"]["name"] == ""

    def test_one_that_hides_something_is_refused(
        self, server: ServerProcess, come: NewBrowser
    ) -> None:
        me = come(server)
        me.begin(name="Ann")
        for name in ("a\u202eb", "x" * 41, "\u3164"):
            assert error_of(me.post("/you/name", data={"name": name}), 409) == "name"
        assert 'value="Ann"' in me.page()

    def test_said_in_a_match_it_holds_everywhere(
        self, server: ServerProcess, come: NewBrowser
    ) -> None:
        me = come(server)
        match = me.begin(name="Ann")
        self.say(me, match, "Bea")
        assert me.state(me.begin())["seats"]["1"]["name"] == "Bea"

    def test_of_two_at_one_screen_it_is_nobody_s(
        self, server: ServerProcess, come: NewBrowser
    ) -> None:
        me = come(server)
        me.begin(name="Ann")
        self.say(me, me.begin(opponent="shared"), "Cy")
        assert 'value="Ann"' in me.page()

    def say(self, browser: Browser, match: str, name: str) -> None:
        """Takes a name on the page of a match."""
        visitor = Visitor(browser.server.address, match)
        cookie = f"person={browser.cookies['person']}"
        with open_socket(visitor, cookie=cookie) as (page, _):
            page.say("name", name=name)
            page.state(lambda s: s["seats"]["1"]["name"] == name)
            # What is said next is heard when the name is kept.
            page.refused(page.say("act", state=0, action="+a1"))


class TestBrowsers:
    def test_each_has_a_key_of_its_own_and_can_be_signed_out(
        self, server: ServerProcess, come: NewBrowser
    ) -> None:
        me, other = come(server), come(server)
        match = me.begin()
        assert other.use(me.link()).status_code == 200
        assert other.cookies["person"] != me.cookies["person"]
        assert other.state(match)["you"] == [1]
        _, there = me.browsers()
        assert me.post("/you/sign-out", data={"browser": there}).headers["location"] == (
            "/you#browsers"
        )
        assert not other.is_somebody() and other.state(match)["you"] == []
        assert len(me.browsers()) == 1 and me.state(match)["you"] == [1]

    def test_who_is_signed_out_loses_the_secrets_of_seats_too(
        self, server: ServerProcess, come: NewBrowser
    ) -> None:
        me, other = come(server), come(server)
        match = me.begin()
        seat = Visitor(server.address, match, me.cookies["seat"])
        assert seat.state()["you"] == [1]
        other.use(me.link())
        with open_socket(seat) as (page, hello):
            assert hello["state"]["you"] == [1]
            me.post("/you/sign-out", data={"browser": me.browsers()[1]})
            assert page.is_closed() == 1012  # it comes back as a watcher
        assert seat.state()["you"] == []
        assert me.state(match)["you"] == [1]

    def test_signing_out_here_forgets_the_key(
        self, server: ServerProcess, come: NewBrowser
    ) -> None:
        me, other = come(server), come(server)
        me.begin()
        other.use(me.link())
        gone = me.post("/you/sign-out", data={"browser": me.browsers()[0]})
        assert gone.headers["location"] == "/you?gone"
        assert "no longer signed in" in me.get("/you?gone", headers=PAGE).text
        assert "person" not in me.cookies and not me.is_somebody()
        assert other.is_somebody()

    def test_whoever_could_never_come_back_is_asked(
        self, server: ServerProcess, come: NewBrowser
    ) -> None:
        me = come(server)
        me.begin()
        (here,) = me.browsers()
        asked = me.post("/you/sign-out", data={"browser": here}, headers=PAGE)
        assert asked.status_code == 200 and "You could not come back" in asked.text
        assert me.is_somebody()
        me.post("/you/sign-out", data={"browser": here, "sure": "yes"})
        assert not me.is_somebody()

    def test_nobody_signs_others_out(self, server: ServerProcess, come: NewBrowser) -> None:
        me, stranger = come(server), come(server)
        me.begin()
        stranger.begin()
        for named in (me.browsers()[0], *RUBBISH):
            answer = stranger.post("/you/sign-out", data={"browser": named, "sure": "yes"})
            assert answer.status_code in (400, 404, 413)
        assert me.is_somebody() and stranger.is_somebody()


class TestDownload:
    def test_everything_is_in_it(self, server: ServerProcess, come: NewBrowser) -> None:
        me, friend = come(server), come(server)
        matches = [me.begin(name="Ann"), me.begin(opponent="shared", rules="base")]
        friend.join(matches[0], name="Bo")
        both_act(matches[0], me, friend)
        me.act(matches[0], "resign")
        file = me.get("/you/download")
        assert file.headers["content-type"] == "application/zip"
        with zipfile.ZipFile(io.BytesIO(file.content)) as archive:
            kept = json.loads(archive.read("you.json"))
            records = read_records(archive.read("games.menhirs").decode())
        assert kept["person"]["name"] == "Ann"
        assert len(kept["browsers"]) == 1
        assert [(game["id"], game["player"]) for game in kept["games"]] == [
            (matches[0], 1),
            (matches[1], 1),
            (matches[1], 2),
        ]
        assert kept["games"][0]["winner"] == 2
        # Where nothing was played there is no record.
        assert [record.headers.get("Player2") for record in records] == ["Bo"]

    def test_no_key_is_in_it(self, server: ServerProcess, come: NewBrowser) -> None:
        me = come(server)
        me.begin(name="Ann")
        code = me.link()
        with zipfile.ZipFile(io.BytesIO(me.get("/you/download").content)) as archive:
            text = "".join(archive.read(name).decode() for name in archive.namelist())
        hashes = [row["key_hash"] for row in rows_in(server, tables.person_keys)]
        secrets = [me.cookies["person"], code, *(bytes(one).hex() for one in hashes)]
        assert not [secret for secret in secrets if secret in text]


@pytest.mark.parametrize("path", ["name", "link", "sign-out", "delete", "here", "sign-in"])
def test_another_site_can_do_nothing(path: str, server: ServerProcess, come: NewBrowser) -> None:
    me = come(server)
    me.begin()
    bodies = {"here": {"code": "x"}, "sign-in": {"credential": {}}}
    answer = me.post(
        f"/you/{path}", json=bodies.get(path), headers={"origin": "https://elsewhere.example"}
    )
    assert error_of(answer, 403) == "origin"


def test_steps_of_signing_in_are_limited(tmp_path: Path, come: NewBrowser) -> None:
    limit = ("--sign-ins-a-minute", "5")
    server = ServerProcess(f"sqlite:///{tmp_path}/menhirs.sqlite", tmp_path / "log", *limit)
    try:
        me = come(server)
        me.begin()
        answers = [me.post("/you/here/look", json={"code": "x"}) for _ in range(7)]
        assert [answer.status_code for answer in answers] == [410] * 5 + [429] * 2
        assert error_of(me.get("/you/download"), 429) == "too-fast"
        assert me.is_somebody()  # looking is free
    finally:
        server.close()
