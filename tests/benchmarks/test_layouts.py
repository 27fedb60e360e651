"""The benchmark of whole layouts, on a small board."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from benchmarks.layouts import report

from menhirs.notation.house_rules import read_house_rules

HOUSE_RULES = """
[small]
like = "base"
board = [2, 3, 2]
menhirs = 2
fog_tiles = 4
rounds = [{round = 1, place = true}, {round = 2, to = 3}, {round = 4, take = "must"}]
"""


def test_tables_and_value_are_told_beside_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "small.toml"
    file.write_text(HOUSE_RULES, "utf-8")
    monkeypatch.chdir(tmp_path)
    small = read_house_rules(HOUSE_RULES)["small"]
    title, *lines = report(((small, "a1 b3"),), file)
    assert title == "solver, small a1 b3:"
    assert [line.split("  ")[1] for line in lines] == [
        f"{what}, {threads} thread(s)" for what in ("tables", "value") for threads in (1, 2)
    ]
    figures = (
        r"\d+\.\d s \(\d+\.\d\d\) +processor +\d+\.\d s \(\d+\.\d\d\) +[\d,]+ MB \(\d+\.\d\d\)"
    )
    assert all(re.search(figures, line) for line in lines)
    assert lines[0].count("(1.00)") == 3
    assert [path.name for path in tmp_path.iterdir()] == ["small.toml"]


def test_a_layout_that_cannot_be_solved_is_an_error_and_no_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    small = read_house_rules(HOUSE_RULES)["small"]
    with pytest.raises(RuntimeError, match="failed"):  # the rules are not known there
        list(report(((small, "a1 b3"),)))
