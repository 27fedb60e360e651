"""Who is who in a tournament, and what its organiser does reaches the boards at once."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.server.processes import ServerProcess
from tests.server.tournaments import Browser, open_games, players
from tests.server.visitors import error_of

PAGE = {"accept": "text/html"}


@pytest.fixture
def organiser(server: ServerProcess) -> Browser:
    return Browser(server.address)


def by_hand(organiser: Browser, names: str = "Ada\nBert", **wanted: object) -> str:
    """A tournament of players who were written down, in its first round."""
    tournament = organiser.organise(door="hand", rounds=1, **wanted)
    organiser.does(f"{tournament}/players", names=names)
    organiser.does(f"{tournament}/start")
    return tournament


def game_of(organiser: Browser, tournament: str) -> dict[str, Any]:
    (game,) = open_games(organiser.sees(tournament))
    return game


def board(browser: Browser, match: str, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The match as somebody sees it, once it is so."""
    deadline = time.monotonic() + PATIENCE
    while not until(state := browser.get(f"/api/matches/{match}").json()):
        assert time.monotonic() < deadline, state
        time.sleep(0.02)
    return dict(state)


def both_seated(organiser: Browser, tournament: str, server: ServerProcess) -> list[Browser]:
    """Ada and Bert, each in a browser of their own."""
    two = [Browser(server.address), Browser(server.address)]
    for number, browser in enumerate(two, start=1):
        browser.does(f"{tournament}/who", player=number)
    match = game_of(organiser, tournament)["match"]
    board(two[0], match, lambda state: state["phase"] != "waiting")
    return two


def test_nobody_sits_before_saying_who_they_are(server: ServerProcess, organiser: Browser) -> None:
    tournament = by_hand(organiser)
    assert game_of(organiser, tournament)["match"] is None  # names alone open no match
    cor, bert = Browser(server.address), Browser(server.address)
    cor.does(f"{tournament}/who", player=1)  # by mistake
    match = game_of(organiser, tournament)["match"]
    assert error_of(bert.post(f"/m/{match}/join", name="Bert"), 403) == "tournament-who"
    join = f"/api/matches/{match}/join"
    assert error_of(bert.ask("POST", join, json={"name": "Bert"}), 403) == "tournament-who"
    asked = bert.get(f"/m/{match}")
    assert asked.status_code == 303
    page = bert.get(asked.headers["location"]).text
    assert "I am Bert" in page and "I am Ada" not in page
    bert.does(f"{tournament}/who", player=2, match=match)
    state = board(bert, match, lambda state: state["phase"] != "waiting")
    assert sorted(seat["name"] for seat in state["seats"].values()) == ["Ada", "Bert"]
    assert "you are Ada" in cor.ask("GET", f"/m/{match}", headers=PAGE).text
    assert "here in a browser" in organiser.get(tournament).text


@pytest.mark.parametrize("by_organiser", [True, False])
def test_a_wrong_choice_is_undone(
    server: ServerProcess, organiser: Browser, by_organiser: bool
) -> None:
    tournament = by_hand(organiser)
    cor, bert = both_seated(organiser, tournament, server)
    first = game_of(organiser, tournament)["match"]
    ada = Browser(server.address)
    assert error_of(ada.post(f"{tournament}/who", player=1), 409) == "tournament-somebody"
    if by_organiser:
        organiser.does(f"{tournament}/free", player=1)
    else:
        cor.does(f"{tournament}/not-me")
    state = board(bert, first, lambda state: state["outcome"] is not None)
    assert state["outcome"]["winner"] is None  # nobody has won what Cor sat at
    ada.does(f"{tournament}/who", player=1)
    second = game_of(organiser, tournament)["match"]
    assert second != first
    state = board(ada, second, lambda state: state["phase"] != "waiting")
    assert {state["seats"][str(seat)]["name"] for seat in state["you"]} == {"Ada"}
    assert not cor.get("/tournaments/ready").json()
    assert bert.get("/tournaments/ready").json()["match"] == second


def test_a_pause_stops_the_clocks_until_the_tournament_goes_on(
    server: ServerProcess, organiser: Browser
) -> None:
    tournament = by_hand(organiser)
    ada, bert = both_seated(organiser, tournament, server)
    match = game_of(organiser, tournament)["match"]
    state = board(ada, match, lambda state: state["clocks"]["running"] is not None)  # by default
    organiser.does(f"{tournament}/pause")
    state = board(ada, match, lambda state: state["phase"] == "paused")
    assert state["clocks"]["running"] is None and "paused" in state["status"]
    assert state["legal"] == [] and not state["may"]["resign"]
    act = {"state": state["state"], "action": "resign"}
    refused = ada.ask("POST", f"/api/matches/{match}/actions", json=act)
    assert error_of(refused, 409) == "paused"
    began, stopped = round_time(organiser, tournament)
    assert stopped >= began
    organiser.does(f"{tournament}/resume")
    board(bert, match, lambda state: state["clocks"]["running"] is not None)
    (later,) = round_time(organiser, tournament)
    assert later > began  # the pause is no part of the round


def round_time(browser: Browser, tournament: str) -> list[int]:
    """When the round began, as the wall has it, and since when it is paused if it is."""
    wall = browser.get(f"{tournament}/projector").text
    return [int(at) for at in re.findall(r'data-(?:began|stopped)="(\d+)"', wall)]


def test_a_no_show_and_a_correction_reach_the_board(
    server: ServerProcess, organiser: Browser
) -> None:
    tournament = by_hand(organiser)
    ada, _ = both_seated(organiser, tournament, server)
    game = game_of(organiser, tournament)
    match = game["match"]
    organiser.does(f"{tournament}/result", game=game["game"], ended="no-north")
    state = board(ada, match, lambda state: "decided" in (state["outcome"] or {}).get("text", ""))
    assert "organiser" in state["outcome"]["text"] and state["outcome"]["winner"] is None
    right = {"game": game["game"], "ended": "tie", "why": "both were late"}
    organiser.does(f"{tournament}/result", **right)
    board(ada, match, lambda state: "a tie" in state["outcome"]["text"])


def test_the_end_of_the_tournament_ends_its_games(
    server: ServerProcess, organiser: Browser
) -> None:
    tournament = by_hand(organiser)
    ada, _ = both_seated(organiser, tournament, server)
    match = game_of(organiser, tournament)["match"]
    organiser.does(f"{tournament}/finish")
    state = board(ada, match, lambda state: state["outcome"] is not None)
    assert "organiser" in state["outcome"]["text"]


def test_a_withdrawal_is_asked_and_told_to_the_opponent(
    server: ServerProcess, organiser: Browser
) -> None:
    tournament = organiser.organise(rounds=1)
    one, two = players(server.address, tournament, 2)
    organiser.does(f"{tournament}/start")
    page = one.get(tournament).text
    assert page.index('id="withdrawing"') < page.index(f'action="{tournament}/leave"')
    one.does(f"{tournament}/leave")
    assert "Player 1 has withdrawn" in two.get(tournament).text
    match = game_of(organiser, tournament)["match"]
    board(two, match, lambda state: state["outcome"] is None and state["phase"] != "paused")


def test_another_organiser_by_a_link_that_works_once(
    server: ServerProcess, organiser: Browser
) -> None:
    tournament = organiser.organise()
    shown = organiser.post(f"{tournament}/offer-desk").text
    found = re.search(rf"{tournament}/desk#([\w-]+)", shown)
    assert found is not None
    eva, late = Browser(server.address), Browser(server.address)
    eva.does(f"{tournament}/desk", code=found[1], name="Eva")
    answer = late.post(f"{tournament}/desk", code=found[1], name="Late")
    assert error_of(answer, 403) == "desk-link"
    eva.does(f"{tournament}/players", names="Ada\nBert")
    log = organiser.get(tournament).text
    assert 'Ada enters. <span class="muted">(Eva, organiser)</span>' in log
    organiser.does(f"{tournament}/dismiss", organiser=0)
    assert error_of(eva.post(f"{tournament}/pause"), 403) == "not-organiser"


def test_settings_change_and_a_pairing_is_undone(server: ServerProcess, organiser: Browser) -> None:
    tournament = organiser.organise(rules="amsterdam", rounds=2)
    players(server.address, tournament, 2)
    agreed = {"name": "Autumn", "system": "round-robin", "rules": "base", "clock": "none"}
    organiser.does(f"{tournament}/settings", **agreed)
    told = organiser.sees(tournament)
    assert (told["name"], told["rules"], told["system"]) == ("Autumn", "base", "round-robin")
    organiser.does(f"{tournament}/start")
    first = game_of(organiser, tournament)["match"]
    assert organiser.get(f"/api/matches/{first}").json()["clocks"] is None
    organiser.does(f"{tournament}/unpair")
    assert organiser.sees(tournament)["phase"] == "paused"
    board(organiser, first, lambda state: state["outcome"] is not None)
    organiser.does(f"{tournament}/settings", **{**agreed, "clock": "live", "rounds": 1})
    organiser.does(f"{tournament}/resume")
    second = game_of(organiser, tournament)["match"]
    assert organiser.get(f"/api/matches/{second}").json()["clocks"] is not None


def test_a_tournament_is_deleted_and_its_games_end(
    server: ServerProcess, organiser: Browser
) -> None:
    tournament = organiser.organise(name="To be deleted", rounds=1)
    one, _ = players(server.address, tournament, 2)
    organiser.does(f"{tournament}/start")
    match = game_of(organiser, tournament)["match"]
    organiser.does(f"{tournament}/delete")
    assert error_of(one.get(tournament), 404) == "no-tournament"
    assert one.get(f"/api/matches/{match}").json()["outcome"] is not None
    assert one.ask("GET", f"/m/{match}", headers=PAGE).status_code == 200
    assert "To be deleted" not in organiser.get("/tournaments").text


def test_layouts_and_the_clock_of_a_real_table(server: ServerProcess, organiser: Browser) -> None:
    tournament = by_hand(organiser, place="tables", clock="live", minutes=7, increment=3)
    ada = Browser(server.address)
    ada.does(f"{tournament}/who", player=1)
    page = ada.get(tournament).text
    assert f"{tournament}/tables/1/1" in page
    layout = ada.get(f"{tournament}/tables/1/1").text
    assert "/position.svg?position=" in layout and "Bert" in layout
    assert error_of(ada.get(f"{tournament}/tables/1/2"), 404) == "no-page"
    clock = ada.get(f"/clock?tournament={tournament.rpartition('/')[2]}&table=1").text
    assert 'data-minutes="7"' in clock.replace("7.0", "7") and 'data-increment="3"' in clock
    assert "An evening" in clock and "Ada" in clock and "Bert" in clock
