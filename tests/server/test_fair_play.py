"""Nobody is helped with a rated game while it is played, nor a player with any game of theirs."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import Engine

from menhirs.core.position import Position
from menhirs.core.rules import BASE
from menhirs.core.state import Outcome, Reason
from menhirs.learn.puzzles.exercises import PUZZLES
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.fair_play import Likeness
from menhirs.notation.actions import read_action
from menhirs.notation.line import read_line, write_line
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.fair_play_store import (
    APPEAL_DAYS,
    MOST_ROWS,
    FairPlayStore,
    Refusal,
)
from menhirs.server.storage.match.store import Append, MatchStore, StoredMatch, standing_of
from tests.cli.command import menhirs
from tests.match.played_match import terms
from tests.server.conftest import new_database
from tests.server.lobby_people import newcomer
from tests.server.pages import open_socket
from tests.server.processes import ServerProcess
from tests.server.visitors import Visitor

CHEAT = "fair-play"
OWN = "fair-play-yours"


class Game:
    """A game between two people, a few moves old."""

    def __init__(self, address: str, **wanted: str) -> None:
        self.ann, self.bo = newcomer(address, "Ann"), newcomer(address, "Bo")
        self.match = self.ann.invite(**{"rules": "base8", "rated": "true", **wanted})
        self.bo.take(self.match)
        for _ in range(6):
            self.move()

    def move(self) -> None:
        """The player to act plays the first legal action that does not end the game."""
        for one in (self.ann, self.bo):
            state = one.state(self.match)
            before = self.position
            for legal in state["legal"]:
                action = legal["action"]
                if action != "claim" and not before.play(read_action(action, before)).is_over:
                    one.act(self.match, action)
                    return

    @property
    def line(self) -> str:
        found: str = self.ann.state(self.match)["position"]
        return found

    @property
    def position(self) -> Position:
        return read_line(self.line)

    @property
    def record(self) -> str:
        return self.ann.client.get(f"/m/{self.match}/record").text

    def end(self) -> None:
        self.bo.act(self.match, "resign")


@pytest.fixture(scope="module")
def rated(server: ServerProcess) -> Game:
    """A rated game that goes on through all tests that share it."""
    return Game(server.address)


@pytest.fixture
def engine(database: str) -> Iterator[Engine]:
    opened = open_database(database)
    yield opened
    opened.dispose()


def code(answer: httpx2.Response) -> str:
    """The code of a refusal; empty if there was none."""
    if answer.status_code < 400:
        return ""
    assert answer.status_code == 403, answer.text
    found: str = answer.json()["code"]
    return found


def doors(visitor: httpx2.Client, line: str, record: str) -> dict[str, httpx2.Response]:
    """What a visitor is answered at every door to the engine."""
    begin = {"rules": "base8", "opponent": "computer", "level": 8, "position": line}

    def post(path: str, **body: Any) -> httpx2.Response:
        return visitor.post(path, json=body)

    return {
        "page": visitor.get("/analysis", params={"position": line}),
        "line": post("/api/analysis/line", position=line),
        "explain": post("/api/analysis/explain", position=line, action="claim"),
        "engine": post("/api/analysis/engine", position=line, seconds=0.1),
        "value": visitor.get("/api/value", params={"position": line}),
        "widget": visitor.get("/embed/position", params={"position": line}),
        "widget of a game": visitor.get("/embed/game", params={"position": line, "moves": ""}),
        "position brought": post("/api/analysis/open", text=line),
        "record brought": post("/api/analysis/open", text=record),
        "review": post("/api/reviews", record=record),
        "review form": visitor.post("/review", data={"record": record}),
        "play from here": visitor.get("/play", params={"position": line}),
        "match": post("/api/matches", **begin),
        "match form": visitor.post("/matches", data={**begin, "level": "8"}),
    }


def test_every_door_is_closed_to_everybody_while_a_rated_game_is_played(rated: Game) -> None:
    for visitor in (rated.ann, rated.bo, newcomer(str(rated.ann.client.base_url), "Cy")):
        for door, answer in doors(visitor.client, rated.line, rated.record).items():
            if door in ("review form", "widget", "widget of a game"):  # it says so on its page
                assert answer.status_code == 403 and "rated game" in answer.text, answer.text
                continue
            assert code(answer) == CHEAT, (door, visitor.name)


@pytest.mark.parametrize("number", range(3))
def test_mirror_images_are_known(rated: Game, number: int) -> None:
    position = rated.position
    mirror = position.geometry.mirrors[number]
    menhirs, fog = mirror.mask(position.menhirs), mirror.mask(position.fog)
    image = replace(position, menhirs=menhirs, fog=fog, last=None)
    asked = {"position": write_line(image), "seconds": 0.1}
    assert code(rated.bo.client.post("/api/analysis/engine", json=asked)) == CHEAT


def test_a_changed_round_another_game_and_the_next_moves_are_known(rated: Game) -> None:
    position = rated.position
    start = Position.start(BASE, position.menhirs)
    action = rated.ann.client.post("/api/analysis/line", json={"position": write_line(start)})
    assert code(action) == CHEAT
    last = replace(position, last=None)
    assert code(rated.ann.client.get("/analysis", params={"position": write_line(last)})) == CHEAT
    one = position.board_actions()[0]
    after = position.play(one)
    asked = {"position": write_line(after), "seconds": 0.1}
    if not after.is_over:
        assert code(rated.ann.client.post("/api/analysis/engine", json=asked)) == CHEAT


def test_a_record_that_goes_on_or_was_given_up_is_known(rated: Game) -> None:
    for ending in ("resign1", "resign2"):
        text = f"{rated.record.rstrip()} {ending}\n"
        text = "\n".join(row for row in text.splitlines() if not row.startswith("[Res")) + "\n"
        assert code(rated.ann.client.post("/api/reviews", json={"record": text})) == CHEAT


def test_a_layout_set_up_by_hand_against_the_computer_is_known(rated: Game) -> None:
    position = rated.position
    names = " ".join(position.geometry.names_of(position.menhirs))
    wanted = {"rules": "base", "opponent": "computer", "layout": "hand", "menhirs": names}
    assert code(rated.ann.client.post("/api/matches", json=wanted)) == CHEAT
    alone = {**wanted, "opponent": "shared"}  # no engine plays there
    assert rated.ann.client.post("/api/matches", json=alone).status_code == 201


def test_a_puzzle_of_the_position_is_known(server: ServerProcess) -> None:
    game = Game(server.address)
    while not any(game.position.winning_moves()):
        game.move()
    line = game.line  # the next move may win, so it is a puzzle
    name = urlsafe_b64encode(line.encode()).decode().rstrip("=")
    asked: list[Callable[[], httpx2.Response]] = [
        lambda: game.bo.client.get("/analysis/puzzle", params={"position": line}),
        lambda: game.bo.client.get(f"/api/exercises/given/{name}"),
        lambda: game.bo.client.post(f"/api/exercises/given/{name}/hint", json={}),
        lambda: game.bo.client.post(f"/api/exercises/given/{name}/try", json={"actions": ["pass"]}),
    ]
    assert [code(ask()) for ask in asked] == [CHEAT] * len(asked)
    game.end()
    assert 403 not in [ask().status_code for ask in asked]


def test_a_review_that_somebody_else_asked_for_is_closed_to_the_players(
    server: ServerProcess,
) -> None:
    game = Game(server.address, rated="false")
    friend = newcomer(server.address, "Cy")
    review = friend.client.post("/api/reviews", json={"record": game.record}).json()["id"]
    pages = (f"/api/reviews/{review}", f"/review/{review}", f"/api/reviews/{review}/proof")
    assert [code(game.ann.client.get(page)) for page in pages] == [OWN] * len(pages)
    game.end()
    assert [game.ann.client.get(page).status_code for page in pages[:2]] in ([200, 200], [202, 200])


def test_all_is_free_as_soon_as_the_game_is_over(server: ServerProcess) -> None:
    game = Game(server.address)
    line = game.line
    assert code(game.ann.client.get("/analysis", params={"position": line})) == CHEAT
    game.end()
    stranger = newcomer(server.address, "Cy")
    answers = doors(stranger.client, line, game.record)
    assert {door: answer.status_code for door, answer in answers.items()} == {
        **dict.fromkeys(answers, 200),
        **{"review": 202, "review form": 303, "match": 201, "match form": 303},
    }
    assert game.ann.client.post(f"/api/matches/{game.match}/review").status_code in (200, 202)


def test_what_is_not_rated_is_closed_to_its_players_only(server: ServerProcess) -> None:
    game = Game(server.address, rated="false")
    stranger = newcomer(server.address, "Cy")
    asked = {"position": game.line}
    for player in (game.ann, game.bo):
        assert code(player.client.get("/analysis", params=asked)) == OWN
        assert code(player.client.post("/api/reviews", json={"record": game.record})) == OWN
    assert code(stranger.client.get("/analysis", params=asked)) == ""
    game.end()
    assert code(game.ann.client.get("/analysis", params=asked)) == ""


def test_an_invitation_that_waits_is_closed_too_if_it_is_rated(server: ServerProcess) -> None:
    """The inviter sees the layout before anybody sits down."""
    ann = newcomer(server.address, "Ann")
    match = ann.invite(rated="true")
    asked = {"position": ann.state(match)["position"]}
    assert code(ann.client.get("/analysis", params=asked)) == CHEAT
    ann.withdraw(match)
    assert code(ann.client.get("/analysis", params=asked)) == ""


def test_a_rated_rematch_is_never_on_the_same_layout(server: ServerProcess) -> None:
    game = Game(server.address)
    game.end()
    state = game.ann.state(game.match)
    assert state["may"]["rematch"] and not state["may"]["same_layout"]
    header = "; ".join(f"{name}={value}" for name, value in game.ann.client.cookies.items())
    with open_socket(Visitor(server.address, game.match), cookie=header) as (page, _):
        assert page.refused(page.say("rematch", layout="same")) == "rated-start"


def test_lessons_puzzles_and_other_positions_stay_free(rated: Game) -> None:
    client = rated.ann.client
    assert client.get("/puzzles/today", follow_redirects=True).status_code == 200
    puzzle = next(iter(PUZZLES.puzzles))
    assert client.post(f"/api/exercises/puzzles/{puzzle}/hint", json={}).status_code == 200
    assert client.get("/analysis").status_code == 200
    line = "base8 o../o.m./.mm../.o..M./.mmo./..M./... 2 10 move 0,0 - - -"
    assert client.get("/analysis", params={"position": line}).status_code == 200


def test_two_servers_guard_the_same_games_and_keep_who_was_refused(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = new_database("postgresql", tmp_path, request)
    one, two = (ServerProcess(database, tmp_path / name) for name in ("one", "two"))
    try:
        game = Game(one.address)
        asked = {"position": game.line}
        stranger = newcomer(two.address, "").client
        ann = game.ann.at(two.address).client
        for visitor in (ann, ann, stranger):
            assert code(visitor.get("/analysis", params=asked)) == CHEAT
        told = refused_help(database)
        rows = {(row["name"], row["plays"]): row for row in told}
        assert set(rows) == {("Ann", True), (None, False)}
        kept = rows["Ann", True]
        assert (kept["match"], kept["times"], kept["door"]) == (game.match, 2, "analysis")
        assert kept["likeness"] == "same" and kept["first"] <= kept["last"]
        assert game.line.split()[1] not in str(told)
        assert refused_help(database, "--person", game.bo.person) == []
        game.end()
        assert code(stranger.get("/analysis", params=asked)) == ""
        assert len(refused_help(database, "--match", game.match)) == 2  # as long as one may object
    finally:
        one.close()
        two.close()


def test_evidence_is_deleted_when_nobody_may_object_any_more(engine: Engine) -> None:
    """Of a game that goes on it stays; of one that is gone with all its rows, nothing."""
    a_day, over = 24 * 3600 * 1000, Outcome(1, 12, Reason.RESIGN)
    fair_play, store = FairPlayStore(engine), MatchStore(engine)
    for match, ended in (("old", 0), ("late", a_day), ("runs", None)):
        store.create(StoredMatch(match, terms(), match, 1, [], {}), at=0)
        if ended is not None:
            entry = Entry(1, ended, EntryKind.ACTION, 2, "resign2")
            store.append([Append(match, entry, over, standing_of(terms().start))])
    for match in ("old", "late", "runs", "deleted"):
        for door in ("analysis", "analysis", "review"):
            fair_play.store_refusal(Refusal(match, Likeness.SAME, "ann", "f" * 32, door), at=5)
    assert fair_play.forget_refusals(APPEAL_DAYS * a_day + 1) == 4
    kept = fair_play.refusals(None, None, 50)
    assert sorted((one.match, one.door, one.times) for one in kept) == [
        (match, door, times)
        for match in ("late", "runs")
        for door, times in (("analysis", 2), ("review", 1))
    ]


def test_so_many_rows_are_kept_of_a_person_in_a_game(engine: Engine) -> None:
    fair_play = FairPlayStore(engine)
    for number in range(MOST_ROWS + 5):
        fair_play.store_refusal(Refusal("m", Likeness.NEAR, None, f"{number}", "engine"), at=number)
    assert len(fair_play.refusals(None, None, 10 * MOST_ROWS)) == MOST_ROWS


def refused_help(database: str, *words: str) -> list[dict[str, Any]]:
    done = menhirs("admin", "refused-help", *words, "--json", "--database", database)
    assert done.returncode == 0, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)["refused-help"]
    return found


def test_rubbish_is_told_as_rubbish(rated: Game) -> None:
    client = rated.ann.client
    for line in ("", "nonsense", rated.line.replace("base8", "nothing"), rated.line + " x"):
        answer = client.post("/api/analysis/engine", json={"position": line})
        assert answer.status_code == 400, line
