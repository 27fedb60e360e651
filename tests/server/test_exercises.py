"""The JSON interface to lessons and puzzles: right answers are accepted, bad input gets a code."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest

from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT

LESSON = "/api/exercises/lessons/pushing-1"


def post(server: ServerProcess, path: str, body: Any) -> httpx2.Response:
    return CLIENT.post(f"{server.address}{path}", json=body)


def test_what_the_hint_says_is_right(server: ServerProcess) -> None:
    hint = post(server, f"{LESSON}/hint", {}).json()
    data = post(server, f"{LESSON}/try", {"action": hint["action"]}).json()
    assert data["verdict"] == "right" and data["text"]


def test_what_is_not_legal_is_wrong_and_explained(server: ServerProcess) -> None:
    data = post(server, f"{LESSON}/try", {"action": "xa1"}).json()
    assert data["verdict"] == "wrong" and data["text"]


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/exercises/lessons/nothing/try", {"action": "c3-N"}, 404),
        ("/api/exercises/nothing/pushing-1/try", {"action": "c3-N"}, 404),
        (f"{LESSON}/try", {"actions": ["claim", "claim"], "action": "c3-N"}, 409),
        (f"{LESSON}/try", {"actions": ["c3-N"] * 31, "action": "c3-N"}, 400),
        (f"{LESSON}/try", {"action": "c3-N" * 1000}, 400),
        (f"{LESSON}/try", {"action": 7}, 400),
        (f"{LESSON}/try", {"action": "c3-N", "more": 1}, 400),
        (f"{LESSON}/try", ["c3-N"], 400),
        (f"{LESSON}/hint", {"actions": "c3-N"}, 400),
    ],
)
def test_rubbish_gets_a_code(path: str, body: Any, status: int, server: ServerProcess) -> None:
    answer = post(server, path, body)
    assert answer.status_code == status, answer.text
    assert answer.json()["code"] and answer.json()["text"]


@pytest.mark.parametrize("action", ["", "c3", "zz-N", "c3-NE\u0000", "💨", "keep keep", "no"])
def test_an_action_that_can_not_be_read_never_breaks_it(action: str, server: ServerProcess) -> None:
    answer = post(server, f"{LESSON}/try", {"action": action})
    data = answer.json()
    assert (answer.status_code == 200 and data["verdict"] == "wrong") or data["code"], data
