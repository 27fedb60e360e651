"""``language.js`` in a real browser, under the content security policy of the pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, sync_playwright

from menhirs.web.languages import FINISHED, LANGUAGES
from tests.chromium import launch

SCRIPT = (
    Path(__file__).parents[2] / "src" / "menhirs" / "web" / "static" / "site" / "language.js"
).read_text("utf-8")
POLICY = "default-src 'none'; script-src 'self'"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


def page_with(browser: Browser, block: object) -> Page:
    """A page with that block of messages; None is a page without one."""
    text = json.dumps(block).replace("<", "\\u003c")
    data = f'<script type="application/json" id="messages">{text}</script>'

    def answer(route: Route) -> None:
        if route.request.url.endswith(".js"):
            route.fulfill(body=SCRIPT, content_type="text/javascript")
        else:
            body = "<!doctype html>" + ("" if block is None else data)
            headers = {"content-security-policy": POLICY}
            route.fulfill(body=body, content_type="text/html", headers=headers)

    page = browser.new_page()
    page.route("**/*", answer)
    page.goto("http://menhirs.test/")
    return page


def say(page: Page, expression: str) -> str:
    told = page.evaluate(f"import('/language.js').then(({{t, tn, language}}) => {expression})")
    assert isinstance(told, str)
    return told


def test_messages_are_translated_and_their_gaps_filled(browser: Browser) -> None:
    page = page_with(
        browser,
        {
            "language": "nl",
            "plural": {"one": 0, "other": 1},
            "messages": {
                "Fog on {cell}": "Op {cell} ligt mist",
                "{n} tile": ["{n} tegel", "{n} tegels"],
                "constructor": "bouwer",
            },
        },
    )
    assert say(page, "language") == "nl"
    assert say(page, "t('Fog on {cell}', {cell: 'a1'})") == "Op a1 ligt mist"
    assert say(page, "t('Fog on {cell}', {cell: '$& {n}'})") == "Op $& {n} ligt mist"
    assert say(page, "tn('{n} tile', '{n} tiles', 1)") == "1 tegel"
    assert say(page, "tn('{n} tile', '{n} tiles', 0, {n: 'no'})") == "no tegels"
    assert say(page, "t('constructor')") == "bouwer"


@pytest.mark.parametrize("block", [None, {}])
def test_what_has_no_translation_stays_english(browser: Browser, block: object) -> None:
    page = page_with(browser, block)
    assert say(page, "language") == "en"
    assert say(page, "t('{a} and {b}', {a: 0})") == "0 and {b}"
    assert say(page, "t('toString {toString}')") == "toString {toString}"
    assert say(page, "tn('{n} tile', '{n} tiles', 1)") == "1 tile"
    assert say(page, "tn('{n} tile', '{n} tiles', 2)") == "2 tiles"


@pytest.mark.parametrize("code", FINISHED)
def test_the_browser_counts_as_the_server_does(browser: Browser, code: str) -> None:
    language = LANGUAGES[code]
    page = page_with(browser, language.for_scripts())
    numbers = [0, 1, 2, 3, 11, 21, 100, 1_000_000]
    text = say(
        page, f"{numbers}.map((n) => tn('{{n}} minute', '{{n}} minutes', n, {{n}})).join('|')"
    )
    expected = [language.ngettext("{n} minute", "{n} minutes", n).format(n=n) for n in numbers]
    assert text.split("|") == expected
