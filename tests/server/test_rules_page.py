"""The rules as a web page."""

from __future__ import annotations

import re

import pytest

from menhirs.core.errors import Illegal
from menhirs.server.languages import LANGUAGES
from menhirs.server.looks import static_root
from menhirs.server.rules_page import PICTURES, rules_contents, rules_html

in_every_language = pytest.mark.parametrize("code", LANGUAGES)


def ids(html: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', html)


@in_every_language
def test_every_link_within_the_page_leads_somewhere(code: str) -> None:
    html = rules_html(LANGUAGES[code])
    assert len(ids(html)) == len(set(ids(html)))
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids(html))


@in_every_language
def test_every_rule_that_a_refusal_names_can_be_linked(code: str) -> None:
    named = {rule for rules, _ in Illegal.messages.values() for rule in rules.split("/") if rule}
    assert {rule.lower() for rule in named} <= set(ids(rules_html(LANGUAGES[code])))


@in_every_language
def test_every_picture_is_shown_once_with_its_size_and_told_below(code: str) -> None:
    html = rules_html(LANGUAGES[code])
    shown = re.findall(
        rf'<figure>\n<img src="{static_root()}/rules/([\w-]+\.svg)" width="\d+" height="\d+" alt=""'
        r' loading="lazy">\n<figcaption>\w',
        html,
    )
    assert sorted(shown) == sorted(path.name for path in PICTURES.glob("*.svg"))
    assert html.count("<img") == html.count("</figcaption>\n</figure>") == len(shown)


@in_every_language
def test_the_contents_are_the_headings(code: str) -> None:
    html = rules_html(LANGUAGES[code])
    found = re.findall(r'<h([2-6]) id="([^"]+)">(.+)</h', html)
    contents = rules_contents(LANGUAGES[code])
    assert [(str(entry.depth), entry.id, entry.title) for entry in contents] == found


@in_every_language
def test_nothing_in_it_breaks_the_content_security_policy(code: str) -> None:
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=", rules_html(LANGUAGES[code]))


def test_each_language_gets_its_own_text_or_english_with_a_word_about_it() -> None:
    starts = {code: str(rules_html(known)).splitlines()[:2] for code, known in LANGUAGES.items()}
    assert starts["en"][0] == '<h1 id="the-rules">The rules</h1>'
    assert starts["nl"][0] == '<h1 id="de-regels">De regels</h1>'
    for code in ("fr", "de"):
        note = LANGUAGES[code].gettext(
            "The rules are not translated yet. Here they are in English."
        )
        assert starts[code] == [f'<p class="note">{note}</p>', '<div lang="en">']


def test_tables_and_code_are_turned_into_html() -> None:
    html = rules_html(LANGUAGES["en"])
    assert "<table>" in html
    assert "<code>b2b3c3-NE</code>" in html
    assert not re.search(r"^\||\]\(|\*\*|`", html, re.MULTILINE)
