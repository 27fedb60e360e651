"""The rules: every one is there in both languages, and every example tells the truth."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from importlib import import_module

import pytest
from tools.draw_pictures import FOLDER, Picture, after, pictures

from menhirs.core.errors import Illegal, Malformed
from menhirs.core.position import Position
from menhirs.notation.actions import read_action
from menhirs.notation.line import write_line

RULES = [
    f"{kind}{number}"
    for kind, numbers in {
        "M": range(1, 9),
        "B": range(6),
        "A": range(1, 13),
        "D": range(1, 15),
    }.items()
    for number in numbers
]


@dataclass(frozen=True)
class Part:
    """The text in one language."""

    language: str
    text: str
    legal: str
    illegal: str
    ends: str

    @cached_property
    def examples(self) -> dict[str, tuple[str, str]]:
        """Picture -> (its text for those who do not see it, the paragraph below it)."""
        shown = re.findall(
            r"!\[(.+)\]\(\.\./static/rules/([\w-]+)\.svg\)\n\n((?:.+\n)+)", self.text
        )
        return {name: (alt, told) for alt, name, told in shown}

    def told(self, picture: str, word: str) -> str:
        """What the paragraph below a picture says behind a word."""
        found = re.search(rf"^\*{word}:\* (.+)\.$", self.examples[picture][1], re.MULTILINE)
        return found[1] if found else ""


def _parts() -> tuple[Part, Part]:
    english, dutch = ((FOLDER.parents[1] / "rules" / f"{code}.md") for code in ("en", "nl"))
    return (
        Part("en", english.read_text("utf-8"), "Legal", "Not legal", "Ends the game"),
        Part("nl", dutch.read_text("utf-8"), "Mag", "Mag niet", "Einde spel"),
    )


PARTS = _parts()
PICTURES = pictures()
in_both_languages = pytest.mark.parametrize("part", PARTS, ids=lambda part: part.language)
for_every_picture = pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)


@in_both_languages
def test_every_rule_has_its_anchor_once_and_in_order(part: Part) -> None:
    anchors = re.findall(r'<a id="([\w-]+)"></a>\*\*([MBAD]\d+)\b', part.text)
    assert anchors == [(rule.lower(), rule) for rule in RULES]


@in_both_languages
def test_every_link_leads_to_the_rule_it_names(part: Part) -> None:
    for text, target in re.findall(r"\[([MBAD]\d+)\]\(#([\w-]+)\)", part.text):
        assert target == text.lower()
        assert text in RULES


@in_both_languages
def test_every_heading_that_is_linked_exists(part: Part) -> None:
    headings = re.findall(r"^#+ (.+)$", part.text, re.MULTILINE)
    slugs = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    anchors = set(re.findall(r'<a id="([\w-]+)"', part.text))
    assert set(re.findall(r"\]\(#([\w-]+)\)", part.text)) <= slugs | anchors


@pytest.mark.parametrize("family", [Malformed, Illegal])
def test_every_rule_that_an_error_names_is_on_the_page(
    family: type[Malformed] | type[Illegal],
) -> None:
    named = {rule for rules, _ in family.messages.values() for rule in rules.split("/") if rule}
    assert named <= set(RULES)


def test_both_languages_show_the_same_pictures_in_the_same_order() -> None:
    english, dutch = PARTS
    assert list(english.examples) == list(dutch.examples)
    assert re.findall(r"^(#+) ", english.text, re.MULTILINE) == re.findall(
        r"^(#+) ", dutch.text, re.MULTILINE
    )


@for_every_picture
def test_what_is_called_legal_is_legal(picture: Picture) -> None:
    position = picture.position
    for text in picture.legal:
        position.check(read_action(text, position))


@for_every_picture
def test_what_is_called_illegal_is_refused_for_that_reason(picture: Picture) -> None:
    position = picture.position
    for text, code in picture.illegal.items():
        assert refusal(position, text).code == code


def refusal(position: Position, text: str) -> Illegal:
    with pytest.raises(Illegal) as refused:
        position.play(read_action(text, position))
    return refused.value


@for_every_picture
def test_games_end_as_told(picture: Picture) -> None:
    for actions, outcome in picture.ends.items():
        assert write_line(after(picture.position, *actions.split())).endswith(f" {outcome}")


EXAMPLES = [
    (picture, part) for part in PARTS for picture in PICTURES if picture.name in part.examples
]


@pytest.mark.parametrize(("picture", "part"), EXAMPLES)
def test_page_and_examples_say_the_same(picture: Picture, part: Part) -> None:
    caption = getattr(picture, part.language)
    alt, below = part.examples[picture.name]
    assert alt == caption
    assert below.startswith(f"{caption}.\n")
    told = [re.findall(r"`(.+?)`", part.told(picture.name, part.legal))]
    told.append(re.findall(r"`(.+?)` \(\[(\w+)\]", part.told(picture.name, part.illegal)))
    ends = part.told(picture.name, part.ends)
    told.append(re.findall(r"`(.+?)` \(\w+ (\d) \w+, (\d+) \w+\)", ends))
    refused = [(text, refusal(picture.position, text).rule) for text in picture.illegal]
    outcomes = [(text, *outcome.split(":")[:2]) for text, outcome in picture.ends.items()]
    assert told == [picture.legal, refused, outcomes]


@in_both_languages
def test_every_decision_names_a_place_in_the_code_that_exists(part: Part) -> None:
    decisions = re.split(r'<a id="[\w-]*d\d+"></a>', part.text)[1:]
    assert len(decisions) == 14
    for decision in decisions:
        places = re.findall(r"`([\w.]+)` in\s+`(core/\w+)\.py`", decision)
        assert places
        for name, file in places:
            _find(import_module(f"menhirs.{file.replace('/', '.')}"), name)


def test_both_languages_name_the_same_places_in_the_code() -> None:
    english, dutch = (re.findall(r"`([\w.]+)` in\s+`(core/\w+\.py)`", part.text) for part in PARTS)
    assert english == dutch


def _find(holder: object, name: str) -> None:
    """Fails unless a module or class has that name, or a dataclass that field."""
    first, _, rest = name.partition(".")
    if not rest and is_dataclass(holder) and first in {field.name for field in fields(holder)}:
        return
    found = getattr(holder, first)
    if rest:
        _find(found, rest)
