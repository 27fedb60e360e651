"""Deleting oneself: running games are resigned, finished ones stay without the name."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from menhirs.match.entries import EntryKind
from menhirs.server.storage import tables
from tests.server.authenticator import Authenticator
from tests.server.browsers import PAGE, Browser, NewBrowser, rows_in
from tests.server.openings import both_act
from tests.server.pages import open_socket
from tests.server.processes import ServerProcess
from tests.server.visitors import Visitor, error_of


def delete(browser: Browser) -> None:
    """Says twice that everything is to be deleted."""
    asked = browser.post("/you/delete", data={"sure": "yes"}, headers=PAGE)
    assert "Delete everything for ever?" in asked.text
    gone = browser.post("/you/delete", data={"sure": "for ever"})
    assert (gone.status_code, gone.headers["location"]) == (303, "/you?gone=deleted")
    assert "Deleted: nothing about you" in browser.get("/you?gone=deleted", headers=PAGE).text


def names_in(server: ServerProcess, match: str) -> list[str]:
    """All names in the log of a match."""
    columns = tables.entries.c
    naming = columns.kind.in_((EntryKind.JOIN.value, EntryKind.NAME.value))
    rows = rows_in(server, tables.entries, columns.match == match, naming)
    return [row["text"] for row in sorted(rows, key=lambda row: row["number"])]


def against(me: Browser, friend: Browser) -> str:
    """A game between two people that is being played."""
    match = me.begin(name="Ann")
    friend.join(match, name="Bo")
    both_act(match, me, friend)
    return match


def test_it_does_not_happen_by_a_slip(server: ServerProcess, come: NewBrowser) -> None:
    me = come(server)
    me.begin(name="Ann")
    for answer in ({}, {"sure": ""}, {"sure": "no"}, {"sure": "yes"}, {"more": "for ever"}):
        assert me.post("/you/delete", data=answer).status_code in (200, 303)
    assert "Delete everything" in me.get("/you/delete", headers=PAGE).text
    assert me.is_somebody()


def test_finished_games_stay_without_the_name(server: ServerProcess, come: NewBrowser) -> None:
    me, friend = come(server), come(server)
    match = against(me, friend)
    me.act(match, "resign")
    before = friend.state(match)
    delete(me)
    after = friend.state(match)
    assert after["seats"]["1"]["name"] == "" and after["seats"]["2"]["name"] == "Bo"
    assert after["position"] == before["position"] and after["outcome"]["winner"] == 2
    assert names_in(server, match) == ["", "Bo"]
    assert "Ann" not in friend.get(f"/m/{match}/record").text


def test_running_games_are_resigned_so_that_nobody_waits(
    server: ServerProcess, come: NewBrowser
) -> None:
    me, friend = come(server), come(server)
    matches = [against(me, friend), against(friend, me)]
    assert "You resign 2 games that are being played." in me.get("/you/delete", headers=PAGE).text
    delete(me)
    ended = [friend.state(match)["outcome"] for match in matches]
    assert [(one["winner"], one["reason"]) for one in ended] == [(2, "resign"), (1, "resign")]


def test_a_game_at_which_nobody_sat_down_is_taken_away(
    server: ServerProcess, come: NewBrowser
) -> None:
    me, friend = come(server), come(server)
    match, alone = me.begin(name="Ann"), me.begin(name="Ann", opponent="computer")
    delete(me)
    assert error_of(friend.get(f"/api/matches/{match}"), 404) == "no-match"
    assert friend.state(alone)["seats"]["1"]["name"] == ""


def test_nothing_opens_the_person_any_more(server: ServerProcess, come: NewBrowser) -> None:
    me, phone = come(server, name="localhost"), come(server, name="localhost")
    friend, thief = come(server), come(server)
    match, person = against(me, friend), me.person
    secret = me.cookies["seat"]
    device = Authenticator(me.headers["origin"])
    made = device.make(me.post("/you/passkeys/options").json())
    assert me.post("/you/passkeys", json={"credential": made}).status_code == 200
    assert phone.use(me.link()).status_code == 200
    code = me.link()
    delete(me)
    assert "person" not in me.cookies and not phone.is_somebody()
    assert error_of(thief.use(code), 410) == "device-link"
    assert Visitor(server.address, match, secret).state()["you"] == []
    signed = device.sign(phone.post("/you/sign-in/options").json())
    refused = phone.post("/you/sign-in", json={"credential": signed})
    assert error_of(refused, 403) == "passkey-unknown"
    for name, table in tables.metadata.tables.items():
        if "person" in table.c:
            assert not rows_in(server, table, table.c.person == person), name
    # The seat that was left does not make the next visitor its owner.
    me.get(f"/m/{match}")
    assert me.state(match)["you"] == []


def test_who_looks_on_sees_the_name_go(server: ServerProcess, come: NewBrowser) -> None:
    me, friend = come(server), come(server)
    match = against(me, friend)
    watcher = Visitor(server.address, match)
    with open_socket(watcher) as (page, hello):
        assert hello["state"]["seats"]["1"]["name"] == "Ann"
        delete(me)
        assert page.is_closed() == 1012
    with open_socket(watcher) as (_, hello):
        assert hello["state"]["seats"]["1"]["name"] == ""


def test_said_twice_at_once_it_happens_once(server: ServerProcess, come: NewBrowser) -> None:
    me, friend = come(server), come(server)
    match = against(me, friend)
    others = [come(server) for _ in range(4)]
    for other in others:
        other.cookies.set("person", me.cookies["person"])

    def sure(browser: Browser) -> int:
        return browser.post("/you/delete", data={"sure": "for ever"}).status_code

    with ThreadPoolExecutor(4) as at_once:
        said = list(at_once.map(sure, others))
    assert 303 in said and set(said) <= {303, 403}
    assert friend.state(match)["outcome"]["winner"] == 2
    assert names_in(server, match) == ["", "Bo"]
