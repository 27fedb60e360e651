"""Whether a page says anything in English that has been translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from babel.messages.pofile import read_po
from playwright.sync_api import Page

from menhirs.web.languages import FINISHED, catalogue_path
from tests.web.views import VIEWS

TRANSLATIONS = [code for code in FINISHED if code != "en"]

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


@cache
def _catalogue(code: str) -> Catalogue:
    return Catalogue(code)


def english_on(page: Page, code: str) -> list[str]:
    """What a page says in English although it is in another language."""
    return sorted(_catalogue(code).english_in(page.evaluate(ALL_TEXT)))


def translation_of(view: str) -> str:
    """The one translation that a view is looked at in, where not in all: each has its share."""
    return TRANSLATIONS[list(VIEWS).index(view) % len(TRANSLATIONS)]
