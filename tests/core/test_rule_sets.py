"""Rule sets are values, and contradicting ones are refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from menhirs.core.errors import Illegal, Malformed
from menhirs.core.geometry import Geometry
from menhirs.core.position import Position
from menhirs.core.rules import (
    AMSTERDAM,
    BASE,
    ENDLESS,
    RULE_SETS,
    Round,
    RuleSet,
    Taking,
    rule_set,
)
from menhirs.core.scoring import TileScoring
from menhirs.core.setup import random_menhirs
from menhirs.core.state import Phase


def test_the_six_rule_sets() -> None:
    assert list(RULE_SETS) == ["endless", "base", "base8", "base+21", "base8+21", "amsterdam"]
    assert all(rule_set(name).name == name for name in RULE_SETS)


def test_unknown_rules_are_refused_with_the_known_ones_named() -> None:
    unknown: tuple[Any, ...] = ("rotterdam", 5, None, ["base"])
    for name in unknown:
        with pytest.raises(Malformed, match="amsterdam") as caught:
            rule_set(name)
        assert caught.value.code == "rules"


def test_rules_instead_of_their_name_are_those_rules() -> None:
    assert rule_set(BASE) is BASE


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"schedule": (*BASE.schedule, Round(12))}, "twice"),
        ({"schedule": BASE.schedule[:2]}, "no round moves"),
        ({"schedule": BASE.schedule[::-1]}, "before it is placed"),
        ({"flips_each": 4}, "no menhir is left"),
        ({"fog_tiles": 5}, "less fog"),
        ({"fog_tiles": 31}, "more fog than room"),
        ({"fog_tiles": 10}, "divide in two"),
        ({"fog_tiles": 13, "schedule": BASE.schedule[2:]}, "fog in hand"),
        ({"schedule": (Round(1, places=True, held=1), *BASE.schedule[2:])}, "fog in hand"),
        ({"decision_after": 12}, "decision comes after no round"),
        ({"laps": 2}, "need a decision"),
        ({"laps": 0}, "the number of laps is not 1 to 26"),
        ({"laps": 27}, "the number of laps is not 1 to 26"),
    ],
)
def test_rules_that_contradict_themselves_are_refused(changes: dict[str, object], why: str) -> None:
    with pytest.raises(Illegal, match=why) as caught:
        replace(BASE, **changes)  # type: ignore[arg-type]
    assert caught.value.code == "rules-contradict"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"repetitions": 1}, "2nd to 9th"),
        ({"repetitions": 10}, "2nd to 9th"),
        ({"schedule": (*ENDLESS.schedule, Round(4))}, "one moving round"),
        ({"schedule": (*ENDLESS.schedule[:2], Round(3, claims=True))}, "no claims"),
        (
            {"schedule": (*ENDLESS.schedule[:2], Round(3, taking=(Taking.NEVER, Taking.MUST)))},
            "no fog is taken away",
        ),
    ],
)
def test_a_game_without_end_is_moving_and_nothing_else(
    changes: dict[str, object], why: str
) -> None:
    with pytest.raises(Illegal, match=why) as caught:
        replace(ENDLESS, **changes)  # type: ignore[arg-type]
    assert caught.value.code == "rules-contradict"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": 5}, "name"),
        ({"schedule": 12}, "schedule"),
        ({"schedule": (1, 2, 3)}, "schedule"),
        ({"scoring": "tiles"}, "scoring"),
        ({"geometry": (3, 4, 3)}, "geometry"),
        ({"menhirs": "7"}, "menhirs"),
        ({"fog_tiles": 11.0}, "fog_tiles"),
        ({"laps": True}, "laps"),
        ({"laps": None}, "laps"),
        ({"chances": "3"}, "chances"),
        ({"title": None}, "title"),
    ],
)
def test_a_field_of_the_wrong_kind_is_refused(changes: dict[str, object], field: str) -> None:
    with pytest.raises(Malformed) as caught:
        replace(BASE, **changes)  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.details["key"]) == ("house-value", field)


@pytest.mark.parametrize("taking", ["must", ("must",), ("always", "must"), None, (1, 2, 3)])
def test_a_round_knows_no_other_taking(taking: object) -> None:
    with pytest.raises(Malformed, match="taking cannot be") as caught:
        Round(2, taking=taking)  # type: ignore[arg-type]
    assert caught.value.code == "house-value"


def test_a_round_has_a_whole_number() -> None:
    for number in ("2", 2.0, None):
        with pytest.raises(Malformed, match="number cannot be"):
            Round(number)  # type: ignore[arg-type]


def test_lists_and_words_make_the_same_rules_as_tuples_and_members() -> None:
    assert Round(2, taking=["must", Taking.MAY]) == Round(  # type: ignore[arg-type]
        2, taking=(Taking.MUST, Taking.MAY)
    )
    listed = replace(BASE, schedule=list(BASE.schedule))  # type: ignore[arg-type]
    assert listed == BASE
    menhirs = random_menhirs(BASE, "oak")
    assert Position.start(listed, menhirs) == Position.start(BASE, menhirs)


def test_taking_by_choice_needs_a_number_of_chances() -> None:
    with pytest.raises(Illegal, match="chances"):
        replace(AMSTERDAM, chances=None)


def test_a_house_rule_is_another_value() -> None:
    house = RuleSet(
        "house",
        schedule=(Round(1, places=True), Round(2), Round(3)),
        scoring=TileScoring(bonus_round=2, bonus=None),
        geometry=Geometry((2, 3, 2)),
        menhirs=1,
        fog_tiles=3,
    )
    position = Position.start(house, house.geometry.mask_of("b2"))
    assert position.phase is Phase.PLACE
    assert position.counts == (1, 1)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=lambda rules: rules.name)
def test_a_seed_always_lays_the_same_tiles(rules: RuleSet) -> None:
    menhirs = random_menhirs(rules, "oak")
    assert menhirs == random_menhirs(rules, "oak")
    assert rules.geometry.names_of(menhirs) == ["a3", "c5", "d2", "d6", "e4", "e5", "g1"]
    assert random_menhirs(rules, 7) == random_menhirs(rules, "7")
    assert len({random_menhirs(rules, seed) for seed in range(100)}) > 95


@pytest.mark.parametrize("seed", [None, 1.5, True, b"oak"])
def test_a_seed_is_a_text_or_a_whole_number(seed: Any) -> None:
    with pytest.raises(TypeError, match="a seed is a text or a whole number"):
        random_menhirs(BASE, seed)


@pytest.mark.parametrize("count", [0, 6, 8])
def test_impossible_layouts_are_refused(count: int) -> None:
    cells = [cell for column in BASE.geometry.columns for cell in column][:count]
    with pytest.raises(Illegal) as caught:
        Position.start(BASE, BASE.geometry.mask(cells))
    assert caught.value.code == "layout-menhirs"


def test_a_layout_with_a_menhir_on_no_cell_is_refused() -> None:
    with pytest.raises(Illegal) as caught:
        Position.start(BASE, 1 << 60)
    assert caught.value.code == "no-such-cell"
