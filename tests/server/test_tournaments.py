"""Tournaments over the forms and the JSON interface: whole ones, and refusals."""

from __future__ import annotations

import csv
import io

import pytest

from menhirs.notation.record import read_records
from menhirs.server.live.clock import now
from tests.server.processes import ServerProcess
from tests.server.tournaments import (
    Browser,
    check_nothing_twice,
    open_games,
    play_to_the_end,
    players,
)
from tests.server.visitors import CLIENT, error_of


@pytest.fixture
def organiser(server: ServerProcess) -> Browser:
    return Browser(server.address)


def test_a_swiss_of_eight_is_played_to_the_end(server: ServerProcess, organiser: Browser) -> None:
    swiss = organiser.organise(name="Eight", rounds=3)
    eight = players(server.address, swiss, 8)
    organiser.does(f"{swiss}/start")
    told = play_to_the_end(eight, swiss)
    check_nothing_twice(told)
    assert len(told["rounds"]) == 3
    assert sum(row["wins"] for row in told["standings"]) == 12
    games = [g for r in told["rounds"] for t in r["pairings"] for g in t["games"]]
    pairs = [frozenset((game["south"], game["north"])) for game in games]
    assert len(set(pairs)) == len(pairs) == 12
    records = read_records(organiser.get(f"{swiss}/games.menhirs").text)
    assert sorted(record.final.outcome.score for record in records if record.final.outcome) == (
        sorted(game["score"] for game in games)
    )


def test_in_duplicate_form_all_tables_play_one_layout_from_both_sides(
    server: ServerProcess, organiser: Browser
) -> None:
    hosting = {"system": "round-robin", "duplicate": "true", "rounds": 1}
    tournament = organiser.organise(**hosting)
    four = players(server.address, tournament, 4)
    organiser.does(f"{tournament}/start")
    told = play_to_the_end(four, tournament)
    tables = told["rounds"][0]["pairings"]
    layouts = set()
    for table in tables:
        first, second = table["games"]
        assert (first["south"], first["north"]) == (second["north"], second["south"])
        for game in (first, second):
            record = read_records(organiser.get(f"/m/{game['match']}/record").text)[0]
            layouts.add(record.start)
    assert len(tables) == 2 and len(layouts) == 1


def test_the_return_game_opens_after_the_first(server: ServerProcess, organiser: Browser) -> None:
    tournament = organiser.organise(system="knock-out")
    two = players(server.address, tournament, 2)
    organiser.does(f"{tournament}/start")
    first, second = open_games(organiser.sees(tournament))
    assert first["match"] and second["match"] is None
    assert any(browser.resigns() for browser in two)
    told = organiser.waits(tournament, lambda t: len(open_games(t)) == 1)
    assert open_games(told)[0]["match"]


def test_an_arena_pairs_whoever_is_free_until_it_is_ended(
    server: ServerProcess, organiser: Browser
) -> None:
    arena = organiser.organise(system="arena")
    three = players(server.address, arena, 3)
    organiser.does(f"{arena}/start")
    for done in range(1, 4):
        assert any(browser.resigns() for browser in three)
        organiser.waits(arena, lambda t, n=done: len(t["rounds"]) > n)  # type: ignore[misc]
    organiser.does(f"{arena}/finish")
    assert organiser.sees(arena)["phase"] == "finished"
    assert not any(browser.get("/tournaments/ready").json() for browser in three)


def test_it_starts_by_itself(server: ServerProcess, organiser: Browser) -> None:
    moment = "2020-01-01T20:00"
    tournament = organiser.organise(start="time", starts_at=moment)
    assert organiser.sees(tournament)["starts_at"] < now()
    players(server.address, tournament, 2)
    assert organiser.waits(tournament, lambda t: t["phase"] == "running")["rounds"]


def test_at_real_tables_results_are_told(server: ServerProcess, organiser: Browser) -> None:
    tournament = organiser.organise(place="tables", rounds=1)
    one, two = players(server.address, tournament, 2)
    organiser.does(f"{tournament}/start")
    (game,) = open_games(organiser.sees(tournament))
    assert game["match"] is None
    one.does(f"{tournament}/report", game=game["game"], ended="south", points=9)
    two.does(f"{tournament}/report", game=game["game"], ended="north", points=9)
    (disputed,) = open_games(organiser.sees(tournament))
    assert disputed["disputed"]
    two.does(f"{tournament}/report", game=game["game"], ended="south", points=9)
    told = organiser.sees(tournament)
    assert told["phase"] == "finished" and told["standings"][0]["points"] == 9
    correction = {"game": game["game"], "ended": "north", "points": 8, "why": "misread"}
    organiser.does(f"{tournament}/result", **correction)
    assert organiser.sees(tournament)["standings"][0]["points"] == 8
    assert "misread" in organiser.get(tournament).text


def test_the_organiser_s_desk(server: ServerProcess, organiser: Browser) -> None:
    tournament = organiser.organise(place="tables", door="hand", rounds=2, next="button")
    organiser.does(f"{tournament}/players", names="Anna\nBram\n\n  Chris \nDora")
    organiser.does(f"{tournament}/start")
    organiser.does(f"{tournament}/meet", south=1, north=2)
    tables = organiser.sees(tournament)["rounds"][0]["pairings"]
    assert ("Anna", "Bram") in [(table["south"], table["north"]) for table in tables]
    organiser.does(f"{tournament}/players", names="Emma")  # comes late
    organiser.does(f"{tournament}/meet", south=5, north=3)
    told = organiser.sees(tournament)["rounds"][0]
    assert told["bye"] == "Dora" and told["by_hand"]
    first, second = open_games(organiser.sees(tournament))
    organiser.does(f"{tournament}/result", game=first["game"], ended="no-north")
    organiser.does(f"{tournament}/result", game=second["game"], ended="tie")
    organiser.does(f"{tournament}/withdraw", player=2)
    organiser.does(f"{tournament}/rename", player=3, name="Christine")
    organiser.does(f"{tournament}/pause")
    assert organiser.post(f"{tournament}/next").status_code == 409
    organiser.does(f"{tournament}/resume")
    assert len(organiser.sees(tournament)["rounds"]) == 1
    organiser.does(f"{tournament}/next")
    told = organiser.sees(tournament)
    paired = [name for t in told["rounds"][1]["pairings"] for name in (t["south"], t["north"])]
    assert sorted(paired) == ["Anna", "Christine", "Dora", "Emma"]
    organiser.does(f"{tournament}/come-back", player=2)
    organiser.does(f"{tournament}/finish")


def test_players_come_and_go_by_themselves(server: ServerProcess, organiser: Browser) -> None:
    tournament = organiser.organise()
    (one,) = players(server.address, tournament, 1)
    one.does(f"{tournament}/enter", name="Another name")  # is in already
    assert [p["name"] for p in organiser.sees(tournament)["players"]] == ["Player 1"]
    one.does(f"{tournament}/leave")
    assert organiser.sees(tournament)["players"][0]["withdrawn"]
    one.does(f"{tournament}/enter")
    assert not organiser.sees(tournament)["players"][0]["withdrawn"]


def test_the_table_for_spreadsheets_works_nothing_out(organiser: Browser) -> None:
    tournament = organiser.organise(place="tables", door="hand", rounds=1)
    organiser.does(f"{tournament}/players", names="=1+1\nBram")
    organiser.does(f"{tournament}/start")
    (game,) = open_games(organiser.sees(tournament))
    organiser.does(f"{tournament}/result", game=game["game"], ended="south", points=11)
    rows = list(csv.DictReader(io.StringIO(organiser.get(f"{tournament}/table.csv").text)))
    assert sorted(row["player"] for row in rows) == ["'=1+1", "Bram"]
    assert [row["points"] for row in rows] == ["11", "0"]
    assert rows[0]["round 1"] == "2: +11"


def test_only_open_tournaments_are_listed_for_others(
    server: ServerProcess, organiser: Browser
) -> None:
    for door in ("open", "link", "hand"):
        organiser.organise(name=f"Behind {door} {server.port} {now()}", door=door)
    mine = organiser.get("/tournaments").text
    others = Browser(server.address).get("/tournaments").text
    seen = {
        door: (f"Behind {door}" in mine, f"Behind {door}" in others)
        for door in ("open", "link", "hand")
    }
    assert seen == {"open": (True, True), "link": (True, False), "hand": (True, False)}


@pytest.mark.parametrize(
    ("deed", "form"),
    [
        *((deed, {}) for deed in ("start", "next", "pause", "resume", "finish")),
        *((deed, {}) for deed in ("unpair", "offer-desk", "delete")),
        ("free", {"player": 1}),
        ("dismiss", {"organiser": 0}),
        ("settings", {"name": "Mine"}),
        ("players", {"names": "Eve"}),
        ("withdraw", {"player": 1}),
        ("come-back", {"player": 1}),
        ("rename", {"player": 1, "name": "Eve"}),
        ("meet", {"south": 1, "north": 2}),
        ("result", {"game": "1-1-2-1", "ended": "south"}),
    ],
)
def test_only_the_organiser_organises(
    server: ServerProcess, organiser: Browser, deed: str, form: dict[str, object]
) -> None:
    tournament = organiser.organise()
    player, _ = players(server.address, tournament, 2)
    for somebody in (player, Browser(server.address)):
        assert error_of(somebody.post(f"{tournament}/{deed}", **form), 403) == "not-organiser"


WRONG: list[tuple[str, dict[str, object], int, str]] = [
    ("enter", {"name": "a" * 41}, 400, "form"),
    ("enter", {"name": "a\u202eb"}, 409, "name"),
    ("enter", {"name": "Anna", "more": "x"}, 400, "form"),
    ("players", {}, 400, "form"),
    ("players", {"names": "Anna"}, 409, "tournament-name-twice"),
    ("players", {"names": "Eve\nEve"}, 409, "tournament-name-twice"),
    ("withdraw", {"player": "x"}, 400, "form"),
    ("withdraw", {"player": 99}, 404, "tournament-entrant"),
    ("come-back", {"player": 1}, 409, "tournament-present"),
    ("rename", {"player": 1, "name": "Bram"}, 409, "tournament-name-twice"),
    ("meet", {"south": 1, "north": 1}, 409, "tournament-oneself"),
    ("meet", {"south": 1, "north": 9}, 404, "tournament-entrant"),
    ("result", {"game": "1-1-2", "ended": "south"}, 400, "form"),
    ("result", {"game": "1-1-99-1", "ended": "tie"}, 404, "tournament-entrant"),
    ("result", {"game": "7-1-2-1", "ended": "tie"}, 404, "tournament-game"),
    ("result", {"game": "1-1-2-1", "ended": "open"}, 400, "form"),
    ("result", {"game": "1-1-2-1", "ended": "south", "points": -1}, 400, "form"),
    ("result", {"game": "1-1-2-1", "ended": "south", "points": 10**9}, 400, "form"),
    ("result", {"game": "1-1-2-1", "ended": "south"}, 400, "tournament-outcome"),
    ("result", {"game": "1-1-2-1", "ended": "tie", "points": 3}, 400, "tournament-outcome"),
    ("players", {"names": "Eve\nANNA"}, 409, "tournament-name-alike"),
    ("rename", {"player": 1, "name": "bram"}, 409, "tournament-name-alike"),
    ("who", {"player": 99}, 404, "tournament-entrant"),
    ("not-me", {}, 403, "not-entered"),
    ("free", {"player": 1}, 409, "tournament-nobody"),
    ("dismiss", {"organiser": 0}, 409, "tournament-no-organiser"),
    ("desk", {"code": "x", "name": "Eve"}, 403, "desk-link"),
    ("settings", {"name": "An evening", "system": "arena"}, 409, "tournament-change"),
    ("start", {}, 409, "tournament-phase"),
    ("next", {}, 409, "tournament-open"),
    ("resume", {}, 409, "tournament-phase"),
    ("leave", {}, 403, "not-entered"),
    ("report", {"game": "1-1-2-1", "ended": "south"}, 403, "not-entered"),
    ("dance", {}, 404, "no-page"),
]


@pytest.fixture(scope="module")
def running(server: ServerProcess) -> tuple[Browser, str]:
    """A tournament at tables in its first round; nobody can change it by mistake."""
    organiser = Browser(server.address)
    tournament = organiser.organise(place="tables", door="hand")
    organiser.does(f"{tournament}/players", names="Anna\nBram")
    organiser.does(f"{tournament}/start")
    return organiser, tournament


@pytest.mark.parametrize(("deed", "form", "status", "code"), WRONG)
def test_what_is_wrong_is_told_and_changes_nothing(
    running: tuple[Browser, str], deed: str, form: dict[str, object], status: int, code: str
) -> None:
    organiser, tournament = running
    before = organiser.sees(tournament)
    assert error_of(organiser.post(f"{tournament}/{deed}", **form), status) == code
    assert organiser.sees(tournament) == before


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"name": ""}, "form"),
        ({"name": " \u200b"}, "name"),
        ({"system": "lots"}, "form"),
        ({"rules": "chess"}, "rules"),
        ({"rounds": 0}, "form"),
        ({"rounds": 10**30}, "form"),
        ({"clock": "live", "minutes": "nan"}, "form"),
        ({"start": "time"}, "form"),
        ({"start": "time", "starts_at": "0001-01-01T00:00", "offset": -600}, "form"),
        ({"start": "time", "starts_at": "soon"}, "form"),
        ({"door": "window"}, "form"),
        ({"colour": "green"}, "form"),
    ],
)
def test_a_tournament_that_can_t_be(
    organiser: Browser, wanted: dict[str, object], code: str
) -> None:
    answer = organiser.post("/tournaments", **{"name": "An evening", **wanted})
    assert answer.json()["code"] == code and answer.status_code in (400, 409)


def test_who_enters_by_hand_or_without_a_name(server: ServerProcess, organiser: Browser) -> None:
    by_hand, by_link = organiser.organise(door="hand"), organiser.organise(door="link")
    visitor = Browser(server.address)
    assert error_of(visitor.post(f"{by_hand}/enter", name="Eve"), 403) == "by-hand"
    assert error_of(visitor.post(f"{by_link}/enter"), 400) == "no-name"
    visitor.does(f"{by_link}/enter", name="Eve")


@pytest.mark.parametrize("name", ["nowhere", "23456789ab", "%2e%2e", "%00", "a" * 500])
def test_there_is_no_such_tournament(server: ServerProcess, name: str) -> None:
    for path in (f"/tournaments/{name}", f"/api/tournaments/{name}", f"/tournaments/{name}/x.csv"):
        answer = CLIENT.get(server.address + path)
        assert answer.status_code in (400, 404) and answer.json()["code"], path


def test_a_mistake_is_told_on_the_page_itself(running: tuple[Browser, str]) -> None:
    organiser, tournament = running
    answer = organiser.ask("POST", f"{tournament}/start", headers={"accept": "text/html"})
    assert answer.status_code == 409
    assert 'role="alert"' in answer.text and "An evening" in answer.text


def test_forms_of_other_sites_are_refused(running: tuple[Browser, str]) -> None:
    organiser, tournament = running
    answer = organiser.ask(
        "POST", f"{tournament}/pause", headers={"origin": "http://elsewhere.example"}
    )
    assert error_of(answer, 403) == "origin"
