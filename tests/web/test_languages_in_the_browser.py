"""The pages in four languages: chosen by the browser, switched by hand, and complete."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po

from menhirs.notation.actions import write_action
from menhirs.server.languages import LANGUAGES, catalogue_path
from tests.server.processes import ServerProcess
from tests.thoroughness import is_long
from tests.web.moments import game_at, match_at
from tests.web.people import Meet
from tests.web.views import NOT_FOUND, VIEWS

TRANSLATIONS = [code for code in LANGUAGES if code != "en"]

# All that is read or heard, also what is hidden now; not what stands there in another language,
# nor the notation, which is the same in all.
ALL_TEXT = """() => {
    const found = [];
    const heard = ['aria-label', 'aria-roledescription', 'title', 'alt', 'placeholder'];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
        const element = node instanceof Element ? node : node.parentElement;
        if (element.closest('script, noscript, kbd, code, [lang]:not(html)')) continue;
        if (node instanceof Text && !element.matches('.log-move')) found.push(node.data);
        else if (node instanceof Element) {
            for (const name of heard) found.push(node.getAttribute(name) ?? '');
        }
    }
    return [document.title, ...found];
}"""


class Catalogue:
    """Finds what should have been translated."""

    def __init__(self, code: str) -> None:
        with catalogue_path(code).open("rb") as file:
            messages = [message for message in read_po(file, locale=code) if message.id]
        self._whole: set[str] = set()
        self._with_gaps: list[tuple[re.Pattern[str], re.Pattern[str]]] = []
        for message in messages:
            for english, told in zip(_forms(message.id), _forms(message.string), strict=False):
                if english == told:
                    continue
                if "{" not in english:
                    self._whole.add(english)
                elif len(re.findall(r"[A-Za-z]{2,}", re.sub(r"\{\w+\}", "", english))) > 1:
                    self._with_gaps.append((_pattern(english), _pattern(told)))

        # "Analyse" is an English verb, and what "Analysis" is called in three languages.
        self._whole -= {told for message in messages for told in _forms(message.string)}

    def english_in(self, texts: list[str]) -> Iterator[str]:
        for text in {" ".join(text.split()) for text in texts}:
            if text in self._whole:
                yield text
            for english, told in self._with_gaps:
                if english.fullmatch(text) and not told.fullmatch(text):
                    yield text


def _forms(text: object) -> list[str]:
    return [text] if isinstance(text, str) else list(text)  # type: ignore[call-overload]


def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"\{\w+\}", template)
    return re.compile(".+".join(re.escape(part) for part in parts))


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_browser_chooses(code: str, site: ServerProcess, meet: Meet) -> None:
    person = meet(locale=f"{code}-{code.upper()}")
    person.open("/")
    assert person.get("html").get_attribute("lang") == code
    told = LANGUAGES[code].gettext("Push the fog. Free the stones.")
    assert person.text("h1") == told


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
    """Every view in one of the translations; in all of them with ``make long``."""
    views = list(VIEWS)
    if not is_long():
        views = views[TRANSLATIONS.index(code) :: len(TRANSLATIONS)]
    catalogue = Catalogue(code)
    person = meet(locale=code, expects=NOT_FOUND)
    left = {}
    for name in views:
        VIEWS[name](person, site.address)
        if found := sorted(catalogue.english_in(person.page.evaluate(ALL_TEXT))):
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
