"""The lobby in the browser: three people find each other, two play, one watches."""

from __future__ import annotations

from tests.server.processes import ServerProcess
from tests.web.frame_measures import faults
from tests.web.people import Meet, Person
from tests.web.test_pages import CONTRAST, SETTLE, violations


def invite(person: Person, name: str, **segments: str) -> str:
    """Opens an invitation from the front page; returns the name of its match."""
    person.open("/#open")
    person.page.fill("#open-name", name)
    for field, value in segments.items():
        person.page.check(f"#open [name={field}][value={value}]")
    person.page.click("#open [name=rules][value=base].start")
    person.waits_for("#waiting")
    return person.match_id


ACT = """async (match) => {
  const at = `/api/matches/${match}`;
  const { state, legal } = await (await fetch(at)).json();
  const body = JSON.stringify({ state, action: legal[0]?.action ?? "none" });
  const headers = { "content-type": "application/json" };
  if (legal.length) await fetch(`${at}/actions`, { method: "POST", headers, body });
}"""
"""Plays the first legal action, where it is the visitor's turn."""


def test_three_people_find_each_other_play_watch_and_get_rated(meet: Meet) -> None:
    ann, bo, cy = meet(), meet(phone=True), meet()
    bo.open("/")
    cy.open("/")
    match = invite(ann, "Ann", rated="true")
    assert ann.text("#waiting-title") == "Waiting for an opponent"

    # The list comes to those who look at it already.
    take = f"#lobby-open a.button[href='/m/{match}']"
    bo.waits_for(take)
    assert "Ann" in bo.text("#lobby-open") and "rated" in bo.text("#lobby-open")
    assert faults(bo.page) == []
    assert violations(bo.page) == []
    bo.page.evaluate("localStorage.setItem('menhirs.name', 'Bo')")
    bo.page.click(take)
    bo.page.wait_for_load_state("load")
    assert "changes both ratings" in bo.text("#invitation")
    assert faults(bo.page) == []
    assert violations(bo.page) == []
    bo.page.click("#join button.primary")
    for player in (ann, bo):
        player.waits_for("#main[data-phase=place]")
        assert not player.sees("#watching") and not player.sees("#waiting")
        # Also on the page that was open before the other sat down.
        player.waits_for(".plate-name a[href^='/players/']")
        assert player.get("#sheet-more a.opponent-page:not([hidden])").count() == 1
        assert player.text("#plate-1 .plate-note") == "rated, 1500?"

    # The third finds the game, and not the invitation.
    cy.waits_for(f"#lobby-games a[href='/m/{match}?watch']")
    assert "Ann" in cy.text("#lobby-games") and "Bo" in cy.text("#lobby-games")
    assert cy.get(take).count() == 0
    assert violations(cy.page) == []
    cy.page.emulate_media(color_scheme="dark")
    cy.page.evaluate(SETTLE)
    assert violations(cy.page, CONTRAST) == []
    cy.page.click(f"#lobby-games a[href='/m/{match}?watch']")
    cy.waits_for("#main[data-phase=place]")
    assert cy.sees("#watching")

    for player in (ann, bo, ann):  # before both have acted it would have no result
        player.page.evaluate(ACT, match)
    bo.waits_for_words("#resign", "Give up")
    bo.page.click("#resign")
    bo.page.click("dialog[open] button.danger")
    for player in (ann, bo, cy):
        player.waits_for_words("#over-ratings", "Ann: 1500 → 1662")
        player.waits_for_words("#over-ratings", "Bo: 1500 → 1338")
    bo.page.click("#over-more a[href^='/players/']")
    assert bo.text("h1") == "Ann" and "1662" in bo.text("main")
    assert faults(bo.page) == []
    assert violations(bo.page) == []
    bo.page.click(".conduct button")
    for path, told in (
        ("/you/blocked", "Ann"),
        ("/ranking?game=base", "Nobody has a place in this ranking yet."),
    ):
        bo.open(path)
        assert told in bo.text("main")
        assert faults(bo.page) == []
        assert violations(bo.page) == []


def test_what_can_not_be_rated_can_not_be_chosen_for_a_rated_game(meet: Meet) -> None:
    ann = meet()
    ann.open("/")
    ann.page.click("#open summary")
    form = "form[data-way=open]"
    ann.page.evaluate(f"document.querySelector(`{form} .more-options`).open = true")
    ann.page.click(f"{form} input[name=clock][value=none]")
    impossible = ("button[value=endless]", "input[value=none]", "input[value=hand]")
    for rated in (True, False):
        ann.page.click(f"{form} label:has([name=rated][value={str(rated).lower()}])")
        for one in impossible:
            assert ann.get(f"{form} {one}").is_disabled() is rated
    assert ann.get(f"{form} input[value=live]").is_checked()


def test_an_invitation_raced_by_two_goes_to_one_and_the_other_is_told(meet: Meet) -> None:
    ann, bo, cy = meet(), meet(), meet()
    match = invite(ann, "Anna")
    take = f"#lobby-open form[action='/m/{match}/join'] button"
    for one in (bo, cy):
        one.open("/")
        one.waits_for(take)
    for one in (bo, cy):
        one.page.evaluate("take => { document.querySelector(take).click(); }", take)
    for one in (bo, cy):
        one.waits_for("#main[data-phase=place]")
    text = [one.text("#watching") for one in (bo, cy) if one.sees("#watching")]
    assert len(text) == 1 and "The seat was taken in the meantime" in text[0]


def test_an_invitation_is_withdrawn_and_its_page_leads_back(
    site: ServerProcess, meet: Meet
) -> None:
    ann, bo = meet(), meet()
    match = invite(ann, "Annie")
    ann.page.click("#withdraw")
    ann.waits_for("#lobby")
    bo.open("/")
    assert bo.get(f"form[action='/m/{match}/join']").count() == 0
