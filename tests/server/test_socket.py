"""The conversation over a match's socket: what pages hear, and what they may say."""

from __future__ import annotations

import json
from contextlib import ExitStack

import pytest

from menhirs.match.lag import MOST_LAG
from menhirs.notation.line import read_line
from menhirs.notation.record import read_record
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.store import MatchStore
from tests.match.played_match import GIFT, OPENING, QUIET, SHOWS
from tests.patience import PATIENCE
from tests.server.openings import both_visitors_act
from tests.server.pages import open_socket
from tests.server.processes import ServerProcess
from tests.server.visitors import Visitor, in_round_11, start, two_players


def test_hello_tells_everything(server: ServerProcess) -> None:
    one, _ = in_round_11(server.address)
    with open_socket(one) as (_, hello):
        assert hello["type"] == "hello"
        assert len(hello["geometry"]["cells"]) == 30
        assert set(hello["geometry"]["directions"]) == {"N", "NE", "SE", "S", "SW", "NW"}
        state = hello["state"]
        assert state["you"] == [1] and state["ply"] == 8
        assert [ply["action"] for ply in hello["plies"]] == [None, *OPENING.split()]
        assert hello["plies"][-1]["view"]["board"] == state["view"]["board"]
        legal = {item["action"] for item in state["legal"]}
        assert {GIFT, QUIET} <= legal
        read_line(state["position"])


def test_every_action_is_told_to_players_and_watchers(server: ServerProcess) -> None:
    one, two = in_round_11(server.address)
    watcher = Visitor(server.address, one.match)
    with ExitStack() as stack:
        pages = [stack.enter_context(open_socket(v))[0] for v in (one, two, watcher)]
        state = one.state()["state"]
        for action, mover in ((QUIET, 0), ("keep", 0), ("a3-SE", 1)):
            pages[mover].say("act", state=state, action=action)
            data = [page.state() for page in pages]
            assert {t["ply_item"]["action"] for t in data} == {action}
            assert len({t["position"] for t in data}) == 1
            assert [t["you"] for t in data] == [[1], [2], []]
            assert data[2]["legal"] == []
            assert sum(bool(t["legal"]) for t in data) == 1
            assert data[0]["ply_item"]["words"]
            state = data[0]["state"]


def test_what_is_refused_names_what_was_said(server: ServerProcess) -> None:
    one, two = in_round_11(server.address)
    state = one.state()["state"]
    with (
        open_socket(one) as (page, _),
        open_socket(two) as (other, _),
        open_socket(Visitor(server.address, one.match)) as (watcher, _),
    ):
        assert page.refused(page.say("act", state=state - 1, action=QUIET)) == "stale"
        assert page.refused(page.say("act", state=state, action="d1-S")) == "move-off-board"
        assert page.refused(page.say("act", state=state, action="rubbish")) == "action"
        assert page.refused(page.say("act", state=state, action="time2")) == "not-your-turn"
        assert page.refused(page.say("act", state="x", action=QUIET)) == "message"
        assert other.refused(other.say("act", state=state, action=QUIET)) == "not-your-turn"
        assert other.refused(other.say("act", state=state, action="resign", **{"as": 1})) == (
            "not-seated"
        )
        assert other.refused(other.say("claim", turn=3)) == "claim-closed"
        assert other.refused(other.say("claim", turn=3, **{"as": 1})) == "not-seated"
        assert other.refused(other.say("name", name="Mallory", **{"as": 1})) == "not-seated"
        for kind, more in (
            ("act", {"state": state, "action": QUIET}),
            ("act", {"state": state, "action": "resign"}),
            ("claim", {"turn": 3}),
            ("take-back", {}),
            ("take-back-answer", {"yes": True}),
            ("rematch", {}),
            ("rematch-answer", {"yes": True}),
            ("name", {"name": "Mallory"}),
        ):
            assert watcher.refused(watcher.say(kind, **more)) == "not-seated"
        assert one.state()["state"] == state
        assert one.state()["seats"]["1"]["name"] == "Ann"


def test_refusals_come_in_the_language_of_the_page(server: ServerProcess) -> None:
    one, _ = in_round_11(server.address)
    with open_socket(one, language="nl") as (dutch, hello), open_socket(one) as (english, _):
        for page in (dutch, english):
            page.say("act", state=0, action=QUIET)
        texts = {page.until("refused")["text"] for page in (dutch, english)}
        assert len(texts) == 2
        assert hello["state"]["status"] != one.state()["status"]


def test_explaining_is_not_playing(server: ServerProcess) -> None:
    one, two = in_round_11(server.address)
    state = one.state()["state"]
    with open_socket(one) as (page, _), open_socket(two) as (other, _):
        number = page.say("explain", action=QUIET)
        assert page.until("explained") == {"type": "explained", "re": number, "legal": True}
        for action, code in (
            ("d1d2-N", "move-no-fog"),
            ("c3d3d4-N", "split-small-rest"),
            ("x", "cell"),
            ("keep", "wrong-phase"),
        ):
            page.say("explain", action=action)
            data = page.until("explained")
            assert data["legal"] is False and data["text"]
            assert data["code"] == code or action == "c3d3d4-N", data
        for question, code in (
            ({"cell": "d3"}, "wrong-phase"),
            ({"cell": "z9"}, "cell"),
            ({"tiles": ["d3", "d4"], "direction": "N"}, "split-small-part"),
            ({"tiles": ["d3"], "direction": "UP"}, "direction"),
        ):
            page.say("explain", **question)
            assert page.until("explained")["code"] == code
        for nonsense in ({}, {"tiles": ["d3"]}, {"action": QUIET, "cell": "d3"}):
            page.say("explain", **nonsense)
            assert page.until("refused")["code"] == "message"
        other.say("explain", action=QUIET)
        assert other.until("explained")["code"] == "not-your-turn"
        one.act(GIFT)
        other.say("explain", action="claim")  # tells whether one may, never whether one should
        assert "outcome" not in other.until("explained")
    assert one.state()["state"] == state + 1


def test_a_typed_move_is_read_in_the_language_of_the_page(server: ServerProcess) -> None:
    one, _ = in_round_11(server.address)
    read = {}
    for language in ("en", "nl", "fr", "de"):
        with open_socket(one, language=language) as (page, _):
            number = page.say("read", text="D1 no")
            answer = page.until("read")
            assert answer["re"] == number
            read[language] = answer["actions"], answer["sure"]
    assert read == {
        "en": (["d1-NE", "d1-NW"], False),
        "nl": (["d1-NE"], True),
        "fr": (["d1-NW"], True),
        "de": (["d1-NE"], True),
    }


def test_what_is_ambiguous_offers_only_what_is_legal(server: ServerProcess) -> None:
    one, _ = in_round_11(server.address)
    with open_socket(one, language="nl") as (page, _):
        page.say("read", text="a3b1b2b3c3d3-SO")
        answer = page.until("read")
        assert (answer["actions"], answer["sure"]) == (["a3b1b2b3c3d3-SE"], False)
        page.say("read", text="d1-SO")  # off the board either way: its refusal says so
        assert page.until("read")["sure"] is True


def test_who_is_there_is_told(server: ServerProcess) -> None:
    one, two = two_players(server.address)
    with open_socket(one) as (page, hello):
        assert not hello["state"]["seats"]["2"]["present"]
        page.until("presence", lambda m: m["seats"] == {"1": True, "2": False})
        with open_socket(two):
            page.until("presence", lambda m: m["seats"]["2"])
            with open_socket(two) as (second, _):  # the same seat in another tab
                pass
            assert one.state()["seats"]["2"]["present"]
        page.until("presence", lambda m: not m["seats"]["2"])
        with open_socket(two):
            page.until("presence", lambda m: m["seats"]["2"])
        assert second.is_closed()


def test_a_claim_over_the_socket(server: ServerProcess) -> None:
    one, two = in_round_11(server.address)
    with open_socket(one) as (page, _), open_socket(two) as (other, _):
        page.say("act", state=one.state()["state"], action=GIFT)
        turn = other.state(lambda s: s["claim"] is not None)["claim"]["turn"]
        assert page.refused(page.say("claim", turn=turn)) == "claim-own"
        assert other.refused(other.say("claim", turn=turn - 1)) == "claim-turn"
        other.say("claim", turn=turn)
        for seen in (page, other):
            state = seen.state(lambda s: s["phase"] == "prove")
            assert state["prove"]["player"] == 2
        assert page.refused(page.say("take-back")) == "take-back-claim"
        other.say("act", state=state["state"], action=SHOWS)
        assert page.state(lambda s: s["outcome"])["outcome"]["reason"] == "claim"


def test_at_one_screen_one_page_plays_both_sides(server: ServerProcess) -> None:
    me = start(server.address, rules="amsterdam", opponent="shared", layout="seed", seed="fog")
    with open_socket(me) as (page, hello):
        state = hello["state"]
        assert state["you"] == [1, 2]
        for action in [*OPENING.split(), GIFT]:
            page.say("act", state=state["state"], action=action)
            state = page.state()
        page.say("take-back")  # whosever turn it was
        assert page.state()["ply"] == 8
        page.say("act", state=page.heard[-1]["state"], action=GIFT)
        turn = page.state()["claim"]["turn"]
        assert page.refused(page.say("claim", turn=turn, **{"as": 1})) == "claim-own"
        page.say("claim", turn=turn, **{"as": 2})
        assert page.state()["phase"] == "prove"
        page.say("act", state=0, action="resign", **{"as": 1})
        assert page.state()["outcome"]["winner"] == 2


def test_taking_back_by_consent(server: ServerProcess) -> None:
    one, two = in_round_11(server.address)
    before = one.state()["position"]
    one.act(QUIET)
    one.act("keep")
    with open_socket(one) as (page, _), open_socket(two) as (other, _):
        page.say("take-back")
        assert other.state()["offers"]["take_back"] == 1
        assert page.refused(page.say("take-back-answer", yes=True)) == "no-offer"
        other.say("take-back-answer", yes=False)
        refused = page.state(lambda s: s["offers"]["take_back"] is None)
        assert refused["ply"] == 10
        assert refused["news"] == "Bo would rather not: the turn stands."
        assert other.state(lambda s: s["offers"]["take_back"] is None)["news"] is None
        page.say("take-back")
        other.state(lambda s: s["offers"]["take_back"] == 1)
        other.say("take-back-answer", yes=True)
        data = page.state(lambda s: s["ply"] == 8)
        assert data["position"] == before and data["ply_item"] is None
        assert data["news"] == "You took your last turn back."
        assert other.state(lambda s: s["ply"] == 8)["news"] == "Ann took a turn back."
        assert page.refused(page.say("act", state=data["state"] - 1, action=QUIET)) == "stale"


def test_a_series_swaps_sides_and_adds_up(server: ServerProcess) -> None:
    """Ann wins twice, as player 1 and as player 2, and Bo once."""
    ann, bo = two_players(server.address, rules="base")
    wins, points = [0, 0], [0, 0]  # Ann's and Bo's
    for game, bo_loses in enumerate((True, True, False), start=1):
        loser = bo if bo_loses else ann
        first, second = (ann, bo) if game % 2 else (bo, ann)
        assert first.state()["you"] == [1] and second.state()["you"] == [2]
        assert first.state()["series"]["game"] == game
        both_visitors_act(ann, bo)
        over = loser.act("resign").json()
        winner = 0 if bo_loses else 1
        wins[winner] += 1
        points[winner] += over["outcome"]["score"]
        swapped = slice(None, None, 1 if game % 2 else -1)
        assert over["series"]["wins"] == wins[swapped]
        assert over["series"]["points"] == points[swapped]
        assert len(over["series"]["games"]) == game
        with open_socket(first) as (page, _), open_socket(second) as (other, _):
            assert page.refused(page.say("rematch-answer", yes=True)) == "no-offer"
            page.say("rematch")
            assert other.state()["offers"]["rematch"] == 1
            other.say("rematch-answer", yes=False)
            page.state(lambda s: s["offers"]["rematch"] is None)
            page.say("rematch")
            other.state(lambda s: s["offers"]["rematch"] == 1)
            other.say("rematch")  # asking too is a yes
            following = page.state(lambda s: s["series"]["next"])["series"]["next"]
            assert page.refused(page.say("rematch")) == "rematch-made"
        ann = Visitor(server.address, following, ann.secret)
        bo = Visitor(server.address, following, bo.secret)
        names = ann.state()["seats"]
        assert names["2" if game % 2 else "1"]["name"] == "Ann"


@pytest.mark.parametrize("asked", ["hint", "threats"])
def test_nobody_is_helped_against_a_person(asked: str, server: ServerProcess) -> None:
    one, _ = in_round_11(server.address)
    shared = start(server.address, rules="base", opponent="shared")
    for visitor in (one, shared):
        with open_socket(visitor) as (page, hello):
            assert not hello["state"]["may"]["hint"] and not hello["state"]["may"]["threats"]
            assert page.refused(page.say(asked)) == "no-hints"


def test_whoever_plays_the_computer_is_helped(server: ServerProcess) -> None:
    me = start(server.address, rules="base", opponent="computer", side="1", level=1)
    with open_socket(me) as (page, hello):
        assert hello["state"]["may"]["hint"] and hello["state"]["coach"] is None
        number = page.say("hint")
        hint = page.until("hint")
        assert hint["re"] == number
        assert hint["action"] in {item["action"] for item in hello["state"]["legal"]}
        assert hint["text"].startswith("A hint: place fog on ") and hint["why"]
        page.say("threats")
        data = page.until("threats")
        assert data["threats"] == [] and data["text"].startswith("Whatever you do now, ")
    with open_socket(Visitor(server.address, me.match)) as (watcher, hello):
        assert not hello["state"]["may"]["hint"]
        assert watcher.refused(watcher.say("hint")) == "not-seated"


def test_a_rematch_with_the_computer_begins_at_once(server: ServerProcess) -> None:
    me = start(server.address, opponent="computer", side="1", level=1)
    me.act("resign")
    with open_socket(me) as (page, _):
        page.say("rematch")
        following = page.state(lambda s: s["series"]["next"])["series"]["next"]
    again = Visitor(server.address, following, me.secret).state()
    assert again["you"] == [2]
    assert again["seats"]["1"]["level"] == 1


def test_the_next_game_may_have_the_same_layout_and_another_level(server: ServerProcess) -> None:
    me = start(server.address, opponent="computer", side="1", level=2, layout="seed", seed="fog")
    layout = me.state()["view"]["menhirs"]
    me.act("resign")
    with open_socket(me) as (page, _):
        assert page.refused(page.say("rematch", level=9)) == "message"
        assert page.refused(page.say("rematch", layout="old")) == "message"
        page.say("rematch", layout="same", level=4)
        following = page.state(lambda s: s["series"]["next"])["series"]["next"]
    again = Visitor(server.address, following, me.secret).state()
    assert again["you"] == [2] and again["seats"]["1"]["level"] == 4
    assert again["view"]["menhirs"] == layout or again["ply"]  # the computer may have begun


def test_who_agrees_to_a_rematch_gets_what_was_asked_for(server: ServerProcess) -> None:
    one, two = two_players(server.address, rules="base")
    layout = one.state()["view"]["menhirs"]
    one.act("resign")
    with open_socket(one) as (page, _), open_socket(two) as (other, _):
        assert page.refused(page.say("rematch", level=2)) == "no-computer"
        page.say("rematch", layout="same")
        offers = other.state(lambda s: s["offers"]["rematch"])["offers"]
        assert offers["rematch"] == 1 and offers["rematch_layout"] == "same"
        other.say("rematch-answer", yes=False)
        assert page.state(lambda s: s["news"])["news"] == "Bo would rather not play again."
        page.say("rematch", layout="same")
        other.state(lambda s: s["offers"]["rematch"])
        other.say("rematch-answer", yes=True)
        following = page.state(lambda s: s["series"]["next"])["series"]["next"]
    again = Visitor(server.address, following, one.secret).state()
    assert again["you"] == [2] and again["view"]["menhirs"] == layout


def test_two_who_rename_while_one_asks_for_a_rematch_still_get_it(server: ServerProcess) -> None:
    me = start(server.address, opponent="shared", rules="base")
    me.act("resign")
    with open_socket(me) as (page, _), open_socket(me) as (other, _):
        for number in range(5):
            other.say("name", name=f"n{number}", **{"as": 1})
        page.say("rematch")
        assert page.state(lambda s: s["series"]["next"])


def test_names_are_told_as_they_are(server: ServerProcess) -> None:
    one, two = two_players(server.address)
    evil = '<img src=x onerror="alert(1)">'
    with open_socket(one) as (page, _), open_socket(two) as (other, _):
        page.say("name", name=f"  {evil}  ")
        assert other.state()["seats"]["1"]["name"] == evil
        assert page.refused(page.say("name", name="\u202ereversed")) == "name"
        assert page.refused(page.say("name", name="x" * 41)) == "message"
        assert one.state()["seats"]["1"]["name"] == evil
    record = read_record(one.ask("/record").text)
    assert record.headers["Player1"] == evil


def test_the_lag_that_was_measured_is_kept_with_a_claim(server: ServerProcess) -> None:
    """How much of it is allowed for is tried in ``tests.match``."""
    one, two = in_round_11(server.address)
    with open_socket(two) as (page, _):
        while (ping := json.loads(page.socket.recv(PATIENCE)))["type"] != "ping":
            pass
        one.act(GIFT)  # which takes a moment
        page.say("pong", sent=ping["sent"])
        page.say("pong", sent=ping["sent"] + 1)  # never asked for
        page.say("claim", turn=two.state()["claim"]["turn"])
        page.state(lambda s: s["phase"] == "prove")
    engine = open_database(server.database)
    entries, _ = MatchStore(engine).news(one.match, after=0)
    engine.dispose()
    assert 0 < entries[-1].lag <= MOST_LAG
    assert "{made " in two.ask("/record").text


def test_who_comes_back_finds_everything(server: ServerProcess) -> None:
    one, two = in_round_11(server.address)
    with open_socket(one) as (page, _):
        page.say("act", state=one.state()["state"], action=QUIET)
        seen = page.state()
    with open_socket(one) as (_, hello):
        found = hello["state"]
    for changing in ("type", "news", "ply_item", "claim", "seats"):
        seen.pop(changing, None)
        found.pop(changing, None)
    assert found == seen
    assert two.state()["position"] == found["position"]


def test_too_many_messages_are_told_and_in_the_end_cut_off(server: ServerProcess) -> None:
    one, two = two_players(server.address)
    with open_socket(two) as (other, _), open_socket(one) as (page, _):
        for _ in range(200):
            page.say("explain", action="keep")
        data = page.until("refused")
        assert data["code"] == "too-fast" and "second" in data["text"]
        assert page.is_closed() == 1008
        assert page.heard[-1]["type"] == "bye" and page.heard[-1]["code"] == "too-fast"
        other.until("presence", lambda m: not m["seats"]["1"])
    with open_socket(one):  # and may come back
        pass


@pytest.mark.parametrize("match", ["nothing", "%00", "x" * 200])
def test_no_such_match(server: ServerProcess, match: str) -> None:
    with open_socket(Visitor(server.address, match)) as (page, bye):
        assert bye["type"] == "bye" and bye["code"] == "no-match" and bye["text"]
        assert page.is_closed() == 1008


def test_clocks_are_told(server: ServerProcess) -> None:
    one, two = two_players(server.address, clock="live", minutes=0.5, increment=0)
    with open_socket(one) as (page, hello):
        assert hello["state"]["clocks"]["running"] is None, "the other has not come yet"
        with open_socket(two):
            clocks = page.state(lambda s: s["clocks"]["running"] == 1)["clocks"]
        assert 0 < clocks["1"] <= 30_000
        legal = hello["state"]["legal"][0]["action"]
        page.say("act", state=hello["state"]["state"], action=legal)
        clocks = page.state(lambda s: s["ply"] == 1)["clocks"]
        assert clocks["running"] == 2 and clocks["1"] < 30_000
    assert two.state()["clocks"]["running"] == 2
