"""No page in Dutch, French or German says a word of English, however its sentences are made."""

from __future__ import annotations

import pytest

from menhirs.core.rules import RULE_SETS
from menhirs.site.gaps import with_gaps
from menhirs.site.pages import pages
from menhirs.web.languages import FINISHED, LANGUAGES
from menhirs.web.rendering import render
from tests.foreign_words import english_in, english_in_page, translated_into_english

TRANSLATIONS = [code for code in FINISHED if code != "en"]
in_every_translation = pytest.mark.parametrize("code", TRANSLATIONS)


def test_a_sentence_half_in_english_is_found() -> None:
    assert english_in("Nobody can claim in den Runden 12 und 1.", "de") >= {"nobody"}
    assert not english_in("In den Runden 12 und 1 kann niemand den Sieg ansagen.", "de")
    page = '<p title="Nobody">Niemand <code>keep</code> <b lang="en">you</b></p>'
    assert list(english_in_page(page, "nl")) == [("Nobody", {"nobody"})]


@in_every_translation
def test_no_translation_has_english_words(code: str) -> None:
    assert translated_into_english(code) == []


@in_every_translation
def test_no_page_has_english_words(code: str) -> None:
    language = LANGUAGES[code]
    found = {}
    for page in pages(language, RULE_SETS):
        html = render(
            language,
            page.template,
            serverless=True,
            server="https://example.org",
            policy="",
            edition={},
            elsewhere={},
            path=page.path,
            origin="",
            **page.data,
        )
        if english := list(english_in_page(with_gaps(html), code)):
            found[page.path] = english
    assert found == {}
