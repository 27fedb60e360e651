"""What a screen reader says: moves, board, round, clocks, result."""

from __future__ import annotations

import re

from menhirs.core.actions import Move
from menhirs.notation.actions import write_action
from tests.server.processes import ServerProcess
from tests.web.games import find_moment
from tests.web.hands import Keyboard
from tests.web.matches import Match
from tests.web.moments import game_at, match_at
from tests.web.people import Meet


def test_a_move_is_told_with_what_comes_next(site: ServerProcess, meet: Meet) -> None:
    match, game = match_at(site.address, "move"), game_at("move")
    listener = meet()
    listener.sit(match, 3 - game.position.player)
    move = next(a for a in game.position.board_actions() if isinstance(a, Move))
    match.act(write_action(move, game.position))
    tiles = game.position.geometry.names_of(move.tiles)
    listener.waits_for_words("#live", f"Your opponent moves {tiles[0]}")
    assert all(tile in listener.heard() for tile in tiles)
    assert "Your opponent may take a fog tile away." in listener.heard()
    match.act("keep")
    listener.waits_for_words("#live", "takes nothing away.")
    assert listener.heard().endswith("Your turn: move fog.")


def test_the_result_is_told(site: ServerProcess, meet: Meet) -> None:
    match = match_at(site.address, "move")
    listener = meet()
    listener.sit(match, 1)
    match.act("resign")
    listener.waits_for_words("#live", match.state(1)["outcome"]["text"])


def test_keys_tell_board_round_and_clocks(site: ServerProcess, meet: Meet) -> None:
    game = find_moment("base", lambda position: position.round == 4)
    match = Match.of(site.address, game, clock="live", minutes=10)
    listener = meet()
    listener.sit(match)
    keys = listener.page.keyboard

    keys.press("b")
    listener.waits_for_words("#live", "Menhirs under fog:")
    position = game.position
    fog = position.geometry.names_of(position.fog)
    clusters = re.findall(r"Cluster \d+, (\d+) tiles?:", listener.heard())
    assert sum(map(int, clusters)) == len(fog)
    assert all(cell in listener.heard() for cell in fog)

    keys.press("r")
    listener.waits_for_words("#live", "Round 4.")
    free = (position.menhirs & ~position.fog).bit_count()
    assert f"{free} of 7 menhirs free. South moves fog." in listener.heard()

    keys.press("t")
    listener.waits_for_words("#live", "North: ")
    assert re.fullmatch(
        r"South: \d+ minutes( \d+ seconds?)?\. North: \d+ minutes( \d+ seconds?)?\.",
        listener.heard(),
    )


def test_without_a_clock_the_key_says_so(site: ServerProcess, meet: Meet) -> None:
    listener = meet()
    listener.sit(match_at(site.address, "flip"))
    listener.page.keyboard.press("t")
    listener.waits_for_words("#live", "There is no clock in this game.")


def test_the_help_says_the_same_aloud(site: ServerProcess, meet: Meet) -> None:
    listener = meet()
    listener.sit(match_at(site.address, "move"))
    listener.page.keyboard.press("?")
    listener.page.click("[data-say=round]")
    listener.waits_for_words("#said", "Round 1")
    listener.page.click("[data-say=board]")
    listener.waits_for_words("#said", "Cluster 1, ")


def test_choosing_is_told(site: ServerProcess, meet: Meet) -> None:
    game = game_at("move")
    listener = meet()
    listener.sit(match_at(site.address, "move"), game.position.player)
    cell = game.position.geometry.names_of(game.position.fog)[0]
    Keyboard(listener.page).choose(cell)
    listener.waits_for_words("#live", "chosen.")
    assert re.search(r"\d+ tiles? chosen\. (Can move|It cannot move)", listener.heard())
    listener.page.keyboard.press("Escape")
    listener.waits_for_words("#live", "Nothing chosen.")


def test_single_keys_can_be_switched_off(site: ServerProcess, meet: Meet) -> None:
    """Who dictates must not set things off by speaking letters."""
    listener = meet(settings={"keys": False})
    listener.sit(match_at(site.address, "flip"))
    listener.page.keyboard.press("t")
    listener.page.keyboard.press("?")
    listener.page.wait_for_timeout(300)
    assert "clock" not in listener.heard() and not listener.sees("#help")
