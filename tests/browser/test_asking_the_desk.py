"""What pages ask a desk: the same addresses and answers as a server's."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from menhirs.browser.desk import Desk
from menhirs.browser.local_reviews import NODES
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, BASE
from menhirs.core.setup import random_menhirs
from menhirs.learn.review import review_game
from menhirs.notation.line import write_line
from menhirs.notation.record import read_record
from tests.browser.desks import DictShelf, InlineThinker, Page, begin, new_desk
from tests.browser.time_travel import run

START = Position.start(BASE, random_menhirs(BASE, "oak"))
LINE = write_line(START)


async def asked(desk: Desk, method: str, path: str, **body: object) -> Any:
    answer = await desk.answer(method, path, json.dumps(body) if body else "")
    assert answer.status in (200, 201, 202), answer.text
    return json.loads(answer.text)


async def finished_game(desk: Desk, actions: int = 7) -> str:
    """A short game at one screen: South gives up."""
    match = await begin(desk, opponent="shared", rules="base", layout="seed", seed="oak")
    page = await Page().open(desk, match)
    for _ in range(actions):
        await page.act(page.state["legal"][0]["action"])
    await page.say(type="act", state=0, action="resign1")
    assert page.state["phase"] == "over"
    page.leave()
    return match


def test_a_line_of_an_analysis_is_told_and_explained() -> None:
    async def ask() -> None:
        desk = new_desk(DictShelf())
        told = await asked(desk, "POST", "/api/analysis/line", position=LINE, actions=["+a1"])
        assert len(told["plies"]) == 2
        assert told["state"]["phase"] == "place"
        why = await asked(desk, "POST", "/api/analysis/explain", position=LINE, action="a1-N")
        assert (why["legal"], why["code"]) == (False, "move-no-fog")
        opened = await asked(desk, "POST", "/api/analysis/open", position=LINE, moves="+a1 (+a2)")
        assert [node["action"] for node in opened["nodes"]] == ["+a1", "+a2"]
        written = await asked(desk, "POST", "/api/analysis/record", position=LINE, moves="+a1")
        assert "+a1" in written["text"]
        set_up = await asked(desk, "POST", "/api/analysis/setup", position=LINE)
        assert set_up["problem"] is None

    run(ask())


def test_the_engine_thinks_in_slices_until_it_knows_or_the_time_is_over() -> None:
    async def ask() -> None:
        thinker = InlineThinker()
        desk = new_desk(DictShelf(), thinker)
        body = json.dumps({"position": LINE, "lines": 2, "seconds": 0.3})
        answer = await desk.answer("POST", "/api/analysis/engine", body)
        told = [json.loads(line) for line in answer.text.splitlines()]
        assert told[0]["status"] == "thinking"
        assert told[-1]["status"] == "paused"
        assert len(told[-1]["lines"]) == 2
        depths = [one["depth"] for one in told]
        assert depths == sorted(depths)
        assert [one["nodes"] for one in thinker.asked][:3] == [250, 500, 1000]

    run(ask())


def test_whoever_stops_an_analysis_is_not_thought_for_any_more() -> None:
    async def ask() -> None:
        thinker = InlineThinker()
        desk = new_desk(DictShelf(), thinker)
        body = json.dumps({"position": LINE, "seconds": 60})
        stream = await desk.stream("POST", "/api/analysis/engine", body)
        assert not hasattr(stream, "status")
        texts = stream.__aiter__()
        for _ in range(2):
            await texts.__anext__()
        await stream.aclose()
        questions = len(thinker.asked)
        await asyncio.sleep(10)
        assert len(thinker.asked) == questions

    run(ask())


def test_a_review_is_made_ply_by_ply_once_and_is_that_of_the_reviewer() -> None:
    async def ask() -> None:
        shelf, thinker = DictShelf(), InlineThinker()
        desk = new_desk(shelf, thinker)
        match = await finished_game(desk)
        address = f"/api/matches/{match}/review"
        assert (await asked(desk, "GET", address))["status"] == "none"
        state = await asked(desk, "POST", address)
        seen = [state["done"]]
        while state["status"] != "done":
            await asyncio.sleep(0.002)
            state = await asked(desk, "GET", address)
            seen.append(state["done"])
        assert seen == sorted(seen)
        assert len(set(seen)) > 2
        record = await desk.answer("GET", f"/m/{match}/record")
        reviewed = review_game(read_record(record.text), nodes=NODES)
        values = [(ply["value"], ply["proven"]) for ply in state["review"]["plies"]]
        assert values == [(ply.value, ply.proven) for ply in reviewed.plies]
        made = sum(question["kind"] == "ply" for question in thinker.asked)
        assert (await asked(desk, "POST", address))["status"] == "done"
        assert sum(question["kind"] == "ply" for question in thinker.asked) == made

    run(ask())


def test_a_review_goes_on_at_another_desk_after_a_closed_tab() -> None:
    async def ask() -> None:
        shelf = DictShelf()
        desk = new_desk(shelf)
        match = await finished_game(desk)
        await asked(desk, "POST", f"/api/matches/{match}/review")
        while not json.loads(shelf.kept["review", match])["parts"]:
            await asyncio.sleep(0.001)
        desk.close()  # the tab is gone
        done = len(json.loads(shelf.kept["review", match])["parts"])
        thinker = InlineThinker()
        second = new_desk(shelf, thinker)
        state = await asked(second, "GET", f"/api/matches/{match}/review")
        assert state["done"] >= done, "another tab may still work on it"
        assert not thinker.asked
        second.go_on()
        while (await asked(second, "GET", f"/api/matches/{match}/review"))["status"] != "done":
            await asyncio.sleep(1)
        assert 0 < len(thinker.asked) <= state["plies"] - done

    run(ask())


def test_a_record_is_reviewed_and_a_moment_tried_again() -> None:
    async def ask() -> None:
        desk = new_desk(DictShelf())
        match = await finished_game(desk, actions=9)
        record = (await desk.answer("GET", f"/m/{match}/record")).text
        state = await asked(desk, "POST", "/api/reviews", record=record)
        name = state["id"]
        while state["status"] != "done":
            await asyncio.sleep(1)
            state = await asked(desk, "GET", f"/api/reviews/{name}")
        page = await asked(desk, "GET", f"/told/review/{name}")
        assert page["review"] == name
        assert len(page["opening"]["nodes"]) == 10
        again = [m["ply"] for m in state["review"]["moments"] if m["exercise"]]
        for ply in again[:1]:
            told = await asked(desk, "GET", f"/told/learn/again/{name}/{ply}")
            assert told["opening"]["set"] == "reviews"
            assert told["back"] == f"/review/{name}?ply={ply - 1}"

    run(ask())


def test_exercises_puzzles_and_pages_are_told() -> None:
    async def ask() -> None:
        desk = new_desk(DictShelf())
        today = (await asked(desk, "GET", "/told/puzzles"))["today"]
        opening = await asked(desk, "GET", f"/api/exercises/puzzles/{today['id']}")
        hint = await asked(desk, "POST", f"/api/exercises/puzzles/{today['id']}/hint", actions=[])
        tried = await asked(
            desk, "POST", f"/api/exercises/puzzles/{today['id']}/try", action=hint["action"]
        )
        assert opening["id"] == today["id"]
        assert tried["verdict"] in ("right", "done")
        assert (await asked(desk, "GET", "/told/"))["today"] == today
        assert (await asked(desk, "GET", "/told/puzzles/today?of=today"))["of"] == "today"
        assert (await asked(desk, "GET", "/told/analysis"))["opening"]["nodes"] == []
        start = await asked(desk, "GET", f"/told/play?position={LINE.replace(' ', '+')}")
        assert start["line"] == LINE
        svg = await desk.answer("GET", start["picture"] + "&theme=dark")
        assert svg.text.startswith("<svg")
        match = await begin(desk, opponent="computer", guided=True, level=1, rules="endless")
        page = await asked(desk, "GET", f"/told/m/{match}")
        assert (page["match_id"], page["guided"], page["helps"]) == (match, True, True)

    run(ask())


def test_the_games_are_listed_your_turn_first_and_found_by_what_they_are() -> None:
    async def ask() -> None:
        desk = new_desk(DictShelf())
        over = await finished_game(desk)
        await asyncio.sleep(1)
        shared = await begin(desk, opponent="shared", rules="amsterdam")
        mine = await begin(desk, opponent="computer", side="1", level=2, clock="live")
        games = (await asked(desk, "GET", "/api/games"))["games"]
        assert [game["match"] for game in games] == [mine, shared, over]
        assert [game["section"] for game in games] == ["turn", "running", "finished"]
        assert 599 < games[0]["seconds_left"] <= 600
        first = await asked(desk, "GET", "/api/games?most=2")
        rest = await asked(desk, "GET", f"/api/games?most=2&after={first['following']}")
        assert [len(first["games"]), len(rest["games"]), rest["following"]] == [2, 1, None]
        found = await asked(desk, "GET", "/api/games?section=finished&rules=base")
        assert [game["match"] for game in found["games"]] == [over]
        assert (await asked(desk, "GET", "/api/games?opponent=picker"))["games"][0]["level"] == 2
        records = (await desk.answer("GET", "/you/games.menhirs")).text
        assert records.count("[Rules") == 1

    run(ask())


def test_a_record_from_elsewhere_becomes_a_game_to_go_on_with() -> None:
    async def ask() -> None:
        desk = new_desk(DictShelf())
        record = '[Rules "base"]\n[Layout "{}"]\n[Player1 "Ada"]\n\n+a1 +a2\n'
        layout = LINE.split()[1]
        body = {"record": record.format(layout), "opponent": "computer", "level": 1}
        match = (await asked(desk, "POST", "/api/records", **body))["match"]
        page = await Page().open(desk, match)
        assert page.state["ply"] == 2
        assert page.state["seats"]["1"]["name"] == "Ada"
        await page.act(page.state["legal"][0]["action"])
        await page.until(lambda page: page.state["ply"] == 4)

    run(ask())


def test_the_next_game_of_a_series_swaps_sides_and_counts() -> None:
    async def ask() -> None:
        desk = new_desk(DictShelf())
        match = await finished_game(desk)
        page = await Page().open(desk, match)
        await page.say(type="rematch")
        following = page.state["series"]["next"]
        assert (await asked(desk, "GET", f"/m/{match}/next"))["match"] == following
        second = await Page().open(desk, following)
        series = second.state["series"]
        assert series["game"] == 2
        assert [one["match"] for one in series["games"]] == [match]

    run(ask())


def test_amsterdam_and_its_first_position_can_be_looked_at() -> None:
    async def ask() -> None:
        desk = new_desk(DictShelf())
        opening = (await asked(desk, "GET", "/told/analysis?rules=amsterdam"))["opening"]
        assert opening["position"].startswith(AMSTERDAM.name)

    run(ask())


def test_of_two_tabs_one_makes_a_review_and_the_other_watches() -> None:
    async def ask() -> None:
        shelf = DictShelf()
        thinkers = [InlineThinker(seconds=0.5), InlineThinker(seconds=0.5)]
        one, two = [new_desk(shelf, thinker) for thinker in thinkers]
        match = await finished_game(one)
        address = f"/api/matches/{match}/review"
        plies = (await asked(one, "POST", address))["plies"]
        two.go_on()
        done = [0]
        while (state := await asked(two, "GET", address))["status"] != "done":
            done.append(state["done"])
            await asyncio.sleep(0.2)
        assert done == sorted(done)
        assert [len(thinker.asked) for thinker in thinkers] == [plies, 0]

    run(ask())


def test_a_match_is_drawn_as_it_is_and_as_it_was_played() -> None:
    async def ask() -> None:
        desk = new_desk(DictShelf())
        match = await finished_game(desk)
        picture = await desk.answer("GET", f"/m/{match}/picture.svg?theme=dark")
        moving = await desk.answer("GET", f"/m/{match}/game.svg")
        assert picture.text.startswith("<svg")
        assert "@keyframes" in moving.text or "<animate" in moving.text
        refused = await desk.answer("GET", f"/m/{match}/picture.svg?theme=red")
        assert (refused.status, json.loads(refused.text)["code"]) == (400, "message")

    run(ask())


def test_a_running_game_is_neither_reviewed_nor_analysed() -> None:
    async def ask() -> None:
        desk = new_desk(DictShelf())
        match = await begin(desk, opponent="shared")
        for method, path, code in (
            ("POST", f"/api/matches/{match}/review", "not-over"),
            ("GET", f"/told/analysis?match={match}", "match-runs"),
        ):
            answer = await desk.answer(method, path)
            assert (answer.status, json.loads(answer.text)["code"]) == (409, code)

    run(ask())


def test_what_needs_others_is_refused_with_its_own_code() -> None:
    async def ask() -> None:
        desk = new_desk(DictShelf())
        for wanted in ({"opponent": "friend"}, {"opponent": "open"}, {"rated": True}, {}):
            answer = await desk.answer("POST", "/api/matches", json.dumps(wanted))
            assert (answer.status, json.loads(answer.text)["code"]) == (409, "needs-server")

    run(ask())
