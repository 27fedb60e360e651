"""Two servers on one PostgreSQL serve the two players of a match, also when it is restarted."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from itertools import count
from typing import Any

import httpx2
import pytest

from menhirs.notation.record import read_record
from tests.match.played_match import GIFT, QUIET, SHOWS
from tests.patience import PATIENCE
from tests.server.databases import Postgresql
from tests.server.openings import both_visitors_act
from tests.server.pages import open_socket
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, Visitor, in_round_11, start, two_players


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgresql]:
    """One of our own, to be stopped and started."""
    running = Postgresql()
    yield running
    running.remove()


@pytest.fixture(scope="module")
def servers(
    cluster: Postgresql, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    folder = tmp_path_factory.mktemp("servers")
    database = cluster.new_database()
    here, there = (ServerProcess(database, folder / f"log{number}") for number in (1, 2))
    yield here, there
    here.close()
    there.close()


Servers = tuple[ServerProcess, ServerProcess]


def soon(visitor: Visitor, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The state that fits: what one server writes, the other hears of a moment later."""
    deadline = time.monotonic() + PATIENCE
    while not fits(state := visitor.state()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return state


def at(visitor: Visitor, server: ServerProcess) -> Visitor:
    """The visitor at another server."""
    return Visitor(server.address, visitor.match, visitor.secret)


def test_the_guest_joins_elsewhere(servers: Servers) -> None:
    here, there = servers
    host = start(here.address, side="1", name="Ann")
    with open_socket(host) as (page, hello):
        assert hello["state"]["phase"] == "waiting"
        guest = Visitor(there.address, host.match).join("Bo")
        data = page.state(lambda s: s["phase"] != "waiting")
        assert data["seats"]["2"]["name"] == "Bo"
        assert at(guest, here).state()["you"] == [2]  # the new key opens the seat here too


def test_of_twenty_who_join_on_both_servers_one_gets_the_seat(servers: Servers) -> None:
    host = start(servers[0].address)

    def join(number: int) -> int:
        guest = Visitor(servers[number % 2].address, host.match)
        return guest.ask("/join", {"name": f"n{number}"}).status_code

    with ThreadPoolExecutor(20) as at_once:
        answers = sorted(at_once.map(join, range(20)))
    assert answers == [200] + [409] * 19


def test_both_see_every_action(servers: Servers) -> None:
    here, there = servers
    one, two = in_round_11(here.address)
    two = at(two, there)
    with open_socket(one) as (page, _), open_socket(two) as (other, _):
        state = one.state()["state"]
        for mover, action in ((page, QUIET), (page, "keep"), (other, "a3-SE"), (other, "keep")):
            mover.say("act", state=state, action=action)
            data = [seen.state() for seen in (page, other)]
            assert [t["ply_item"]["action"] for t in data] == [action, action]
            assert data[0]["position"] == data[1]["position"]
            state = data[0]["state"]
        page.say("take-back")
        assert other.state()["offers"]["take_back"] == 1
        other.say("name", name="Cy")
        assert page.state(lambda s: s["seats"]["2"]["name"] == "Cy")


def test_of_two_actions_on_one_state_one_counts(servers: Servers) -> None:
    for _ in range(5):
        me = start(servers[0].address, opponent="shared", layout="seed", seed="fog")
        seen = [at(me, server).state() for server in servers]
        actions = [seen[0]["legal"][0]["action"], seen[1]["legal"][1]["action"]]
        with ThreadPoolExecutor(2) as at_once:
            answers = list(
                at_once.map(
                    lambda n, me=me, seen=seen, actions=actions: at(me, servers[n]).act(
                        actions[n], seen[n]["state"]
                    ),
                    range(2),
                )
            )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        assert next(a for a in answers if a.status_code == 409).json()["code"] == "stale"
        for server in servers:
            soon(at(me, server), lambda s: s["ply"] == 1)


def test_a_claim_elsewhere_counts_and_races_are_settled(servers: Servers) -> None:
    here, there = servers
    for end in ("keep", "xe1"):
        one, two = in_round_11(here.address)
        two = at(two, there)
        with open_socket(two) as (other, _):
            state = one.act(GIFT).json()["state"]
            turn = other.state(lambda s: s["claim"])["claim"]["turn"]
            with ThreadPoolExecutor(2) as at_once:
                ended = at_once.submit(one.act, end, state)
                claimed = at_once.submit(two.claim, turn)
            assert claimed.result().status_code == 200
            assert ended.result().status_code == 200 or ended.result().json()["code"] == "stale"
            other.state(lambda s: s["phase"] == "prove")
        assert two.act(SHOWS).json()["outcome"]["reason"] == "claim"
        assert soon(one, lambda s: s["outcome"] is not None)["outcome"]["winner"] == 2


def test_who_is_there_is_known_everywhere(servers: Servers) -> None:
    here, there = servers
    one, two = two_players(here.address)
    with open_socket(one) as (page, _):
        with open_socket(at(two, there)) as (other, _):
            page.until("presence", lambda m: m["seats"]["2"])
            # Who comes later is told who was there before.
            other.until("presence", lambda m: m["seats"] == {"1": True, "2": True})
        page.until("presence", lambda m: not m["seats"]["2"])
        with open_socket(at(two, there)) as (other, _):
            page.until("presence", lambda m: m["seats"]["2"])
            other.until("presence", lambda m: m["seats"]["1"])


def test_a_rematch_across_servers(servers: Servers) -> None:
    here, there = servers
    one, two = two_players(here.address, rules="base")
    both_visitors_act(one, two)
    two = at(two, there)
    soon(two, lambda s: s["ply"] == 2)
    two.act("resign")
    soon(one, lambda s: s["outcome"] is not None)
    with open_socket(one) as (page, _), open_socket(two) as (other, _):
        page.say("rematch")
        other.state(lambda s: s["offers"]["rematch"] == 1)
        other.say("rematch-answer", yes=True)
        following = {
            seen.state(lambda s: s["series"]["next"])["series"]["next"] for seen in (page, other)
        }
    (match,) = following
    assert Visitor(here.address, match, two.secret).state()["you"] == [1]
    assert Visitor(there.address, match, one.secret).state()["series"]["wins"] == [0, 1]


def test_who_was_with_a_server_that_is_killed_is_gone_and_comes_back(servers: Servers) -> None:
    here, there = servers
    one, two = two_players(here.address)
    with open_socket(one) as (page, _):
        with ExitStack() as stack:
            stack.enter_context(open_socket(at(two, there)))
            page.until("presence", lambda m: m["seats"]["2"])
            there.kill()
        page.until("presence", lambda m: not m["seats"]["2"])
        there.start()
        with open_socket(at(two, there)):
            page.until("presence", lambda m: m["seats"]["2"])


def insist(visitor: Visitor, action: str, state: int) -> httpx2.Response | None:
    """Asks until there is an answer; None if it was cut off."""
    try:
        answer = visitor.act(action, state)
    except httpx2.TransportError:
        return None
    return None if answer.status_code == 503 else answer


def wait_until_healthy(servers: Servers) -> None:
    deadline = time.monotonic() + PATIENCE
    for server in servers:
        while CLIENT.get(f"{server.address}/healthz").status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_postgresql_restarts_in_the_middle(servers: Servers, cluster: Postgresql) -> None:
    """Acknowledged actions are there; others are there or not, but alike for both."""
    here, there = servers
    one, two = in_round_11(here.address)
    two = at(two, there)
    acknowledged = one.act(QUIET).json()
    with open_socket(one) as (page, _), open_socket(two) as (other, _):
        cluster.stop()
        for server in servers:
            health = CLIENT.get(f"{server.address}/healthz")
            assert health.status_code == 503 and health.json()["code"] == "storage"
        refused = one.ask("/actions", {"state": acknowledged["state"], "action": "keep"})
        assert refused.status_code == 503 and refused.json()["code"] == "storage"
        assert page.is_closed() == 1012  # told to come back
        cluster.start()
        wait_until_healthy(servers)
        # The other page heard of nothing, and goes on as if nothing had been.
        state: dict[str, Any] = one.state()
        assert state["state"] == acknowledged["state"]
        assert state["position"] == acknowledged["position"]
        with open_socket(one) as (page, hello):
            assert hello["state"]["position"] == acknowledged["position"]
            wait_for_listeners(servers)
            page.say("act", state=state["state"], action="keep")
            assert page.state()["ply_item"]["action"] == "keep"
            assert other.state(lambda s: s["ply"] == 10)["ply_item"]["action"] == "keep"
    soon(two, lambda s: s["position"] == one.state()["position"])
    read_record(one.ask("/record").text)


def wait_for_listeners(servers: Servers) -> None:
    """Until both hear of each other again: somebody who comes is noticed elsewhere."""
    here, there = servers
    for one, other in ((here, there), (there, here)):
        me, friend = two_players(one.address)
        with open_socket(me) as (page, _):
            deadline = time.monotonic() + PATIENCE
            while True:
                with open_socket(at(friend, other)):
                    if me.state()["seats"]["2"]["present"]:
                        break
                    time.sleep(0.1)
                    if me.state()["seats"]["2"]["present"]:
                        break
                assert time.monotonic() < deadline
            assert page


def test_actions_while_postgresql_restarts_are_in_or_out(
    servers: Servers, cluster: Postgresql
) -> None:
    here, there = servers
    me = start(here.address, opponent="shared", rules="base", layout="seed", seed="fog")
    players = [me, at(me, there)]
    received: list[str] = []
    restarts: list[Future[None]] = []
    deadline = time.monotonic() + PATIENCE
    with ThreadPoolExecutor(1) as at_once:
        for turn in count():
            if len(received) == 10 and not restarts:
                restarts.append(at_once.submit(cluster.restart))
            if len(received) == 20:
                break
            assert time.monotonic() < deadline
            player = players[turn % 2]
            seen = player.ask("")
            if seen.status_code == 503:
                time.sleep(0.02)
                continue
            state = seen.raise_for_status().json()
            action = state["legal"][0]["action"]
            answer = insist(player, action, state["state"])
            if answer is not None and answer.status_code == 200:
                received.append(f"{state['state'] + 1} {action}")
            else:
                assert answer is None or answer.json()["code"] == "stale", answer.text
        restarts[0].result()
    wait_until_healthy(servers)
    newest = max(player.state()["state"] for player in players)
    for player in players:
        soon(player, lambda s: s["state"] == newest)
    plies, others = (player.ask("/plies").raise_for_status().json() for player in players)
    assert plies == others
    # Every action that was acknowledged, in its place, and none of them twice.
    found = [f"{number} {ply['action']}" for number, ply in enumerate(plies[1:], start=3)]
    assert [line for line in found if line in received] == received
    assert len(found) == len(set(found))
    record = read_record(players[0].ask("/record").text)
    assert len(record.actions) == len(found)
