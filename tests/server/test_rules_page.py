"""The rules as web pages."""

from __future__ import annotations

import re

import pytest

from menhirs.core.errors import Illegal, Malformed
from menhirs.core.rules import RULE_SETS
from menhirs.match.errors import Refused
from menhirs.server.errors import BadRequest, ServerUnavailable
from menhirs.web.files import static_root
from menhirs.web.handout import document
from menhirs.web.languages import FINISHED, LANGUAGES, Language
from menhirs.web.rule_pictures import pictures
from menhirs.web.rules_text import PAGES, rules_source, rules_text

READ = ["guide", "strategy", "reference", "decisions", "credits"]
in_every_language = pytest.mark.parametrize("code", FINISHED)
on_every_page = pytest.mark.parametrize("page", READ)


def html(page: str, code: str) -> str:
    return str(rules_text(page, LANGUAGES[code]).html)


def ids(text: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', text)


@in_every_language
@on_every_page
def test_every_link_leads_somewhere(page: str, code: str) -> None:
    text = html(page, code)
    assert len(ids(text)) == len(set(ids(text)))
    addresses = {address: name for name, address in PAGES.items() if name in READ}
    for address, anchor in re.findall(r'href="([^"#]*)#?([^"]*)"', text):
        if address.startswith(("https:", "/play?", "/handout/")):
            continue
        name = addresses[address] if address else page
        assert not anchor or anchor in ids(html(name, code))
    assert ".md" not in text


@in_every_language
@pytest.mark.parametrize("page", ["guide", "reference"])
def test_every_rule_has_an_anchor_also_on_the_first_page(page: str, code: str) -> None:
    """The guide explains every rule of the sheets; decisions have a page of their own."""
    numbers = {"m": range(1, 9), "b": range(6), "a": range(1, 13)}
    numbers |= {"d": range(1, 16)} if page == "reference" else {}
    rules = {f"{letter}{number}" for letter, all_of_it in numbers.items() for number in all_of_it}
    assert rules <= set(ids(html(page, code)))


@in_every_language
def test_every_rule_that_a_refusal_names_can_be_linked(code: str) -> None:
    families = (Illegal, Malformed, Refused, BadRequest, ServerUnavailable)
    cited = (one.rules_and_message(error)[0] for one in families for error in one.messages)
    named = {rule for rules in cited for rule in rules.split("/") if rule}
    assert {rule.lower() for rule in named} <= set(ids(html("reference", code)))


@in_every_language
def test_every_picture_has_its_size_is_told_below_and_can_be_played_on(code: str) -> None:
    text = "".join(html(page, code) for page in ("guide", "reference", "strategy"))
    sized = r'width="\d+" height="\d+" alt="" loading="lazy">'
    shown = re.findall(
        rf'<figure>\n<img class="when-light" src="{static_root()}/rules/([\w-]+)\.svg" {sized}'
        rf'<img class="when-dark" src="/rules/pictures/\1\.svg" {sized}\n<figcaption>[\w<]',
        text,
    )
    assert set(shown) == set(pictures())
    assert text.count("<img") == 2 * len(shown) == 2 * text.count("</figcaption>\n</figure>")
    playable = [name for name in shown if not pictures()[name].position.is_over]
    assert text.count('class="from-here"') == len(playable) == len(shown) - 1


@in_every_language
@on_every_page
def test_the_contents_are_the_headings(page: str, code: str) -> None:
    found = re.findall(r'<h([2-6]) id="([^"]+)">(.+)</h', html(page, code))
    contents = rules_text(page, LANGUAGES[code]).contents
    assert [(str(entry.depth), entry.id, entry.title) for entry in contents] == found


@in_every_language
@on_every_page
def test_nothing_in_it_breaks_the_content_security_policy(page: str, code: str) -> None:
    assert not re.search(r"<script|<style|\sstyle=|\son\w+=", html(page, code))


def test_each_language_has_its_own_text() -> None:
    titles = {code: rules_text("guide", known).title for code, known in FINISHED.items()}
    assert titles == {
        "en": "How to play",
        "nl": "Zo speel je het",
        "fr": "Comment on joue",
        "de": "So wird gespielt",
    }


def test_the_numbers_come_from_the_rule_sets() -> None:
    text = re.sub(r"\s+", " ", html("guide", "en"))
    assert "from player 2's turn in round 7 on" in text.replace("&#39;", "'")
    assert "22 down to 12 points" in text and "at the latest 3 seconds after" in text
    assert "{{" not in text and "{%" not in text


def test_the_authors_thanks_are_told_by_name() -> None:
    thanked = re.sub(r"\s+", " ", html("credits", "en"))
    for name in ("Olivia De Troyer", "SemSem Segal", "Christian Quesada van Beresteyn"):
        assert name in thanked


def test_tables_and_code_are_turned_into_html() -> None:
    text = html("reference", "en")
    assert "<table>" in text
    assert "<code>b2b3c3-NE</code>" in text
    assert not re.search(r"^\||\]\(|\*\*|`", text, re.MULTILINE)


def test_a_language_without_texts_shows_them_in_english() -> None:
    begun = Language("es", "Español", is_finished=False)
    assert rules_text("guide", begun).written_in == "en"
    english = document(RULE_SETS["amsterdam"], LANGUAGES["en"])
    assert rules_source("handout", begun) == rules_source("handout", LANGUAGES["en"])
    assert len(document(RULE_SETS["amsterdam"], begun)) == len(english)
