"""House rules in TOML: what a file may say, that it reads back equal, and how it is refused."""

from __future__ import annotations

import json
import tracemalloc
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from menhirs.core.errors import MenhirsError
from menhirs.core.geometry import Geometry
from menhirs.core.rules import AMSTERDAM, BASE, RULE_SETS, RuleSet, Taking
from menhirs.core.scoring import RoundScoring, TileScoring, WinScoring
from menhirs.notation.house_rules import read_house_rules, read_rule_set, write_rule_set

EXAMPLES = Path(__file__).parents[2] / "examples" / "house-rules"


def house(text: str) -> RuleSet:
    """The last rule set of a text."""
    return list(read_house_rules(text).values())[-1]


def error_of(text: str) -> MenhirsError:
    with pytest.raises(MenhirsError) as caught:
        read_house_rules(text)
    return caught.value


def test_rules_are_like_others_but_for_what_is_named() -> None:
    rules = house(
        """
        [quick]
        like = "amsterdam"
        title = "Quick Amsterdam"
        chances = 2
        decision_after = 4
        claim_seconds = 5
        showing_seconds = 20.5
        """
    )
    assert rules == replace(
        AMSTERDAM,
        name="quick",
        title="Quick Amsterdam",
        chances=2,
        decision_after=4,
        claim_time=5_000,
        showing_time=20_500,
    )


def test_rules_may_be_like_earlier_ones_of_the_file() -> None:
    rules = house('[one]\nlike = "amsterdam"\nchances = 1\n[two]\nlike = "one"\nlaps = 1')
    assert (rules.name, rules.chances, rules.laps) == ("two", 1, 1)


def test_claims_can_be_switched_off_and_given_by_rounds() -> None:
    assert not house('[calm]\nlike = "amsterdam"\nclaims = false').has_claims
    some = house('[some]\nlike = "amsterdam"\nclaims = [11, 10]')
    assert [entry.number for entry in some.schedule if entry.claims] == [11, 10]
    everywhere = house("[all]\nclaims = true")
    assert [entry.claims for entry in everywhere.schedule] == [False] * 2 + [True] * 10


def test_clearing_may_begin_with_any_turn() -> None:
    rules = house("[late]\nclearing_from = {round = 9, player = 2}")
    taking = {entry.number: entry.taking for entry in rules.schedule}
    assert taking[8] == (Taking.NEVER, Taking.NEVER)
    assert taking[9] == (Taking.NEVER, Taking.MUST)
    assert taking[10] == taking[12] == (Taking.MUST, Taking.MUST)
    assert house("[same]\ntitle = 'x'\nclearing_from = {round = 7, player = 2}").schedule == (
        BASE.schedule
    )


def test_a_whole_schedule_can_be_written_out() -> None:
    rules = house(
        """
        [tiny]
        board = [2, 3, 2]
        menhirs = 3
        fog_tiles = 5
        flips_each = 1
        chances = 1
        decision_after = 3
        laps = 2
        scoring = {by = "rounds", lap_bonus = 4}
        rounds = [
            {round = 5, place = true},
            {round = 4, to = 3, take = "may", claim = true},
            {round = 2, to = 1, take = ["never", "must"]},
        ]
        """
    )
    assert rules.geometry == Geometry((2, 3, 2))
    assert rules.scoring == RoundScoring(a_lap_earlier=4)
    assert [entry.number for entry in rules.schedule] == [5, 4, 3, 2, 1]
    assert rules.round(3).taking == (Taking.MAY, Taking.MAY)
    assert rules.round(1).taking == (Taking.NEVER, Taking.MUST)


def test_points_by_tiles_may_have_a_bonus() -> None:
    rules = house("[dear]\nscoring = {by = 'tiles', bonus_round = 4, bonus = 30}")
    assert rules.scoring == TileScoring(bonus_round=4, bonus=30)


def test_every_win_may_be_worth_the_same() -> None:
    rules = house("[plain]\nlike = 'amsterdam'\nscoring = {by = 'wins'}")
    assert rules.scoring == WinScoring()
    assert read_rule_set("plain", write_rule_set(rules)).scoring == WinScoring()
    assert {rules.points(number, lap) for number in (11, 1) for lap in (1, 2)} == {(1, 1)}


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("[a\n", "house-syntax", None),
        ("", "house-empty", None),
        ("x = 1", "house-key", "line 1, x"),
        ("[base]\nchances = 2", "house-name", "line 1, base"),
        ("[a]\n\nlike = 'rotterdam'", "rules", "line 3, a.like"),
        ("[a]\nlike = 3", "house-value", "line 2, a.like"),
        ("[a]\nchance = 3", "house-key", "line 2, a.chance"),
        ("[b]\nchances = 1\n[a]\nlike = 'base'\nchances = -1", "house-value", "line 5, a.chances"),
        ("[a]\nlike = 'amsterdam'\nchances = false", "rules-contradict", "line 3, a.chances"),
        ("[a]\ndecision_after = 12", "rules-contradict", "line 2, a.decision_after"),
        ("[a]\nlaps = 2\ndecision_after = false", "rules-contradict", "line 2, a.laps"),
        ("[a]\nfog_tiles = 10", "rules-contradict", "line 2, a.fog_tiles"),
        ("[a]\nboard = [1, 4]", "geometry-columns", "line 2, a.board"),
        ("[a]\nboard = 'large'", "house-value", "line 2, a.board"),
        ("[a]\nrounds = [{round = 1}, {round = 1}]", "rules-contradict", "line 2, a.rounds"),
        ("[a]\nrounds = [{round = 1, take = 'often'}]", "house-value", "line 2, a.take"),
        ("[a]\nrounds = [{number = 1}]", "house-key", "line 2, a.number"),
        ("[a]\nrounds = 5", "house-value", "line 2, a.rounds"),
        ("[a]\nclearing_from = {round = 13}", "house-value", "line 2, a.clearing_from"),
        ("[a]\nclaims = [2]", "house-value", "line 2, a.claims"),
        ("[a]\nclaim_seconds = 0", "house-value", "line 2, a.claim_seconds"),
        ("[a]\nscoring = {by = 'luck'}", "house-value", "line 2, a.by"),
        ("['A b']\nmenhirs = 5\nfog_tiles = 9", "rules-contradict", "line 1, A b"),
        ('[a]\ntitle = "a\\u0007b"', "house-value", "line 2, a.title"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_place(text: str, code: str, place: str | None) -> None:
    error = error_of(text)
    assert (error.code, error.place) == (code, place)


@pytest.mark.parametrize("size", [60_000, 200_000])
@pytest.mark.parametrize(
    ("before", "again", "after"),
    [
        ("[", "a.", "a]"),
        ("", "a.", "a = 1"),
        ("[x]\nrounds = [", "{round = 0, to = 99}, ", "]"),
        ("[x]\nboard = [", "1, ", "]"),
        ("[x]\nmenhirs = ", "9", ""),
        ("x = ", "[", ""),
        ("x = ", "{a = ", ""),
        ("", "a.b.c.d.e = 1\n", ""),
    ],
)  # fmt: skip
def test_no_text_takes_much_memory(size: int, before: str, again: str, after: str) -> None:
    tracemalloc.start()
    try:
        error_of(before + again * (size // len(again)) + after)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 20_000_000


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_rule_set_reads_back_equal(name: str) -> None:
    rules = RULE_SETS[name]
    table = json.loads(json.dumps(write_rule_set(rules)))
    assert read_rule_set(name, table) == rules


@given(
    rules=st.sampled_from(list(RULE_SETS.values())),
    chances=st.integers(0, 9),
    claim_time=st.integers(1, 3_600_000),
    claims=st.booleans(),
    taking=st.lists(st.tuples(st.sampled_from(Taking), st.sampled_from(Taking)), min_size=12),
)
def test_house_rules_read_back_equal(
    rules: RuleSet,
    chances: int,
    claim_time: int,
    claims: bool,
    taking: list[tuple[Taking, Taking]],
) -> None:
    schedule = tuple(
        entry if entry.places or rules.is_endless else replace(entry, claims=claims, taking=taken)
        for entry, taken in zip(rules.schedule, taking, strict=False)
    )
    changed = replace(
        rules, name="house", chances=chances, claim_time=claim_time, schedule=schedule
    )
    assert read_rule_set("house", write_rule_set(changed)) == changed


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
_KEYS = st.sampled_from([*write_rule_set(AMSTERDAM)]) | st.text(max_size=5)


@given(table=st.dictionaries(_KEYS, _VALUES, max_size=4))
def test_rubbish_gets_a_coded_error_or_rules(table: dict[str, Any]) -> None:
    with suppress(MenhirsError):
        assert read_rule_set("house", table).name == "house"


@given(text=st.text(alphabet="[]a=1'\"{},\n .#", max_size=40))
def test_rubbish_texts_get_a_coded_error_or_rules(text: str) -> None:
    with suppress(MenhirsError):
        assert len(read_house_rules(text)) > len(RULE_SETS)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_sample_files_are_read(path: Path) -> None:
    found = read_house_rules(path.read_text(encoding="utf-8"))
    assert len(found) > len(RULE_SETS)
