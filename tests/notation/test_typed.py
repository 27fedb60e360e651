"""Typed actions: the language of the page decides what its letters mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.core.geometry import STANDARD, Direction
from menhirs.notation.typed import NOTATION, spellings
from menhirs.web.languages import FINISHED, LANGUAGES

LETTERS = {
    "en": "N NE SE S SW NW",
    "nl": "N NO ZO Z ZW NW",
    "fr": "N NE SE S SO NO",
    "de": "N NO SO S SW NW",
}
languages = st.sampled_from(sorted(FINISHED))
directions = st.sampled_from(Direction)
tiles = st.lists(st.sampled_from(STANDARD.names), min_size=1, max_size=11).map("".join)


def typed(text: str, code: str) -> list[str]:
    """What a text means on a page in that language."""
    others = [language.directions for language in LANGUAGES.values()]
    return spellings(text, LANGUAGES[code].directions, others)


@pytest.mark.parametrize("code", FINISHED)
def test_every_language_has_its_own_letters(code: str) -> None:
    known = LANGUAGES[code].directions
    assert [known[letters] for letters in LETTERS[code].split()] == list(Direction)


@pytest.mark.parametrize("code", FINISHED)
def test_a_language_never_contradicts_the_notation(code: str) -> None:
    """Or else NW, typed as the log shows it, would mean something else on some page."""
    known = LANGUAGES[code].directions
    assert all(NOTATION[letters] == known[letters] for letters in NOTATION.keys() & known.keys())


@given(tiles, directions, languages)
def test_the_letters_of_the_page_are_understood(
    tiles: str, direction: Direction, code: str
) -> None:
    letters = LETTERS[code].split()[direction]
    assert typed(f"{tiles}-{letters}", code) == [f"{tiles}-{direction.name}"]


@given(tiles, directions, languages)
def test_the_notation_is_understood_everywhere(tiles: str, direction: Direction, code: str) -> None:
    written = f"{tiles}-{direction.name}"
    assert typed(written, code) == [written]


@given(tiles, languages, st.sampled_from(LETTERS["nl"].split() + LETTERS["fr"].split()))
def test_letters_of_another_language_are_asked_about_where_languages_disagree(
    tiles: str, code: str, letters: str
) -> None:
    spoken = [language.directions for language in LANGUAGES.values()]
    meant = {known[letters] for known in spoken if letters in known}
    found = typed(f"{tiles}-{letters}", code)
    own = LANGUAGES[code].directions.get(letters, NOTATION.get(letters))
    expected = meant if own is None else {own}
    assert found == [f"{tiles}-{direction.name}" for direction in sorted(expected)]


@pytest.mark.parametrize(
    ("text", "code", "meant"),
    [
        ("c3-NO", "nl", ["c3-NE"]),
        ("c3-NO", "de", ["c3-NE"]),
        ("c3-NO", "fr", ["c3-NW"]),
        ("c3-NO", "en", ["c3-NE", "c3-NW"]),
        ("c3-SO", "de", ["c3-SE"]),
        ("c3-SO", "fr", ["c3-SW"]),
        ("c3-SO", "nl", ["c3-SE", "c3-SW"]),
        ("c3-ZW", "fr", ["c3-SW"]),
        ("C3 no", "nl", ["c3-NE"]),
        ("b2b3c3zo", "nl", ["b2b3c3-SE"]),
        ("*C3", "nl", ["*c3"]),
        ("Keep", "fr", ["keep"]),
        (" claim ", "de", ["claim"]),
        ("c3-XY", "nl", ["c3-XY"]),
        ("what?", "nl", ["what?"]),
    ],
)
def test_what_a_text_means(text: str, code: str, meant: list[str]) -> None:
    assert typed(text, code) == meant


@given(st.text(max_size=20), languages)
def test_any_text_means_something(text: str, code: str) -> None:
    assert 1 <= len(typed(text, code)) <= 2
