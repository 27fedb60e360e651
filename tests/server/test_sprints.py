"""Claim sprints at a server: its positions, its clock, and the table of the day."""

from __future__ import annotations

import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from menhirs.learn.play.sprint import SPRINT_TIME, sprint_of_day
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from tests.server.browsers import Browser, NewBrowser, rows_in
from tests.server.processes import ServerProcess
from tests.server.test_deletion import delete


def begun(me: Browser) -> dict[str, Any]:
    """A sprint that begins, or goes on."""
    data: dict[str, Any] = me.post("/api/you/sprints", json={}).raise_for_status().json()
    return data


def sprints(me: Browser) -> dict[str, Any]:
    data: dict[str, Any] = me.get("/api/you/sprints").raise_for_status().json()
    return data


def answer(me: Browser, state: dict[str, Any], right: bool = True) -> dict[str, Any]:
    """The answer of the server to an answer of the player."""
    (row,) = rows_in(me.server, tables.sprints, tables.sprints.c.id == state["id"])
    puzzle = sprint_of_day(row["day"], tuple(PUZZLES.puzzles.values()))[state["number"] - 1]
    action = next(one for one in ("claim", "no") if (one in puzzle.answers) == right)
    said = {"number": state["number"], "action": action}
    data = me.post(f"/api/you/sprints/{state['id']}", json=said).raise_for_status().json()
    assert data["verdict"]["verdict"] == ("right" if right else "wrong")
    later: dict[str, Any] = data["state"]
    return later


def run_out(server: ServerProcess, sprint: str) -> None:
    """Lets the three minutes of a sprint be over."""
    engine, columns = open_database(server.database), tables.sprints.c
    (row,) = rows_in(server, tables.sprints, columns.id == sprint)
    state = row["state"] | {"began": row["state"]["began"] - 2 * SPRINT_TIME}
    with engine.begin() as connection:
        connection.execute(tables.sprints.update().where(columns.id == sprint).values(state=state))
    engine.dispose()


def test_a_sprint_makes_whoever_runs_it_somebody(server: ServerProcess, come: NewBrowser) -> None:
    me = come(server)
    assert sprints(me)["best"] is None
    state = begun(me)
    assert (state["number"], state["score"], state["over"]) == (1, 0, False)
    assert 170_000 < state["left"] <= SPRINT_TIME
    assert state["opening"]["state"]["legal"] == []
    assert me.is_somebody()
    assert begun(me)["id"] == state["id"]  # reloading the page takes none away


def test_right_answers_count_and_mistakes_cost_time(
    server: ServerProcess, come: NewBrowser
) -> None:
    me = come(server)
    state = begun(me)
    for right in (True, True, False):
        state = answer(me, state, right)
    assert (state["score"], state["mistakes"], state["number"]) == (2, 1, 4)
    assert state["left"] < SPRINT_TIME - 10_000
    assert (sprints(me)["best"], sprints(me)["best_today"]) == (2, 2)


def test_no_score_can_be_invented(server: ServerProcess, come: NewBrowser) -> None:
    me, thief = come(server), come(server)
    state = begun(me)
    begun(thief)
    path, said = f"/api/you/sprints/{state['id']}", {"number": 1, "action": "no"}
    stranger = come(server).post(path, json=said)
    assert stranger.status_code == 404
    answered = thief.post(path, json=said)
    assert (answered.status_code, answered.json()["code"]) == (404, "no-sprint")
    answer(me, state)
    again = me.post(path, json=said)
    assert (again.status_code, again.json()["code"]) == (409, "sprint-number")
    for bad in ({"number": 2, "action": "no", "score": 99}, {"number": 2}, {"action": "no"}):
        assert me.post(path, json=bad).status_code == 400
    run_out(server, state["id"])
    late = me.post(path, json={"number": 2, "action": "no"}).json()
    assert late["verdict"] is None
    assert (late["state"]["over"], late["state"]["opening"]) == (True, None)
    assert sprints(me)["best"] == 1
    assert begun(me)["id"] != state["id"]


def test_of_answers_that_come_together_one_counts(server: ServerProcess, come: NewBrowser) -> None:
    me = come(server)
    state = begun(me)
    path, said = f"/api/you/sprints/{state['id']}", {"number": 1, "action": "no"}
    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(lambda _: me.post(path, json=said).status_code, range(6)))
    assert sorted(answers) == [200, 409, 409, 409, 409, 409]


def test_the_table_of_the_day_has_the_first_sprint_of_everybody_with_a_name(
    server: ServerProcess, come: NewBrowser
) -> None:
    people = {name: come(server) for name in ("Ann of sprints", "Bo of sprints", "")}
    for right, (name, me) in zip((3, 2, 4), people.items(), strict=True):
        if name:
            me.begin(name=name, opponent="computer")
        state = begun(me)
        for _ in range(right):
            state = answer(me, state)
        run_out(server, state["id"])
        second = begun(me)  # by now the positions are known: it does not count
        for _ in range(5):
            second = answer(me, second)
    ann = people["Ann of sprints"]
    rows = {row["name"]: row for row in sprints(ann)["table"]}
    assert (rows["Ann of sprints"]["score"], rows["Ann of sprints"]["you"]) == (3, True)
    assert (rows["Bo of sprints"]["score"], rows["Bo of sprints"]["you"]) == (2, False)
    assert rows["Ann of sprints"]["place"] < rows["Bo of sprints"]["place"]
    assert "" not in rows
    assert sprints(ann)["best"] == 5


def test_a_download_holds_sprints_and_deleting_deletes_them(
    server: ServerProcess, come: NewBrowser
) -> None:
    me = come(server)
    state = begun(me)
    answer(me, state)
    archive = zipfile.ZipFile(io.BytesIO(me.get("/you/download").raise_for_status().content))
    (kept,) = json.loads(archive.read("you.json"))["sprints"]
    assert (kept["id"], kept["score"]) == (state["id"], 1)
    delete(me)
    assert rows_in(server, tables.sprints, tables.sprints.c.id == state["id"]) == []
