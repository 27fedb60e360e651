"""Somebody's games on a real server: on the front page, all of them, as JSON, as one file."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

import httpx2
import pytest
from sqlalchemy import update

from menhirs.match.addresses import new_match_id
from menhirs.match.terms import DAY, SlowClock
from menhirs.server.live.match.seat_keys import hash_of, new_secret, seat_for
from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.store import MatchStore, StoredMatch
from menhirs.server.storage.people.people_store import PeopleStore, Person
from tests.match.played_match import START, PlayedMatch, terms
from tests.patience import PATIENCE
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT, error_of, start

Meet = Callable[[], httpx2.Client]


@pytest.fixture
def meet(server: ServerProcess) -> Iterator[Meet]:
    """Browsers that have never been here."""
    browsers: list[httpx2.Client] = []

    def come() -> httpx2.Client:
        client = httpx2.Client(
            base_url=server.address, timeout=PATIENCE, trust_env=False, verify=False
        )
        browsers.append(client)
        return client

    yield come
    for browser in browsers:
        browser.close()


def begin(browser: httpx2.Client, **wanted: str) -> str:
    """Starts a match from the front page; returns its name."""
    form = {"opponent": "friend", "side": "1", "rules": "base", **wanted}
    return str(browser.post("/matches", data=form).headers["location"].removeprefix("/m/"))


def join(browser: httpx2.Client, match: str, name: str = "") -> None:
    assert browser.post(f"/m/{match}/join", data={"name": name}).status_code == 303


def act(browser: httpx2.Client, match: str, action: str = "") -> None:
    """Plays an action, or the first that there is."""
    state = browser.get(f"/api/matches/{match}").json()
    said = {"state": state["state"], "action": action or state["legal"][0]["action"]}
    browser.post(f"/api/matches/{match}/actions", json=said).raise_for_status()


def games(browser: httpx2.Client, **asked: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (
        browser.get("/api/games", params=asked).raise_for_status().json()["games"]
    )
    return found


def sections(browser: httpx2.Client) -> dict[str, str]:
    """Where each game stands in the list."""
    return {game["match"]: game["section"] for game in games(browser)}


def test_a_game_goes_through_the_list(meet: Meet) -> None:
    ann, bo = meet(), meet()
    match = begin(ann, name="Ann")
    assert sections(ann) == {match: "waiting"} and sections(bo) == {}
    join(bo, match, "Bo")
    assert sections(ann) == {match: "turn"} and sections(bo) == {match: "running"}
    act(ann, match)
    assert sections(ann) == {match: "running"} and sections(bo) == {match: "turn"}
    (told,) = games(bo)
    assert (told["opponent"], told["words"], told["you"]) == ("Ann", "Your turn", [2])
    act(bo, match)
    act(bo, match, "resign")
    (won,), (lost,) = games(ann), games(bo)
    assert (won["section"], won["result"], won["words"]) == ("finished", "won", "Won, 11 points")
    assert (lost["result"], lost["words"], lost["opponent"]) == (
        "lost",
        "Lost, 11 points against you",
        "Ann",
    )


def test_what_is_due_first_comes_first_and_shows_when(meet: Meet) -> None:
    ann, bo = meet(), meet()
    by_days = {}
    for days in (5, 1, 14, 3):  # the newest is neither the first nor the last
        by_days[days] = begin(ann, clock="slow", days=str(days))
        join(bo, by_days[days], "Bo")
    without = begin(ann)
    join(bo, without, "Bo")
    listed = games(ann, section="turn")
    assert [game["match"] for game in listed] == [by_days[n] for n in (1, 3, 5, 14)] + [without]
    assert [round(game["seconds_left"] / 86_400) for game in listed[:-1]] == [1, 3, 5, 14]
    assert listed[0]["due"] - listed[0]["updated"] == DAY and listed[-1]["due"] is None
    for address in ("/", "/you/games"):
        page = ann.get(address).text
        places = [page.index(f'data-match="{game["match"]}"') for game in listed[:4]]
        assert places == sorted(places)
        due = datetime.fromtimestamp(listed[0]["due"] / 1000, UTC)
        assert f'<time datetime="{due:%Y-%m-%dT%H:%MZ}">' in page


def test_the_days_of_the_first_turn_begin_when_somebody_sits_down(
    server: ServerProcess, meet: Meet
) -> None:
    """An invitation may stand for weeks."""
    ann, bo = meet(), meet()
    match = begin(ann, clock="slow", days="1")
    engine = open_database(server.database)
    with engine.begin() as connection:
        columns = tables.matches.c
        old = update(tables.matches).where(columns.id == match)
        connection.execute(old.values(updated=columns.updated - 20 * DAY))
    engine.dispose()
    join(bo, match, "Bo")
    (told,) = games(ann)
    assert told["due"] - told["updated"] == DAY


def test_a_second_browser_of_a_person_has_the_same_list(meet: Meet) -> None:
    one, two = meet(), meet()
    match = begin(one)
    two.cookies.set("person", one.cookies["person"], path="/")
    assert sections(one) == sections(two) == {match: "waiting"}
    assert two.get("/").text.count(f'data-match="{match}"') == 1


@pytest.mark.parametrize("opponent", ["shared", "friend"])
def test_a_game_on_both_of_whose_seats_somebody_sits_is_listed_once(
    meet: Meet, opponent: str
) -> None:
    one, two = meet(), meet()
    match = begin(one, opponent=opponent)
    if opponent == "friend":  # the invitation, taken without its cookie by the same person
        secret = CLIENT.post(f"{two.base_url}/api/matches/{match}/join", json={}).json()["secret"]
        two.cookies.set("person", one.cookies["person"], path="/")
        two.get(f"/m/{match}", headers={"authorization": f"Bearer {secret}"})
    (told,) = games(one)
    assert (told["section"], told["you"]) == ("running", [1, 2])
    assert one.get("/").text.count(f'data-match="{match}"') == 1


def test_a_match_from_before_is_listed_once_its_player_opens_it(
    server: ServerProcess, meet: Meet
) -> None:
    old, browser = start(server.address, side="1", opponent="computer", rules="base"), meet()
    engine = open_database(server.database)
    unknown = {"line": None, "turn": None, "updated": None}
    with engine.begin() as connection:
        matches = tables.matches
        connection.execute(update(matches).where(matches.c.id == old.match).values(unknown))
    engine.dispose()
    browser.get(f"/m/{old.match}", headers={"cookie": f"seat={old.secret}"})
    assert sections(browser) == {old.match: "turn"}


def test_the_front_page_shows_the_games_first_and_a_newcomer_none(meet: Meet) -> None:
    ann, bo = meet(), meet()
    assert 'id="your-games"' not in ann.get("/").text
    assert ann.get("/you/games/now").text.strip() == "" and not ann.cookies
    match = begin(ann)
    join(bo, match)
    for path in ("/", "/you/games/now"):
        text = ann.get(path).text
        assert 'data-turns="1"' in text and f'href="/m/{match}"' in text
    front = ann.get("/").text
    assert "<title>(1) Menhirs" in front
    assert front.index('id="your-games"') < front.index('id="ways"')
    act(ann, match)
    assert 'data-turns="0"' in ann.get("/").text and 'data-turns="1"' in bo.get("/").text


def test_where_a_person_waits_comes_before_the_computer(meet: Meet) -> None:
    ann, bo = meet(), meet()
    slow = begin(ann)
    join(bo, slow)
    against = [begin(ann, opponent="computer") for _ in range(6)]
    assert list(sections(ann)) == [slow, *reversed(against)]
    front = ann.get("/").text
    assert 'data-turns="1"' in front  # a computer can wait
    assert front.count("data-match=") == 4 and f'data-match="{slow}"' in front


def test_the_boards_of_the_list_can_be_drawn(meet: Meet) -> None:
    ann = meet()
    begin(ann, opponent="shared", rules="amsterdam")
    (picture,) = [part for part in ann.get("/").text.split('"') if part.startswith("/position")][:1]
    drawn = ann.get(picture)
    assert drawn.status_code == 200 and drawn.text.startswith("<svg")


def test_the_time_left_is_told(meet: Meet) -> None:
    ann, bo = meet(), meet()
    match = begin(ann, clock="slow", days="3")
    join(bo, match)
    (told,) = games(ann)
    assert 0 < 3 * DAY / 1000 - told["seconds_left"] < 600
    assert "2 days left" in ann.get("/you/games").text
    act(ann, match, "resign")
    assert games(ann)[0]["seconds_left"] is None


def test_a_game_that_ran_out_of_time_while_nobody_looked_is_soon_told_as_finished(
    server: ServerProcess, meet: Meet
) -> None:
    browser, key, person = meet(), new_secret(), new_match_id()
    table = PlayedMatch(terms("base", clock=SlowClock(1))).play("+c1 +c2", after=0)
    engine, match = open_database(server.database), new_match_id()
    PeopleStore(engine).create(Person(person, "Ann", START), hash_of(key))
    seats = {1: seat_for(new_secret(), person), 2: seat_for(new_secret())}
    MatchStore(engine).create(StoredMatch(match, table.terms, match, 1, table.log, seats), START)
    engine.dispose()
    browser.cookies.set("person", key, path="/")
    (told,) = games(browser)
    assert (told["section"], told["seconds_left"]) == ("turn", 0)
    end = monotonic() + PATIENCE
    while sections(browser) == {match: "turn"}:
        assert monotonic() < end
    assert games(browser)[0]["words"] == "Lost, 11 points against you"


def test_a_seed_that_can_t_be_seen_ends_nobody_s_search(meet: Meet) -> None:
    ann = meet()
    begin(ann, layout="seed", seed="\u202efog\u200b")
    (found,) = games(ann, rules="base")
    record = ann.get(f"/m/{found['match']}/record").text
    assert "fog" in record and "\u202e" not in record


def test_a_search_finds_by_opponent_rules_result_and_day(meet: Meet) -> None:
    ann, bo = meet(), meet()
    base, amsterdam = begin(ann), begin(ann, rules="amsterdam")
    level = begin(ann, opponent="computer", level="3")
    join(bo, base, "Zoë")
    act(ann, base)
    act(bo, base)
    act(ann, base, "resign")

    def found(**asked: str) -> set[str]:
        listed = {game["match"] for game in games(ann, **asked)}
        page = ann.get("/you/games", params=asked).text
        assert {match for match in (base, amsterdam, level) if match in page} == listed
        return listed

    assert found() == {base, amsterdam, level}
    assert found(opponent="zOË") == {base}
    assert found(opponent="shep") == {level}
    assert found(rules="amsterdam") == {amsterdam}
    assert found(result="lost") == {base} and found(result="won") == set()
    assert found(section="waiting") == {amsterdam}
    assert found(since="2020-01-01", until="9999-12-31") == {base, amsterdam, level}
    assert found(since="9999-12-31") == found(until="0001-01-01") == set()
    assert found(rules="base", result="lost", opponent="zo") == {base}


def test_pages_follow_on_each_other(meet: Meet) -> None:
    ann = meet()
    made = {begin(ann, opponent="shared") for _ in range(7)}
    found: list[str] = []
    asked = {"most": "3"}
    while True:
        data = ann.get("/api/games", params=asked).json()
        found += [game["match"] for game in data["games"]]
        if data["following"] is None:
            break
        asked["after"] = data["following"]
    assert len(found) == 7 and set(found) == made
    page = ann.get("/you/games", params={"most": "3", "after": asked["after"]})
    assert page.text.count("data-match=") == 1


RUBBISH = [
    *("section=q", "section=TURN", "result=1", "result=", "since=yesterday", "since=2020-13-40"),
    *("until=99999-01-01", "since=%D9%A1%D9%A1%D9%A1%D9%A1-01-01", "after=x", "after=5-1-a"),
    *("after=1--1-a", "after=1-1-%27", f"after=1-{'9' * 40}-a", "most=0", "most=101", "most=x"),
    *("rules=%00", f"rules={'r' * 41}", f"opponent={'o' * 41}", "unknown=1", "%00=%00"),
]


@pytest.mark.parametrize("path", ["/api/games", "/you/games", "/you/games.menhirs"])
def test_rubbish_is_refused_in_words(meet: Meet, path: str) -> None:
    browser = meet()
    begin(browser)
    for query in RUBBISH:
        answer = browser.get(f"{path}?{query}")
        if query == "result=" and path != "/api/games":  # a field that was left empty
            continue
        assert error_of(answer, 400) in ("form", "message"), query


def test_odd_searches_find_nothing_and_break_nothing(meet: Meet) -> None:
    browser = meet()
    begin(browser)
    for odd in ("%", "_", "'", '"', "<script>", "\ud83d".encode(errors="replace").decode()):
        page = browser.get("/you/games", params={"opponent": odd})
        assert page.status_code == 200 and "<script>\n" not in page.text
        assert "data-match=" not in page.text


def replay(text: str, folder: Path) -> list[dict[str, Any]]:
    """What ``menhirs replay`` makes of a file."""
    file = folder / "games.menhirs"
    file.write_text(text)
    command = [str(Path(sys.executable).with_name("menhirs")), "replay", str(file), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_all_records_are_in_one_file_that_can_be_replayed(meet: Meet, tmp_path: Path) -> None:
    ann, bo = meet(), meet()
    assert ann.get("/you/games.menhirs").text == ""
    played = [begin(ann, opponent="shared", rules=rules) for rules in ("base", "amsterdam")]
    for match in played:
        act(ann, match)
    act(ann, played[0], "resign")
    with_bo = begin(ann, name="Ann")
    join(bo, with_bo, 'B"o')
    act(ann, with_bo)
    begin(ann)  # nothing was played there
    answer = ann.get("/you/games.menhirs")
    assert "attachment" in answer.headers["content-disposition"]
    games_read = replay(answer.text, tmp_path)
    assert sorted(game["rules"] for game in games_read) == ["amsterdam", "base", "base"]
    some = replay(ann.get("/you/games.menhirs", params={"section": "finished"}).text, tmp_path)
    assert [game["reason"] for game in some] == ["resign"]
    assert len(replay(bo.get("/you/games.menhirs").text, tmp_path)) == 1


def test_nobody_asks_for_all_records_again_and_again(meet: Meet) -> None:
    browser = meet()
    begin(browser)
    answers = [browser.get("/you/games.menhirs") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429] * 2
    assert error_of(answers[-1], 429) == "too-fast"


def test_the_list_of_somebody_unknown_is_empty(server: ServerProcess) -> None:
    for key in ("", "x", "é", "a" * 5_000):
        headers = [(b"cookie", b"person=" + key.encode())]
        answer = CLIENT.get(f"{server.address}/api/games", headers=headers)
        assert answer.json() == {"games": [], "following": None}
