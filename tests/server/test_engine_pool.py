"""What the computer is asked, and that it always answers with something it may do."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from menhirs.core.state import Phase
from menhirs.match import computer
from menhirs.notation.actions import read_action
from menhirs.referee.thought import Question, Thought, think
from menhirs.server.live.engine.engine_pool import EnginePool
from menhirs.server.live.engine.engine_process import EngineProcess, PendingQuestion
from tests.match.played_match import GIFT, PlayedMatch, in_round_11, terms
from tests.patience import PATIENCE
from tests.server.pages import open_socket
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, start


def thought(table: PlayedMatch, late: bool = False) -> Thought:
    """What the computer comes up with at this table, asked as a room asks it."""
    task = computer.task(table.match, table.at)
    assert task is not None
    may_claim = task.claims_on is not None and not late
    position = table.match.position
    position = position if may_claim else position.close_claim_window()
    return think(Question(position, task.level, "seed", task.acts, may_claim))


@pytest.mark.parametrize("level", [1, 8])
def test_the_opponents_claim_is_not_its_own(level: int) -> None:
    """It has just made the gift itself and may take a tile away: it does that, or keeps."""
    table = in_round_11(terms(computers={1: level})).play(GIFT)
    assert table.match.position.phase is Phase.REMOVE
    found = thought(table)
    assert not found.claims
    assert found.action is not None
    table.match.position.check(read_action(found.action, table.match.position))


def test_a_strong_player_claims_on_turn_and_off_turn() -> None:
    for so_far in (GIFT, f"{GIFT} keep"):
        assert thought(in_round_11(terms(computers={2: 8})).play(so_far)) == Thought(True, None)


def test_too_late_for_the_claim_it_plays() -> None:
    table = in_round_11(terms(computers={2: 8})).play(f"{GIFT} keep").wait(60_000)
    found = thought(table)
    assert not found.claims and found.action is not None
    assert table.play(found.action).result == "2:22:freed"


def test_a_claim_that_came_too_late_after_all_is_thought_over() -> None:
    found = thought(in_round_11(terms(computers={2: 8})).play(f"{GIFT} keep"), late=True)
    assert not found.claims and found.action is not None


def test_off_turn_there_is_nothing_but_to_claim() -> None:
    table = in_round_11(terms(computers={2: 8})).play("d1-N")
    assert thought(table) == Thought(False, None)


# The processes, and who waits for whom. A long thought and a short one, of an eighth and a first
# level, about the beginning of a game.
POSITION = in_round_11().match.position


def question(level: int, seed: object = "seed") -> Question:
    return Question(POSITION, level, str(seed), acts=True, may_claim=False)


@asynccontextmanager
async def processes(many: int = 1) -> AsyncIterator[EnginePool]:
    engines = EnginePool(many)
    try:
        yield engines
    finally:
        engines.close()


def test_a_thought_is_had_again_if_its_process_is_killed() -> None:
    async def kill_and_think() -> Thought:
        async with processes() as engines:
            await engines.think(question(1), "Ann")
            for process in engines._processes:
                if process.pid is not None:
                    os.kill(process.pid, signal.SIGKILL)
            return await engines.think(question(1), "Ann")

    assert asyncio.run(kill_and_think()).action is not None


def processor_time(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_thought_that_nobody_waits_for_is_not_thought() -> None:
    """The process really stops: it spends no more time on it."""
    process = EngineProcess()
    try:
        assert process.ask(PendingQuestion(question(1))) is not None  # it has started
        assert process.pid is not None
        begin = processor_time(process.pid)
        assert process.ask(PendingQuestion(question(8))) is not None
        whole = processor_time(process.pid) - begin
        begin = processor_time(process.pid)
        for _ in range(5):
            asked = PendingQuestion(question(8))
            with ThreadPoolExecutor(1) as asking:
                answer = asking.submit(process.ask, asked)
                while process._now is not asked:
                    time.sleep(0.001)
                process.stop(asked)
                assert answer.result() is None
        assert processor_time(process.pid) - begin < 2.5 * whole
        assert process.ask(PendingQuestion(question(1))) is not None  # and the next one is thought
    finally:
        process.close()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_newcomer_does_not_wait_for_twenty_matches_of_somebody_else() -> None:
    """Every one of them at the highest level, with turns taken back and played again."""

    async def crowd_and_newcomer() -> None:
        async with processes() as engines:
            done: list[str] = []

            async def ask(level: int, visitor: str, seed: object) -> None:
                await engines.think(question(level, seed), visitor)
                done.append(visitor)

            crowd: list[asyncio.Task[None]] = []
            for again in range(5):
                for task in crowd:
                    task.cancel()
                crowd = [asyncio.create_task(ask(8, "crowd", (again, n))) for n in range(20)]
                await settle()
            assert len(engines._waiting) <= 20  # one thought a match
            await ask(1, "Ann", 0)
            assert done.count("crowd") <= 1
            before = len(done)
            await ask(8, "Bob", 0)  # waits for the thought that is begun, and no other
            assert done[before:].count("crowd") <= 2
            for task in crowd:
                task.cancel()
            await settle()
            assert not engines._waiting

    asyncio.run(crowd_and_newcomer())


def test_visitors_take_turns() -> None:
    async def two_crowds() -> list[str]:
        async with processes() as engines:
            order: list[str] = []

            async def ask(visitor: str, seed: int) -> None:
                await engines.think(question(8, seed), visitor)
                order.append(visitor)

            async with asyncio.TaskGroup() as group:
                for visitor, many in (("Ann", 3), ("Bob", 1)):
                    for seed in range(many):
                        group.create_task(ask(visitor, seed))
            return order

    assert asyncio.run(two_crowds()) == ["Ann", "Bob", "Ann", "Ann"]


def stopped(server: ServerProcess) -> float:
    text = CLIENT.get(f"{server.address}/metrics").text
    found = re.search(r"^menhirs_thoughts_stopped_total (\S+)$", text, re.MULTILINE)
    assert found is not None
    return float(found[1])


def test_a_turn_that_is_taken_back_is_not_thought_about(server: ServerProcess) -> None:
    me = start(server.address, rules="base", opponent="computer", level=8, side="1")
    with open_socket(me) as (page, hello):
        before = stopped(server)
        page.say("act", state=hello["state"]["state"], action=hello["state"]["legal"][0]["action"])
        page.say("take-back")
        page.state(lambda s: s["ply"] == 1)
        page.state(lambda s: s["ply"] == 0)
        deadline = time.monotonic() + PATIENCE
        while stopped(server) == before:
            assert time.monotonic() < deadline
