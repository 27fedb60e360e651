"""Rated games say so: on the invitation, at the board, before one takes part, and afterwards."""

from __future__ import annotations

import httpx2
import pytest

from menhirs.server.http.lobby.lobby_data import distinct_names
from menhirs.web.languages import LANGUAGES
from tests.server.lobby_people import Member, newcomer
from tests.server.openings import both_act
from tests.server.processes import ServerProcess
from tests.server.visitors import two_players

RATED = {"rated": "true", "clock": "live", "minutes": "5"}


@pytest.fixture
def ann(server: ServerProcess) -> Member:
    return newcomer(server.address, "Ann")


@pytest.fixture
def bo(server: ServerProcess) -> Member:
    return newcomer(server.address, "Bo")


def test_taking_a_rated_game_asks_once_and_shows_both_ratings(ann: Member, bo: Member) -> None:
    match = ann.invite(**RATED)
    row = bo.sees().split(f'data-item="{match}"')[1].split("</li>\n    <li")[0]
    assert f'href="/m/{match}"' in row
    assert f"/m/{match}/join" not in row, "the list asks first"
    page = bo.client.get(f"/m/{match}").text
    assert f'href="/players/{ann.person}?match={match}"' in page
    assert page.count("rated, 1500?") == 2
    assert "changes both ratings" in page
    bo.take(match)
    data = bo.client.get(f"/m/{match}/people").json()
    seats = {one["is_you"]: one for one in data.values()}
    assert seats[False]["address"] == f"/players/{ann.person}?match={match}"
    assert seats[True]["note"] == seats[False]["note"] == "a program, rated, 1500?"


def test_other_games_and_programs_have_nobody_to_tell(ann: Member, bo: Member) -> None:
    match = ann.invite()
    bo.take(match)
    assert {one["note"] for one in bo.client.get(f"/m/{match}/people").json().values()} == {
        "a program"  # these browsers do not say where they come from
    }
    address = str(ann.client.base_url)
    one, _ = two_players(address)
    data = httpx2.get(f"{address}/m/{one.match}/people").json()
    assert [(seat["address"], seat["note"]) for seat in data.values()] == [("", "a program")] * 2


def test_a_browser_is_no_program_until_a_program_plays_with_its_key(
    ann: Member, bo: Member
) -> None:
    for member in (ann, bo):
        member.client.headers["sec-fetch-site"] = "same-origin"
    match = ann.invite(opponent="friend")
    bo.client.post(f"/m/{match}/join")

    def notes() -> list[str]:
        return [one["note"] for one in ann.client.get(f"/m/{match}/people").json().values()]

    both_act(match, ann, bo)
    assert notes() == ["", ""]
    del bo.client.headers["sec-fetch-site"]
    bo.client.post(f"/api/matches/{match}/actions", json={"state": 0, "action": "keep"})
    assert sorted(notes()) == ["", "a program"]


def test_whoever_is_known_is_not_asked_for_a_name(ann: Member, bo: Member) -> None:
    match = ann.invite(opponent="friend")
    page = bo.client.get(f"/m/{match}").text
    assert "You sit down as Bo." not in page and 'id="join-name"' in page, "a browser is nobody yet"
    bo.invite()
    page = bo.client.get(f"/m/{match}").text
    assert "You sit down as Bo." in page and 'id="join-name"' not in page
    bo.client.post(f"/m/{match}/join")
    assert "Bo" in {seat["name"] for seat in bo.state(match)["seats"].values()}


def test_whoever_gets_a_rating_is_told_how_to_keep_it(ann: Member, server: ServerProcess) -> None:
    match, nobody = ann.invite(**RATED), newcomer(server.address, "")
    nobody.take(match)
    both_act(match, ann, nobody)
    ann.act(match, "resign")
    data = nobody.client.get(f"/m/{match}/ratings").json()
    assert len(data["sentences"]) == 2
    assert [one["address"].partition("#")[0] for one in data["keep"]] == ["/you", "/you"]
    assert "no name in the ranking" in data["keep"][0]["words"]
    assert "only in this browser" in data["keep"][1]["words"]
    assert len(ann.client.get(f"/m/{match}/ratings").json()["keep"]) == 1, "Ann has a name"
    assert httpx2.get(f"{server.address}/m/{match}/ratings").json()["keep"] == []


def test_a_blocked_person_is_not_asked_to_sit_down(ann: Member, bo: Member) -> None:
    bo.invite()
    match = ann.invite(opponent="friend")
    ann.client.post(f"/players/{bo.person}/block")
    page = bo.client.get(f"/m/{match}").text
    assert f'action="/m/{match}/join"' not in page
    assert "data-for-others" in page
    ann.client.post(f"/players/{bo.person}/unblock")
    assert f'action="/m/{match}/join"' in bo.client.get(f"/m/{match}").text


def test_no_two_names_in_a_ranking_are_alike() -> None:
    people = [("k1aa", "Ann"), ("k2bb", "ánn"), ("k3cc", "Bo"), ("k4dd", ""), ("k5ee", "Somebody")]
    assert distinct_names(people, LANGUAGES["en"]) == [
        "Ann ·k1aa",
        "ánn ·k2bb",
        "Bo",
        "Somebody ·k4dd",
        "Somebody ·k5ee",
    ]
