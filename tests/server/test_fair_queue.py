"""Turns at work beside play: a visitor with many requests waits for their own."""

from __future__ import annotations

import asyncio

from menhirs.server.live.fair_queue import FairQueue


async def work(turns: FairQueue, whose: str, done: list[str]) -> None:
    async with turns.turn(whose):
        await asyncio.sleep(0)
        done.append(whose)


def test_one_who_asks_for_little_is_served_beside_one_who_asks_for_much() -> None:
    async def everybody() -> list[str]:
        turns, done = FairQueue(1), list[str]()
        asking = [work(turns, "greedy", done) for _ in range(50)]
        await asyncio.gather(*asking, *(work(turns, f"{n}", done) for n in range(3)))
        return done

    done = asyncio.run(everybody())
    assert len(done) == 53
    assert max(done.index(f"{n}") for n in range(3)) <= 4


def test_a_turn_is_given_back_where_the_work_fails_and_nobody_is_remembered() -> None:
    async def fail(turns: FairQueue) -> None:
        async with turns.turn("ann"):
            raise ValueError

    async def again() -> int:
        turns, done = FairQueue(1), list[str]()
        failed = await asyncio.gather(*(fail(turns) for _ in range(3)), return_exceptions=True)
        assert all(isinstance(one, ValueError) for one in failed)
        await work(turns, "ann", done)
        assert done == ["ann"]
        del failed
        return len(turns._of_each)

    assert asyncio.run(again()) == 0
