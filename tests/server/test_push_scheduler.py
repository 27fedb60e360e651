"""Push services that hang keep nobody's alert waiting but their own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from menhirs.server.live.alerts.push_scheduler import PushScheduler
from tests.patience import PATIENCE

GOOD = "https://push.example/1"


async def hang(turns: PushScheduler, endpoint: str) -> None:
    async with turns.turn(endpoint):
        await asyncio.Event().wait()


async def is_asked(turns: PushScheduler, endpoint: str) -> bool:
    async with asyncio.timeout(PATIENCE), turns.turn(endpoint) as may_be_asked:
        return may_be_asked


def beside(
    hanging: list[str], then: Callable[[PushScheduler], Awaitable[bool]], *answered: str
) -> bool:
    """What comes of it while others hang."""

    async def attack() -> bool:
        turns = PushScheduler()
        for endpoint in answered:
            turns.record_answer(endpoint, answered=True)
        tasks = [asyncio.create_task(hang(turns, endpoint)) for endpoint in hanging]
        await asyncio.sleep(0)
        try:
            return await then(turns)
        finally:
            for task in tasks:
                task.cancel()

    return asyncio.run(attack())


def test_one_service_that_hangs_holds_up_no_other() -> None:
    """Before, twenty such alerts made an innocent one wait for 150 seconds."""
    hanging = [f"https://hangs.example/{number}" for number in range(20)]
    assert beside(hanging, lambda turns: is_asked(turns, GOOD))


def test_many_services_that_hang_hold_up_none_that_answers() -> None:
    hanging = [f"https://{number}.hangs.example/" for number in range(20)]
    assert beside(hanging, lambda turns: is_asked(turns, GOOD), GOOD)


def test_a_service_that_fails_again_and_again_is_left_alone_until_it_answers() -> None:
    async def fail(turns: PushScheduler) -> bool:
        for _ in range(3):
            assert await is_asked(turns, GOOD)
            turns.record_answer(GOOD, answered=False)
        assert not await is_asked(turns, "https://PUSH.example/2")
        assert await is_asked(turns, "https://other.example/")
        turns.record_answer(GOOD, answered=True)
        return await is_asked(turns, GOOD)

    assert beside([], fail, GOOD)
