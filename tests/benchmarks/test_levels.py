"""The table of the levels: three environments, equal moves, and a note on missing ones."""

from __future__ import annotations

from dataclasses import replace

import pytest
from benchmarks.level_times import LIMIT, POSITIONS, positions_of
from benchmarks.levels import Column, Limited, columns, table

from menhirs.browser.match.local_match import LocalComputer


def measured(levels: list[int]) -> tuple[list[Column], list[tuple[str, str]], list[str]]:
    received: list[str] = []
    found = list(columns(levels, received.append))
    missing = [one for one in found if not isinstance(one, Column)]
    return [one for one in found if isinstance(one, Column)], missing, received


def test_without_a_browser_the_other_columns_stand_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    found, missing, told = measured([1, 6])
    assert 0 < len(positions_of(8)) < len(positions_of(1)) == len(POSITIONS)
    assert [column.name for column in found] == ["compiled", "uncompiled"]
    assert missing == [("Chromium", "Chromium is not installed")]
    assert found[0].played == found[1].played
    assert len(found[0].played) == 2 * len(POSITIONS)
    assert all(len(times) == len(POSITIONS) for times in found[1].moves.values())
    assert "uncompiled: ready" in told
    text = "\n".join(table(found, missing))
    assert "Chromium: left out, Chromium is not installed" in text
    assert "DID NOT PLAY" not in text


def test_columns_that_play_otherwise_are_told() -> None:
    one = Column("compiled", 0.1, {1: [0.001, 0.003]}, ["a1-N", "b1-N"])
    lines = table([one, replace(one, name="uncompiled", played=["a1-N", "b1-S"])], [])
    assert lines[-1] == "THE COLUMNS DID NOT PLAY THE SAME MOVES"
    assert lines[3].split() == ["1", "2.0", "(3)", "2.0", "(3)"]


@pytest.mark.long
def test_chromium_plays_the_same_moves() -> None:
    found, missing, _ = measured([1, 6, 7])
    assert not missing
    compiled, _, chromium = found
    assert chromium.played == compiled.played
    assert chromium.load_cold
    assert chromium.load_warm
    assert "Python is loaded after" in "\n".join(table(found, missing))


def test_the_highest_level_is_measured_as_the_site_plays_it() -> None:
    assert LocalComputer.longest_thought == LIMIT
    whole = Limited([0.5, 0.7], [200_000, 200_000], ["a1-N", "b1-N"])
    cut = Limited([3.0, 3.1], [10_000, 20_000], ["a1-N", "b1-S"])
    one = Column("compiled", 0.1, {8: [0.5]}, ["a1-N"], whole)
    *_, last = table([one, replace(one, name="Chromium", limited=cut)], [])
    assert last == (
        "level 8 in 3 s, Chromium: 3.05 s (3.10), 15,000 nodes, 7.5% of compiled, "
        "1 of 2 moves the same"
    )
