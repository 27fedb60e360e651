"""What pages ask a local server: the same addresses and answers as a server's."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from menhirs.browser.local_reviews import NODES
from menhirs.browser.local_server import LocalServer
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, BASE
from menhirs.core.setup import random_menhirs
from menhirs.learn.review import review_game
from menhirs.notation.line import write_line
from menhirs.notation.record import read_record
from tests.browser.local_servers import (
    DictStorage,
    InlineEngineWorker,
    Page,
    begin,
    new_local_server,
)
from tests.browser.time_travel import run

START = Position.start(BASE, random_menhirs(BASE, "oak"))
LINE = write_line(START)


async def asked(local_server: LocalServer, method: str, path: str, **body: object) -> Any:
    answer = await local_server.answer(method, path, json.dumps(body) if body else "")
    assert answer.status in (200, 201, 202), answer.text
    return json.loads(answer.text)


async def finished_game(local_server: LocalServer, actions: int = 7) -> str:
    """A short game at one screen: South gives up."""
    match = await begin(local_server, opponent="shared", rules="base", layout="seed", seed="oak")
    page = await Page().open(local_server, match)
    for _ in range(actions):
        await page.act(page.state["legal"][0]["action"])
    await page.say(type="act", state=0, action="resign1")
    assert page.state["phase"] == "over"
    page.leave()
    return match


def test_a_line_of_an_analysis_is_told_and_explained() -> None:
    async def ask() -> None:
        local_server = new_local_server(DictStorage())
        data = await asked(
            local_server, "POST", "/api/analysis/line", position=LINE, actions=["+a1"]
        )
        assert len(data["plies"]) == 2
        assert data["state"]["phase"] == "place"
        why = await asked(
            local_server, "POST", "/api/analysis/explain", position=LINE, action="a1-N"
        )
        assert (why["legal"], why["code"]) == (False, "move-no-fog")
        opened = await asked(
            local_server, "POST", "/api/analysis/open", position=LINE, moves="+a1 (+a2)"
        )
        assert [node["action"] for node in opened["nodes"]] == ["+a1", "+a2"]
        written = await asked(
            local_server, "POST", "/api/analysis/record", position=LINE, moves="+a1"
        )
        assert "+a1" in written["text"]
        set_up = await asked(local_server, "POST", "/api/analysis/setup", position=LINE)
        assert set_up["problem"] is None

    run(ask())


def test_the_engine_thinks_in_slices_until_it_knows_or_the_time_is_over() -> None:
    async def ask() -> None:
        engine_worker = InlineEngineWorker()
        local_server = new_local_server(DictStorage(), engine_worker)
        body = json.dumps({"position": LINE, "lines": 2, "seconds": 0.3})
        answer = await local_server.answer("POST", "/api/analysis/engine", body)
        data = [json.loads(line) for line in answer.text.splitlines()]
        assert data[0]["status"] == "thinking"
        assert data[-1]["status"] == "paused"
        assert len(data[-1]["lines"]) == 2
        depths = [one["depth"] for one in data]
        assert depths == sorted(depths)
        assert [one["nodes"] for one in engine_worker.asked][:3] == [250, 500, 1000]

    run(ask())


def test_whoever_stops_an_analysis_is_not_thought_for_any_more() -> None:
    async def ask() -> None:
        engine_worker = InlineEngineWorker()
        local_server = new_local_server(DictStorage(), engine_worker)
        body = json.dumps({"position": LINE, "seconds": 60})
        stream = await local_server.stream("POST", "/api/analysis/engine", body)
        assert not hasattr(stream, "status")
        texts = stream.__aiter__()
        for _ in range(2):
            await texts.__anext__()
        await stream.aclose()
        questions = len(engine_worker.asked)
        await asyncio.sleep(10)
        assert len(engine_worker.asked) == questions

    run(ask())


def test_a_review_is_made_ply_by_ply_once_and_is_that_of_the_reviewer() -> None:
    async def ask() -> None:
        storage, engine_worker = DictStorage(), InlineEngineWorker()
        local_server = new_local_server(storage, engine_worker)
        match = await finished_game(local_server)
        address = f"/api/matches/{match}/review"
        assert (await asked(local_server, "GET", address))["status"] == "none"
        state = await asked(local_server, "POST", address)
        seen = [state["done"]]
        while state["status"] != "done":
            await asyncio.sleep(0.002)
            state = await asked(local_server, "GET", address)
            seen.append(state["done"])
        assert seen == sorted(seen)
        assert len(set(seen)) > 2
        record = await local_server.answer("GET", f"/m/{match}/record")
        reviewed = review_game(read_record(record.text), nodes=NODES)
        values = [(ply["value"], ply["proven"]) for ply in state["review"]["plies"]]
        assert values == [(ply.value, ply.proven) for ply in reviewed.plies]
        made = sum(question["kind"] == "ply" for question in engine_worker.asked)
        assert (await asked(local_server, "POST", address))["status"] == "done"
        assert sum(question["kind"] == "ply" for question in engine_worker.asked) == made

    run(ask())


def test_another_local_server_continues_a_review_after_a_closed_tab() -> None:
    async def ask() -> None:
        storage = DictStorage()
        local_server = new_local_server(storage)
        match = await finished_game(local_server)
        await asked(local_server, "POST", f"/api/matches/{match}/review")
        while not json.loads(storage.kept["review", match])["parts"]:
            await asyncio.sleep(0.001)
        local_server.close()  # the tab is gone
        done = len(json.loads(storage.kept["review", match])["parts"])
        engine_worker = InlineEngineWorker()
        second = new_local_server(storage, engine_worker)
        state = await asked(second, "GET", f"/api/matches/{match}/review")
        assert state["done"] >= done, "another tab may still work on it"
        assert not engine_worker.asked
        second.go_on()
        while (await asked(second, "GET", f"/api/matches/{match}/review"))["status"] != "done":
            await asyncio.sleep(1)
        assert 0 < len(engine_worker.asked) <= state["plies"] - done

    run(ask())


def test_a_record_is_reviewed_and_a_moment_tried_again() -> None:
    async def ask() -> None:
        local_server = new_local_server(DictStorage())
        match = await finished_game(local_server, actions=9)
        record = (await local_server.answer("GET", f"/m/{match}/record")).text
        state = await asked(local_server, "POST", "/api/reviews", record=record)
        name = state["id"]
        while state["status"] != "done":
            await asyncio.sleep(1)
            state = await asked(local_server, "GET", f"/api/reviews/{name}")
        page = await asked(local_server, "GET", f"/told/review/{name}")
        assert page["review"] == name
        assert len(page["opening"]["nodes"]) == 10
        again = [m["ply"] for m in state["review"]["moments"] if m["exercise"]]
        for ply in again[:1]:
            data = await asked(local_server, "GET", f"/told/learn/again/{name}/{ply}")
            assert data["opening"]["set"] == "reviews"
            assert data["back"] == f"/review/{name}?ply={ply - 1}"

    run(ask())


def test_exercises_puzzles_and_pages_are_told() -> None:
    async def ask() -> None:
        local_server = new_local_server(DictStorage())
        today = (await asked(local_server, "GET", "/told/puzzles"))["today"]
        opening = await asked(local_server, "GET", f"/api/exercises/puzzles/{today['id']}")
        hint = await asked(
            local_server, "POST", f"/api/exercises/puzzles/{today['id']}/hint", actions=[]
        )
        tried = await asked(
            local_server, "POST", f"/api/exercises/puzzles/{today['id']}/try", action=hint["action"]
        )
        assert opening["id"] == today["id"]
        assert tried["verdict"] in ("right", "done")
        assert (await asked(local_server, "GET", "/told/"))["today"] == today
        assert (await asked(local_server, "GET", "/told/puzzles/today?of=today"))["of"] == "today"
        assert (await asked(local_server, "GET", "/told/analysis"))["opening"]["nodes"] == []
        start = await asked(local_server, "GET", f"/told/play?position={LINE.replace(' ', '+')}")
        assert start["line"] == LINE
        svg = await local_server.answer("GET", start["picture"] + "&theme=dark")
        assert svg.text.startswith("<svg")
        match = await begin(
            local_server, opponent="computer", guided=True, level=1, rules="endless"
        )
        page = await asked(local_server, "GET", f"/told/m/{match}")
        assert (page["match_id"], page["guided"], page["helps"]) == (match, True, True)

    run(ask())


def test_the_games_are_listed_your_turn_first_and_found_by_what_they_are() -> None:
    async def ask() -> None:
        local_server = new_local_server(DictStorage())
        over = await finished_game(local_server)
        await asyncio.sleep(1)
        shared = await begin(local_server, opponent="shared", rules="amsterdam")
        mine = await begin(local_server, opponent="computer", side="1", level=2, clock="live")
        games = (await asked(local_server, "GET", "/api/games"))["games"]
        assert [game["match"] for game in games] == [mine, shared, over]
        assert [game["section"] for game in games] == ["turn", "running", "finished"]
        assert 599 < games[0]["seconds_left"] <= 600
        first = await asked(local_server, "GET", "/api/games?most=2")
        rest = await asked(local_server, "GET", f"/api/games?most=2&after={first['following']}")
        assert [len(first["games"]), len(rest["games"]), rest["following"]] == [2, 1, None]
        found = await asked(local_server, "GET", "/api/games?section=finished&rules=base")
        assert [game["match"] for game in found["games"]] == [over]
        assert (await asked(local_server, "GET", "/api/games?opponent=picker"))["games"][0][
            "level"
        ] == 2
        records = (await local_server.answer("GET", "/you/games.menhirs")).text
        assert records.count("[Rules") == 1

    run(ask())


def test_a_record_from_elsewhere_becomes_a_game_to_go_on_with() -> None:
    async def ask() -> None:
        local_server = new_local_server(DictStorage())
        record = '[Rules "base"]\n[Layout "{}"]\n[Player1 "Ada"]\n\n+a1 +a2\n'
        layout = LINE.split()[1]
        body = {"record": record.format(layout), "opponent": "computer", "level": 1}
        match = (await asked(local_server, "POST", "/api/records", **body))["match"]
        page = await Page().open(local_server, match)
        assert page.state["ply"] == 2
        assert page.state["seats"]["1"]["name"] == "Ada"
        await page.act(page.state["legal"][0]["action"])
        await page.until(lambda page: page.state["ply"] == 4)

    run(ask())


def test_the_next_game_of_a_series_swaps_sides_and_counts() -> None:
    async def ask() -> None:
        local_server = new_local_server(DictStorage())
        match = await finished_game(local_server)
        page = await Page().open(local_server, match)
        await page.say(type="rematch")
        following = page.state["series"]["next"]
        assert (await asked(local_server, "GET", f"/m/{match}/next"))["match"] == following
        second = await Page().open(local_server, following)
        series = second.state["series"]
        assert series["game"] == 2
        assert [one["match"] for one in series["games"]] == [match]

    run(ask())


def test_amsterdam_and_its_first_position_can_be_looked_at() -> None:
    async def ask() -> None:
        local_server = new_local_server(DictStorage())
        opening = (await asked(local_server, "GET", "/told/analysis?rules=amsterdam"))["opening"]
        assert opening["position"].startswith(AMSTERDAM.name)

    run(ask())


def test_of_two_tabs_one_makes_a_review_and_the_other_watches() -> None:
    async def ask() -> None:
        storage = DictStorage()
        engine_workers = [InlineEngineWorker(seconds=0.5), InlineEngineWorker(seconds=0.5)]
        one, two = [new_local_server(storage, engine_worker) for engine_worker in engine_workers]
        match = await finished_game(one)
        address = f"/api/matches/{match}/review"
        plies = (await asked(one, "POST", address))["plies"]
        two.go_on()
        done = [0]
        while (state := await asked(two, "GET", address))["status"] != "done":
            done.append(state["done"])
            await asyncio.sleep(0.2)
        assert done == sorted(done)
        assert [len(engine_worker.asked) for engine_worker in engine_workers] == [plies, 0]

    run(ask())


def test_a_match_is_drawn_as_it_is_and_as_it_was_played() -> None:
    async def ask() -> None:
        local_server = new_local_server(DictStorage())
        match = await finished_game(local_server)
        picture = await local_server.answer("GET", f"/m/{match}/picture.svg?theme=dark")
        moving = await local_server.answer("GET", f"/m/{match}/game.svg")
        assert picture.text.startswith("<svg")
        assert "@keyframes" in moving.text or "<animate" in moving.text
        refused = await local_server.answer("GET", f"/m/{match}/picture.svg?theme=red")
        assert (refused.status, json.loads(refused.text)["code"]) == (400, "message")

    run(ask())


def test_a_running_game_is_neither_reviewed_nor_analysed() -> None:
    async def ask() -> None:
        local_server = new_local_server(DictStorage())
        match = await begin(local_server, opponent="shared")
        for method, path, code in (
            ("POST", f"/api/matches/{match}/review", "not-over"),
            ("GET", f"/told/analysis?match={match}", "match-runs"),
        ):
            answer = await local_server.answer(method, path)
            assert (answer.status, json.loads(answer.text)["code"]) == (409, code)

    run(ask())


def test_what_needs_others_is_refused_with_its_own_code() -> None:
    async def ask() -> None:
        local_server = new_local_server(DictStorage())
        for wanted in ({"opponent": "friend"}, {"opponent": "open"}, {"rated": True}, {}):
            answer = await local_server.answer("POST", "/api/matches", json.dumps(wanted))
            assert (answer.status, json.loads(answer.text)["code"]) == (409, "needs-server")

    run(ask())
