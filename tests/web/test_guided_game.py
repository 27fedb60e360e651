"""A guided game in the browser: won, lost with a warning, by mouse, keyboard and ear."""

from __future__ import annotations

import pytest

from menhirs.core.actions import Action
from menhirs.core.position import Position
from menhirs.core.state import Phase
from menhirs.learn.warnings import danger
from menhirs.notation.line import write_line
from tests.web.games import find_moment
from tests.web.hands import Keyboard, Mouse
from tests.web.homes import AT_BOTH, Home
from tests.web.people import Meet, Person
from tests.web.test_pages import violations

STRONGEST = 8
"""This level never overlooks a win."""


def can_win(position: Position) -> bool:
    winning = position.phase is Phase.MOVE and position.player == 1
    return winning and any(position.winning_moves())


def can_lose(position: Position) -> bool:
    """Whether player 1 has a dangerous move, and a safe one."""
    if position.phase is not Phase.MOVE or position.player != 1 or any(position.winning_moves()):
        return False
    return 0 < len(dangerous(position)) < len(position.board_actions())


def dangerous(position: Position) -> list[Action]:
    return [action for action in position.board_actions() if danger(position, action)]


def sit_down(home: Home, person: Person, position: Position, level: int = 1) -> None:
    """Takes part in a guided match that begins in a position."""
    line = write_line(position)
    home.begin(person, opponent="computer", level=level, guided=True, position=line)
    person.waits_for("#main.yours")


@AT_BOTH
def test_the_first_game_begins_with_one_press(home: Home, meet: Meet) -> None:
    person = meet(newcomer=True)
    person.open("/learn/first-game")
    person.page.click("main form .primary")
    person.waits_for_words("#coach-words", "All menhirs are under fog.")
    person.waits_for_words("#live", "All menhirs are under fog.")


@AT_BOTH
def test_a_guided_game_is_won_with_a_hint_by_keyboard(home: Home, meet: Meet) -> None:
    person = meet()
    sit_down(home, person, find_moment("base", can_win).position)
    person.get("#coach-hint").focus()
    person.page.keyboard.press("Enter")
    person.waits_for_words("#coach-words", "A hint: move ")
    person.waits_for_words("#live", "A hint: move ")
    person.page.wait_for_selector(".mb-confirm:focus")
    person.page.keyboard.press("Enter")
    person.waits_for("#main[data-result=won]")
    person.waits_for_words("#coach-words", "Your move left no menhir under fog: that wins.")
    person.waits_for_words("#live", "Your move left no menhir under fog: that wins.")


@AT_BOTH
def test_against_the_computer_one_is_helped_without_a_coach_too(home: Home, meet: Meet) -> None:
    person = meet()
    position = find_moment("base", can_win).position
    line = write_line(position)
    home.begin(person, opponent="computer", level=1, position=line)
    person.waits_for("#main.yours")
    page = person.page
    assert not person.sees("#coach-why") and person.text("#coach-words") == ""
    page.keyboard.press("x")
    person.waits_for_words("#coach-words", "It is your turn, and you can win: a push of ")
    person.waits_for_words("#live", "It is your turn, and you can win: ")
    assert person.get(".mb-threat").get_attribute("d")
    page.keyboard.press("h")
    person.waits_for_words("#coach-words", "A hint: move ")
    assert person.get(".mb-threat").get_attribute("d") == ""
    assert "that wins" not in person.text("#coach-words")  # first what, then why
    assert violations(page) == []
    page.click("#coach-why")
    person.waits_for_words("#coach-words", "It leaves no menhir under fog: that wins at once.")
    page.keyboard.press("g")
    page.click(".mb-confirm")
    person.waits_for("#main[data-result=won]")
    assert not person.sees("#coach")


@AT_BOTH
def test_between_people_there_is_nothing_to_ask_for(home: Home, meet: Meet) -> None:
    person = meet()
    home.begin(person, rules="base", opponent="shared")
    person.waits_for("#main.yours")
    assert person.page.locator("#coach").count() == 0
    person.page.keyboard.press("h")
    assert person.text("#toasts") == ""


@AT_BOTH
def test_a_guided_game_is_lost_after_a_warning(home: Home, meet: Meet) -> None:
    person = meet()
    position = find_moment("base", can_lose).position
    sit_down(home, person, position, STRONGEST)
    hand = Mouse(person.page)
    hand.play(dangerous(position)[0], position)
    person.waits_for_words("#question", "could then win at once")
    assert person.get(".mb-threat").get_attribute("d"), "what it warns of is drawn"
    assert not person.sees("dialog[open]")
    person.page.keyboard.press("Enter")  # the focus is on thinking again
    person.page.wait_for_selector("#question", state="hidden")
    assert person.fog() == set(position.geometry.names_of(position.fog))
    # In the same situation nobody is warned twice.
    hand.play(dangerous(position)[0], position)
    person.waits_for("#main[data-result=lost]")
    person.waits_for_words("#coach-words", "found a move that left no menhir under fog")


@AT_BOTH
@pytest.mark.parametrize("way", ["in the bar", "beside the tip"])
def test_warnings_can_be_switched_off(way: str, home: Home, meet: Meet) -> None:
    person = meet()
    position = find_moment("base", can_lose).position
    sit_down(home, person, position, STRONGEST)
    hand = Keyboard(person.page)
    if way == "beside the tip":
        person.show("coach")
        person.page.uncheck("#coach-warn")
        hand.play(dangerous(position)[0], position)
    else:
        hand.play(dangerous(position)[0], position)
        person.page.click("#question-more")
    person.waits_for("#main[data-result=lost]")
    assert not person.page.is_checked("#coach-warn")


@AT_BOTH
def test_a_tip_is_not_shown_again_when_a_turn_is_taken_back(home: Home, meet: Meet) -> None:
    person = meet()
    position = find_moment("base", can_lose).position
    sit_down(home, person, position)
    first = person.text("#coach-words")
    assert first
    safe = next(one for one in position.board_actions() if one not in dangerous(position))
    Mouse(person.page).play(safe, position)
    person.waits_for_ply(2)
    person.page.wait_for_function(
        "first => document.querySelector('#coach-words').innerText !== first", arg=first
    )
    person.waits_for("#main.yours")
    person.show("coach")
    person.page.click("#coach-back")
    # A function: an expression would be evaluated again and again, and the policy forbids that.
    person.page.wait_for_function("() => document.querySelector('#coach-words').innerText === ''")


@AT_BOTH
def test_a_tip_is_put_away_and_nothing_moves(home: Home, meet: Meet) -> None:
    person = meet(phone=True)
    sit_down(home, person, find_moment("base", can_lose).position)
    before = person.get("#board").bounding_box()
    person.page.click("#coach-close")
    assert person.text("#coach-words") == ""
    assert person.get("#board").bounding_box() == before
    assert person.page.evaluate("document.activeElement.id") == "coach-hint"


@AT_BOTH
def test_menhirs_that_touch_are_drawn_and_told(home: Home, meet: Meet) -> None:
    person = meet()
    wanted = {"layout": "hand", "menhirs": "a1 a2 c3 d4 e4 g1 g3", "guided": True}
    home.begin(person, rules="amsterdam", opponent="computer", **wanted)
    person.waits_for_words("#coach-words", "a1 and a2 touch. c3, d4 and e4 touch.")
    assert person.get(".mb-touching").get_attribute("d")
    Mouse(person.page).press("[data-cell=d4]")
    person.page.wait_for_selector(".mb-touching[d='']", state="attached")
