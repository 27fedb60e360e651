"""What an address costs the event loop, it waits for itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from menhirs.server.http import fair_share
from menhirs.server.http.fair_share import FairShare

App = Callable[[Scope, Receive, Send], Awaitable[None]]
GREEDY, OTHER, PROXY = "192.0.2.1", "192.0.2.2", "127.0.0.1"


def busy(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


async def nothing() -> Message:
    return {"type": "http.disconnect"}


async def ask(app: App, address: str, number: int, answers: list[tuple[str, int, int]]) -> None:
    """Sends one request, and notes its status when the answer ends."""
    status = 0

    async def send(message: Message) -> None:
        nonlocal status
        status = message.get("status", status)
        if message["type"] == "http.response.body" and not message.get("more_body"):
            answers.append((address, number, status))

    scope: dict[str, Any] = {"type": "http", "client": (address, 1), "headers": [], "path": "/"}
    await app(scope, nothing, send)


async def answer(send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body"})


async def slow_page(scope: Scope, receive: Receive, send: Send) -> None:
    await asyncio.sleep(0)
    busy(0.04)
    await answer(send)


class HeldPage:
    """A page that is not answered before it may end."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.may_end = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.begun.set()
        await self.may_end.wait()
        await answer(send)


def shared(app: App) -> FairShare:
    return FairShare(app, is_proxy=PROXY.__eq__)


def test_an_address_with_many_slow_pages_lets_others_through() -> None:
    async def run() -> list[tuple[str, int, int]]:
        app, answers = shared(slow_page), list[tuple[str, int, int]]()
        async with asyncio.TaskGroup() as tasks:
            for number in range(12):
                tasks.create_task(ask(app, GREEDY, number, answers))
            tasks.create_task(ask(app, OTHER, 0, answers))
        return answers

    answers = asyncio.run(run())
    assert len(answers) == 13
    assert (OTHER, 0, 200) in answers[:3]


def test_a_page_that_took_long_is_followed_by_a_rest_of_its_address() -> None:
    async def run() -> tuple[float, float]:
        app, answers = shared(slow_page), list[tuple[str, int, int]]()
        began, worked = time.monotonic(), time.thread_time()
        for number in range(8):
            await ask(app, GREEDY, number, answers)
        return time.monotonic() - began, time.thread_time() - worked

    elapsed, worked = asyncio.run(run())
    assert elapsed > 1.5 * worked


def test_requests_behind_one_that_waits_for_something_else_go_on() -> None:
    async def run() -> list[tuple[str, int, int]]:
        released = asyncio.Event()

        async def page(scope: Scope, receive: Receive, send: Send) -> None:
            if not answers and not released.is_set():
                released.set()
                await asked.wait()
            await answer(send)

        app, answers, asked = shared(page), list[tuple[str, int, int]](), asyncio.Event()
        first = asyncio.create_task(ask(app, GREEDY, 1, answers))
        await released.wait()
        await ask(app, GREEDY, 2, answers)
        asked.set()
        await first
        return answers

    assert asyncio.run(run()) == [(GREEDY, 2, 200), (GREEDY, 1, 200)]


def test_a_request_is_refused_when_too_many_of_its_address_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fair_share, "_MOST_WAITING", 2)
    monkeypatch.setattr(fair_share, "_LONGEST_TURN", 60.0)

    async def run() -> list[tuple[str, int, int]]:
        page, answers = HeldPage(), list[tuple[str, int, int]]()
        app = shared(page)
        tasks = [asyncio.create_task(ask(app, GREEDY, number, answers)) for number in range(4)]
        await page.begun.wait()
        await tasks[3]
        assert answers == [(GREEDY, 3, 429)]
        page.may_end.set()
        await asyncio.gather(*tasks)
        return answers

    assert sorted(asyncio.run(run())) == [(GREEDY, n, 429 if n == 3 else 200) for n in range(4)]


def test_a_request_that_is_given_up_while_it_waits_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fair_share, "_LONGEST_TURN", 60.0)

    async def run() -> list[tuple[str, int, int]]:
        page, answers = HeldPage(), list[tuple[str, int, int]]()
        app = shared(page)
        first, given_up, last = (
            asyncio.create_task(ask(app, GREEDY, number, answers)) for number in range(3)
        )
        await page.begun.wait()
        given_up.cancel()
        page.may_end.set()
        await asyncio.gather(first, last)
        return answers

    assert asyncio.run(run()) == [(GREEDY, 0, 200), (GREEDY, 2, 200)]


def test_an_error_in_a_request_is_passed_on_and_ends_its_turn() -> None:
    async def run() -> list[tuple[str, int, int]]:
        async def page(scope: Scope, receive: Receive, send: Send) -> None:
            if not failed:
                failed.append(True)
                raise ValueError("broken")
            await answer(send)

        app, answers, failed = shared(page), list[tuple[str, int, int]](), list[bool]()
        with pytest.raises(ValueError, match="broken"):
            await ask(app, GREEDY, 1, answers)
        await ask(app, GREEDY, 2, answers)
        return answers

    assert asyncio.run(run()) == [(GREEDY, 2, 200)]


def test_requests_of_a_proxy_are_not_counted_together() -> None:
    async def run() -> list[int]:
        at_once = list[int]()

        async def page(scope: Scope, receive: Receive, send: Send) -> None:
            at_once.append(1)
            await everybody.wait()
            await answer(send)

        app, answers = shared(page), list[tuple[str, int, int]]()
        everybody = asyncio.Event()
        tasks = [asyncio.create_task(ask(app, PROXY, number, answers)) for number in range(5)]
        while len(at_once) < 5:
            await asyncio.sleep(0)
        everybody.set()
        await asyncio.gather(*tasks)
        return at_once

    assert asyncio.run(run()) == [1] * 5
