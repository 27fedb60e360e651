"""Reloads, lost connections and servers that die: both players find the same game again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import WebSocket

from menhirs.core.actions import Move
from menhirs.notation.actions import write_action
from tests.server.processes import ServerProcess
from tests.server.visitors import CLIENT
from tests.thoroughness import is_long
from tests.web.hands import Mouse
from tests.web.matches import Match
from tests.web.moments import MOMENTS, game_at, match_at
from tests.web.people import Meet, Person
from tests.web.wires import Wire

NO_SERVER = (
    "WebSocket connection to|ERR_CONNECTION|ERR_INTERNET_DISCONNECTED"
    "|ERR_CONTENT_LENGTH|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE"
)
"""Browsers log every vain try to connect, and every answer that a kill cut short."""


@pytest.fixture(scope="module")
def mortal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server of our own, to be killed."""
    folder = tmp_path_factory.mktemp("mortal")
    running = ServerProcess(f"sqlite:///{folder / 'menhirs.sqlite'}", folder / "log")
    yield running
    running.close()


def seen(person: Person) -> dict[str, Any]:
    """All that a player sees of a game."""
    shown = ("#decide", "#prove", "#over", "#waiting", "#keep", "#typed", "#resign")
    return {
        "phase": person.phase,
        "status": person.status,
        "cells": person.cells(),
        "moves": person.text("#log"),
        "rounds": person.text("#track"),
        "shown": [selector for selector in shown if person.sees(selector)],
        "can act on": person.get(".mb-cell:is(.is-movable, .is-choosable)").count(),
    }


def sit_down(meet: Meet, address: str, match: Match, *seats: int) -> list[Person]:
    """A browser for each of these seats; for every one that somebody has if none is named."""
    people = []
    for seat in seats or sorted(match.secrets):
        person = meet(address, expects=NO_SERVER)
        person.sit(match, seat)
        people.append(person)
    return people


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_reload_shows_the_same_game(moment: str, site: ServerProcess, meet: Meet) -> None:
    """To whoever is on turn; to both with ``make long``."""
    match = match_at(site.address, moment)
    seats = [] if is_long() or moment in ("waiting", "over") else [match.state()["player"]]
    for person in sit_down(meet, site.address, match, *seats):
        before = seen(person)
        assert before["phase"] == moment
        person.page.reload()
        person.waits_for("#main[data-phase]")
        assert seen(person) == before


def test_a_server_that_dies_at_any_moment_takes_nothing_along(
    mortal: ServerProcess, meet: Meet
) -> None:
    moments = MOMENTS if is_long() else ("decide", "prove")
    matches = {moment: match_at(mortal.address, moment) for moment in moments}
    people = {moment: sit_down(meet, mortal.address, match) for moment, match in matches.items()}
    everybody = [(moment, person) for moment, both in people.items() for person in both]
    before = [seen(person) for _, person in everybody]

    mortal.kill()
    for moment, person in everybody:
        person.waits_for("#connection")
        assert person.text("#connection") == "Connection lost. Trying again…", moment
        assert person.status == "Not connected: this may be old.", moment
        assert_nothing_can_be_done(person)

    mortal.start()
    for (moment, person), shown in zip(everybody, before, strict=True):
        person.page.wait_for_selector("#connection", state="hidden")
        assert seen(person) == shown, moment

    for moment in [moment for moment in moments if moment not in ("waiting", "over")]:
        the_game_goes_on(moment, people[moment])


def assert_nothing_can_be_done(person: Person) -> None:
    assert person.get(".mb-cell:is(.is-movable, .is-choosable)").count() == 0
    for selector in ("#keep", "#decide-choices", "#take-back", "#resign", "#waiting"):
        assert not person.sees(selector), selector
    assert person.get(".claim:not([aria-disabled=true])").count() == 0
    assert person.get("#typed-list option").count() == 0


def the_game_goes_on(moment: str, people: list[Person]) -> None:
    """The player on turn acts by hand, and the other one sees it."""
    game = game_at(moment)
    position = game.position
    winning = [Move(*move) for move in position.winning_moves()]
    action = winning[0] if moment == "prove" else position.board_actions()[0]
    Mouse(people[position.player - 1].page).play(action, position)
    for person in people:
        person.waits_for_ply(len(game.actions) + 1)
    assert people[0].cells() == people[1].cells()


def test_an_action_that_never_arrived_can_be_played_again(
    mortal: ServerProcess, meet: Meet
) -> None:
    match, game = match_at(mortal.address, "move"), game_at("move")
    mover = meet(mortal.address, expects=NO_SERVER)
    wire = Wire(mover.page)
    mover.sit(match, game.position.player)
    wire.hold_up("act")
    action = game.position.board_actions()[0]
    Mouse(mover.page).play(action, game.position)
    wire.wait_until_held()
    mortal.kill()
    mover.waits_for("#connection")
    mortal.start()
    mover.page.wait_for_selector("#connection", state="hidden")
    wire.forget()
    assert mover.fog() == set(game.position.geometry.names_of(game.position.fog))
    Mouse(mover.page).play(action, game.position)
    mover.waits_for_ply(len(game.actions) + 1)


def test_what_was_missed_offline_is_there_when_one_is_back(site: ServerProcess, meet: Meet) -> None:
    match, game = match_at(site.address, "move"), game_at("move")
    away = meet(expects=NO_SERVER)
    away.sit(match, 3 - game.position.player)
    away.context.set_offline(True)
    away.waits_for("#connection")
    assert_nothing_can_be_done(away)
    action = game.position.board_actions()[0]
    match.act(write_action(action, game.position))
    away.context.set_offline(False)
    away.waits_for_ply(len(game.actions) + 1)
    after = game.position.play(action)
    assert away.fog() == set(after.geometry.names_of(after.fog))
    assert not away.sees("#connection")


def test_typing_without_a_connection_says_so(mortal: ServerProcess, meet: Meet) -> None:
    person = meet(mortal.address, expects=NO_SERVER)
    person.sit(match_at(mortal.address, "flip"), 1)
    mortal.kill()
    person.waits_for("#connection")
    person.type_move("*a1")
    person.waits_for_toast("There is no connection at the moment.")
    mortal.start()


def test_a_friend_can_still_come_after_the_server_died(mortal: ServerProcess, meet: Meet) -> None:
    match = Match.new(mortal.address, opponent="friend", rules="base")
    ann = meet(mortal.address, expects=NO_SERVER)
    ann.sit(match)
    mortal.kill()
    ann.waits_for("#connection")
    mortal.start()
    ben = meet(mortal.address)
    ben.open(match.path)
    ben.page.get_by_role("button", name="Sit down and play").click()
    ben.waits_for("#main[data-phase=place]")
    ann.waits_for("#main[data-phase=place]")
    assert ann.status == "Your turn: place a fog tile."
    assert ben.status == "Your opponent places a fog tile."


def test_a_page_that_was_too_fast_comes_back_by_itself(tmp_path: Path, meet: Meet) -> None:
    database = f"sqlite:///{tmp_path / 'menhirs.sqlite'}"
    strict = ServerProcess(database, tmp_path / "log", "--requests-a-second", "1")
    try:
        match = Match.new(strict.address, opponent="shared", rules="base")
        # What such a page asks for besides can be too fast as well.
        person = meet(strict.address, expects=f"{NO_SERVER}|status of 429")
        heard: list[str] = []

        def listen(socket: WebSocket) -> None:
            socket.on("framereceived", lambda frame: heard.append(str(frame)))

        person.page.on("websocket", listen)
        person.watch(match)
        while not heard or '"too-fast"' not in heard[0]:
            person.context.set_offline(True)
            person.waits_for("#connection")
            heard.clear()
            person.context.set_offline(False)
            while not heard:  # others at this address are quicker, as a rule
                CLIENT.get(f"{strict.address}{match.path}")
                person.page.wait_for_timeout(1)
        assert '"retry_after"' in heard[0]
        person.page.wait_for_selector("#connection", state="hidden")
        assert any('"hello"' in frame for frame in heard)
    finally:
        strict.close()
