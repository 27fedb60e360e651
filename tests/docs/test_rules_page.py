"""The rules: every one is there in every language, and every example is true."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path

import pytest

from menhirs.core.actions import Move
from menhirs.core.errors import Illegal, Malformed
from menhirs.core.fog import step
from menhirs.core.position import Position
from menhirs.notation.actions import read_action
from menhirs.notation.line import write_line
from menhirs.web.rule_pictures import FOLDER, RulePicture, after, pictures

RULES = [
    f"{kind}{number}"
    for kind, numbers in {
        "M": range(1, 9),
        "B": range(6),
        "A": range(1, 13),
        "D": range(1, 16),
    }.items()
    for number in numbers
]
TEXTS = FOLDER.parents[1] / "rules"


@dataclass(frozen=True)
class Part:
    """The reference and the decisions in one language."""

    language: str
    legal: str
    illegal: str
    ends: str

    @cached_property
    def text(self) -> str:
        return self.read("reference")

    def read(self, page: str) -> str:
        return (TEXTS / page / f"{self.language}.md").read_text("utf-8")

    @cached_property
    def examples(self) -> dict[str, tuple[str, str]]:
        """Picture -> (its text for those who do not see it, the paragraph below it)."""
        shown = re.findall(
            r"!\[(.+)\]\(\.\./\.\./static/rules/([\w-]+)\.svg\)\n\n((?:.+\n)+)", self.text
        )
        return {name: (alt, told) for alt, name, told in shown}

    def told(self, picture: str, word: str) -> str:
        """What the paragraph below a picture says behind a word."""
        found = re.search(rf"^\*{word}\W?:\* (.+)\.$", self.examples[picture][1], re.MULTILINE)
        return found[1] if found else ""


PARTS = (
    Part("en", "Legal", "Not legal", "Ends the game"),
    Part("nl", "Mag", "Mag niet", "Einde spel"),
    Part("fr", "Permis", "Interdit", "Fin de partie"),
    Part("de", "Erlaubt", "Nicht erlaubt", "Spielende"),
)
PICTURES = list(pictures().values())
in_every_language = pytest.mark.parametrize("part", PARTS, ids=lambda part: part.language)
for_every_picture = pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)


@in_every_language
def test_every_rule_has_its_anchor_once_and_in_order(part: Part) -> None:
    anchors = re.findall(r'<a id="([mba]\d+|d14)"></a>\*\*([MBAD]\d+)\*\*', part.text)
    ours = [rule for rule in RULES if rule[0] != "D"] + ["D14"]
    assert anchors == [(rule.lower(), rule) for rule in ours]
    decisions = re.findall(r'<a id="(d\d+)"></a>\*\*(D\d+) ', part.read("decisions"))
    assert decisions == [(rule.lower(), rule) for rule in RULES if rule[0] == "D"]


@in_every_language
@pytest.mark.parametrize("page", ["guide", "reference", "decisions", "handout", "credits"])
def test_every_link_leads_to_the_rule_or_page_it_names(page: str, part: Part) -> None:
    for text, file, target in re.findall(
        r"\[([^\]]+)\]\((\.\.[^#)]+)?#?([\w-]*)\)", part.read(page)
    ):
        if file.endswith(".svg"):
            continue
        name = file.split("/")[1] if file else page
        if file:
            assert file == f"../{name}/{part.language}.md"
        if re.fullmatch(r"[MBAD]\d+", text):
            assert target == text.lower()
            assert name == ("decisions" if text[0] == "D" else "reference")
        if target:
            assert f'<a id="{target}"></a>' in part.read(name)


@pytest.mark.parametrize("family", [Malformed, Illegal])
def test_every_rule_that_an_error_names_is_on_the_page(
    family: type[Malformed] | type[Illegal],
) -> None:
    cited = (family.rules_and_message(code)[0] for code in family.messages)
    named = {rule for rules in cited for rule in rules.split("/") if rule}
    assert named <= set(RULES)


@pytest.mark.parametrize("page", ["guide", "reference", "decisions", "handout", "credits"])
def test_every_language_has_the_same_pictures_headings_and_links(page: str) -> None:
    english, *others = (_skeleton(part.read(page)) for part in PARTS)
    for other in others:
        assert other == english


def _skeleton(text: str) -> list[str]:
    """What has to be the same in every language, in its order; what fills gaps, in any order."""
    fixed = re.findall(r"^#+ |static/rules/[\w-]+|#[mbad]\d+|<a id=\"\w+", text, re.MULTILINE)
    return fixed + sorted(set(re.findall(r"\b(?:r|base\w*|amsterdam|endless)\.[a-z_.]+", text)))


@for_every_picture
def test_what_is_called_legal_is_legal(picture: RulePicture) -> None:
    position = picture.position
    for text in picture.legal:
        position.check(read_action(text, position))


@for_every_picture
def test_what_is_called_illegal_is_refused_for_that_reason(picture: RulePicture) -> None:
    position = picture.position
    for text, code in picture.illegal.items():
        assert refusal(position, text).code == code


def refusal(position: Position, text: str) -> Illegal:
    with pytest.raises(Illegal) as refused:
        position.play(read_action(text, position))
    return refused.value


@for_every_picture
def test_games_end_as_told(picture: RulePicture) -> None:
    for actions, outcome in picture.ends.items():
        assert write_line(after(picture.position, *actions.split())).endswith(f" {outcome}")


EXAMPLES = [
    (picture, part) for part in PARTS for picture in PICTURES if picture.name in part.examples
]


@pytest.mark.parametrize(("picture", "part"), EXAMPLES)
def test_page_and_examples_say_the_same(picture: RulePicture, part: Part) -> None:
    alt, below = part.examples[picture.name]
    assert below.startswith(f"{alt}.\n")
    found = [re.findall(r"`(.+?)`", part.told(picture.name, part.legal))]
    found.append(re.findall(r"`(.+?)` \(\[(\w+)\]", part.told(picture.name, part.illegal)))
    ends = part.told(picture.name, part.ends)
    found.append(re.findall(r"`(.+?)` \(\w+ (\d) \w+, (\d+) \w+\)", ends))
    refused = [(text, refusal(picture.position, text).rule) for text in picture.illegal]
    outcomes = [(text, *outcome.split(":")[:2]) for text, outcome in picture.ends.items()]
    assert found == [picture.legal, refused, outcomes]


def test_every_decision_has_a_place_in_the_code_that_exists() -> None:
    page = (Path(__file__).parents[2] / "docs" / "host" / "house-rules.md").read_text("utf-8")
    rows = re.findall(r"^\| (D\d+) [^|]*\| (.*) \|$", page, re.MULTILINE)
    assert [number for number, _ in rows] == [rule for rule in RULES if rule[0] == "D"]
    for _, text in rows:
        places = re.findall(r"`([\w.]+)` in `([\w/]+)\.py`", text)
        assert places
        for name, file in places:
            _find(import_module(f"menhirs.{file.replace('/', '.')}"), name)


RETURN_WIN = next(picture for picture in PICTURES if picture.name == "return-win")


def test_the_return_rule_can_forbid_a_winning_move() -> None:
    """M4, the example of both pages: the forbidden move would leave no menhir under fog."""
    position = RETURN_WIN.position
    (text,) = RETURN_WIN.illegal
    move = read_action(text, position)
    assert isinstance(move, Move)
    assert refusal(position, text).rule == "M4"
    moved = step(move.tiles, move.direction, position.geometry.stride)
    assert position.menhirs & position.fog == move.tiles
    assert not position.menhirs & (position.fog & ~move.tiles | moved)


@in_every_language
def test_the_page_names_a_win_that_the_return_rule_forbids(part: Part) -> None:
    rule = re.split(r'<a id="m[45]"></a>', part.text)[1]
    assert "return-win.svg" in rule
    assert not re.search(r"never costs|nooit .*win|win.* nooit", rule)


def test_french_keeps_a_space_before_its_double_marks() -> None:
    for page in TEXTS.glob("*/fr.md"):
        prose = re.sub(
            r"`[^`]*`|\{[{%].*?[%}]\}|\]\([^)]*\)|^!\[|<[^>]+>",
            "",
            page.read_text("utf-8"),
            flags=re.M,
        )
        assert not re.findall(r"[^\u00a0\s|-][;:!?](?=\s|$)", prose), page
        assert not re.findall(r" [;:!?](?=\s|$)", prose), page


def _find(holder: object, name: str) -> None:
    """Fails unless a module or class has that name, or a dataclass that field."""
    first, _, rest = name.partition(".")
    if not rest and is_dataclass(holder) and first in {field.name for field in fields(holder)}:
        return
    found = getattr(holder, first)
    if rest:
        _find(found, rest)
