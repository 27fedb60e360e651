"""The strategy guide: every statement about a position is proven."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from menhirs.core.fog import can_free
from menhirs.core.geometry import STANDARD, cells_in
from menhirs.core.rules import AMSTERDAM, BASE
from menhirs.engine.search import Search
from menhirs.learn.statements import Statements, complaints
from menhirs.notation.line import read_line
from menhirs.web.rule_pictures import RulePicture, pictures
from menhirs.web.rules_text import RULES

GUIDES = sorted((RULES / "strategy").glob("*.md"))
DIAGRAMS = [picture for name, picture in pictures().items() if name.startswith("strategy-")]
in_every_language = pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)


@pytest.fixture(scope="module")
def search() -> Search:
    return Search(table_mb=16)


@pytest.mark.parametrize("picture", DIAGRAMS, ids=lambda picture: picture.name)
def test_what_the_guide_states_is_so(picture: RulePicture, search: Search) -> None:
    assert picture.states
    assert list(complaints(picture.position, picture.statements, search)) == []


@in_every_language
def test_every_action_under_a_diagram_is_part_of_what_is_proven(guide: Path) -> None:
    """So a caption can't say of a move what no test has looked at."""
    text = guide.read_text("utf-8")
    shown = re.findall(r"static/rules/([\w-]+)\.svg\)\n\n((?:.+\n)+)", text)
    assert {name for name, _ in shown} == {picture.name for picture in DIAGRAMS}
    for name, caption in shown:
        known = str(pictures()[name].states) + " ".join(pictures()[name].arrows)
        for told in re.findall(r"`([^`]+)`", caption):
            assert f"{told}" in known, (name, told)


@in_every_language
def test_the_numbers_under_a_diagram_are_those_that_are_proven(guide: Path) -> None:
    """Points and numbers of actions: with a changed diagram its caption has to change."""
    text = guide.read_text("utf-8")
    for name, caption in re.findall(r"static/rules/([\w-]+)\.svg\)\n\n((?:.+\n)+)", text):
        picture = pictures()[name]
        rounds = {picture.position.round, picture.position.round + 1, 1, 2}
        known = {abs(int(n)) for n in re.findall(r"\d+", str(picture.states))} | rounds
        plain = re.sub(r"`[^`]+`", "", caption)
        assert {int(n) for n in re.findall(r"\b\d+\b", plain)} <= known, name


WRONG = {
    "wins": ["b1-N"],
    "unsafe": [],
    "all_unsafe": True,
    "threat": False,
    "traps": ["b1-NE"],
    "stops": ["b1-N"],
    "covered": 4,
    "choices": 11,
    "value": 10,
    "values": {"b1-NE": 10},
    "only": ["b1-N"],
    "played": 10,
}


@pytest.mark.parametrize("field", WRONG)
def test_a_wrong_statement_is_found_out(field: str, search: Search) -> None:
    position = read_line("base m../MMo./M..o./o.mm../.oom./..o./oo. 1 5 move 0,0 b2b3c4-NW - -")
    stated = Statements(**{field: WRONG[field]})  # type: ignore[arg-type]
    assert len(list(complaints(position, stated, search))) == 1


def share_won_in_one(menhirs: int, *, covered: bool) -> float:
    """How often one move frees all menhirs of a random fog; ``covered`` has fog on every menhir."""
    numbers, cells = Random(1), list(cells_in(STANDARD.cells))
    found, tries = 0, 3_000
    for _ in range(tries):
        fog = numbers.sample(cells, BASE.fog_tiles)
        stones = numbers.sample(fog if covered else cells, menhirs)
        fog_mask, stone_mask = (sum(1 << cell for cell in chosen) for chosen in (fog, stones))
        threat = can_free(fog_mask, stone_mask, STANDARD.cells, STANDARD.stride)
        found += threat and bool(fog_mask & stone_mask)
    return found / tries


def test_how_often_there_is_a_threat_is_told_rightly() -> None:
    assert share_won_in_one(BASE.standing, covered=False) == pytest.approx(1 / 6, abs=0.02)
    assert share_won_in_one(AMSTERDAM.standing, covered=False) == pytest.approx(1 / 3, abs=0.03)
    assert share_won_in_one(AMSTERDAM.standing, covered=True) == pytest.approx(0.01, abs=0.005)
    assert share_won_in_one(BASE.standing, covered=True) < 0.003


def test_a_wrong_claim_of_points_is_found_out(search: Search) -> None:
    line = "amsterdam .../o..m/.M.../..Mooo/.m.../..../.m. 1 7 move 2,3 d4d5d6-NW@8 - -"
    stated = Statements(claimed=18)
    assert len(list(complaints(read_line(line), stated, search))) == 1
