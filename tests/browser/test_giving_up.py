"""A thought that nobody wants any more is given up, and the next question need not wait for it."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import aclosing

import pytest

from menhirs.browser.engine_queue import EngineQueue, Urgency
from menhirs.browser.engine_worker import think
from menhirs.browser.match.cancel_event import CancelEvent
from menhirs.browser.questions import write_position, write_question
from menhirs.engine.search.deadline import ClockFlag, new_flag
from menhirs.home.requests import Answer
from menhirs.notation.line import read_line, write_line
from menhirs.referee.thought import Question
from tests.browser.local_servers import (
    DictStorage,
    InlineEngineWorker,
    Page,
    begin,
    new_local_server,
)
from tests.browser.time_travel import now, run

POSITION = read_line(
    "amsterdam .../m.../o..o./oo.o.o/..M.M/m..M/... 1 10 move 1,1 c1d1d2-SE@11xg1 - -"
)
LINE = write_line(POSITION)
ANALYSIS = {"kind": "analysis", "position": write_position(POSITION), "lines": 2}


def level_question(level: int, *, explains: bool = False) -> str:
    question = Question(POSITION, level, "seed", acts=True, may_claim=False, explains=explains)
    return json.dumps(write_question(question))


class Look:
    """Says that the question is given up, from some look on."""

    def __init__(self, looks: int) -> None:
        self.left = looks

    def __call__(self) -> bool:
        self.left -= 1
        return self.left < 0


def test_a_search_without_end_ends_when_it_is_given_up() -> None:
    begin = time.monotonic()
    question = json.dumps({**ANALYSIS, "nodes": 10**9, "seconds": 300.0})
    look = Look(2)
    answer = json.loads(think(question, look))
    assert look.left == -1, "once it was told it looks no more"
    assert answer["nodes"] > 0
    assert time.monotonic() - begin < 100


def test_where_there_are_no_threads_the_flag_looks_itself() -> None:
    flag = new_flag(has_threads=False)
    assert isinstance(flag, ClockFlag)
    flag.watch(None, CancelEvent(Look(1)))
    assert flag[0] == 0
    deadline = time.monotonic() + 60
    while not flag[0]:
        assert time.monotonic() < deadline


def test_a_look_is_taken_now_and_then_and_not_at_every_position() -> None:
    look = Look(10**9)
    begin = time.monotonic()
    think(json.dumps({**ANALYSIS, "nodes": 20_000, "seconds": 60.0}), look)
    looks = 10**9 - look.left
    assert 1 <= looks <= 1 + (time.monotonic() - begin) / 0.05


@pytest.mark.parametrize("level", [1, 4, 5, 6, 7])
def test_whoever_looks_plays_the_same(level: int) -> None:
    for explains in (False, True):
        question = level_question(level, explains=explains)
        assert think(question, Look(10**9)) == think(question)


def test_the_next_question_need_not_wait() -> None:
    async def ask() -> None:
        engine_worker = InlineEngineWorker(seconds=3.0)
        engine_queue = EngineQueue(engine_worker)
        first = asyncio.ensure_future(engine_queue.ask(json.loads(level_question(1)), Urgency.PLAY))
        await asyncio.sleep(0.5)
        second = asyncio.ensure_future(
            engine_queue.ask(json.loads(level_question(2)), Urgency.PLAY)
        )
        await asyncio.sleep(0)
        first.cancel()
        begin = now()
        await second
        assert now() - begin == 3000
        assert [question["level"] for question in engine_worker.asked] == [1, 2]

    run(ask())


def test_a_question_that_is_cancelled_as_its_turn_comes_leaves_nobody_waiting() -> None:
    async def ask() -> None:
        engine_queue = EngineQueue(InlineEngineWorker(seconds=1.0))
        asked = [
            asyncio.ensure_future(engine_queue.ask(json.loads(level_question(1)), Urgency.PLAY))
            for _ in range(3)
        ]
        await asyncio.sleep(0.5)
        asked[0].cancel()
        asked[1].cancel()
        assert "action" in await asked[2]

    run(ask())


def test_whoever_resigns_has_the_computer_think_no_more() -> None:
    async def play() -> None:
        engine_worker = InlineEngineWorker(seconds=3.0)
        local_server = new_local_server(DictStorage(), engine_worker)
        page = await Page().open(
            local_server, await begin(local_server, opponent="computer", level=8, side="2")
        )
        await asyncio.sleep(0.5)
        assert len(engine_worker.asked) == 1
        await page.say(type="act", state=page.state["state"], action="resign")
        began = now()
        stream = await local_server.stream(
            "POST", "/api/analysis/engine", json.dumps({"position": LINE})
        )
        assert not isinstance(stream, Answer)
        async with aclosing(stream):
            for _ in range(2):
                await anext(aiter(stream))
            assert now() - began < 3100, "the analysis has had its own three seconds and no more"

    run(play())


def test_advice_about_a_position_that_is_no_more_is_given_up() -> None:
    async def play() -> None:
        engine_worker = InlineEngineWorker(seconds=3.0)
        local_server = new_local_server(DictStorage(), engine_worker)
        page = await Page().open(
            local_server, await begin(local_server, opponent="computer", level=1, side="1")
        )
        await page.say(type="hint")
        await asyncio.sleep(0.5)
        assert len(engine_worker.asked) == 1
        await page.act(page.state["legal"][0]["action"])
        await asyncio.sleep(0.1)
        assert len(engine_worker.asked) == 2, "the computer thinks already"
        await page.until_ply(2)
        assert not page.of_type("hint")

    run(play())
