"""Crowds at one match and behind one address: the players notice nothing of them."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from menhirs.core.rules import AMSTERDAM
from menhirs.core.setup import random_menhirs
from menhirs.match.addresses import new_match_id
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.terms import Terms
from menhirs.notation.actions import write_action
from menhirs.notation.line import read_line
from menhirs.server.live.match.presence import PresenceCounter
from menhirs.server.live.match.seat_keys import new_secret, seat_for
from menhirs.server.live.match.viewer import Viewer
from menhirs.server.storage.bus import PresenceNotice
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.store import MatchStore, StoredMatch
from menhirs.web.languages import LANGUAGES
from tests.match.played_match import GIFT
from tests.patience import PATIENCE
from tests.server import crowds
from tests.server.pages import open_socket
from tests.server.processes import ServerProcess
from tests.server.visitors import Visitor, in_round_11, start

USUAL = ("--matches-a-minute", "30", "--requests-a-second", "40")
"""The limits that there are if nobody says otherwise."""


@pytest.mark.long
def test_300_watchers_who_go_at_once_throw_nobody_out(server: ServerProcess) -> None:
    one, two = in_round_11(server.address)
    watcher = Visitor(server.address, one.match)
    with open_socket(one) as (page, _), open_socket(two) as (other, _):
        with crowds.sockets([watcher] * 300):
            page.until("presence", lambda m: m["watchers"] == 300)
            one.act(GIFT)
            turn = other.state(lambda s: s["claim"])["claim"]["turn"]
        other.say("claim", turn=turn)
        for player in (page, other):
            player.state(lambda s: s["phase"] == "prove")
            found = [message for message in player.heard if message["type"] == "presence"]
            assert len(found) < 10
        page.until("presence", lambda m: m["watchers"] == 0)


@pytest.mark.long
def test_streams_that_nobody_reads_are_dropped(server: ServerProcess) -> None:
    me = start(server.address, opponent="shared", layout="seed", seed="fog")
    with crowds.unread_streams(me, 100):
        state = me.state()
        assert state["seats"]["1"]["present"] and state["seats"]["2"]["present"]
        deadline = time.monotonic() + PATIENCE
        while me.state()["seats"]["1"]["present"]:
            assert time.monotonic() < deadline
            if state["ply"] < 60:  # by then nobody has room for more
                state = me.act(calm_action(state["position"]), state["state"]).json()
            else:
                time.sleep(0.1)
        assert not state["outcome"]
        assert not me.state()["seats"]["2"]["present"]


def calm_action(line: str) -> str:
    """An action after which the game goes on, for as long as can be."""
    position = read_line(line)
    actions = [action for action in position.board_actions() if not position.play(action).is_over]
    words = [write_action(action, position) for action in actions]
    return next((word for word in words if word in ("keep", "back")), words[0])


def test_a_club_behind_one_address_comes_back_after_a_restart(tmp_path: Path) -> None:
    """All 300 players of 150 matches, at once and with the usual limits."""
    server = ServerProcess(f"sqlite:///{tmp_path / 'menhirs.sqlite'}", tmp_path / "log", *USUAL)
    try:
        players = _seated(server, 150)
        server.kill()
        server.start()
        with crowds.sockets(players) as opened:
            said = [crowds.first_words(connection) for connection in opened]
        assert all(b'"hello"' in words for words in said)
        strangers = [Visitor(server.address, players[0].match, "wrong")] * 300
        with crowds.sockets(strangers) as opened:
            said = [crowds.first_words(connection) for connection in opened]
        assert sum(b'"hello"' in words for words in said) < 250
        assert any(b'"bye"' in words for words in said)
        with open_socket(players[0]) as (_, hello):  # whoever else is refused there
            assert hello["type"] == "hello"
    finally:
        server.close()


def _seated(server: ServerProcess, matches: int) -> list[Visitor]:
    """The players of matches between two people."""
    engine = open_database(server.database)
    store, players = MatchStore(engine), []
    agreed = Terms(AMSTERDAM, random_menhirs(AMSTERDAM, "fog"), "fog")
    for _ in range(matches):
        match, secrets = new_match_id(), (new_secret(), new_secret())
        joins = [Entry(seat, 1, EntryKind.JOIN, seat, "") for seat in (1, 2)]
        seats = {seat: seat_for(secret) for seat, secret in enumerate(secrets, start=1)}
        store.create(StoredMatch(match, agreed, match, 1, joins, seats), 1)
        players += [Visitor(server.address, match, secret) for secret in secrets]
    engine.dispose()
    return players


# The parts, without a server.


def test_a_queue_holds_only_the_newest_presence() -> None:
    async def crowd() -> list[str | None]:
        viewer = Viewer([1], LANGUAGES["en"])
        for number in range(1_000):
            viewer.send_presence(f"presence {number}")
        viewer.send("state")
        assert not viewer.sent_away.is_set()
        return [await viewer.next() for _ in range(2)]

    assert asyncio.run(crowd()) == ["state", "presence 999"]


def test_who_lets_a_hundred_messages_lie_is_sent_away() -> None:
    async def stall() -> str | None:
        viewer = Viewer([], LANGUAGES["en"])
        for number in range(100):
            viewer.send(str(number))
        assert not viewer.sent_away.is_set()
        viewer.send("one more")
        assert viewer.sent_away.is_set()
        return await viewer.next()

    assert asyncio.run(stall()) is None


def test_watchers_are_told_as_a_number_now_and_then() -> None:
    async def evening() -> None:
        received: list[tuple[dict[int, bool], int]] = []
        others: list[dict[str, int]] = []
        presence = PresenceCounter(
            lambda: received.append((presence.seats, presence.watchers)),
            others.append,
        )
        presence.add([1])
        assert received.pop() == ({1: True, 2: False}, 0)
        for _ in range(300):
            presence.add([])
        presence.add([1])  # in another tab
        assert received == [] and len(others) == 2
        presence.add([2])
        assert received.pop() == ({1: True, 2: True}, 300)
        for _ in range(300):
            presence.remove([])
        presence.remove([1])
        assert received == []
        presence.remove([1])
        assert received.pop() == ({1: False, 2: True}, 0)
        presence.receive(PresenceNotice("match", "there", {"1": 0, "2": 0, "watchers": 7}))
        assert received == [] and presence.watchers == 7
        presence.receive(PresenceNotice("match", "there", {"1": 1, "2": 0}))  # from an older server
        assert received.pop() == ({1: True, 2: True}, 0)
        presence.forget_servers(["here"])
        assert received.pop() == ({1: False, 2: True}, 0)
        assert len(others) < 10
        presence.close()

    asyncio.run(evening())
