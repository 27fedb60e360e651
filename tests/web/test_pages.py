"""All pages: for everybody, on every screen, on paper, and without a script."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Page, ViewportSize

from tests.server.processes import ServerProcess
from tests.thoroughness import is_long
from tests.web.frame_measures import faults
from tests.web.matches import Match
from tests.web.people import Meet
from tests.web.translations import english_on, translation_of
from tests.web.views import NOT_FOUND, VIEWS

# Views much like another one: looked at in ``make long``. (All are opened in a translation.)
ALIKE = {
    *("home, shared", "home, friend", "match, place", "match, remove", "match, decide"),
    *("match, won", "match, lost", "match, at one screen", "match, at one screen, proving"),
    *(
        "match, at one screen, decision in the north",
        "match, part picked",
        "match, watched",
        "match, watched while waiting",
        "match, refused",
    ),
    *("match, against the computer", "match, second game", "first game", "question"),
    *("you, link", "you, signing out", "you, deleting", "you, deleting, asked again"),
    *("your games, none", "rules, decisions", "rules, credits", "play from here", "lost"),
    *("tournaments", "tournament, entering", "tournament, pairings to print"),
}
on_every_view = pytest.mark.parametrize(
    "view",
    [pytest.param(view, marks=[pytest.mark.long] if view in ALIKE else []) for view in VIEWS],
)
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
# Otherwise axe describes every element of the page that is as it should be.
ONLY_VIOLATIONS = {"resultTypes": ["violations"], "selectors": False, "preload": False}
_FIND = """async options => {
    const {violations} = await axe.run(document, options);
    return violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html}`));
}"""

# Colours glide from one theme to the other: on the way there they prove nothing.
SETTLE = """() => {
    document.body.getBoundingClientRect();
    for (const motion of document.getAnimations()) {
        if (motion.effect.getComputedTiming().endTime !== Infinity) motion.finish();
    }
}"""


def violations(page: Page, options: dict[str, Any] | None = None) -> list[str]:
    """What axe finds: which rule, and where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(_FIND, {**ONLY_VIOLATIONS, **(options or {})})
    return [one[:200] for one in found]


# Where a page begins: its board, the list beside it or its title; null for what stands alone.
LEFT_EDGE = """() => {
    const alone = document.querySelector('.lost, .projector, .paper');
    const shown = node => node.checkVisibility();
    const find = what => [...document.querySelectorAll(what)].find(shown);
    const first = find('.tabletop') ?? find('.rules-menu') ?? find('main h1');
    if (alone || !find('header.top') || !first) return null;
    return Math.round(first.getBoundingClientRect().left);
}"""
WIDE: ViewportSize = {"width": 1366, "height": 768}
THEMES: list[Literal["light", "dark"]] = ["light", "dark"]


def theme_of(view: str) -> Literal["light", "dark"]:
    """The theme that a view is looked at in, where not in both: each has its share."""
    return THEMES[list(VIEWS).index(view) % 2]


@on_every_view
def test_a_page_is_there_for_everybody_and_fits_a_phone(
    view: str, site: ServerProcess, meet: Meet
) -> None:
    """Opened once, on a phone; then it is made as wide as a desktop, and light or dark.

    In a translation, whose words are longer than ours; in English, and in both themes, with
    ``make long``.
    """
    code = "en" if is_long() else translation_of(view)
    person = meet(phone=True, locale=code, expects=NOT_FOUND)
    VIEWS[view](person, site.address)
    assert person.get("html").get_attribute("lang") == code
    assert faults(person.page) == []
    if code != "en":
        assert english_on(person.page, code) == []
    if is_long():
        assert violations(person.page) == []
    person.page.set_viewport_size(WIDE)
    assert faults(person.page) == []
    edge = person.page.evaluate(LEFT_EDGE)
    # Half of what is left of the page's 70rem, beside a scroll bar or without one.
    assert edge is None or edge == pytest.approx(123, abs=8)
    for theme in THEMES if is_long() else [theme_of(view)]:
        person.page.emulate_media(color_scheme=theme)
        person.page.evaluate(SETTLE)
        assert violations(person.page) == []


def test_what_the_first_page_needs_is_little(site: ServerProcess, meet: Meet) -> None:
    person = meet()
    asked: list[str] = []
    person.page.on("request", lambda request: asked.append(request.url))
    person.open("/")
    person.page.wait_for_load_state("networkidle")
    assert all(url.startswith((site.address, "data:")) for url in asked), asked
    assert len(asked) < 20, asked


class TestOnPaper:
    def test_a_game_is_printed_with_its_board_and_moves(
        self, site: ServerProcess, meet: Meet
    ) -> None:
        person = meet()
        VIEWS["match, over"](person, site.address)
        person.page.emulate_media(media="print")
        for selector in ("#board .mb-stage", "#log", "#status", "#plate-1"):
            assert person.sees(selector), selector
        for selector in ("header.top", "#bar button", ".tools", ".tabs", "#typed"):
            assert not person.sees(selector), selector
        assert person.page.pdf().startswith(b"%PDF")

    def test_the_rules_are_printed_without_the_menus(self, site: ServerProcess, meet: Meet) -> None:
        person = meet()
        person.open("/rules")
        person.page.emulate_media(media="print")
        assert person.sees("main h1") and person.sees("main img")
        assert not person.sees("header.top")

    @pytest.mark.parametrize("chosen", ["auto", "dark"])
    def test_paper_is_white_whatever_the_theme(
        self, chosen: str, site: ServerProcess, meet: Meet
    ) -> None:
        person = meet(color_scheme="dark", settings={"theme": chosen})
        person.open("/rules")
        person.page.emulate_media(media="print")
        person.page.evaluate(SETTLE)
        inks = """selector => [...document.querySelectorAll(selector)].map(node => {
            const {color, backgroundColor} = getComputedStyle(node);
            return `${color} on ${backgroundColor}`;
        })"""
        for selector in ("main figcaption", "main code", "main p"):
            found = set(person.page.evaluate(inks, selector))
            assert found == {"rgb(0, 0, 0) on rgba(0, 0, 0, 0)"}, selector


class TestWithoutScripts:
    def test_the_front_page_starts_a_match(self, site: ServerProcess, meet: Meet) -> None:
        person = meet(java_script_enabled=False)
        person.open("/")
        person.page.click("#shared > summary")
        person.page.click("#shared [name=rules][value=base].start")
        assert "/m/" in person.page.url
        assert person.status == "South places a fog tile."
        assert "Playing needs JavaScript" in person.text("main")

    def test_seven_menhirs_can_be_set_up(self, site: ServerProcess, meet: Meet) -> None:
        person = meet(java_script_enabled=False)
        person.open("/")
        person.page.click("#friend > summary")
        person.page.click("#friend .more-options > summary")
        person.page.check("#friend [name=layout][value=hand]")
        cells = ["a1", "b1", "c1", "d1", "e1", "f1", "g1"]
        for cell in cells:
            person.page.click(f"#friend .hex:has([value={cell}])")
        person.page.click("#friend [name=rules][value=base].start")
        match = Match(site.address, person.match_id, {})
        assert match.state()["view"]["menhirs"] == cells

    def test_a_friend_takes_the_free_seat(self, site: ServerProcess, meet: Meet) -> None:
        match = Match.new(site.address, opponent="friend", rules="base")
        friend = meet(java_script_enabled=False)
        friend.open(match.path)
        friend.page.click("#join button")
        assert friend.page.url.endswith(match.path) and not friend.sees("#join")
        assert match.state()["seats"]["2"]["kind"] == "person"
        friend.open(match.path)
        assert friend.status == "Your opponent places a fog tile."

    def test_the_rules_can_be_read(self, site: ServerProcess, meet: Meet) -> None:
        person = meet(java_script_enabled=False)
        person.open("/rules")
        assert person.sees("main h1") and len(person.text("main")) > 5000

    def test_the_language_can_be_changed(self, site: ServerProcess, meet: Meet) -> None:
        person = meet(java_script_enabled=False)
        person.open("/rules")
        person.page.click("details.languages > summary")
        person.page.click("[name=language][value=nl]")
        assert person.page.url.endswith("/rules")
        assert person.get("html").get_attribute("lang") == "nl"


def test_a_layout_set_up_by_hand_needs_all_seven(site: ServerProcess, meet: Meet) -> None:
    person = meet()
    person.open("/#friend")  # a link that opens that way to play
    person.page.click("#friend .more-options > summary")
    person.page.check("#friend [name=layout][value=hand]")
    cells = ["a2", "b4", "c3", "d6", "e1", "f2", "g3"]
    for cell in cells[:6]:
        person.page.click(f"#friend .hex:has([value={cell}])")
    assert person.text("#friend .hand-count") == "1 menhir left to place."
    person.page.click("#friend [name=rules][value=amsterdam]")
    person.waits_for_toast("Set up exactly 7 menhirs first.")
    person.page.click(f"#friend .hex:has([value={cells[6]}])")
    assert person.page.is_disabled("#friend [name=menhirs][value=a1]")
    person.page.click("#friend [name=rules][value=amsterdam]")
    person.waits_for("#waiting")
    assert Match(site.address, person.match_id, {}).state()["view"]["menhirs"] == cells


@pytest.mark.parametrize("device", ["light", "dark"])
@pytest.mark.parametrize("chosen", ["auto", "light", "dark"])
def test_the_picture_of_the_front_page_follows_the_theme(
    device: str, chosen: str, site: ServerProcess, meet: Meet
) -> None:
    person = meet(color_scheme=device, settings={"theme": chosen})
    person.open("/")
    picture = """image => {
        const {content} = getComputedStyle(image);
        return (content.startsWith("url") ? content : image.currentSrc).match(/hero-\\w+/)[0];
    }"""
    expected = device if chosen == "auto" else chosen
    assert person.get(".hero-picture").evaluate(picture) == f"hero-{expected}"
    assert person.sees("#front-board")


def test_the_rule_that_forbids_something_can_be_looked_up(site: ServerProcess, meet: Meet) -> None:
    person = meet()
    VIEWS["match, explained"](person, site.address)
    bubble = person.get(".mb-bubble a")
    assert (
        bubble.inner_text() == "rule B1" and bubble.get_attribute("href") == "/rules/reference#b1"
    )
    with person.context.expect_page() as opened:
        bubble.click()
    opened.value.wait_for_selector("#b1", state="attached")
    assert opened.value.url.endswith("/rules/reference#b1") and "/m/" in person.page.url
    VIEWS["match, refused"](person, site.address)
    toast = person.get(".toast a")
    code = toast.inner_text().removeprefix("rule ")
    assert toast.get_attribute("href") == f"/rules/reference#{code.lower()}"


def test_settings_are_remembered(site: ServerProcess, meet: Meet) -> None:
    person = meet()
    person.open("/")
    person.page.click("#open-settings")
    person.page.click("#settings label:has([name=theme][value=dark])")
    person.page.click("#settings label:has([name=dense])")
    person.page.keyboard.press("Escape")
    assert not person.sees("#settings")
    person.open("/rules")
    assert person.get("html").get_attribute("data-theme") == "dark"
    person.page.click("#open-settings")
    assert person.page.is_checked("#settings [name=dense]")
