"""A live game that a player leaves, on a real server."""

from __future__ import annotations

from menhirs.match.match import GONE_TIME
from tests.server.pages import open_socket
from tests.server.processes import ServerProcess
from tests.server.visitors import error_of, in_round_11


def test_both_pages_hear_who_has_gone_and_for_how_long_one_waits(server: ServerProcess) -> None:
    leaves, waits = in_round_11(server.address, clock="live")
    with open_socket(waits) as (page, hello):
        assert hello["state"]["gone"] is None, "nobody else was ever here: the first line tells it"
        with open_socket(leaves):
            page.until("presence", lambda m: all(m["seats"].values()) and m["gone"] is None)
        data = page.until("presence", lambda m: m["gone"])["gone"]
        assert data["player"] == 1
        assert GONE_TIME - 30_000 < data["left"] <= GONE_TIME
        assert page.refused(page.say("left", tie=True)) == "gone-early"
        assert error_of(waits.ask("/left", {}), 409) == "gone-early"
        assert waits.state()["gone"]["player"] == 1
        with open_socket(leaves) as (back, _):
            page.until("presence", lambda m: m["gone"] is None)
            assert back.refused(back.say("left", tie=False)) == "not-gone"


def test_a_wish_can_be_withdrawn(server: ServerProcess) -> None:
    one, two = in_round_11(server.address)
    with open_socket(one) as (page, _), open_socket(two) as (other, _):
        page.say("take-back")
        other.state(lambda s: s["offers"]["take_back"] == 1)
        assert other.refused(other.say("withdraw", offer="take-back")) == "no-offer"
        page.say("withdraw", offer="take-back")
        other.state(lambda s: s["offers"]["take_back"] is None)
