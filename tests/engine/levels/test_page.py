"""docs/python/levels.md describes the levels as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from menhirs.engine.levels import LEVELS, Level

PAGE = (Path(__file__).parents[3] / "docs" / "python" / "levels.md").read_text("utf-8")


def description(level: Level) -> str:
    return f"| {level.number} | {level.name} | {level.about} |"


def figures(level: Level) -> str:
    habits = level.habits
    shares = " | ".join(f"{share:.0%}" for share in (habits.wins, habits.splits, habits.care))
    nodes = "-" if habits.limits.nodes is None else f"{habits.limits.nodes:,}"
    return f"| {level.number} | {shares} | {habits.limits.depth or '-'} | {nodes} |"


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_the_page_tells_the_truth(level: Level) -> None:
    assert description(level) in PAGE
    assert figures(level) in PAGE
    if level.number > 1:
        below = LEVELS[level.number - 2]
        assert f"| {level.number} {level.name} | {below.number} {below.name} |" in PAGE
