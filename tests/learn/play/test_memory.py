"""The schedule is FSRS: as the package ``fsrs`` 6.3.2 publishes it in its tests, and as it acts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from menhirs.learn.play.spaced_repetition import DAY, Grade, Memory, repeated

ACTED = json.loads(Path(__file__).with_name("fsrs_6_3_2.json").read_text())
"""Forty random histories: hours since the repetition before, the grade, and what the package made
of it without its steps of minutes: stability, difficulty, days until it is due."""
G, A = Grade.GOOD, Grade.AGAIN
MINUTES = DAY // 24 // 60


def test_the_published_intervals() -> None:
    """``test_review_card``: a 0 there is one of the steps of minutes, which come at once here."""
    published = [0, 2, 11, 46, 163, 498, 0, 0, 2, 4, 7, 12, 21]
    memory: Memory | None = None
    at = 0
    for grade, days in zip([G, G, G, G, G, G, A, A, G, G, G, G, G], published, strict=True):
        memory = repeated(memory, grade, at)
        assert days in (0, memory.interval)
        at += days * DAY or 10 * MINUTES


def test_the_published_memory() -> None:
    """``test_memo_state``."""
    memory: Memory | None = None
    at = 0
    for grade, days in zip([A, G, G, G, G, G], [0, 0, 1, 3, 8, 21], strict=True):
        at += days * DAY
        memory = repeated(memory, grade, at)
    assert memory is not None
    assert memory.stability == pytest.approx(53.62691, abs=1e-4)
    assert memory.difficulty == pytest.approx(6.3574867, abs=1e-4)


@pytest.mark.parametrize("history", ACTED, ids=[str(n) for n in range(len(ACTED))])
def test_random_histories_come_out_as_the_package_makes_them(history: list[list[float]]) -> None:
    memory: Memory | None = None
    at = 0
    for hours, grade, stability, difficulty, days in history:
        at += round(hours * DAY / 24)
        memory = repeated(memory, Grade(int(grade)), at)
        assert memory.stability == pytest.approx(stability, rel=1e-5, abs=1e-6)
        assert memory.difficulty == pytest.approx(difficulty, abs=1e-5)
        assert memory.interval == days
        assert memory.due == at + days * DAY


def test_what_is_missed_comes_tomorrow_and_what_is_known_later_and_later() -> None:
    memory = repeated(None, Grade.AGAIN, 0)
    assert memory.interval == 1
    intervals = [memory.interval]
    for _ in range(4):
        memory = repeated(memory, Grade.GOOD, memory.due)
        intervals.append(memory.interval)
    assert intervals == sorted(intervals)
    assert intervals[-1] > 7
