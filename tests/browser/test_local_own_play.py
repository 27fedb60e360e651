"""Own play at a local server: it reviews games by itself, makes exercises and keeps them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from menhirs.browser.local_server import LocalServer
from menhirs.browser.match.stored_match import StoredTerms, write_summary
from menhirs.learn.play.spaced_repetition import DAY
from menhirs.match.addresses import match_id_of
from tests.browser.local_servers import DictStorage, new_local_server
from tests.browser.time_travel import run
from tests.learn.play.games import random_table

SEEDS = (0, 4)


async def put(storage: DictStorage) -> None:
    """Stores finished games against the computer."""
    for seed in SEEDS:
        table = random_table("amsterdam", seed, level=3)
        name = match_id_of(str(seed))
        stored = StoredTerms(name, table.terms, name, 1, table.log)
        match = table.match
        summary = write_summary(table.terms, match.names, match.position, match.last_at)
        await storage.create(stored.new(summary))


async def ask(local_server: LocalServer, path: str, body: object = None) -> dict[str, Any]:
    said = ("GET", path) if body is None else ("POST", path, json.dumps(body))
    answer = await local_server.answer(*said)
    assert answer.status == 200, answer.text
    data: dict[str, Any] = json.loads(answer.text)
    return data


async def looked_at(local_server: LocalServer) -> dict[str, Any]:
    """The exercises, once all games have been reviewed."""
    while (await ask(local_server, "/api/you/play"))["reviewed"] < len(SEEDS):
        await asyncio.sleep(1)
    return await ask(local_server, "/api/you/training")


def test_games_are_looked_at_and_their_exercises_are_trained() -> None:
    async def play() -> None:
        storage = DictStorage()
        await put(storage)
        local_server = new_local_server(storage)
        nothing = await ask(local_server, "/api/you/training")
        assert (nothing["due"], nothing["next"]) == (0, None)
        training = await looked_at(local_server)
        assert training["due"] == min(10, training["all"]) > 0
        first = training["next"]
        opening = await ask(local_server, f"/api/exercises/{first['set']}/{first['id']}")
        assert opening["title"] == "Try it again"
        tried = {"exercise": first["id"], "outcome": "wrong"}
        after = await ask(local_server, "/api/you/training", tried)
        assert after["all"] == training["all"]
        assert after["next"] != first
        unknown = {"exercise": "nothing.1", "outcome": "right"}
        answer = await local_server.answer("POST", "/api/you/training", json.dumps(unknown))
        assert (answer.status, json.loads(answer.text)["code"]) == (404, "no-exercise")

    run(play())


def test_the_schedule_goes_along_in_a_file() -> None:
    async def play() -> None:
        here, there = DictStorage(), DictStorage()
        await put(here)
        local_server, other = new_local_server(here), new_local_server(there)
        first = (await looked_at(local_server))["next"]
        await ask(local_server, "/api/you/training", {"exercise": first["id"], "outcome": "right"})
        data = await ask(local_server, "/api/you/training")
        file = (await local_server.answer("GET", "/api/everything")).text
        for _ in range(2):
            await other.answer("POST", "/api/everything", file)
            assert await ask(other, "/api/you/training") == data
        kept = json.loads(file)
        assert kept["training"][first["id"]]["times"] == 1
        assert len(kept["trained"]) == 1
        # What was trained elsewhere since is not lost by reading an older file.
        await ask(other, "/api/you/training", {"exercise": first["id"], "outcome": "wrong"})
        await other.answer("POST", "/api/everything", file)
        later = json.loads((await other.answer("GET", "/api/everything")).text)
        assert later["training"][first["id"]]["times"] == 2
        for bad in ({"training": {"m.1": {"kind": "win"}}}, {"trained": ["today"]}):
            answer = await other.answer("POST", "/api/everything", json.dumps(kept | bad))
            assert (answer.status, json.loads(answer.text)["code"]) == (400, "everything")

    run(play())


def test_what_is_due_is_due_again_another_day() -> None:
    async def play() -> None:
        storage, later = DictStorage(), 0
        await put(storage)
        training = await looked_at(new_local_server(storage))
        local_server = new_local_server(storage, clock=lambda: 1_800_000_000_000 + later)
        while (data := await ask(local_server, "/api/you/training"))["next"] is not None:
            tried = {"exercise": data["next"]["id"], "outcome": "wrong"}
            await ask(local_server, "/api/you/training", tried)
        assert data["next_at"] is not None
        later = 2 * DAY
        again = await ask(local_server, "/api/you/training")
        assert again["due"] >= training["due"]

    run(play())
