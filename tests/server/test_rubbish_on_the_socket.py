"""A socket in the wrong hands: rubbish, floods, and readers who do not read."""

from __future__ import annotations

import json
import socket as sockets
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.match.played_match import GIFT, QUIET
from tests.patience import PATIENCE
from tests.server.conftest import DATABASES, new_database
from tests.server.pages import open_socket
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, Visitor, in_round_11, two_players
from tests.thoroughness import is_long

MESSAGES = 10_000 if is_long() else 1_500


@pytest.fixture(params=DATABASES, scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ServerProcess]:
    """A server that does not mind how fast one talks."""
    folder: Path = tmp_path_factory.mktemp("patient")
    database = new_database(request.param, folder, request)
    running = ServerProcess(database, folder / "log", "--messages-a-second", "1000000")
    yield running
    running.close()


def rubbish(numbers: Random, state: int) -> str | bytes:
    """Something that a page would never say, or that changes no more than a name."""
    kinds = ["act", "claim", "explain", "take-back", "rematch", "name", "pong", "hello", "", "ACT"]
    values: list[Any] = [
        *(None, True, -1, 0, 2**31, 10**30, 1.5, float("nan"), float("inf")),
        *("", "c3-NE", QUIET, "\0", "\ud800", "🗿" * 20, "x" * 100, "\u202e", "time2"),
        *([], {}, [[]], {"a": {"b": []}}),
    ]
    fields = ["state", "action", "turn", "yes", "name", "sent", "re", "as", "seat", "__class__"]
    message: dict[str, Any] = {"type": numbers.choice(kinds)}
    for field in numbers.sample(fields, numbers.randrange(5)):
        message[field] = state if field == "state" else numbers.choice(values)
    text = json.dumps(message, ensure_ascii=numbers.random() < 0.5)
    match numbers.randrange(12):
        case 0:
            return numbers.randbytes(numbers.randrange(60))
        case 1:
            return text.encode("utf-8", "replace")
        case 2:
            return text[: numbers.randrange(len(text))].encode("utf-8", "replace").decode()
        case 3:
            return numbers.choice("[{") * numbers.randrange(1, 4_000)
        case 4:
            return "x" * numbers.randrange(16_000)
        case 5:
            return json.dumps(numbers.choice(values))
        case 6:
            at = numbers.randrange(len(text))
            changed = text[:at] + chr(numbers.randrange(1, 0x2FF)) + text[at + 1 :]
            return changed.encode("utf-8", "replace").decode()
        case 7:
            return "{" + ",".join(f'"re": {number}' for number in range(300)) + "}"
        case _:
            return text.encode("utf-8", "replace").decode()


def test_rubbish_leaves_server_and_match_intact(server: ServerProcess) -> None:
    one, two = in_round_11(server.address)
    one.act(GIFT)  # so that a claim would count
    before = one.state()
    numbers = Random(0)
    visitors = [Visitor(server.address, one.match), two, one]
    sent = 0
    while sent < MESSAGES:
        visitor = visitors[sent % 3]
        with open_socket(visitor) as (page, _):
            for _ in range(500):
                page.socket.send(rubbish(numbers, before["state"]))
                sent += 1
                if sent % 50 == 0:  # an answer shows that all before it was heard
                    page.say("explain", action="all heard?")
                    page.until("explained")
    after = one.state()
    for changing in ("seats", "claim", "offers"):
        before.pop(changing)
        after.pop(changing)
    for told in (before, after):
        told["series"].pop("calls")  # a name may have changed
    assert after == before
    assert one.act("keep").status_code == 200
    log = server.log()
    assert "Traceback" not in log
    assert CLIENT.get(f"{server.address}/healthz").json() == {"status": "ok"}


def test_messages_larger_than_any_are_refused_or_end_the_socket(server: ServerProcess) -> None:
    one, _ = two_players(server.address)
    with open_socket(one) as (page, _):
        page.socket.send("x" * 5_000)
        assert page.refused() == "too-large"
        page.socket.send("x" * 100_000)
        assert page.is_closed() == 1009
    assert one.state()["phase"] != "over"


def test_text_that_is_no_text_ends_the_socket(server: ServerProcess) -> None:
    one, _ = two_players(server.address)
    with open_socket(one) as (page, _):
        page.socket.send(b"\xff\xfe{", text=True)
        assert page.is_closed() == 1007
    assert one.state()["phase"] != "over"


@pytest.mark.parametrize("server", ["sqlite"], indirect=True)  # the database has no part in it
def test_a_reader_who_does_not_read_is_dropped_and_others_go_on(server: ServerProcess) -> None:
    one, two = two_players(server.address, rules="base")
    host, port = "127.0.0.1", server.port
    raw = sockets.socket()
    raw.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 1_024)
    raw.connect((host, port))
    path = f"ws://{host}:{port}/m/{one.match}/socket"
    key = {"Authorization": f"Bearer {one.secret}"}
    with (
        connect(
            path,
            sock=raw,
            proxy=None,
            max_queue=1,
            close_timeout=0.1,
            compression=None,
            additional_headers=key,
        ) as deaf,
        open_socket(two) as (page, _),
    ):
        wait_for_viewers(server, 2)
        with suppress(ConnectionClosed):
            for number in range(20_000):  # their answers are far more than fits on the way
                deaf.send(json.dumps({"type": "explain", "re": number, "action": "a1-N"}))
        wait_for_viewers(server, 1)
        page.say("name", name="still here")
        assert page.state()["seats"]["2"]["name"] == "still here"


def viewers(server: ServerProcess) -> float:
    metrics = CLIENT.get(f"{server.address}/metrics").text
    line = next(line for line in metrics.splitlines() if line.startswith("menhirs_viewers "))
    return float(line.split()[1])


def wait_for_viewers(server: ServerProcess, number: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while viewers(server) != number:
        assert time.monotonic() < deadline
        time.sleep(0.05)
