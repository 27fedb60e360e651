"""Rated terms, and changing seats before the game begins."""

from __future__ import annotations

from typing import Any

import pytest

from menhirs.core.rules import AMSTERDAM, BASE, ENDLESS, RuleSet
from menhirs.core.setup import random_menhirs
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.errors import Refused
from menhirs.match.match import Match
from menhirs.match.terms import LiveClock, SlowClock, Terms
from menhirs.match.terms_data import read_terms, write_terms

CLOCK = LiveClock(600_000)


def terms(rules: RuleSet = BASE, **more: Any) -> Terms:
    return Terms(rules, random_menhirs(rules, "x"), "x", **{"clock": CLOCK, "rated": True, **more})


@pytest.mark.parametrize("rules", [BASE, AMSTERDAM])
@pytest.mark.parametrize("clock", [CLOCK, SlowClock(3)])
def test_rated_terms_are_kept_as_they_are(rules: RuleSet, clock: LiveClock | SlowClock) -> None:
    agreed = terms(rules, clock=clock)
    assert read_terms(write_terms(agreed)) == agreed


def test_terms_from_before_there_were_ratings_are_not_rated() -> None:
    kept = write_terms(terms())
    del kept["rated"]
    assert read_terms(kept).rated is False


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"rules": ENDLESS}, "rated-rules"),
        ({"clock": None}, "rated-clock"),
        ({"computers": {2: 3}}, "rated-people"),
        ({"shared": True}, "rated-people"),
        ({"position": terms().start}, "rated-start"),
    ],
)
def test_what_can_not_be_rated_is_refused(wanted: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        terms(**wanted)
    assert refused.value.code == code


def test_nothing_is_taken_back_in_a_rated_game() -> None:
    match = Match(terms(), [Entry(n, n, EntryKind.JOIN, n, "") for n in (1, 2)])
    match.append(match.ply_for(1, next(iter(match.position.legal_actions())), 3))
    assert not match.may_take_back(1)
    with pytest.raises(Refused) as refused:
        match.take_back_entry(1, 4)
    assert refused.value.code == "take-back-rated"


@pytest.mark.parametrize("waits", [1, 2])
@pytest.mark.parametrize("wanted", [1, 2, None])
def test_whoever_waits_on_the_wanted_seat_changes_over(waits: int, wanted: int | None) -> None:
    match = Match(terms(rated=False), [Entry(1, 1, EntryKind.JOIN, waits, "Ann")])
    entries = match.join_entries("Bo", 2, wanted)
    assert [entry.kind for entry in entries] == [EntryKind.SWAP] * (wanted == waits) + [
        EntryKind.JOIN
    ]
    for entry in entries:
        match.append(entry)
    seat = 3 - waits if wanted is None else wanted
    assert match.names == {seat: "Bo", 3 - seat: "Ann"} and match.has_begun
    with pytest.raises(Refused):
        match.join_entries("Cy", 3)
