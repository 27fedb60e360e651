"""The words of the game: every language uses its own, and keeps to them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from menhirs.web.languages import FINISHED, LANGUAGES, catalogue_path

PAGE = (Path(__file__).parents[2] / "docs" / "contribute" / "translating.md").read_text("utf-8")
RULES = Path(__file__).parents[2] / "src" / "menhirs" / "web" / "rules"
TRANSLATED = [code for code in FINISHED if code != "en"]
in_every_translation = pytest.mark.parametrize("code", TRANSLATED)

NAMED_ALIKE = 5
"""So many rows at the top of the table are things that a message always names by that word."""


def rows(heading: str) -> list[list[str]]:
    """The cells of a table of the page, without its head."""
    table = PAGE.split(f"## {heading}")[1].split("\n## ")[0]
    lines = [line for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


GLOSSARY = rows("Words of the game")


def messages(code: str) -> Iterator[tuple[str, str]]:
    """Every message and its translation, all forms together."""
    with catalogue_path(code).open("rb") as file:
        for message in read_po(file, locale=code):
            if message.id:
                yield _joined(message.id), _joined(message.string)


def _joined(forms: str | Iterable[str] | None) -> str:
    return forms if isinstance(forms, str) else "\n".join(forms or ())


def text(code: str) -> str:
    """All that is written in a language."""
    rules = [path.read_text("utf-8") for path in sorted(RULES.glob(f"*/{code}.md"))]
    found = [string for _, string in messages(code)]
    # A no-break space is a space, and a page breaks its lines anywhere.
    all_of_it = "\n".join([*found, *rules])
    return re.sub(r"\s+", " ", all_of_it).lower()


def stems(cell: str) -> list[str]:
    """What the words of a cell look like whatever their endings, a list for each."""
    return [
        r"\w*\W+".join(_stem(word) for word in name.split()) for name in cell.lower().split(", ")
    ]


def _stem(word: str) -> str:
    # Endings change in all of our languages, beginnings of verbs in two of them (ge-, an-, ver-).
    return re.escape(word[: max(4, len(word) - 3)])


@in_every_translation
def test_every_word_of_the_table_is_used(code: str) -> None:
    written = text(code)
    column = 1 + TRANSLATED.index(code)
    unused = [
        cell
        for cell in (row[column] for row in GLOSSARY)
        for stem in (stems(cell) if cell else ())
        if not re.search(stem, written)
    ]
    assert unused == []


@in_every_translation
def test_the_same_thing_has_the_same_name_everywhere(code: str) -> None:
    column = 1 + TRANSLATED.index(code)
    named_otherwise = []
    for row in GLOSSARY[:NAMED_ALIKE]:
        named_by = "|".join(stems(row[column]))
        for message, translation in messages(code):
            # A round robin is a system, and has no round in it in other languages.
            outside_gaps = re.sub(r"\{.*?\}|round robin", "", message, flags=re.IGNORECASE)
            named = re.search(rf"\b{row[0]}s?\b", outside_gaps, re.IGNORECASE)
            if named and not re.search(named_by, translation, re.IGNORECASE):
                named_otherwise.append((row[column], message, translation))
    assert named_otherwise == []


@in_every_translation
def test_no_word_is_used_that_is_not_ours(code: str) -> None:
    written = text(code)
    name = LANGUAGES[code].name
    refused = [word for language, word, _ in rows("Words we do not use") if language == name]
    assert refused
    assert [word for word in refused if re.search(rf"\b{re.escape(word.lower())}", written)] == []
