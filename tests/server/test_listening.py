"""Servers that hear of each other: rubbish, a lost connection and a newer server don't end it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator

import psycopg
import pytest

from tests.patience import PATIENCE
from tests.server.databases import Postgresql
from tests.server.pages import open_socket
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, Visitor, start

Servers = tuple[ServerProcess, ServerProcess]


@pytest.fixture(scope="module")
def servers(postgresql: Postgresql, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    folder = tmp_path_factory.mktemp("listening")
    database = postgresql.new_database()
    here, there = (ServerProcess(database, folder / f"log{number}") for number in (1, 2))
    yield here, there
    here.close()
    there.close()


def until(fits: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not fits():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def metric(server: ServerProcess, name: str) -> float:
    found = re.search(rf"^{name} (\S+)$", CLIENT.get(f"{server.address}/metrics").text, re.M)
    assert found is not None
    return float(found[1])


def health(server: ServerProcess) -> tuple[int, str]:
    answer = CLIENT.get(f"{server.address}/healthz")
    return answer.status_code, answer.json().get("code", "")


def check_heard(servers: Servers) -> None:
    """A change at one server is sent to the pages of the other."""
    for here, there in (servers, servers[::-1]):
        me = start(here.address, opponent="shared", layout="seed", seed="fog")
        with open_socket(Visitor(there.address, me.match, me.secret)) as (page, hello):
            me.act(hello["state"]["legal"][0]["action"])
            assert page.state(lambda s: s["ply"] == 1)


def rubbish(match: str) -> list[str]:
    """Notices that no server sends."""
    entries: list[object] = [
        None,
        "entry",
        [],
        {},
        [3],
        [3, 0, "action", 1, "", 0, 0],
        ["3", 0, "action", 1, "*a1", 0],
        [3, None, "action", 1, "*a1", 0],
        [3, 0, 7, 1, "*a1", 0],
        [3, 0, "action", 1, ["*a1"], 0],
        [True, 0, "action", 1, "*a1", 0],
        [10**30, 0, "action", 1, "*a1", 0],
        [-1, 0, "action", 1, "*a1", 0],
        [3, 0, "action", 1, "no action at all", 0],
        [3, 0, "take-back", 1, "many", 0],
        [3, 0, "offer", 1, "marriage", 0],
        [3, 0, "from the future", 1, "", 0],
    ]
    counts: list[object] = [None, [], 1, {"1": "many"}, {"1": None}, {"3": 1}, {"": 1}]
    names: list[object] = [None, 1, "", [], {}, "no-match"]
    return [
        *("", " ", "{", "null", "1", '"menhirs"', "[]", "{}", "[1]", "\\u0000", "\U0001f5ff" * 500),
        json.dumps({"entry": [3, 0, "action", 1, "*a1", 0]}),
        *(json.dumps({"match": name, "entry": []}) for name in names),
        *(json.dumps({"match": match, "entry": entry}) for entry in entries),
        *(json.dumps({"match": match, "server": "x", "counts": each}) for each in counts),
        json.dumps({"server": "x"}),
        json.dumps({"server": [], "match": match, "counts": {}}),
        json.dumps({"server": "x", "match": match, "counts": {}, "more": 1}),
        "[" * 3_900,
    ]


def test_rubbish_does_not_end_listening(servers: Servers) -> None:
    me = start(servers[0].address, opponent="shared", layout="seed", seed="fog")
    seen = me.state()
    before = [metric(server, "menhirs_notices_failed_total") for server in servers]
    notices = rubbish(me.match)
    with psycopg.connect(servers[0].database, autocommit=True) as connection:
        for notice in notices:
            connection.execute("select pg_notify('menhirs', %s)", [notice])
    check_heard(servers)
    for server, count in zip(servers, before, strict=True):
        failed = metric(server, "menhirs_notices_failed_total") - count
        assert failed > len(notices) / 2
        assert health(server) == (200, "")
        assert "was not understood" in server.log()
    # What was never written down was not played.
    for server in servers:
        assert Visitor(server.address, me.match, me.secret).state()["position"] == seen["position"]


def end_listening(connection: psycopg.Connection[tuple[object, ...]], name: str) -> None:
    """Ends the connections over which servers listen."""
    listening = (
        "select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = %s"
        " and application_name = '' and (query like 'listen%%' or query = 'select 1')"
    )

    def ended() -> bool:
        return connection.execute(listening, [name]).fetchone() == (2,)

    until(ended)


def test_who_listens_again_looks_up_what_was_missed(
    servers: Servers, postgresql: Postgresql
) -> None:
    """For a while nobody can listen: the servers say so, and play goes on at each of them."""
    here, there = servers
    name = psycopg.conninfo.conninfo_to_dict(here.database)["dbname"]
    assert isinstance(name, str)
    me = start(here.address, opponent="shared", layout="seed", seed="fog")
    with (
        open_socket(me) as (page, hello),
        open_socket(Visitor(there.address, me.match, me.secret)) as (other, _),
        psycopg.connect(postgresql.address("postgres"), autocommit=True) as connection,
    ):
        connection.execute(f"alter database {name} allow_connections false")
        try:
            end_listening(connection, name)
            until(lambda: all(health(server) == (503, "listening") for server in servers))
            assert metric(here, "menhirs_listening") == 0
            action = hello["state"]["legal"][0]["action"]
            page.say("act", state=hello["state"]["state"], action=action)
            page.state(lambda s: s["ply"] == 1)
        finally:
            connection.execute(f"alter database {name} allow_connections true")
        assert other.state(lambda s: s["ply"] == 1)["ply_item"]["action"] == action
    until(lambda: all(health(server) == (200, "") for server in servers))
    check_heard(servers)
    assert all("not listening" in server.log() for server in servers)


def test_a_match_that_a_newer_server_went_on_with_is_refused_by_an_older_one(
    servers: Servers,
) -> None:
    """As while servers are replaced one by one. Only that match is concerned."""
    here, there = servers
    me = start(here.address, opponent="shared", layout="seed", seed="fog")
    with open_socket(Visitor(there.address, me.match, me.secret)) as (page, hello):
        number = hello["state"]["state"] + 1
        with psycopg.connect(here.database, autocommit=True) as connection:
            connection.execute(
                "insert into entries values (%s, %s, 0, 'adjourned', 1, '', 0)", [me.match, number]
            )
            news = {"match": me.match, "entry": [number, 0, "adjourned", 1, "", 0]}
            connection.execute("select pg_notify('menhirs', %s)", [json.dumps(news)])
        assert page.is_closed() == 1012
    for server in servers:
        refused = Visitor(server.address, me.match, me.secret).ask("")
        assert (refused.status_code, refused.json()["code"]) == (503, "newer-match")
        assert "adjourned" in server.log()
        assert health(server) == (200, "")
    check_heard(servers)
