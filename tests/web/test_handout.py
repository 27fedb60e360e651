"""The hand-out on paper: one sheet of A4 in black and white, whatever the game and the language."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from menhirs.core.rules import RuleSet
from menhirs.web.handout import document
from menhirs.web.languages import FINISHED, LANGUAGES
from tests.server.processes import ServerProcess
from tests.server.test_handout import GAMES, LONGEST
from tests.thoroughness import is_long
from tests.web.people import Meet

ALL = [(rules, code) for rules in [*GAMES.values(), LONGEST] for code in FINISHED]
SAMPLE = [(GAMES["amsterdam"], "fr"), (GAMES["base"], "de"), (LONGEST, "nl")]
A4 = (595, 842)
"""Its width and height in points."""

CUT = """() => {
    const sheet = document.querySelector(".paper");
    const paper = sheet.getBoundingClientRect();
    return [...sheet.querySelectorAll("h1, h2, p, li, svg")].filter(node => {
        const box = node.getBoundingClientRect();
        return box.bottom > paper.bottom + 1 || box.right > paper.right + 1;
    }).map(node => node.outerHTML.slice(0, 80));
}"""


def sizes(pdf: bytes) -> list[tuple[int, int]]:
    """Width and height of every page."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    pages = re.findall(rb"/Type\s*/Page\b(?!s)", pdf)
    assert len(boxes) == len(pages)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


@pytest.mark.parametrize(
    ("rules", "code"),
    ALL if is_long() else SAMPLE,
    ids=lambda value: value if isinstance(value, str) else value.name,
)
def test_a_hand_out_is_one_sheet_and_nothing_is_cut_off(
    rules: RuleSet, code: str, browser: Browser
) -> None:
    # As wide and high as what the margins leave of A4.
    page = browser.new_page(viewport={"width": 703, "height": 1040})
    page.set_content(document(rules, LANGUAGES[code]))
    assert sizes(page.pdf(prefer_css_page_size=True)) == [A4]
    page.emulate_media(media="print")
    assert page.evaluate(CUT) == []
    page.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_prints_the_sheet_alone(theme: str, site: ServerProcess, meet: Meet) -> None:
    person = meet(color_scheme=theme)
    person.open("/handout/base")
    assert sizes(person.page.pdf(prefer_css_page_size=True)) == [A4]
    person.page.emulate_media(media="print")
    for selector in ("header.top", ".volumes", ".handout-tools", "footer.foot"):
        assert not person.sees(selector), selector
    inks = """() => [...new Set([...document.querySelectorAll('.paper *:not(svg, svg *)')]
        .map(node => getComputedStyle(node).color))]"""
    assert person.page.evaluate(inks) == ["rgb(0, 0, 0)"]


def test_the_pages_about_the_rules_lead_to_each_other(site: ServerProcess, meet: Meet) -> None:
    person = meet()
    person.open("/rules")
    links = person.page.locator(".volumes a")
    assert links.count() == 6
    for link in links.all():
        address = f"{site.address}{link.get_attribute('href')}"
        assert person.page.request.get(address).status == 200
    person.page.click(".volumes a[href='/handout/amsterdam']")
    person.page.click(".handout-games summary")
    person.page.click(".handout-games a[href='/handout/base8%2B21']")
    assert person.text("main h1") == "The base game with both options"


def test_a_picture_is_played_on_from_its_page(site: ServerProcess, meet: Meet) -> None:
    person = meet()
    person.open("/rules")
    person.page.click(".panels figure:last-child .from-here")
    assert person.page.is_checked("#from-here [name=side][value='2']")
    person.page.click("#from-here label:has([value=shared])")
    person.page.click("#from-here button.primary")
    person.waits_for("#main[data-phase=move]")
    assert "/m/" in person.page.url and person.status == "North moves fog."
