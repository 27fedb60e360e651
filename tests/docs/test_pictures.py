"""The pictures: drawn as listed, none stale, none missing, none left over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from menhirs.notation.actions import read_action
from menhirs.web.rule_pictures import FOLDER, RulePicture, pictures

PICTURES = list(pictures().values())
ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((FOLDER.parents[1] / "rules").glob("*/*.md"))]


def named_pictures() -> set[str]:
    """The names of all pictures that a page shows."""
    shown = re.compile(r"static/rules/([\w-]+)\.svg")
    return {name for page in PAGES for name in shown.findall(page.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_picture_is_what_the_tool_draws(picture: RulePicture) -> None:
    assert picture.path.read_text(encoding="utf-8") == picture.svg, "run `make pictures`"


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_every_arrow_is_a_legal_move(picture: RulePicture) -> None:
    position = picture.position
    for text in picture.arrows:
        position.check(read_action(text, position))


def test_no_name_comes_twice() -> None:
    names = [picture.name for picture in PICTURES]
    assert len(names) == len(set(names))


def test_no_picture_is_left_over() -> None:
    assert set(FOLDER.glob("*.svg")) == {picture.path for picture in PICTURES}


def test_every_picture_is_shown_and_every_shown_one_exists() -> None:
    assert named_pictures() == {picture.name for picture in PICTURES}
