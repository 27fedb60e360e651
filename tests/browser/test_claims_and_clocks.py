"""Claim windows, clocks and absence at a local server, with a clock driven by hand."""

from __future__ import annotations

import asyncio
import json

import pytest

from menhirs.browser.local_server import LocalServer
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM
from menhirs.core.setup import random_menhirs
from menhirs.notation.board import write_board
from tests.browser.local_servers import (
    DictStorage,
    InlineEngineWorker,
    Page,
    begin,
    new_local_server,
)
from tests.browser.time_travel import now, run
from tests.match.played_match import GIFT, OPENING, QUIET, SEED, SHOWS

A_DAY = 24 * 3600.0
LAYOUT = write_board(Position.start(AMSTERDAM, random_menhirs(AMSTERDAM, SEED)))


async def claimable(local_server: LocalServer, then: str = "keep", **wanted: object) -> Page:
    """A game at one screen in which North can claim on the last turn."""
    match = await begin(local_server, opponent="shared", layout="seed", seed=SEED, **wanted)
    page = await Page().open(local_server, match)
    for action in f"{OPENING} {GIFT} {then}".split():
        await page.act(action)
    assert page.state["claim"]["player"] == 2
    return page


@pytest.mark.parametrize(("after", "counts"), [(0, True), (2_999, True), (3_001, False)])
def test_a_claim_counts_until_three_seconds_after_the_turn(after: int, counts: bool) -> None:
    async def play() -> None:
        page = await claimable(new_local_server(DictStorage()))
        ended = page.of_type("state")[-1]["ply_item"]["at"]
        await asyncio.sleep((ended + after - now()) / 1000)
        await page.say(type="claim", turn=page.state["claim"]["turn"])
        if counts:
            assert page.state["phase"] == "prove"
            await page.act(SHOWS)
            assert page.state["outcome"]["reason"] == "claim"
        else:
            assert page.heard[-1]["code"] == "claim-late"
            assert page.state["phase"] == "move"

    run(play())


def test_a_late_claim_is_kept_once_for_the_review() -> None:
    async def play() -> None:
        storage = DictStorage()
        page = await claimable(new_local_server(storage))
        entries = len(next(iter(storage.matches.values()))[1])
        turn = page.state["claim"]["turn"]
        await asyncio.sleep(5)
        for _ in range(3):
            await page.say(type="claim", turn=turn)
        assert [one["code"] for one in page.of_type("refused")] == ["claim-late"] * 3
        assert len(next(iter(storage.matches.values()))[1]) == entries + 1

    run(play())


def test_a_claim_that_is_not_shown_in_time_is_a_wrong_one_by_itself() -> None:
    async def play() -> None:
        page = await claimable(new_local_server(DictStorage()))
        await page.say(type="claim", turn=page.state["claim"]["turn"])
        claimed = now()
        await page.until(lambda page: page.state["phase"] == "over")
        assert page.state["outcome"]["reason"] == "wrong-claim"
        assert now() - claimed == pytest.approx(AMSTERDAM.showing_time, abs=20)

    run(play())


def test_a_clock_runs_and_its_flag_falls_by_itself() -> None:
    async def play() -> None:
        local_server = new_local_server(DictStorage())
        match = await begin(local_server, opponent="shared", clock="live", minutes=1, increment=0)
        page = await Page().open(local_server, match)
        begun = now()
        await page.until(lambda page: page.state["phase"] == "over")
        assert page.state["outcome"]["reason"] == "time"
        assert now() - begun == pytest.approx(60_000, abs=20)

    run(play())


async def seconds_left(storage: DictStorage) -> float:
    """The seconds on the clock of the only game in the list."""
    listed = await new_local_server(storage).answer("GET", "/api/games")
    left: float = json.loads(listed.text)["games"][0]["seconds_left"]
    return left


@pytest.mark.parametrize("away", [10.0, A_DAY])
def test_time_in_which_no_tab_was_open_counts_for_nobody(away: float) -> None:
    async def play() -> None:
        storage = DictStorage()
        local_server = new_local_server(storage)
        match = await begin(local_server, opponent="shared", clock="live", minutes=1, increment=0)
        page = await Page().open(local_server, match)
        await asyncio.sleep(20)
        page.leave()
        local_server.close()
        assert 39 < await seconds_left(storage) < 41.1
        await asyncio.sleep(away)
        assert 39 < await seconds_left(storage) < 41.1
        back = await Page().open(new_local_server(storage), match)
        left = back.state["clocks"]["1"]
        assert 39_000 < left <= 41_100
        begun = now()
        await back.until(lambda page: page.state["phase"] == "over")
        assert now() - begun == pytest.approx(left + 3_000, abs=100)  # and a moment to come back

    run(play())


def test_a_claim_window_that_a_closed_tab_left_open_is_still_open() -> None:
    async def play() -> None:
        storage = DictStorage()
        local_server = new_local_server(storage)
        page = await claimable(local_server)
        match, turn = page.state["match"], page.state["claim"]["turn"]
        await asyncio.sleep(0.1)
        local_server.close()
        await asyncio.sleep(A_DAY)
        back = await Page().open(new_local_server(storage), match)
        await back.say(type="claim", turn=turn)
        assert back.state["phase"] == "prove"

    run(play())


def test_the_computer_claims_in_time_at_its_own_pace_and_shows_it() -> None:
    async def play() -> None:
        local_server = new_local_server(DictStorage())
        record = f'[Rules "amsterdam"]\n[Layout "{LAYOUT}"]\n\n{OPENING}\n'
        body = json.dumps({"record": record, "opponent": "computer", "level": 8, "side": "1"})
        match = json.loads((await local_server.answer("POST", "/api/records", body)).text)["match"]
        page = await Page().open(local_server, match)
        await page.act(GIFT)
        moved = now()
        await page.until(lambda page: page.state["phase"] == "prove")
        assert 500 < now() - moved < AMSTERDAM.claim_time
        await page.until(lambda page: page.state["phase"] == "over")
        assert page.state["outcome"]["winner"] == 2
        assert page.state["outcome"]["reason"] == "claim"

    run(play())


def test_a_slow_device_is_told_of_once_and_the_game_goes_on() -> None:
    class SlowEngineWorker(InlineEngineWorker):
        """Gives every thought a hundredth of a second."""

        async def think(self, question: str) -> str:
            return await super().think(question.replace('"seconds":3.0', '"seconds":0.01'))

    async def play() -> None:
        engine_worker = SlowEngineWorker()
        local_server = new_local_server(DictStorage(), engine_worker)
        match = await begin(local_server, opponent="computer", rules="base", level=8, side="1")
        page = await Page().open(local_server, match)
        for ply in (2, 4, 6):
            await page.act(page.state["legal"][0]["action"])
            await page.until_ply(ply)
        news = [one["news"] for one in page.of_type("state") if one["news"]]
        assert len(news) == 1
        assert "for 3 seconds at most" in news[0]

    run(play())


def test_a_question_of_a_player_goes_before_the_slices_of_an_analysis() -> None:
    async def play() -> None:
        engine_worker = InlineEngineWorker(seconds=1.0)
        local_server = new_local_server(DictStorage(), engine_worker)
        match = await begin(local_server, opponent="computer", rules="base", level=1, side="1")
        page = await Page().open(local_server, match)
        body = f'{{"position": "{page.state["position"]}", "seconds": 60}}'
        stream = await local_server.stream("POST", "/api/analysis/engine", body)
        texts = stream.__aiter__()  # type: ignore[union-attr]
        await texts.__anext__()
        looking = asyncio.ensure_future(texts.__anext__())
        await asyncio.sleep(0.5)
        await page.act(page.state["legal"][0]["action"])
        acted = now()
        await page.until_ply(2)
        assert now() - acted < 2_600  # what was left of a slice, and the thought itself
        await looking
        kinds = [one["kind"] for one in engine_worker.asked]
        assert kinds[:2] == ["analysis", "level"]

    run(play())


def test_a_quiet_turn_can_be_taken_back_at_one_screen() -> None:
    async def play() -> None:
        local_server = new_local_server(DictStorage())
        match = await begin(local_server, opponent="shared", layout="seed", seed=SEED)
        page = await Page().open(local_server, match)
        for action in f"{OPENING} {QUIET}".split():
            await page.act(action)
        ply = page.state["ply"]
        await page.say(type="take-back")
        assert page.state["ply"] == ply - 1
        assert page.state["news"]
        await page.say(type="name", name="Ada", **{"as": 1})
        assert page.state["seats"]["1"]["name"] == "Ada"

    run(play())


def test_hints_and_threats_are_told_against_the_computer_and_refused_at_one_screen() -> None:
    async def play() -> None:
        local_server = new_local_server(DictStorage())
        match = await begin(local_server, opponent="computer", rules="base", side="1", level=1)
        page = await Page().open(local_server, match)
        await page.say(type="hint")
        await page.until(lambda page: bool(page.of_type("hint")))
        await page.say(type="threats")
        await page.until(lambda page: bool(page.of_type("threats")))
        hint = page.of_type("hint")[0]
        assert hint["action"] in [one["action"] for one in page.state["legal"]]
        assert hint["why"]
        shared = await Page().open(local_server, await begin(local_server, opponent="shared"))
        await shared.say(type="hint")
        await shared.until(lambda page: bool(page.of_type("refused")))
        assert shared.of_type("refused")[0]["code"] == "no-hints"

    run(play())


def test_a_clock_that_was_set_back_stops_no_game() -> None:
    async def play() -> None:
        storage = DictStorage()
        page = await claimable(new_local_server(storage, clock=lambda: now() + 3_600_000))
        match, turn = page.state["match"], page.state["claim"]["turn"]
        page.leave()
        await asyncio.sleep(1)
        back = await Page().open(new_local_server(storage), match)
        await asyncio.sleep(10)
        await back.say(type="claim", turn=turn)
        assert back.heard[-1]["code"] == "claim-late"

    run(play())


def test_whoever_thinks_may_die_and_the_game_goes_on_with_another() -> None:
    class DyingEngineWorker(InlineEngineWorker):
        dies = True

        async def think(self, question: str) -> str:
            if self.dies:
                raise RuntimeError("the worker is gone")
            return await super().think(question)

    async def play() -> None:
        engine_worker = DyingEngineWorker()
        local_server = new_local_server(DictStorage(), engine_worker)
        match = await begin(local_server, opponent="computer", rules="base", level=1, side="1")
        page = await Page().open(local_server, match)
        await page.act(page.state["legal"][0]["action"])
        while page.closed is None:
            await asyncio.sleep(0.1)
        assert (page.heard[-1]["code"], page.closed) == ("slip", 1012)
        engine_worker.dies = False
        back = await Page().open(local_server, match)
        await back.until_ply(2)

    run(play())


def test_a_device_that_slept_costs_nobody_a_game() -> None:
    async def play() -> None:
        slept = 0
        storage = DictStorage()
        local_server = new_local_server(storage, clock=lambda: now() + slept)
        match = await begin(local_server, opponent="shared", clock="live", minutes=1, increment=0)
        page = await Page().open(local_server, match)
        await asyncio.sleep(10)
        slept = 3_600_000  # from one moment to the next
        await asyncio.sleep(5)
        assert page.state["phase"] != "over"
        await page.act(page.state["legal"][0]["action"])
        assert 44_000 < page.state["clocks"]["1"] <= 47_000
        other_tab = await Page().open(new_local_server(storage, clock=lambda: now() + slept), match)
        assert abs(other_tab.state["clocks"]["1"] - page.state["clocks"]["1"]) < 50

    run(play())
