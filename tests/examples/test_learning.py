"""The examples of learning programs: what they say they learn, they learn."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

_EXAMPLES = Path(__file__).parents[2] / "examples"


def told(example: str, *options: str) -> list[str]:
    """The lines that an example prints."""
    command = [sys.executable, str(_EXAMPLES / example), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def scores(lines: list[str]) -> list[float]:
    """The figures behind the colons."""
    return [float(match[1]) for line in lines if (match := re.search(r": +([+-][0-9.]+)", line))]


def test_openspiels_search_beats_chance() -> None:
    lines = told("mcts_against_random.py", "--games=6", "--simulations=60", "--seed=1")
    results = scores(lines)
    assert len(results) == 6
    assert sum(result > 0 for result in results) >= 5
    assert lines[-1].endswith(f"{sum(results):+.0f} points")


def test_openspiels_table_learns_a_pocket_game() -> None:
    begun, *later = scores(told("learn_by_table.py", "--games=150", "--seed=1"))
    assert begun < 1.5
    assert later[-1] > 2.3
    assert min(later) > begun


def test_a_network_learns_a_pocket_game() -> None:
    begun, *later = scores(told("learn_by_network.py", "--games=450", "--seed=1"))
    assert begun < 0.3
    assert begun < later[1] < later[-1]
    assert later[-1] > 0.7
