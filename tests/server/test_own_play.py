"""How one plays, at a server: games are looked at in idle time, exercises come, stay and go."""

from __future__ import annotations

import io
import json
import time
import zipfile
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from menhirs.learn.play.facts import facts_of
from menhirs.learn.play.statistics import Statistics
from menhirs.match.addresses import new_match_id
from menhirs.server.live.match.seat_keys import new_secret, seat_for
from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.store import Append, MatchStore, StoredMatch, standing_of
from menhirs.server.storage.people.play_store import PlayStore
from tests.learn.play.games import random_table
from tests.match.played_match import START
from tests.patience import PATIENCE
from tests.server.browsers import Browser, NewBrowser, rows_in
from tests.server.openings import both_act
from tests.server.processes import ServerProcess
from tests.server.test_deletion import delete

SEEDS = (0, 4)


def put_games(server: ServerProcess, person: str, seeds: Collection[int] = SEEDS) -> list[str]:
    """Finished games of somebody's against the computer."""
    engine, names = open_database(server.database), []
    store = MatchStore(engine)
    for seed in seeds:
        table, name = random_table("amsterdam", seed, level=3), new_match_id()
        seats = {1: seat_for(new_secret(), person)}
        *before, last = table.log
        store.create(StoredMatch(name, table.terms, name, 1, before, seats), START)
        position = table.match.position
        store.append([Append(name, last, position.outcome, standing_of(position))])
        names.append(name)
    engine.dispose()
    return names


def until(ask: Callable[[], dict[str, Any]], done: Callable[[dict[str, Any]], bool]) -> Any:
    """The data, once it fulfils a condition: the work has the lowest priority."""
    deadline = time.monotonic() + PATIENCE
    while not done(told := ask()):
        assert time.monotonic() < deadline, told
        time.sleep(0.05)
    return told


def play_of(browser: Browser) -> dict[str, Any]:
    """A person's statistics now."""
    data: dict[str, Any] = browser.get("/api/you/play").raise_for_status().json()
    return data


def looked_at(me: Browser, games: int = len(SEEDS)) -> dict[str, Any]:
    """A person's statistics once all their games have been reviewed."""
    told: dict[str, Any] = until(partial(play_of, me), lambda told: told["reviewed"] >= games)
    return told


def somebody(server: ServerProcess, come: NewBrowser) -> Browser:
    me = come(server)
    me.begin(name="Ann", opponent="computer")
    return me


def test_nobody_has_played_nothing(server: ServerProcess, come: NewBrowser) -> None:
    stranger = come(server)
    data = stranger.get("/api/you/play").json()
    assert (data["games"], data["pictures"]) == (0, [])
    training = stranger.get("/api/you/training").json()
    assert (training["all"], training["next"]) == (0, None)
    tried = {"exercise": "m.1", "outcome": "right"}
    answer = stranger.post("/api/you/training", json=tried)
    assert (answer.status_code, answer.json()["code"]) == (404, "no-exercise")


def test_games_are_looked_at_and_their_exercises_are_trained(
    server: ServerProcess, come: NewBrowser
) -> None:
    me = somebody(server, come)
    put_games(server, me.person)
    assert looked_at(me)["games"] == len(SEEDS)
    training = me.get("/api/you/training").json()
    assert training["due"] == min(10, training["all"]) > 0
    first = training["next"]
    assert me.get(f"/api/exercises/{first['set']}/{first['id']}").status_code == 200
    tried = {"exercise": first["id"], "outcome": "wrong"}
    after = me.post("/api/you/training", json=tried).raise_for_status().json()
    assert after["next"] != first and after["all"] == training["all"]
    assert me.get("/api/you/training").json() == after
    assert somebody(server, come).get("/api/you/training").json()["all"] == 0


def test_what_is_kept_is_what_the_games_tell(server: ServerProcess, come: NewBrowser) -> None:
    me = somebody(server, come)
    names = put_games(server, me.person)
    looked_at(me)
    rows = rows_in(server, tables.played_games, tables.played_games.c.match.in_(names))
    expected = Statistics(
        facts_of(name, random_table("amsterdam", seed, level=3).match, 1)
        for name, seed in zip(names, SEEDS, strict=True)
    )
    kept = [row["facts"] for row in rows]
    assert sum(len(facts["claims"]) for facts in kept) == expected.claims.open
    assert all(row["reviewed"] for row in rows)


def test_a_game_of_two_people_tells_both(server: ServerProcess, come: NewBrowser) -> None:
    me, friend = come(server), come(server)
    match = me.begin(name="Ann")
    friend.join(match, name="Bo")
    both_act(match, me, friend)
    me.act(match, "resign")
    for browser in (me, friend):
        until(partial(play_of, browser), lambda told: told["games"] == 1)
    engine = open_database(server.database)
    changes = [
        {"match": match, "person": one.person, "game": "amsterdam", "at": START}
        | {"before": before, "after": before, "deviation": 50.0}
        for one, before in ((me, 1_500.0), (friend, 1_620.0))
    ]
    store = PlayStore(engine)
    assert [facts.gap for facts in store.facts(me.person)] == [None]
    with engine.begin() as connection:
        connection.execute(insert(tables.rating_changes), changes)
    for browser, gap in ((me, 120.0), (friend, -120.0)):
        assert [facts.gap for facts in store.facts(browser.person)] == [gap]
    engine.dispose()


def test_a_download_holds_it_and_deleting_deletes_it(
    server: ServerProcess, come: NewBrowser
) -> None:
    me = somebody(server, come)
    names, person = put_games(server, me.person), me.person
    looked_at(me)
    first = me.get("/api/you/training").json()["next"]["id"]
    me.post("/api/you/training", json={"exercise": first, "outcome": "right"}).raise_for_status()
    archive = zipfile.ZipFile(io.BytesIO(me.get("/you/download").raise_for_status().content))
    kept = json.loads(archive.read("you.json"))
    assert {facts["match"] for facts in kept["play"]} == set(names)
    assert first in {row["exercise"] for row in kept["training"]}
    assert len(kept["training_days"]) == 1
    delete(me)
    for table in (tables.training_cards, tables.training_days, tables.sprints):
        assert rows_in(server, table, table.c.person == person) == []
    played = tables.played_games
    assert rows_in(server, played, played.c.match.in_(names)) == []


def test_two_browsers_that_become_one_person_keep_what_both_have(
    server: ServerProcess, come: NewBrowser
) -> None:
    me, phone = somebody(server, come), somebody(server, come)
    put_games(server, phone.person)
    looked_at(phone)
    before = phone.get("/api/you/training").json()
    phone.post(
        "/api/you/training", json={"exercise": before["next"]["id"], "outcome": "right"}
    ).raise_for_status()
    after = phone.get("/api/you/training").json()
    assert phone.use(me.link(), "merge").status_code == 200
    data = me.get("/api/you/training").json()
    assert (data["all"], data["due"]) == (after["all"], after["due"])


def test_an_operator_may_have_none_made_unasked(come: NewBrowser, tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/menhirs.sqlite"
    server = ServerProcess(database, tmp_path / "log", "--own-reviews-a-day", "0")
    try:
        me = somebody(server, come)
        put_games(server, me.person)
        told = until(partial(play_of, me), lambda told: told["games"] == len(SEEDS))
        assert told["reviewed"] == 0
    finally:
        server.close()


def test_who_has_many_games_leaves_room_for_others(come: NewBrowser, tmp_path: Path) -> None:
    """People take turns, and of forty reviews a day nobody gets more than four."""
    database = f"sqlite:///{tmp_path}/menhirs.sqlite"
    server = ServerProcess(database, tmp_path / "log", "--own-reviews-a-day", "40")
    try:
        greedy, other = somebody(server, come), somebody(server, come)
        put_games(server, greedy.person, SEEDS * 6)
        put_games(server, other.person, SEEDS[:1])
        play_of(greedy)  # asks first
        looked_at(other, 1)
        assert play_of(greedy)["reviewed"] <= 4
        looked_at(greedy, 4)
        put_games(server, other.person, SEEDS[1:])
        looked_at(other, 2)
        assert play_of(greedy)["reviewed"] == 4
    finally:
        server.close()


def test_an_opponent_that_fits_follows_the_results(server: ServerProcess, come: NewBrowser) -> None:
    me = somebody(server, come)
    first = me.get("/api/you/opponent").json()
    assert (first["level"], first["name"]) == (1, "Stroller")
    put_games(server, me.person, seeds=[3] * 6)  # a game that was won, six times
    until(partial(play_of, me), lambda told: told["games"] == 6)
    told = me.get("/api/you/opponent").json()
    assert told["level"] > 2
    assert told["name"] in told["text"]
    assert told["rules"] == "amsterdam"
