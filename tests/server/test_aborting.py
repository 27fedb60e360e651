"""Games without a result on a real server: in states, lists, records, reviews, ratings, series."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from menhirs.notation.record import read_record, write_record
from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from tests.server.lobby_people import LIVE, newcomer
from tests.server.pages import open_socket
from tests.server.processes import ServerProcess
from tests.server.visitors import Visitor, error_of, start, two_players


def test_a_game_that_a_player_aborts_is_over_for_all_who_look(server: ServerProcess) -> None:
    one, two = two_players(server.address, rules="base", clock="live")
    with (
        open_socket(two) as (page, hello),
        open_socket(Visitor(server.address, one.match)) as (watcher, _),
    ):
        assert (hello["state"]["may"]["abort"], hello["state"]["may"]["resign"]) == (True, False)
        page.say("abort")
        for seen in (page, watcher):
            data = seen.state(lambda s: s["outcome"] is not None)
            assert data["phase"] == "over"
            assert (data["outcome"]["winner"], data["outcome"]["reason"]) == (None, "aborted")
            assert data["legal"] == []
            assert data["clocks"]["running"] is None
        assert page.refused(page.say("abort")) == "aborted"
        assert watcher.refused(watcher.say("abort")) == "not-seated"
    assert "You aborted the game" in two.state()["status"]
    assert "Bo aborted the game" in one.state()["status"]
    assert error_of(one.act("+a1"), 409) == "aborted"
    assert error_of(one.ask("/review"), 409) == "aborted"
    assert error_of(one.ask("/review", {}), 409) == "aborted"
    *_, last = one.ask("/stream").iter_lines()
    assert '"aborted"' in last, "the stream tells the end, and ends"


def test_a_record_says_that_a_game_was_aborted_and_is_read_again(server: ServerProcess) -> None:
    one, _ = two_players(server.address, rules="base")
    one.act("+a1" if "+a1" in _legal(one) else _legal(one)[0])
    assert one.ask("/abort", {}).json()["outcome"]["reason"] == "aborted"
    text = one.ask("/record").text
    record = read_record(text)
    assert record.headers["Termination"] == "aborted"
    assert record.final.outcome is None
    assert read_record(write_record(record)) == record


def _legal(visitor: Visitor) -> list[str]:
    return [one["action"] for one in visitor.state()["legal"]]


def test_resigning_is_aborting_until_both_have_acted(server: ServerProcess) -> None:
    one, two = two_players(server.address, rules="base")
    assert two.act("resign").json()["outcome"]["reason"] == "aborted"
    one, two = two_players(server.address, rules="base")
    for player in (one, two):
        player.act(_legal(player)[0])
    assert not one.state()["may"]["abort"]
    assert error_of(one.ask("/abort", {}), 409) == "abort-late"
    assert one.act("resign").json()["outcome"]["winner"] == 2


def test_against_the_computer_and_while_nobody_came_there_is_nothing_to_abort(
    server: ServerProcess,
) -> None:
    alone = start(server.address, opponent="computer", side="1")
    assert not alone.state()["may"]["abort"]
    assert error_of(alone.ask("/abort", {}), 409) == "no-abort"
    assert error_of(start(server.address).ask("/abort", {}), 409) == "waiting"


def test_a_series_goes_on_after_it_and_its_score_is_as_before(server: ServerProcess) -> None:
    one, two = two_players(server.address, rules="base")
    one.ask("/abort", {})
    with open_socket(one) as (page, _), open_socket(two) as (other, _):
        page.say("rematch")
        other.state(lambda s: s["offers"]["rematch"] == 1)
        other.say("rematch-answer", yes=True)
        following = page.state(lambda s: s["series"]["next"])["series"]["next"]
    series = Visitor(server.address, following, one.secret).state()["series"]
    assert (series["game"], series["wins"], series["points"]) == (2, [0, 0], [0, 0])
    assert [game["winner"] for game in series["games"]] == [None]


@pytest.mark.parametrize("acted", [0, 1])
def test_no_rating_changes_and_everybodys_lists_say_so(server: ServerProcess, acted: int) -> None:
    ann, bo = newcomer(server.address, "Ann"), newcomer(server.address, "Bo")
    match = ann.invite(rated="true", opponent="friend", public="true", **LIVE)
    bo.client.post(f"/m/{match}/join", data={"name": "Bo"})
    for _ in range(acted):
        mover = ann if ann.state(match)["legal"] else bo
        mover.act(match, mover.state(match)["legal"][0]["action"])
    loser = ann if ann.state(match)["you"] == [1] else bo
    loser.act(match, "resign")
    engine = open_database(server.database)
    with engine.connect() as connection:
        row = connection.execute(select(tables.matches).where(tables.matches.c.id == match)).one()
        paid = connection.execute(
            select(tables.rating_changes).where(tables.rating_changes.c.match == match)
        ).all()
    engine.dispose()
    assert (row.winner, row.score, row.reason, row.turn) == (None, None, "aborted", None)
    assert (row.unpaid, paid) == (None, [])
    for player in (ann, bo):
        games = player.client.get("/api/games", params={"section": "finished"}).json()["games"]
        listed = [(g["match"], g["result"], g["winner"], g["words"]) for g in games]
        assert listed == [(match, "aborted", None, "Aborted")]
        found = player.client.get("/api/games", params={"result": "aborted"}).json()["games"]
        assert [game["match"] for game in found] == [match]
        for other in ("won", "lost", "tied"):
            assert player.client.get("/api/games", params={"result": other}).json()["games"] == []
        assert match in player.client.get("/you/games").text
        assert match not in player.client.get(f"/players/{ann.person}").text
