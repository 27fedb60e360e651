"""The benchmark of whole layouts, on a small board."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path

import pytest
from benchmarks.layouts import report

from menhirs.notation.house_rules import read_house_rules
from menhirs.research.survey.layouts import drawn_layouts

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
    found = list(report([small], 2, "oak", file))
    titles, lines = found[::5], [line for at, line in enumerate(found) if at % 5]
    layouts = list(islice(drawn_layouts(small, "oak", turned_over=True), 2))
    names = [" " + " ".join(small.geometry.names_of(layout)) for layout in layouts]
    assert titles == [f"solver, small{name}:" for name in (*names, ", all 2 layouts")]
    assert [line.split("  ")[1] for line in lines] == 3 * [
        f"{what}, {threads} thread(s)" for what in ("tables", "value") for threads in (1, 2)
    ]
    figures = (
        r"\d+\.\d s \(\d+\.\d\d\) +processor +\d+\.\d s \(\d+\.\d\d\) +[\d,]+ MB \(\d+\.\d\d\)"
    )
    assert all(re.search(figures, line) for line in lines)
    assert [line.count("(1.00)") for line in lines[::4]] == [3, 3, 3]
    assert [path.name for path in tmp_path.iterdir()] == ["small.toml"]


def test_a_layout_that_cannot_be_solved_is_an_error_and_no_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    small = read_house_rules(HOUSE_RULES)["small"]
    with pytest.raises(RuntimeError, match="failed"):  # the rules are not known there
        list(report([small], 1, "oak"))
