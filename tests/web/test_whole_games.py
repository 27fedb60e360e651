"""Whole games, from the front page to the result, in every way to play."""

from __future__ import annotations

from itertools import starmap
from pathlib import Path
from random import Random
from typing import Any

import pytest

from menhirs.core.actions import Move
from menhirs.notation.line import read_line, write_line
from menhirs.notation.record import read_record
from tests.server.processes import ServerProcess
from tests.thoroughness import is_long
from tests.web.games import Game, find_game, kinds
from tests.web.hands import Hand, Keyboard, Mouse, Touch
from tests.web.homes import AT_BOTH, Home
from tests.web.matches import Match
from tests.web.people import Meet, Person

GOLDEN = Path(__file__).parents[1] / "golden"
WAYS: dict[str, type[Hand]] = {"mouse": Mouse, "touch": Touch, "keyboard": Keyboard}

BASE = {
    "mouse": {"place", "move", "split", "remove", "ends: freed"},
    "touch": {"place", "move", "split", "remove", "ends: tie"},
    "keyboard": {"place", "move", "split", "remove", "ends: freed"},
}
AMSTERDAM = {
    "mouse": {"flip", "place", "split", "remove", "keep", "decide", "lap 2"},
    "touch": {"flip", "place", "split", "remove", "decide", "ends: claim"},
    "keyboard": {"flip", "place", "split", "remove", "keep", "decide", "ends: claim"},
}
"""What has to happen in a game. One that ends with a claim is won by showing it.

The mouse plays the base game against the computer too, and the keyboard plays by house rules."""


@pytest.mark.long
@AT_BOTH
@pytest.mark.parametrize("way", BASE)
def test_a_whole_base_game_at_one_screen(way: str, home: Home, meet: Meet) -> None:
    game = find_game("base", lambda game: kinds(game) >= BASE[way])
    play_at_one_screen(meet(phone=way == "touch"), WAYS[way], game, home)


@AT_BOTH
def test_the_end_of_a_base_game_by_touch(home: Home, meet: Meet) -> None:
    """A whole one takes half a minute: after each touch the board rests."""
    game = find_game("base", lambda game: kinds(game) >= BASE["touch"])
    person, begin = meet(phone=True), len(game.actions) - 8
    home.sit_down(person, game.until(begin))
    play(person, Touch(person.page), game, begin)
    assert home.told(person)["position"] == write_line(game.position)
    _check_result(person, home.told(person))


@AT_BOTH
@pytest.mark.parametrize("way", AMSTERDAM if is_long() else ["keyboard"])
def test_a_whole_game_of_the_amsterdam_way_at_one_screen(way: str, home: Home, meet: Meet) -> None:
    game = find_game(
        "amsterdam", lambda game: kinds(game) >= AMSTERDAM[way] and len(game.actions) < 60
    )
    play_at_one_screen(meet(phone=way == "touch"), WAYS[way], game, home)


def test_an_endless_game_is_a_tie_when_a_position_comes_for_the_third_time(
    site: ServerProcess, meet: Meet
) -> None:
    record = read_record((GOLDEN / "endless-third-time-tie.menhirs").read_text("utf-8"))
    person, geometry = meet(), record.start.geometry
    menhirs = " ".join(geometry.names_of(record.start.menhirs))
    wanted = {"rules": "endless", "layout": "hand", "menhirs": menhirs}
    person.sit(Match.new(site.address, opponent="shared", **wanted))
    hand = Mouse(person.page)
    steps = zip(record.actions, record.positions, strict=False)
    for ply, (action, position) in enumerate(steps, start=1):
        person.waits_for("#main.yours")
        hand.play(action, position)
        person.waits_for_ply(ply)
    person.waits_for("#main[data-result=tie]")
    assert "3 times" in person.status
    person.waits_for_words("#live", person.status)


@AT_BOTH
def test_a_whole_game_against_the_computer(home: Home, meet: Meet) -> None:
    person = meet()
    person.open("/")
    hand = Mouse(person.page)
    hand.press("#computer > summary")
    hand.press("#computer label[for=level-1]")
    hand.press("#computer label:has([name=side][value='2'])")
    hand.press("#computer [name=rules][value='base'].start")
    numbers = Random("against the computer")
    while True:
        person.waits_for("#main:is(.yours, [data-phase=over])")
        told = home.told(person)
        position = read_line(told["position"])
        if position.is_over:
            break
        legal = position.board_actions()
        winning = [move for move in starmap(Move, position.winning_moves()) if move in legal]
        hand.play(numbers.choice(winning or legal), position)
        person.waits_for(f"#log [data-ply='{told['ply'] + 1}']")
    _check_result(person, told)


def play_at_one_screen(person: Person, way: type[Hand], game: Game, home: Home) -> None:
    person.open("/")
    hand = way(person.page)
    hand.start("shared", game.rules, game.seed)
    person.waits_for("#main[data-phase]")
    play(person, hand, game)
    assert home.told(person)["position"] == write_line(game.position)
    _check_result(person, home.told(person))


def play(person: Person, hand: Hand, game: Game, begin: int = 0) -> None:
    """Plays a game after so many plies to its end."""
    steps = zip(game.actions[begin:], game.positions[begin:], strict=False)
    for ply, (action, position) in enumerate(steps, start=begin + 1):
        hand.play(action, position)
        person.waits_for_ply(ply)


def _check_result(person: Person, told: dict[str, Any]) -> None:
    """The page shows how the game ended, in the server's words, for eyes and ears."""
    result = told["outcome"]["text"]
    assert person.status == result
    person.waits_for_words("#live", result)
