"""Finds English words in texts that should be in another language.

A word counts as English if our English messages use it and nothing that we say in the other
language does. So a sentence that was put together of parts, one of which nobody translated, is
found as well as one that was forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

from babel.messages.pofile import read_po

from menhirs.web.files import WEB
from menhirs.web.languages import catalogue_path

_UNMISTAKABLE = """
the and you your with from this that which nobody can could should would have were are they their
then than when while who whose what where there these those after before again only each every
other stone stones fog move moves turn round rounds tile tiles wins lost
"""
UNMISTAKABLE = frozenset(_UNMISTAKABLE.split())
"""Words that are English wherever they stand, unless the other language has them too."""
SAME = {"nl": {"fog", "stones", "can"}, "fr": set[str](), "de": set[str]()}
_WORD = re.compile(r"[^\W\d_]{3,}")
_GAP = re.compile(r"\{[^}]*\}")
_HEARD = {"alt", "aria-label", "aria-description", "aria-roledescription", "placeholder", "title"}
_NAMES = {"menhirs", "dans", "brouillard", "niels", "pieterse", "nrpgames", "amsterdam"}


def words_of(text: str) -> set[str]:
    """The words of a text, in small letters."""
    return {found.lower() for found in _WORD.findall(_GAP.sub(" ", text))}


@cache
def english_words(code: str) -> frozenset[str]:
    """Words of our English that a language's catalogue and rules do not use."""
    english, foreign = set[str](), set[str]()
    with catalogue_path(code).open("rb") as file:
        for message in read_po(file, locale=code):
            if not message.id:
                continue
            for one in _forms(message.id):
                english |= words_of(one)
            for one in _forms(message.string):
                foreign |= words_of(one)
    for path in (WEB / "rules").glob(f"*/{code}.md"):
        foreign |= words_of(path.read_text("utf-8"))
    return frozenset((english - foreign - _NAMES) | (UNMISTAKABLE & english - foreign))


def translated_into_english(code: str) -> list[str]:
    """Messages whose translation has an unmistakable English word in it."""
    with catalogue_path(code).open("rb") as file:
        texts = [one for message in read_po(file, locale=code) for one in _forms(message.string)]
    return [text for text in texts if words_of(text) & (UNMISTAKABLE - SAME[code])]


def english_in(text: str, code: str) -> set[str]:
    """The English words of a text in another language."""
    return words_of(text) & english_words(code)


def _forms(text: object) -> list[str]:
    return [text] if isinstance(text, str) else list(text)  # type: ignore[call-overload]


class _Read(HTMLParser):
    """The text of a page, shown or read aloud, without notation and without other languages."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._code = code
        self._skipped: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        elsewhere = given.get("lang", self._code) != self._code
        if self._skipped:
            if tag == self._skipped[0]:
                self._skipped.append(tag)
        elif tag in ("script", "style", "kbd", "code", "pre", "noscript", "svg") or elsewhere:
            self._skipped.append(tag)
        else:
            self.texts += [value for name, value in attrs if name in _HEARD and value]

    def handle_endtag(self, tag: str) -> None:
        if self._skipped and tag == self._skipped[0]:
            self._skipped.pop()

    def handle_data(self, data: str) -> None:
        if not self._skipped and data.strip():
            self.texts.append(data)


def english_in_page(html: str, code: str) -> Iterator[tuple[str, set[str]]]:
    """The texts of a page that have English words in them, with those words."""
    read = _Read(code)
    read.feed(html)
    read.close()
    for text in read.texts:
        if found := english_in(text, code):
            yield " ".join(text.split()), found
