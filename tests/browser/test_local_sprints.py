"""Claim sprints without a server: the same positions, one's own best, and a file to take along."""

from __future__ import annotations

import json

from menhirs.browser.local_server import LocalServer
from menhirs.learn.play.spaced_repetition import DAY
from menhirs.learn.play.sprint import SPRINT_TIME, sprint_of_day
from menhirs.learn.puzzles.exercises import PUZZLES
from tests.browser.local_servers import DictStorage, new_local_server
from tests.browser.test_local_own_play import ask
from tests.browser.time_travel import run

START = 1_800_000_000_000
POSITIONS = sprint_of_day(START // DAY, tuple(PUZZLES.puzzles.values()))


async def sprinted(local_server: LocalServer, right: int) -> str:
    """A sprint with so many right answers; returns its name."""
    state = await ask(local_server, "/api/you/sprints", {})
    for number in range(1, right + 1):
        action = "claim" if "claim" in POSITIONS[number - 1].answers else "no"
        path = f"/api/you/sprints/{state['id']}"
        data = await ask(local_server, path, {"number": number, "action": action})
        assert data["verdict"]["verdict"] == "right"
    return str(state["id"])


def test_one_compares_with_oneself() -> None:
    async def play() -> None:
        later = 0
        local_server = new_local_server(DictStorage(), clock=lambda: START + later)
        assert await ask(local_server, "/api/you/sprints") == {
            "text": "",
            "best": None,
            "best_today": None,
            "table": None,
        }
        first = await sprinted(local_server, 3)
        assert (await ask(local_server, "/api/you/sprints", {}))["id"] == first
        later = SPRINT_TIME
        path = f"/api/you/sprints/{first}"
        data = await ask(local_server, path, {"number": 4, "action": "no"})
        assert data["verdict"] is not None  # it was on its way
        assert data["state"]["over"]
        later += 1_000
        over = await ask(local_server, path, {"number": 5, "action": "no"})
        assert (over["verdict"], over["state"]["over"]) == (None, True)
        assert await sprinted(local_server, 1) != first
        data = await ask(local_server, "/api/you/sprints")
        assert data["best"] == data["best_today"] >= 3
        later += DAY
        assert (await ask(local_server, "/api/you/sprints"))["best_today"] is None
        answer = await local_server.answer(
            "POST", "/api/you/sprints/1-1", '{"number": 1, "action": "no"}'
        )
        assert (answer.status, json.loads(answer.text)["code"]) == (404, "no-sprint")

    run(play())


def test_sprints_go_along_in_a_file() -> None:
    async def play() -> None:
        here, there = (new_local_server(DictStorage(), clock=lambda: START) for _ in range(2))
        name = await sprinted(here, 2)
        await sprinted(there, 1)
        file = (await here.answer("GET", "/api/everything")).text
        for _ in range(2):
            assert (await there.answer("POST", "/api/everything", file)).status == 200
            assert (await ask(there, "/api/you/sprints"))["best"] == 2
        worse = (
            await new_local_server(DictStorage(), clock=lambda: START).answer(
                "GET", "/api/everything"
            )
        ).text
        assert (await there.answer("POST", "/api/everything", worse)).status == 200
        assert (await ask(there, "/api/you/sprints"))["best"] == 2
        kept = json.loads(file)
        good = kept["sprints"][name]
        damaged: tuple[dict[str, object], ...] = (
            {"today": good},
            {name: {}},
            {name: good | {"began": "x"}},
            {name: good | {"answers": [[1]]}},
            {name: good | {"answers": [[True, "much", 1]]}},
        )
        for bad in damaged:
            wrong = json.dumps(kept | {"sprints": bad})
            answer = await there.answer("POST", "/api/everything", wrong)
            assert (answer.status, json.loads(answer.text)["code"]) == (400, "everything"), bad

    run(play())
