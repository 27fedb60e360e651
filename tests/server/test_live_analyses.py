"""Live analyses: they send their lines, stop when nobody reads, and take turns."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from threading import Event

import httpx2
import pytest

from menhirs.match.errors import Unavailable
from menhirs.notation.actions import write_action
from menhirs.notation.line import read_line
from menhirs.notation.words import ENGLISH
from menhirs.server.errors import BadRequest
from menhirs.server.live.engine import live_analyses
from menhirs.server.live.engine.live_analyses import (
    MOST_OF_ALL,
    MOST_OF_ONE,
    AnalysisReport,
    LiveAnalyses,
    LiveQuestion,
)
from menhirs.view.analysis.engine_lines import estimate_label, verdict
from tests.engine.house_rules import SMALL_BASE
from tests.engine.test_replies import solved
from tests.patience import PATIENCE
from tests.server.processes import ServerProcess

WON = "base8 o../o.m./.mm../.o..M./.mmo./..M./... 2 10 move 0,0 - - -"
HARD = "amsterdam ooo/ooo./....M/...M.M/...../MM../... 1 11 move 0,0 - - -"


def test_a_win_is_proven_and_the_stream_ends(server: ServerProcess) -> None:
    asked = {"position": WON, "lines": 3}
    answer = httpx2.post(f"{server.address}/api/analysis/engine", json=asked, timeout=PATIENCE)
    data = [json.loads(line) for line in answer.text.splitlines()]
    assert data[0]["status"] in ("waiting", "thinking") and data[-1]["status"] == "done"
    best = data[-1]["lines"][0]
    assert best["proven"] and best["value"] == 6 and best["actions"][0].startswith("d5-")
    assert (best["label"], best["words"]) == ("North 6", "North wins 6 points: proven.")


def running(server: ServerProcess) -> str:
    told = httpx2.get(f"{server.address}/metrics").text.splitlines()
    return next(line.split()[1] for line in told if line.startswith("menhirs_live_analyses "))


def test_it_stops_when_nobody_reads(server: ServerProcess) -> None:
    asked = {"position": HARD, "seconds": 60}
    address = f"{server.address}/api/analysis/engine"
    with httpx2.stream("POST", address, json=asked, timeout=PATIENCE) as stream:
        lines = stream.iter_lines()
        next(lines)
        assert running(server) == "1.0"
    while running(server) != "0.0":
        pass  # every request is a moment to wait


def test_there_are_only_so_many() -> None:
    analyses = LiveAnalyses()
    for _ in range(MOST_OF_ONE):
        analyses.enter("somebody")
    with pytest.raises(BadRequest, match="analysis-yours"):
        analyses.enter("somebody")
    for number in range(MOST_OF_ONE, MOST_OF_ALL):
        analyses.enter(f"visitor {number}")
    with pytest.raises(Unavailable, match="analysis-full"):
        analyses.enter("one more")
    analyses.leave("somebody")
    analyses.enter("one more")
    analyses.close()


def test_who_waits_has_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_analyses, "_TURN", 0.2)

    async def reports(analyses: LiveAnalyses, line: str) -> list[AnalysisReport]:
        question = LiveQuestion(read_line(line), 1, 60)
        return [report async for report in analyses.follow(question)]

    async def both() -> list[list[AnalysisReport]]:
        analyses = LiveAnalyses()
        try:
            return await asyncio.gather(*(reports(analyses, line) for line in (HARD, WON)))
        finally:
            analyses.close()

    one, two = asyncio.run(both())
    assert one[-1].status == "paused"
    assert two[0].status == "waiting" and two[-1].status == "done"


def test_tables_tell_the_exact_value_of_every_action(tmp_path: Path) -> None:
    position = solved(SMALL_BASE, "a1 b3", tmp_path)
    known = LiveQuestion(position, 2, 10, tmp_path).think_aloud(lambda _: None, Event())
    legal = {write_action(action, position) for action in position.board_actions()}
    assert {line.actions[0] for line in known.book} == legal
    assert known.source == "table" and all(line.proven for line in known.book)
    assert [line.value for line in known.lines] == [line.value for line in known.book[:2]]


@pytest.mark.parametrize(
    ("value", "proven", "label"),
    [(3, True, "South 3"), (-3, False, "≈ North 3"), (0, True, "tie"), (0, False, "≈ tie")],
)
def test_a_value_is_told_by_who_wins(value: int, proven: bool, label: str) -> None:
    assert verdict(1, value, proven, ENGLISH)[0] == label


@pytest.mark.parametrize(
    ("estimate", "label"),
    [(0.3125, "≈ South 0.3"), (-2.0625, "≈ North 2.1"), (0.03, "≈ tie"), (-1.0, "≈ North 1.0")],
)
def test_an_estimate_is_told_in_tenths(estimate: float, label: str) -> None:
    assert estimate_label(1, estimate, ENGLISH) == label
