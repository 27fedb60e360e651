"""The JSON interface to the analysis board: lines, trees and records, and rubbish for them."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx2
import pytest

from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT

LINE = "base8 o../o.m./.mm../.o..M./.mmo./..M./... 2 10 move 0,0 - - -"
MOVES = "a1-N! {well {played} (a1-SE xd2) (d2-N {another idea} xa1) xa2 d2-N"


def post(server: ServerProcess, path: str, body: Any) -> httpx2.Response:
    return CLIENT.post(f"{server.address}/api/analysis/{path}", json=body)


def test_a_line_is_told_ply_by_ply(server: ServerProcess) -> None:
    asked = {"position": LINE, "actions": ["a1-N", "xa2"]}
    data = post(server, "line", asked).json()
    assert [ply["action"] for ply in data["plies"]] == [None, "a1-N", "xa2"]
    assert data["state"]["status"] == "South moves fog."
    assert data["state"]["scene"]["round"] == "11"
    assert "d2-N" in [legal["action"] for legal in data["state"]["legal"]]
    again = post(server, "line", {**asked, "since": 2}).json()
    assert again["plies"] == data["plies"][2:] and again["state"] == data["state"]


def test_whoever_may_claim_is_named(server: ServerProcess) -> None:
    line = "amsterdam ooo/ooo./....M/...M.M/...../MM../... 1 11 move 0,0 - - -"
    legal = post(server, "line", {"position": line}).json()["state"]["legal"]
    move = next(one["action"] for one in legal)
    state = post(server, "line", {"position": line, "actions": [move]}).json()["state"]
    assert (state["claim"], state["claim_words"]) == (2, "North claims victory")


def test_a_tree_is_read_and_written_back(server: ServerProcess) -> None:
    opened = post(server, "open", {"position": LINE, "moves": MOVES}).json()
    found = [(node["parent"], node["action"], node["comment"]) for node in opened["nodes"]]
    assert found == [
        (0, "a1-N", "well {played"),
        (1, "xa2", ""),
        (2, "d2-N", ""),
        (0, "a1-SE", ""),
        (4, "xd2", ""),
        (0, "d2-N", "another idea"),
        (6, "xa1", ""),
    ]
    assert opened["nodes"][0]["glyphs"] == "!"
    given = {"position": LINE, "moves": MOVES, "headers": {"Player1": 'An"n'}}
    text = post(server, "record", given).json()["text"]
    assert '[Player1 "An\\"n"]' in text and "(10. a1-SE xd2)" in text
    again = post(server, "open", {"text": text}).json()
    assert again["nodes"] == opened["nodes"] and again["headers"] == given["headers"]


def test_a_position_is_set_up_field_by_field(server: ServerProcess) -> None:
    data = post(server, "setup", {"position": LINE}).json()
    assert data["position"] == LINE and data["problem"] is None
    fields = data["fields"]
    again = post(server, "setup", fields).json()
    assert again == data
    turn = data["lasts"][0]
    assert post(server, "setup", {**fields, "last": turn}).json()["problem"] is None
    # Another game has other rounds and counts: what is wrong is told, and the board stays.
    other = post(server, "setup", {**fields, "rules": "amsterdam"}).json()
    assert other["view"]["fog"] == data["view"]["fog"] and other["problem"]["code"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"fog": []}, "position-fog"),
        ({"menhirs": ["a1"]}, "position-menhirs"),
        ({"phase": "place"}, "position-round-phase"),
        ({"counts": [1, 0]}, "position-count"),
        ({"last": "g1g2-N"}, "position-last-turn"),
        ({"last": "💨 x"}, "action"),
        ({"chooser": "1"}, "position-chooser-here"),
        ({"phase": "decide"}, "position-round-phase"),
    ],
)
def test_what_can_not_be_is_explained(change: Any, code: str, server: ServerProcess) -> None:
    fields = post(server, "setup", {"position": LINE}).json()["fields"]
    data = post(server, "setup", {**fields, **change}).json()
    assert data["problem"]["code"] == code and data["problem"]["text"] and data["view"]


def test_what_can_not_be_done_is_explained(server: ServerProcess) -> None:
    asked = {"position": LINE, "actions": ["a1-N", "xa2"], "tiles": ["b2"], "direction": "S"}
    data = post(server, "explain", asked).json()
    assert (data["legal"], data["code"]) == (True, "")
    data = post(server, "explain", {"position": LINE, "cell": "a1"}).json()
    assert (data["legal"], data["code"]) == (False, "wrong-phase") and data["text"]
    data = post(server, "explain", {"position": LINE, "direction": "N"}).json()
    assert (data["legal"], data["code"], data["rule"]) == (False, "move-nothing", "M1")


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("line", {}, 400, "message"),
        ("line", {"position": "rubbish"}, 400, "position-fields"),
        ("line", {"position": LINE.replace("M", "m")}, 409, "position-fog"),
        ("line", {"position": LINE, "actions": ["a1-N"] * 401}, 400, "message"),
        ("line", {"position": LINE, "actions": ["a1-N", "keep"]}, 409, "keep-forced"),
        ("line", {"position": LINE, "actions": ["💨"]}, 400, "action"),
        ("line", {"position": LINE, "since": -1}, 400, "message"),
        ("open", {}, 400, "record-empty"),
        ("open", {"text": "[Rules"}, 400, "record-header"),
        ("open", {"text": LINE + " x"}, 400, "position-fields"),
        ("open", {"position": LINE, "moves": "a1-N " + "(" * 50_000}, 400, "record-no-action"),
        ("open", {"position": LINE, "moves": '[Rules "base"]'}, 400, "action"),
        ("open", {"position": LINE, "moves": "x" * 100_001}, 400, "message"),
        ("open", {"text": "x" * 140_000}, 413, "too-large"),
        ("setup", {"phase": "over"}, 400, "message"),
        ("setup", {"rules": "chess"}, 400, "rules"),
        ("setup", {"counts": [1]}, 400, "message"),
        ("record", {"position": LINE, "headers": {"a b": "c"}}, 400, "message"),
    ],
)
def test_rubbish_gets_a_code(
    path: str, body: Any, status: int, code: str, server: ServerProcess
) -> None:
    answer = post(server, path, body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.json()["text"]


def puzzle(server: ServerProcess, line: str) -> httpx2.Response:
    address = f"{server.address}/analysis/puzzle"
    return CLIENT.get(address, params={"position": line})


def test_a_position_is_a_puzzle_if_something_is_proven(server: ServerProcess) -> None:
    page = puzzle(server, LINE)
    assert page.status_code == 200
    (told,) = re.findall(r'id="opening">(.*?)</script>', page.text)
    opening = json.loads(told)
    path = f"/api/exercises/{opening['set']}/{opening['id']}/try"
    wrong = CLIENT.post(f"{server.address}{path}", json={"action": "a1-N"}).json()
    right = CLIENT.post(f"{server.address}{path}", json={"action": "d5-N"}).json()
    assert (wrong["verdict"], right["verdict"]) == ("wrong", "right")
    nothing = puzzle(server, "base8 MMM/..../.M.../.MoM../..Moo/..../o.. 1 3 move 0,0 - - -")
    assert (nothing.status_code, nothing.json()["code"]) == (409, "puzzle-none")
    rubbish = CLIENT.get(f"{server.address}/api/exercises/given/r%C3%B6bbish")
    assert (rubbish.status_code, rubbish.json()["code"]) == (404, "no-exercise")


def test_a_game_that_is_being_played_is_not_analysed(server: ServerProcess) -> None:
    wanted = {"opponent": "shared", "rules": "base"}
    made = CLIENT.post(f"{server.address}/api/matches", json=wanted).json()
    answer = CLIENT.get(f"{server.address}/analysis", params={"match": made["match"]})
    assert (answer.status_code, answer.json()["code"]) == (409, "match-runs")
