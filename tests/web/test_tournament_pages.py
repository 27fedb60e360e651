"""A whole tournament in the browser: from the form to the cross table; and the table clock."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.server.processes import ServerProcess
from tests.server.tournaments import Browser
from tests.web.people import Meet, Person
from tests.web.tournaments import become


def _resign(person: Person) -> None:
    person.page.click("#resign")
    person.page.click("dialog[open] button.danger")
    person.waits_for("#over:not([hidden])")


def test_four_people_hold_a_tournament(meet: Meet) -> None:
    """The organiser plays too; one of them is on a phone; games open by themselves."""
    four = [meet(phone=number == 3) for number in range(4)]
    organiser = four[0].page
    organiser.goto("/tournaments")
    organiser.click("text=Organise a tournament")
    organiser.fill("[name=name]", "Four friends")
    organiser.check("[name=system][value=round-robin]")
    organiser.select_option("[name=rules]", "base")
    organiser.click("text=Create the tournament")
    organiser.wait_for_url(re.compile(r"/tournaments/\w{10}$"))
    tournament = organiser.url
    for number, person in enumerate(four):
        person.open(tournament)
        person.page.fill("#enter-name", f"Friend {number}")
        person.page.click("#enter button")
        person.waits_for("text=You are in.")
    # The list of players is live: nobody has to load the page again.
    expect(organiser.locator(".players li")).to_have_count(4)
    organiser.click("text=Start the tournament")
    played: set[str] = set()
    for _ in range(3):
        for person in four:  # nobody clicks: the game of the round opens by itself
            person.page.wait_for_url(lambda url: "/m/" in url and url not in played)
            person.waits_for("#main[data-phase]")
        tables = {person.page.url: person for person in four}
        played.update(tables)
        assert len(tables) == 2
        for person in tables.values():
            _resign(person)
        for person in four:
            person.waits_for("#over:not([hidden])")
            assert "Four friends" in person.text(".of-tournament")
            person.page.click("#to-tournament")
    four[0].waits_for("#live-tournament[data-phase=finished]")
    assert four[0].page.locator(".cross tbody tr").count() == 4
    four[0].page.click(".why summary >> nth=0")
    assert four[0].text(".why[open] p")


def test_the_table_clock_rings_for_claims(meet: Meet) -> None:
    person = meet()
    person.open("/clock?rules=amsterdam&minutes=1&increment=0")
    person.waits_for("#clocks[data-ready]")
    page = person.page
    expect(page.locator("#bell")).to_be_disabled()
    page.click("#face-2")
    expect(page.locator("#face-1")).to_have_class(re.compile("runs"))
    page.click("#face-1")
    expect(page.locator("#bell")).to_be_enabled()
    page.keyboard.press("c")
    expect(page.locator("#clock-words")).to_have_text(re.compile("North claims! .* seconds"))
    left = person.text("#time-2")
    page.reload()  # it goes on where it was
    person.waits_for("#clocks[data-ready]")
    assert person.text("#time-2") == left
    page.click("#anew")  # it asks, with the focus on Cancel
    page.keyboard.press("Enter")
    assert person.text("#time-2") == left
    page.click("#anew")
    page.click("dialog[open] button.danger")
    expect(page.locator("#time-1")).to_have_text("1:00")
    # Where nobody claims there is no bell.
    person.open("/clock?rules=base")
    assert page.locator("#bell").count() == 0


def test_rows_that_were_not_sent_survive(meet: Meet, site: ServerProcess) -> None:
    """One result is sent, another is half typed, and somebody else enters one meanwhile."""
    person = meet()
    organiser = Browser(site.address)
    evening = organiser.organise(place="tables", door="hand", rounds=1, system="round-robin")
    organiser.does(f"{evening}/players", names="Ada\nBert\nCor\nDirk\nEva\nFien")
    organiser.does(f"{evening}/start")
    become(person, organiser, site.address)
    person.open(evening)
    rows = person.page.locator("#enter-results form")
    expect(rows).to_have_count(3)
    rows.nth(2).locator("select").select_option("tie")
    rows.nth(1).locator("select").select_option("south")
    rows.nth(1).locator("[name=points]").fill("7")
    rows.nth(0).locator("select").select_option("tie")
    rows.nth(0).locator("button").click()
    expect(rows).to_have_count(2)
    expect(rows.nth(0).locator("[name=points]")).to_have_value("7")
    expect(rows.nth(0).locator("select")).to_have_value("south")
    expect(rows.nth(1).locator("select")).to_have_value("tie")
    person.page.locator("h1").click()  # nobody types: the page may change
    organiser.does(f"{evening}/players", names="Gijs")
    expect(person.page.locator("#people li")).to_have_count(7)
    expect(rows.nth(0).locator("[name=points]")).to_have_value("7")


def test_the_wall_turns_pages(meet: Meet, site: ServerProcess) -> None:
    person = meet()
    organiser = Browser(site.address)
    cup = organiser.organise(place="tables", door="hand")
    organiser.does(f"{cup}/players", names="\n".join(f"Somebody {n}" for n in "abcdefghijklmnop"))
    organiser.does(f"{cup}/start")
    person.page.clock.install()
    person.open(f"{cup}/projector")
    shown = person.page.locator(".standings tbody tr:visible th")
    first = shown.all_inner_texts()
    assert 4 <= len(first) <= 12
    person.page.clock.run_for(8_100)
    assert not set(shown.all_inner_texts()) & set(first)
    assert re.fullmatch(r"\d+:\d\d", person.text("#round-time"))
    assert person.page.locator(".wall-code svg").is_visible()


def test_no_time_is_left(meet: Meet) -> None:
    person = meet()
    person.page.clock.install()
    person.open("/clock?minutes=0.5&increment=0")
    person.waits_for("#clocks[data-ready]")
    person.page.click("#face-2")
    person.page.clock.run_for(31_000)
    expect(person.page.locator("#clock-words")).to_have_text("South has no time left.")
