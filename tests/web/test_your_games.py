"""Somebody's games in a real browser: they appear, come to the top, are searched by keyboard."""

from __future__ import annotations

from tests.server.processes import ServerProcess
from tests.web.matches import Match
from tests.web.people import Meet, Person
from tests.web.views import PLACING

# The page asks again when it comes back into sight: tests need not wait for its next look.
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"


def listed(person: Person, section: str) -> list[str | None]:
    """The games of a section, by name."""
    cards = person.get(f".game-cards.{section} .game-card").all()
    return [card.get_attribute("data-match") for card in cards]


def new_game(address: str, name: str, **wanted: str) -> Match:
    match = Match.new(address, opponent="friend", name="Ann", **{**PLACING, **wanted})
    match.join(name)
    return match


def test_when_the_turn_comes_a_game_goes_to_the_top_and_is_counted_in_the_title(
    site: ServerProcess, meet: Meet
) -> None:
    ann = meet()
    first, second = new_game(site.address, "Bo"), new_game(site.address, "Cy")
    for match in (first, second):
        match.act("+a1")
        ann.sit(match)
    ann.open("/")
    other_tab = ann.new_page()
    other_tab.goto("/")
    assert listed(ann, "turn") == [] and set(listed(ann, "running")) == {first.id, second.id}
    assert not ann.page.title().startswith("(")
    assert not ann.sees(".hero")  # who plays here knows what it is
    first.act("+b1")
    for tab in (ann.page, other_tab):
        tab.evaluate(LOOK)
        tab.wait_for_selector(f".game-cards.turn [data-match='{first.id}']")
        assert tab.title().startswith("(1) ")
    assert listed(ann, "running") == [second.id]
    ann.page.focus(f"[data-match='{first.id}'] a")
    second.give_up()
    ann.page.evaluate(LOOK)
    ann.waits_for_words(".game-cards.finished", "Won, 11 points")
    focused = ann.page.evaluate("document.activeElement.getAttribute('href')")
    assert focused == first.path  # the list was replaced under the reader's hands


def test_a_search_by_keyboard_finds_a_game_and_leads_to_its_review(
    site: ServerProcess, meet: Meet
) -> None:
    ann = meet()
    found = new_game(site.address, "Zoë")
    # On the same layout it would keep the review closed as long as it is played.
    other = new_game(site.address, "Bo", menhirs="a1 b1 c2 d3 e4 f2 g3")
    found.act("+a1", "+b1", "resign")
    for match in (found, other):
        ann.sit(match)
    ann.open("/")
    ann.page.click(".games-all a")
    ann.page.focus(".search > summary")
    keys = ann.page.keyboard
    keys.press("Enter")
    keys.press("Tab")
    keys.type("zOË")
    keys.press("Enter")
    ann.page.wait_for_url("**/you/games?*")
    assert listed(ann, "finished") == [found.id] and not ann.sees(".game-cards.turn")
    assert ann.page.input_value("#search-opponent") == "zOË"
    ann.page.focus(".finished a")
    keys.press("Enter")
    ann.waits_for("#sheet-report #report-result:not([hidden])")


def test_the_link_of_an_invitation_is_copied(site: ServerProcess, meet: Meet) -> None:
    ann = meet(permissions=["clipboard-read", "clipboard-write"])
    match = Match.new(site.address, opponent="friend")
    ann.sit(match)
    ann.open("/")
    ann.page.click(".copy-link")
    ann.waits_for_toast("Link copied.")
    assert ann.page.evaluate("navigator.clipboard.readText()").endswith(match.path)


def test_after_a_turn_in_a_slow_game_the_next_one_is_one_click_away(
    site: ServerProcess, meet: Meet
) -> None:
    ann = meet(phone=True)
    slow = {"clock": "slow", **PLACING}
    first, second = (
        Match.new(site.address, opponent="friend", name="Ann", **slow, days=days) for days in (1, 3)
    )
    for match, name in ((first, "Bo"), (second, "Cy")):
        match.join(name)
        ann.sit(match)
    ann.open("/")
    assert listed(ann, "turn") == [first.id, second.id]
    assert "until" in ann.text(f"[data-match='{first.id}'] .game-due")
    ann.sit(first)
    assert not ann.sees("#next-turn")
    first.act("+a1")
    ann.waits_for("#next-turn")
    assert ann.text("#next-turn") == "Next game: Cy"
    ann.page.click("#next-turn")
    ann.waits_for("#main[data-phase=place]")
    assert ann.match_id == second.id
    second.act("+a1")
    ann.waits_until("document.querySelector('#main').dataset.phase === 'place'")
    assert not ann.sees("#next-turn")  # nobody waits for her anywhere
