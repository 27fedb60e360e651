"""Whole games, from the front page to the result, in every way to play."""

from __future__ import annotations

from itertools import starmap
from random import Random
from typing import Any

import httpx
import pytest

from menhirs.core.actions import Move
from menhirs.notation.line import read_line
from tests.server.processes import ServerProcess
from tests.web.games import Game, find_game, kinds
from tests.web.hands import Hand, Keyboard, Mouse, Touch
from tests.web.people import Meet, Person

WAYS: dict[str, type[Hand]] = {"mouse": Mouse, "touch": Touch, "keyboard": Keyboard}
in_every_way = pytest.mark.parametrize("way", WAYS)

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
"""What has to happen in a game. One that ends with a claim is won by showing it."""


@in_every_way
def test_a_whole_base_game_at_one_screen(way: str, site: ServerProcess, meet: Meet) -> None:
    game = find_game("base", lambda game: kinds(game) >= BASE[way])
    _play_at_one_screen(meet(phone=way == "touch"), WAYS[way], game, site)


@in_every_way
def test_a_whole_game_of_the_amsterdam_way_at_one_screen(
    way: str, site: ServerProcess, meet: Meet
) -> None:
    game = find_game(
        "amsterdam", lambda game: kinds(game) >= AMSTERDAM[way] and len(game.actions) < 60
    )
    _play_at_one_screen(meet(phone=way == "touch"), WAYS[way], game, site)


def test_a_whole_game_against_the_computer(site: ServerProcess, meet: Meet) -> None:
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
        told = _told(person, site)
        position = read_line(told["position"])
        if position.is_over:
            break
        legal = position.board_actions()
        winning = [move for move in starmap(Move, position.winning_moves()) if move in legal]
        hand.play(numbers.choice(winning or legal), position)
        person.waits_for(f"#log [data-ply='{told['ply'] + 1}']")
    _check_result(person, site)


def _play_at_one_screen(person: Person, way: type[Hand], game: Game, server: ServerProcess) -> None:
    person.open("/")
    hand = way(person.page)
    hand.start("shared", game.rules, game.seed)
    person.waits_for("#main[data-phase]")
    steps = zip(game.actions, game.positions, strict=False)
    for ply, (action, position) in enumerate(steps, start=1):
        hand.play(action, position)
        person.waits_for_ply(ply)
    assert read_line(_told(person, server)["position"]) == game.position
    _check_result(person, server)


def _check_result(person: Person, server: ServerProcess) -> None:
    """The page tells how it ended, in the words of the server, for eyes and ears."""
    result = _told(person, server)["outcome"]["text"]
    assert person.text("#over-title") == person.status == result
    person.waits_for_words("#live", result)


def _told(person: Person, server: ServerProcess) -> dict[str, Any]:
    """What the server says of the match on the page, to the holder of the key in this browser."""
    key = {"authorization": f"Bearer {person.secret}"}
    answer = httpx.get(f"{server.address}/api/matches/{person.match_id}", headers=key)
    state: dict[str, Any] = answer.raise_for_status().json()
    return state
