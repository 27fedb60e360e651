"""``menhirs analyse`` and ``menhirs solve`` in real processes."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import menhirs

WON = "amsterdam ..m/.oom/m..o./moooo./...../..../.Mo 2 10 move 1,1 - - -"
LATE = "base .Mm/m.../m..o./m...../.om../..../m.. 2 11 move 0,0 - - -"


def test_analyse_tells_value_and_lines_as_json() -> None:
    told = json.loads(menhirs("analyse", WON, "--json", "--nodes", "20000").stdout)
    assert (told["value"], told["proven"]) == (21, True)
    assert set(told["best"]) <= {"g2-SW", "g2-NW"}
    assert told["pv"][0] in told["best"]
    assert told["source"] == "search"
    assert len(told["lines"]) == 3


def test_analyse_draws_the_position_for_a_person() -> None:
    told = menhirs("analyse", WON, "--nodes", "20000", "--lines", "1").stdout
    assert "/ d6 \\" in told
    assert "For player 2: +21, proven" in told


def test_solve_proves_a_late_position_by_search() -> None:
    told = json.loads(menhirs("solve", LATE, "--json").stdout)
    assert told["proven"] is True
    assert told["value"] == 3
    assert told["source"] == "search"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["analyse", WON, "--seconds", "-1"], "number-positive"),
        (["analyse", WON, "--nodes", "0"], "number-positive"),
        (["analyse", "rubbish"], "position-fields"),
        (["solve", WON, "--seconds", "0"], "number-positive"),
        (["solve", WON, "--threads", "0"], "number"),
        (["solve", WON, "--build"], "one-of"),
    ],
)
def test_nonsense_is_refused_with_its_code(words: list[str], code: str) -> None:
    done = menhirs(*words)
    assert done.returncode == 2
    assert f"[{code}" in done.stderr


def test_a_game_that_is_over_has_nothing_to_analyse() -> None:
    over = "amsterdam ..m/.oom/mo.o./moooo./...../.oo./.m. 1 11 over 1,0 f2f3-SW - 1:22:claim"
    told = json.loads(menhirs("analyse", over, "--json").stdout)
    assert (told["value"], told["proven"], told["best"]) == (22, True, [])
