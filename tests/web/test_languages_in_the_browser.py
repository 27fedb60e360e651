"""The pages in four languages: chosen by the browser, switched by hand, and complete."""

from __future__ import annotations

import pytest

from menhirs.notation.actions import write_action
from menhirs.web.languages import FINISHED, LANGUAGES
from tests.server.processes import ServerProcess
from tests.thoroughness import is_long
from tests.web.moments import game_at, match_at
from tests.web.people import Meet
from tests.web.test_pages import ALIKE
from tests.web.translations import TRANSLATIONS, english_on, translation_of
from tests.web.views import NOT_FOUND, VIEWS


@pytest.mark.parametrize("code", FINISHED)
def test_the_browser_chooses(code: str, site: ServerProcess, meet: Meet) -> None:
    person = meet(locale=f"{code}-{code.upper()}")
    person.open("/")
    assert person.get("html").get_attribute("lang") == code
    text = LANGUAGES[code].gettext("Push the fog. Free the stones.")
    assert person.text("h1") == text


def test_what_we_do_not_speak_is_english(site: ServerProcess, meet: Meet) -> None:
    person = meet(locale="br-FR")
    person.open("/")
    assert person.get("html").get_attribute("lang") == "en"


def test_a_language_picked_is_remembered_on_every_page(site: ServerProcess, meet: Meet) -> None:
    person = meet(locale="de-DE")
    VIEWS["match, flip"](person, site.address)
    here = person.page.url
    person.page.click("details.languages > summary")
    person.page.click("[name=language][value=nl]")
    person.waits_for("#main[data-phase]")
    assert person.page.url == here
    assert person.get("html").get_attribute("lang") == "nl"
    assert person.status == LANGUAGES["nl"].gettext(
        "Your turn: turn a menhir over. It counts as forest from then on."
    )
    later = person.new_page()
    later.goto("/")
    assert later.get_attribute("html", "lang") == "nl"


@pytest.mark.parametrize("code", TRANSLATIONS)
def test_nothing_is_left_in_english(code: str, site: ServerProcess, meet: Meet) -> None:
    """Every view in every translation with ``make long``.

    Otherwise in one of them, and here only those that ``test_pages`` does not open in it.
    """
    views = [view for view in VIEWS if view in ALIKE and translation_of(view) == code]
    if is_long():
        views = list(VIEWS)
    assert views
    person = meet(locale=code, expects=NOT_FOUND)
    left = {}
    for name in views:
        VIEWS[name](person, site.address)
        if found := english_on(person.page, code):
            left[name] = found
    assert left == {}


def test_the_two_players_may_speak_different_languages(site: ServerProcess, meet: Meet) -> None:
    match, game = match_at(site.address, "move"), game_at("move")
    people = {1: meet(locale="nl"), 2: meet(locale="fr")}
    for seat, person in people.items():
        person.sit(match, seat)
    action = game.position.board_actions()[0]
    match.act(write_action(action, game.position))
    for person in people.values():
        person.waits_for_ply(len(game.actions) + 1)
    people[1].waits_for_words("#live", "verplaatst")
    people[2].waits_for_words("#live", "déplace")


def test_the_list_of_moves_speaks_the_language_of_whoever_reads_it(
    site: ServerProcess, meet: Meet
) -> None:
    match = match_at(site.address, "remove")
    match.act("keep")
    match.act("resign")
    for code, words in (("en", ["keep", "gives up"]), ("nl", ["laat liggen", "geeft op"])):
        person = meet(locale=code)
        person.sit(match)
        person.waits_for("#log .log-move")
        assert person.page.locator("#log .log-move").all_inner_texts()[-2:] == words
