"""Reviews of finished games: each is made once for all visitors, whatever the server suffers."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path

import pytest

from menhirs.learn.review import review_game, review_to_json
from menhirs.match.addresses import new_match_id
from menhirs.notation.record import Record, write_record
from menhirs.server.live.match.seat_keys import new_secret, seat_for
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.store import MatchStore, StoredMatch
from tests.match.played_match import GIFT, OPENING, START, PlayedMatch
from tests.server.processes import ServerProcess
from tests.server.reviewed_games import NODES, ending, followed, played, texts
from tests.server.visitors import CLIENT, Visitor, start


def reviews_made(server: ServerProcess) -> int:
    text = CLIENT.get(f"{server.address}/metrics").text
    found = re.search(r"^menhirs_reviews_total (\S+)$", text, re.MULTILINE)
    assert found is not None
    return int(float(found[1]))


def test_all_who_ask_at_once_get_one_review(server: ServerProcess) -> None:
    game = ending()
    url = f"{server.address}/api/matches/{played(server.address, game)}/review"
    nobody_asked = CLIENT.get(url)
    assert (nobody_asked.status_code, nobody_asked.json()["status"]) == (200, "none")
    before = reviews_made(server)
    with ThreadPoolExecutor(4) as visitors:
        asked = list(visitors.map(CLIENT.post, [url] * 4))
        assert {answer.status_code for answer in asked} <= {200, 202}
        found = list(visitors.map(followed, [url] * 4))
    assert all(one == found[0] for one in found) and reviews_made(server) == before + 1
    assert found[0]["review"]["plies"] == review_to_json(review_game(game, NODES))["plies"]
    assert CLIENT.post(url).json() == found[0] and reviews_made(server) == before + 1


def test_the_review_tells_what_a_page_shows(server: ServerProcess) -> None:
    game = ending()
    url = f"{server.address}/api/matches/{played(server.address, game)}/review"
    CLIENT.post(url).raise_for_status()
    review = followed(url)["review"]
    assert len(review["values"]) == len(game.actions) + 1
    assert all(one["words"] for one in review["values"])
    missed = next(one for one in review["moments"] if "missed-win" in one["marks"])
    assert missed["better"] and missed["line"][0]["ply"] == missed["ply"]
    assert missed["legal"]["action"] == missed["line"][0]["action"]
    exercise = f"{server.address}/api/exercises/reviews/{missed['exercise']}"
    right = {"action": missed["legal"]["action"]}
    assert CLIENT.post(f"{exercise}/try", json=right).json()["verdict"] == "right"
    again = {"action": texts(game)[missed["ply"] - 1]}
    assert CLIENT.post(f"{exercise}/try", json=again).json()["verdict"] == "wrong"
    page = CLIENT.get(f"{server.address}/learn/again/{missed['exercise'].replace('.', '/')}")
    assert page.status_code == 200


def test_a_claim_held_too_late_is_named(server: ServerProcess) -> None:
    """The match was begun long ago, so that every claim comes too late; player 2's is right."""
    table, match, secret = (
        PlayedMatch().play(f"{OPENING} {GIFT} keep"),
        new_match_id(),
        new_secret(),
    )
    seats = dict.fromkeys((1, 2), seat_for(secret))
    engine = open_database(server.database)
    MatchStore(engine).create(StoredMatch(match, table.terms, match, 1, table.log, seats), START)
    engine.dispose()
    both = Visitor(server.address, match, secret)
    state = both.state()
    late = both.claim(table.log[-2].number)
    assert (late.status_code, late.json()["code"]) == (409, "claim-late")
    assert both.state()["state"] == state["state"]
    quiet = [table.quiet_move(), "keep", "resign"]
    assert [both.act(action).status_code for action in quiet] == [200] * 3
    both.ask("/review", {}).raise_for_status()
    review = followed(f"{both.url}/review")["review"]
    moment = next(one for one in review["moments"] if "late-claim" in one["marks"])
    assert moment["ply"] == len(table.match.plies) + 1 and "missed-claim" in moment["marks"]
    assert "tried to claim, but the time for it was over" in moment["text"]


def test_nobody_is_helped_while_people_play(server: ServerProcess) -> None:
    me = start(server.address, rules="base", opponent="shared")
    for answer in (me.ask("/review"), me.ask("/review", {})):
        assert (answer.status_code, answer.json()["code"]) == (409, "not-over")


def test_any_record_is_reviewed_once_however_it_is_written(server: ServerProcess) -> None:
    game, url = ending(6, "base"), f"{server.address}/api/reviews"
    asked = CLIENT.post(url, json={"record": write_record(game)}).raise_for_status().json()
    review = followed(f"{url}/{asked['id']}")["review"]
    assert review["plies"] == review_to_json(review_game(game, NODES))["plies"]
    before = reviews_made(server)
    again = write_record(game, comments={0: "hm"}).replace("\n\n", '\n[Player1 "Ann"]\n\n')
    assert CLIENT.post(url, json={"record": again}).json()["review"] == review
    assert reviews_made(server) == before


def test_a_record_brought_by_a_form_leads_to_a_page_that_can_be_shared(
    server: ServerProcess,
) -> None:
    game, url = ending(6, "base"), f"{server.address}/review"
    sent = CLIENT.post(url, data={"record": write_record(game)})
    assert sent.status_code == 303
    api = f"{server.address}/api{sent.headers['location'].replace('review', 'reviews')}"
    page = CLIENT.get(server.address + sent.headers["location"])  # also while it is being made
    assert page.status_code == 200 and f'data-review="{api.rpartition("/")[2]}"' in page.text
    moment = next(one for one in followed(api)["review"]["moments"] if one["exercise"])
    again = CLIENT.get(f"{server.address}/learn/again/{moment['exercise'].replace('.', '/')}")
    assert f"{sent.headers['location']}?ply={moment['ply'] - 1}" in again.text
    assert CLIENT.get(server.address + sent.headers["location"]).text == page.text
    assert CLIENT.get(f"{api}/proof").json()["status"] == "unavailable"
    refused = CLIENT.post(f"{api}/proof")
    assert (refused.status_code, refused.json()["code"]) == (409, "no-proof")


@pytest.mark.parametrize(
    "record", ["", "rubbish", "<script>", write_record(Record(ending().start))]
)
def test_a_bad_record_is_refused_on_the_page_where_it_was_brought(
    record: str, server: ServerProcess
) -> None:
    page = CLIENT.post(f"{server.address}/review", data={"record": record})
    assert page.status_code == 400 and 'id="problem"' in page.text
    assert f">{record.strip()}" in unescape(page.text) and "><script><" not in page.text


def test_the_review_of_a_match_is_on_the_page_of_that_match_only(server: ServerProcess) -> None:
    match = played(server.address, ending())
    CLIENT.post(f"{server.address}/api/matches/{match}/review").raise_for_status()
    assert CLIENT.get(f"{server.address}/review/{match}").status_code == 404


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"record": ""}, 400, "record-empty"),
        ({"record": "rubbish"}, 400, "record-header-missing"),
        ({"record": write_record(Record(ending().start))}, 400, "review-empty"),
        ({"record": 7}, 400, "message"),
        ({}, 400, "message"),
        ([], 400, "message"),
        ({"record": "x" * 20_000}, 413, "too-large"),
        ({"record": write_record(ending()).replace('"amsterdam"', '"chess"')}, 400, "rules"),
    ],
)
def test_rubbish_is_refused(sent: object, status: int, code: str, server: ServerProcess) -> None:
    answer = CLIENT.post(f"{server.address}/api/reviews", json=sent)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize(
    "path",
    [
        *("/review/0123", "/api/reviews/0123/proof"),
        *("/api/reviews/0123", "/api/matches/nowhere/review"),
        *("/api/exercises/reviews/x.1", "/api/exercises/reviews/x", "/learn/again/x/1"),
    ],
)
def test_what_is_not_there_is_not_found(path: str, server: ServerProcess) -> None:
    assert CLIENT.get(server.address + path).status_code == 404


@pytest.mark.one_database
def test_a_killed_server_leaves_its_review_to_the_next(database: str, tmp_path: Path) -> None:
    """On SQLite one is started after it, on PostgreSQL another one has been there all along."""
    # The last plies of this game take no time, the one before them more than half a minute: it is
    # killed in the middle.
    game = ending(26)
    thorough = ("--review-nodes", "1000000000", "--reviews-a-minute", "1")
    servers = [ServerProcess(database, tmp_path / "log", *thorough)]
    try:
        if database.startswith("postgresql"):
            servers.append(ServerProcess(database, tmp_path / "log"))
        path = f"/api/matches/{played(servers[0].address, game)}/review"
        url = servers[0].address + path
        CLIENT.post(url).raise_for_status()
        hurried = CLIENT.post(
            f"{servers[0].address}/api/reviews", json={"record": write_record(ending())}
        )
        assert (hurried.status_code, hurried.json()["code"]) == (429, "too-fast")
        looked = followed(url, until=lambda told: told["done"])
        servers[0].kill()
        assert looked["status"] == "working" and looked["done"] < looked["plies"]
        if len(servers) == 1:
            servers.append(ServerProcess(database, tmp_path / "log"))
        whole = followed(servers[1].address + path)["review"]
        assert whole["plies"] == review_to_json(review_game(game, NODES))["plies"]
    finally:
        for server in servers:
            server.close()
