"""The JSON interface, as bots use it: whole games, refusals, races, streams."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from menhirs.core.actions import Move
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.line import read_line, write_line
from menhirs.notation.record import read_record
from tests.match.played_match import FAILS, GIFT, QUIET, SHOWS
from tests.server.processes import ServerProcess
from tests.server.visitors import (
    CLIENT,
    ON_THE_SEED,
    Visitor,
    error_of,
    in_round_11,
    lines_of,
    start,
    two_players,
)


def choose(state: dict[str, Any], numbers: Random) -> str:
    """A winning move where there is one, so that games end, or anything legal."""
    position = read_line(state["position"])
    if position.phase in ("move", "prove"):
        for move in position.winning_moves():
            return write_action(Move(*move), position)
    action: str = numbers.choice(state["legal"])["action"]
    return action


# Whole games.


@pytest.mark.parametrize("rules", ["base", "base8", "base+21", "base8+21", "amsterdam"])
def test_two_bots_play_a_whole_game(server: ServerProcess, rules: str) -> None:
    numbers = Random(rules)
    players = two_players(server.address, rules=rules, **ON_THE_SEED)
    state = players[0].state()
    while state["outcome"] is None:
        mover, waiter = players[state["player"] - 1], players[2 - state["player"]]
        seen = mover.state()
        assert waiter.state()["legal"] == []
        action = numbers.choice(seen["legal"])["action"]
        played = mover.act(action, seen["state"])
        assert played.status_code == 200, played.text
        state = played.json()
    assert state["legal"] == [] and state["phase"] == "over"
    record = read_record(players[0].ask("/record").text)
    assert write_line(record.final) == state["position"]
    assert record.headers["Player1"] == "Ann" and record.headers["Player2"] == "Bo"
    plies = players[1].ask("/plies").json()
    assert len(plies) == state["ply"] + 1
    assert [ply["view"]["board"] for ply in plies] == [
        write_line(position).split()[1] for position in record.positions
    ]
    outcome = record.final.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.score) == (
        state["outcome"]["winner"],
        state["outcome"]["score"],
    )


def play_the_computer(address: str, rules: str, side: int) -> dict[str, Any]:
    """Plays a whole game against level 1, following the stream."""
    numbers = Random(f"{rules}{side}")
    me = start(address, rules=rules, opponent="computer", level=1, side=str(side), **ON_THE_SEED)
    with CLIENT.stream("GET", f"{me.url}/stream", headers=me.headers) as answer:
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        for state in lines_of(answer):
            if state["type"] != "state":
                continue
            if state["outcome"] is not None:
                return me.state()
            if state["legal"]:
                played = me.act(choose(state, numbers), state["state"])
                # It may have claimed in the meantime.
                assert played.status_code == 200 or played.json()["code"] == "stale"
    raise AssertionError("the stream ended before the game did")


def test_whole_games_against_the_computer(server: ServerProcess) -> None:
    """Side by side, because the computer takes its time."""
    games = [("base", 1), ("base", 2), ("amsterdam", 1), ("amsterdam", 2)]
    with ThreadPoolExecutor(len(games)) as at_once:
        ends = list(at_once.map(lambda game: play_the_computer(server.address, *game), games))
    for (rules, side), end in zip(games, ends, strict=True):
        assert end["rules"] == rules and end["you"] == [side]
        assert end["outcome"] is not None
        assert end["seats"][str(3 - side)]["kind"] == "computer"


def test_the_stream_tells_every_change_and_ends_with_the_game(server: ServerProcess) -> None:
    one, two = in_round_11(server.address)
    watcher = Visitor(server.address, one.match)
    with CLIENT.stream("GET", f"{watcher.url}/stream") as answer:
        lines = lines_of(answer)
        first = next(lines)
        assert (first["type"], first["you"], first["legal"]) == ("state", [], [])
        for visitor, action in ((one, GIFT), (one, "keep"), (two, SHOWS)):
            visitor.act(action)
        found = [line for line in lines if line["type"] == "state"]
    assert [line["ply_item"]["action"] for line in found] == [GIFT, "keep", SHOWS]
    assert found[-1]["outcome"]["winner"] == 2
    with CLIENT.stream("GET", f"{watcher.url}/stream") as answer:
        assert next(lines_of(answer))["outcome"]["winner"] == 2  # and then it ends


# Starting.


def test_wishes_become_terms(server: ServerProcess) -> None:
    me = start(
        server.address,
        rules="base8",
        opponent="shared",
        layout="hand",
        menhirs="a3 b3 c3 d2 e1 f1 g1",
        clock="live",
        minutes=0.5,
        increment=1.5,
    )
    state = me.state()
    assert state["you"] == [1, 2] and state["rules"] == "base8" and state["claims"] == "none"
    assert state["view"]["menhirs"] == ["a3", "b3", "c3", "d2", "e1", "f1", "g1"]
    assert state["clocks"]["2"] == 30_000 and state["clocks"]["running"] == 1
    assert not state["clocks"]["slow"]


def test_the_same_seed_lays_the_same_layout(server: ServerProcess) -> None:
    boards = {
        start(server.address, layout="seed", seed=" oak ").state()["view"]["board"],
        start(server.address, layout="seed", seed="oak").state()["view"]["board"],
    }
    assert len(boards) == 1
    drawn = {start(server.address).state()["view"]["board"] for _ in range(5)}
    assert len(drawn) > 1


@pytest.mark.parametrize(
    "wanted",
    [
        {"rules": "chess"},
        {"opponent": "nobody"},
        {"side": "3"},
        {"level": 0},
        {"level": 9},
        {"level": "3"},
        {"level": True},
        {"level": 2.5},
        {"clock": "live", "minutes": 0.4},
        {"clock": "live", "minutes": 181},
        {"clock": "live", "increment": 61},
        {"clock": "slow", "days": 15},
        {"layout": "hand", "menhirs": ""},
        {"layout": "hand", "menhirs": "a1 a2 a3 b1 b2 b3"},
        {"layout": "hand", "menhirs": "a1 a2 a3 b1 b2 b3 b3"},
        {"layout": "hand", "menhirs": "a1 a2 a3 b1 b2 b3 z9"},
        {"layout": "hand", "menhirs": "a1a2a3b1b2b3b4"},
        {"seed": "x" * 81},
        {"name": "x" * 41},
        {"unknown": 1},
    ],
    ids=str,
)
def test_a_match_that_nobody_offers_is_refused(
    server: ServerProcess, wanted: dict[str, object]
) -> None:
    answer = CLIENT.post(f"{server.address}/api/matches", json=wanted)
    assert error_of(answer, 400) in ("message", "menhirs-by-hand", "cell", "rules")


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'"x"', b"\xff", b"[" * 8_000, b'{"level": NaN}']
)
def test_rubbish_is_no_wish(server: ServerProcess, body: bytes) -> None:
    headers = {"content-type": "application/json"}
    answer = CLIENT.post(f"{server.address}/api/matches", content=body, headers=headers)
    assert error_of(answer, 400) == "message"


@pytest.mark.parametrize("field", ["name", "seed"])
@pytest.mark.parametrize("text", ["\\ud800", "\\u0000", "\\u202e"])
def test_texts_that_no_database_takes(server: ServerProcess, field: str, text: str) -> None:
    body = f'{{"layout": "seed", "{field}": "{text}", "opponent": "shared"}}'
    headers = {"content-type": "application/json"}
    answer = CLIENT.post(f"{server.address}/api/matches", content=body, headers=headers)
    if answer.status_code == 201:  # a seed may be anything that can be kept
        assert field == "seed"
        made = answer.json()
        me = Visitor(server.address, made["match"], made["secret"])
        read_record(me.ask("/record").raise_for_status().text)
    else:
        assert error_of(answer, answer.status_code) in ("message", "name")


@pytest.mark.parametrize(
    "match", ["nothing", "x" * 41, "%00", "..%2f..", "%F0%9F%97%BF", "aaaaaaaaaa"]
)
def test_there_is_no_such_match(server: ServerProcess, match: str) -> None:
    assert CLIENT.get(f"{server.address}/api/matches/{match}").status_code in (400, 404)
    visitor = Visitor(server.address, match)
    for answer in (visitor.ask("/plies"), visitor.act("keep", 1), visitor.ask("/join", {})):
        assert error_of(answer, answer.status_code) in ("no-match", "message", "no-page")


# Joining.


def test_of_twenty_who_want_the_free_seat_one_gets_it(server: ServerProcess) -> None:
    host = start(server.address, side="2", name="Ann")
    guest = Visitor(server.address, host.match)
    with ThreadPoolExecutor(20) as at_once:
        answers = list(at_once.map(lambda n: guest.ask("/join", {"name": f"n{n}"}), range(20)))
    assert Counter(answer.status_code for answer in answers) == {200: 1, 409: 19}
    won = next(number for number, answer in enumerate(answers) if answer.status_code == 200)
    assert answers[won].json()["seat"] == 1
    assert {error_of(a, 409) for a in answers if a.status_code == 409} == {"seat-taken"}
    state = host.state()
    assert state["seats"]["1"]["name"] == f"n{won}"
    assert Visitor(server.address, host.match, answers[won].json()["secret"]).state()["you"] == [1]


def test_before_that_nobody_plays(server: ServerProcess) -> None:
    host = start(server.address, side="1")
    assert host.state()["phase"] == "waiting" and host.state()["legal"] == []
    assert error_of(host.act("resign"), 409) == "waiting"
    legal = read_line(host.state()["position"]).board_actions()[0]
    action = write_action(legal, read_line(host.state()["position"]))
    assert error_of(host.act(action), 409) == "waiting"


@pytest.mark.parametrize("opponent", ["shared", "computer"])
def test_there_is_no_seat_to_join(server: ServerProcess, opponent: str) -> None:
    guest = Visitor(server.address, start(server.address, opponent=opponent).match)
    assert error_of(guest.ask("/join", {}), 409) == "seat-taken"


# Who may do what, and when.


def test_watchers_and_wrong_keys_do_not_act(server: ServerProcess) -> None:
    one, _ = in_round_11(server.address)
    stranger, _ = two_players(server.address)
    state = one.state()["state"]
    for secret in ("", "x", stranger.secret, one.secret[:-1], one.secret + "x"):
        visitor = Visitor(server.address, one.match, secret)
        assert visitor.state()["you"] == []
        status = 403 if secret else 401
        assert error_of(visitor.act(QUIET, state), status) == "not-seated"
        assert error_of(visitor.act("resign", state), status) == "not-seated"
        assert error_of(visitor.claim(1), status) == "not-seated"
    assert one.state()["state"] == state


def test_nobody_acts_for_the_other_seat(server: ServerProcess) -> None:
    _, two = in_round_11(server.address)
    state = two.state()["state"]
    for action in (QUIET, "d1-N", "keep", "time", "time1"):
        assert error_of(two.act(action, state), 409) == "not-your-turn"
    assert error_of(two.act("resign1", state), 409) == "resign-own"
    assert two.act("resign2", state).json()["outcome"]["winner"] == 1
    me = start(server.address, opponent="shared", side="1")
    assert me.act("resign2").json()["outcome"]["winner"] == 1  # both seats are one's own


def test_an_action_on_an_old_state_is_refused(server: ServerProcess) -> None:
    one, _ = in_round_11(server.address)
    state = one.state()["state"]
    assert one.act(QUIET, state).status_code == 200
    assert error_of(one.act("keep", state), 409) == "stale"
    for other in (0, state + 2, 2**31):
        assert error_of(one.act("keep", other), 409) == "stale"
    assert one.act("keep").status_code == 200


def test_the_same_action_sent_many_times_at_once_counts_once(server: ServerProcess) -> None:
    one, _ = in_round_11(server.address)
    state = one.state()["state"]
    with ThreadPoolExecutor(10) as at_once:
        answers = list(at_once.map(lambda _: one.act(QUIET, state).status_code, range(10)))
    assert sorted(answers) == [200] + [409] * 9
    assert one.state()["ply"] == 9


def test_illegal_actions_tell_the_rule(server: ServerProcess) -> None:
    one, _ = in_round_11(server.address)
    for action, status, code, rule in (
        ("d1-S", 409, "move-off-board", "M3"),
        ("xd1", 409, "wrong-phase", "A2"),
        ("g3-N", 409, "move-no-fog", "M1"),
        ("nonsense", 400, "action", ""),
        ("z1-N", 400, "cell", ""),
    ):
        told = one.act(action)
        assert error_of(told, status) == code
        assert told.json()["rule"] == rule


def test_errors_come_in_the_language_that_was_asked_for(server: ServerProcess) -> None:
    _, two = in_round_11(server.address)
    data = {"state": two.state()["state"], "action": QUIET}
    told = {
        language: CLIENT.post(
            f"{two.url}/actions",
            json=data,
            headers={**two.headers, "accept-language": language},
        ).json()
        for language in ("en", "nl")
    }
    assert told["en"]["code"] == told["nl"]["code"] == "not-your-turn"
    assert told["en"]["text"] != told["nl"]["text"]


def test_one_may_resign_off_turn(server: ServerProcess) -> None:
    _, two = in_round_11(server.address)
    over = two.act("resign").json()
    assert over["outcome"]["winner"] == 1 and over["outcome"]["reason"] == "resign"
    assert error_of(two.act("resign"), 409) == "game-over"


# Claims.


def test_a_right_claim_inside_the_window(server: ServerProcess) -> None:
    one, two = in_round_11(server.address)
    one.act(GIFT)
    window = two.state()["claim"]
    assert window["player"] == 2 and window["left"] is None
    one.act("xe1")
    assert 0 < two.state()["claim"]["left"] <= 3_000
    assert error_of(one.claim(), 409) == "claim-own"
    claimed = two.claim(window["turn"]).json()
    assert claimed["phase"] == "prove" and 0 < claimed["prove"]["left"] <= 30_000
    assert "e1" in claimed["view"]["fog"]  # put back
    assert error_of(two.claim(window["turn"]), 409) == "claim-pending"
    assert error_of(one.act("keep"), 409) in ("not-your-turn", "prove-move")
    over = two.act(SHOWS).json()
    assert over["outcome"]["reason"] == "claim" and over["outcome"]["score"] == 22
    text = two.ask("/record").text
    assert "{made " in text and ", arrived " in text  # both times are kept
    assert read_record(text).final.outcome is not None


def test_a_wrong_claim_is_explained(server: ServerProcess) -> None:
    one, two = in_round_11(server.address)
    one.act(QUIET)
    over = two.claim().json()
    assert over["outcome"]["winner"] == 1 and over["outcome"]["reason"] == "wrong-claim"
    assert "comes closest" in over["outcome"]["why"]


def test_a_claim_that_is_not_shown_is_explained(server: ServerProcess) -> None:
    one, two = in_round_11(server.address)
    one.act(GIFT)
    two.claim()
    over = two.act(FAILS).json()
    assert over["outcome"]["winner"] == 1
    assert SHOWS in over["outcome"]["why"]


def test_a_claim_racing_the_end_of_the_turn_counts_either_way(server: ServerProcess) -> None:
    for end in ("keep", "xe1"):
        one, two = in_round_11(server.address)
        state = one.act(GIFT).json()["state"]
        turn = two.state()["claim"]["turn"]
        with ThreadPoolExecutor(2) as at_once:
            ended = at_once.submit(one.act, end, state)
            claimed = at_once.submit(two.claim, turn)
        assert claimed.result().status_code == 200
        # Either the turn ended first, or the claim stopped it.
        assert ended.result().status_code == 200 or ended.result().json()["code"] == "stale"
        assert two.act(SHOWS).json()["outcome"]["reason"] == "claim"


def test_where_claims_are_untimed_the_window_stays(server: ServerProcess) -> None:
    one, two = in_round_11(server.address, claims="untimed")
    one.act(GIFT)
    one.act("keep")
    state = two.state()
    assert state["claims"] == "untimed" and state["claim"]["left"] is None
    assert two.claim().json()["prove"]["left"] is None


# Limits and the document.


def test_bodies_that_are_too_long(server: ServerProcess) -> None:
    one, _ = two_players(server.address)
    long = json.dumps({"state": 1, "action": "x" * 20_000}).encode()
    pieces = (long[at : at + 1_000] for at in range(0, len(long), 1_000))
    for content in (long, pieces):  # told beforehand, or not
        answer = CLIENT.post(
            f"{one.url}/actions",
            content=content,
            headers={**one.headers, "content-type": "application/json"},
        )
        assert error_of(answer, 413) == "too-large"


def test_actions_that_are_too_long(server: ServerProcess) -> None:
    one, _ = two_players(server.address)
    assert error_of(one.act("x" * 81), 400) == "message"


@pytest.mark.parametrize("method", ["PUT", "PATCH"])
def test_other_methods(server: ServerProcess, method: str) -> None:
    one, _ = two_players(server.address)
    answer = CLIENT.request(method, one.url)
    assert error_of(answer, 405) == "method"
    assert "GET" in answer.headers["allow"]


# From a position.

WIN = "base8 o../o.m./.mm../.o..M./.mmo./..M./... 2 10 move 0,0 - - -"


def test_a_match_begins_at_a_position(server: ServerProcess) -> None:
    visitor = start(server.address, opponent="shared", position=WIN)
    state = visitor.state()
    assert state["position"] == WIN and state["rules"] == "base8"
    assert visitor.act("d5-N", state["state"]).json()["outcome"]["winner"] == 2
    assert read_line(WIN) == read_record(visitor.ask("/record").text).start


OVER = write_line(read_line(WIN).play(read_action("d5-N", read_line(WIN))))


@pytest.mark.parametrize(
    ("line", "status", "code"),
    [
        ("rubbish", 400, "position-fields"),
        (WIN.replace("M", "m"), 409, "position-fog"),
        (OVER, 400, "position-over"),
    ],
)
def test_no_match_begins_where_none_can(
    server: ServerProcess, line: str, status: int, code: str
) -> None:
    answer = CLIENT.post(f"{server.address}/api/matches", json={"position": line})
    assert error_of(answer, status) == code
