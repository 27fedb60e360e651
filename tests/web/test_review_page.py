"""The review of a finished match on its page, by mouse, keyboard and finger; for two at once."""

from __future__ import annotations

import re

from menhirs.notation.record import Record
from tests.server.processes import ServerProcess
from tests.server.reviewed_games import ending, followed, played
from tests.server.visitors import CLIENT
from tests.web.homes import AT_BOTH, Home
from tests.web.matches import Match
from tests.web.people import Meet, Person

GAME: Record = ending()
LAST = len(GAME.actions)
_IS_IN_SIGHT = """item => {
    const [box, panel] = [item, item.closest('.sheets')].map(one => one.getBoundingClientRect());
    return box.top >= panel.top && box.bottom <= panel.bottom;
}"""


def finished(site: ServerProcess, *, reviewed: bool = False) -> Match:
    match = Match(site.address, played(site.address, GAME), {})
    if reviewed:
        url = f"{site.address}/api/matches/{match.id}/review"
        CLIENT.post(url).raise_for_status()
        followed(url)
    return match


def waits_for_review(person: Person) -> None:
    person.waits_for("#report-result:not([hidden])")


def ply(person: Person) -> int:
    """The ply on the board, as a screen reader hears it of the graph."""
    return int(person.get("#report-graph svg").get_attribute("aria-valuenow") or "")


@AT_BOTH
def test_by_mouse_from_the_end_of_the_game_to_another_try(home: Home, meet: Meet) -> None:
    person = meet()
    home.show_game(person, GAME)
    address = person.path_of(person.page.url)
    assert not person.sees("#report")
    person.page.click("#over-report")
    waits_for_review(person)
    assert not person.sees("#log") and "lost the game in round" in person.text("#report-verdict")
    missed = (
        person.get(
            "#report-moments li",
        )
        .filter(has_text="Missed win")
        .first
    )
    number = int(missed.get_attribute("data-moment") or "")
    missed.locator(".moment-head").click()
    assert re.search(r"Round \d+, (North|South)", missed.inner_text())
    assert missed.evaluate(_IS_IN_SIGHT), "all of what is said about it"
    assert person.get("#board .mb-advised.is-mistake").count() == 1  # and the better one beside it
    assert person.get("#board .mb-advised").count() == 2
    assert person.status.startswith(f"Before move {number} of {LAST}.") or number == 1
    fog = person.fog()
    missed.locator("text=Better:").wait_for()
    missed.locator("a").click()
    person.page.wait_for_url(re.compile("/learn/again/"))
    person.waits_for("#hint:not([hidden])")
    assert person.fog() == fog
    person.page.click("#hint")
    person.waits_for_words("#hint", "Show me")
    person.page.click("#hint")
    person.waits_for("#next:not([hidden])")
    person.page.click("#next")
    person.page.wait_for_url(re.compile(rf"/m/.*ply={number - 1}"))
    assert person.path_of(person.page.url) == f"{address}?ply={number - 1}"
    waits_for_review(person)
    assert ply(person) == number - 1


@AT_BOTH
def test_by_keyboard_and_by_ear(home: Home, meet: Meet) -> None:
    person = meet()
    home.show_game(person, GAME)
    person.page.focus("#over-report")
    person.page.keyboard.press("Enter")
    waits_for_review(person)
    person.waits_for_words("#live", "The review is done.")
    person.page.focus("#report-graph svg")
    for expected in (LAST - 1, LAST - 2):
        person.page.keyboard.press("ArrowLeft")
        assert ply(person) == expected
    said = person.get("#report-graph svg").get_attribute("aria-valuetext") or ""
    assert said.startswith(f"After move {LAST - 2}: ")
    person.page.focus(".moment-head")
    person.page.keyboard.press("Enter")
    assert person.get(".moment-head").first.get_attribute("aria-expanded") == "true"
    person.page.click(".report-table > summary")
    assert person.get("#report-rows tr").count() == LAST
    assert all(cell for cell in person.get("#report-rows td:nth-child(3)").all_inner_texts())


def test_on_a_phone_the_graph_leads_to_a_ply(site: ServerProcess, meet: Meet) -> None:
    person = meet(phone=True)
    person.watch(finished(site, reviewed=True))
    waits_for_review(person)  # whoever comes later finds it there
    box = person.get("#report-graph svg").bounding_box()
    assert box is not None
    middle = {"x": box["width"] * 2.5 / (LAST + 1), "y": box["height"] * 0.7}
    person.get("#report-graph svg").tap(position=middle)  # type: ignore[arg-type]
    # The report has something to say about move 3.
    assert ply(person) == 2 and person.status.startswith(f"Before move 3 of {LAST}.")
    assert person.page.evaluate("document.querySelector('#board').getBoundingClientRect().top") >= 0
    # From one key moment to the next it is one tap, and each can be tried again.
    items = person.get("#report-moments li")
    moments = [int(item.get_attribute("data-moment") or "") for item in items.all()]
    here = moments.index(3) + 1
    for number, moment in enumerate(moments[here:], start=here + 1):
        person.get("[data-leaf=forward]").tap()
        assert ply(person) == moment - 1
        assert person.text("#report-leaf-now").startswith(f"Moment {number} of {len(moments)}: ")
    assert person.get("[data-leaf=forward]").get_attribute("aria-disabled") == "true"
    person.get("[data-leaf=back]").tap()
    assert ply(person) == moments[-2] - 1
    assert person.get("#report-moments .moment-again >> visible=true").count() > 1
    person.page.emulate_media(media="print")
    assert person.sees("#log") and person.sees("#report-graph") and not person.sees("#show-moves")
    person.page.emulate_media(media="screen")
    person.get("#show-moves").tap()
    assert person.sees("#log") and not person.sees("#report")


def test_on_a_phone_the_review_that_was_asked_for_comes_into_sight(
    site: ServerProcess, meet: Meet
) -> None:
    person = meet(phone=True)
    person.watch(finished(site))
    person.get("#over-report").tap()
    waits_for_review(person)
    person.waits_for("#report:focus")
    person.page.wait_for_function(
        """() => {
            const {top, bottom} = document.querySelector('#report').getBoundingClientRect();
            return top >= 0 && top < innerHeight / 3 && bottom > innerHeight / 2;
        }"""
    )


def test_two_visitors_at_one_review(site: ServerProcess, meet: Meet) -> None:
    match, ann, bob = finished(site), meet(), meet()
    for person in (ann, bob):
        person.watch(match)
    for person in (ann, bob):
        person.page.click("#over-report")
    for person in (ann, bob):
        waits_for_review(person)
    assert ann.text("#report") == bob.text("#report")
