"""One frame around every board: it stands still while a game is open, and nothing in it is cut.

Every moment is looked at in all sizes and both themes on one page. The board's place may follow
from the size of the screen, and from nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from menhirs.core.actions import Claim, Decide
from menhirs.core.state import Reason
from menhirs.learn.puzzles.make import sheet_puzzle
from tests.server.reviewed_games import ending
from tests.web.frame_measures import SIZES, Place, board_place, faults
from tests.web.games import Game, find_game, find_moment, kinds
from tests.web.hands import Hand, Keyboard
from tests.web.homes import Home
from tests.web.people import Meet, Person
from tests.web.test_guided_game import STRONGEST, can_lose, can_win, dangerous, sit_down

IN_FULL = pytest.mark.parametrize(
    ("home", "language"),
    [
        pytest.param(edition, code, marks=pytest.mark.long)
        for edition in ("server", "static")
        for code in ("en", "nl", "fr", "de")
    ],
    indirect=["home"],
)
THEMES = ("light", "dark")
FEW = ("1280x720", "390x664")
SETTINGS = {"animation": "off", "sound": False, "confirm": "always"}


@dataclass
class Look:
    """Somebody who looks at a page in many sizes, and remembers where the board was."""

    person: Person
    sizes: tuple[str, ...] = tuple(SIZES)
    faults: list[str] = field(default_factory=list)
    _places: dict[str, Place] = field(default_factory=dict)
    _count: int = 0

    def at(self, moment: str) -> None:
        page = self.person.page
        before = page.viewport_size
        for size in self.sizes:
            self._count += 1
            page.emulate_media(color_scheme=THEMES[self._count % 2])  # type: ignore[arg-type]
            page.set_viewport_size(SIZES[size])
            place = board_place(page)
            known = self._places.setdefault(size, place)
            if place != known:
                self.faults.append(f"{moment}, {size}: the board moved from {known} to {place}")
            self.faults += [f"{moment}, {size}: {fault}" for fault in faults(page)]
        if before:
            page.set_viewport_size(before)

    def play(self, hand: Hand, game: Game, begin: int = 0) -> None:
        """Plays a game after so many plies to its end, looking whenever something new is asked."""
        asked = ""
        steps = zip(game.actions[begin:], game.positions[begin:], strict=False)
        for ply, (action, position) in enumerate(steps, start=begin + 1):
            if position.phase.value != asked:
                self.at(position.phase.value)
                asked = position.phase.value
            if isinstance(action, Decide):
                self.person.page.click(f"#decide [data-action={'on' if action.go_on else 'back'}]")
                self.at("a decision is asked about")
                self.person.page.keyboard.press("Escape")
            if isinstance(action, Claim):
                self.person.page.evaluate(
                    "document.querySelectorAll('.bar-hint').forEach(one => one.textContent = '')"
                )
            hand.play(action, position)
            self.person.waits_for_ply(ply)
        self.at("over")


def claimed_with_a_decision(game: Game) -> bool:
    """Whether a game has every moment: turning over, both ways of a turn, a decision, a claim."""
    outcome = game.position.outcome
    if outcome is None or outcome.reason is not Reason.CLAIM or len(game.actions) > 60:
        return False
    return kinds(game) >= {"flip", "place", "split", "remove", "keep", "decide"}


def test_the_board_stands_still_through_the_end_of_a_game(home: Home, meet: Meet) -> None:
    """From before a claim to the win, with the questions in between."""
    game = find_game("amsterdam", claimed_with_a_decision)
    begin = len(game.actions) - 6
    person = meet()
    home.sit_down(person, game.until(begin))
    look = Look(person, FEW)
    look.play(Keyboard(person.page), game, begin)
    assert look.faults == []


@IN_FULL
def test_a_whole_game_at_one_screen(language: str, home: Home, meet: Meet) -> None:
    """Two of the languages with a finger, two with a mouse."""
    game = find_game("amsterdam", claimed_with_a_decision)
    person = meet(has_touch=language in ("en", "de"), **home.in_language(language))
    home.sit_down(person, game.until(0))
    look = Look(person)
    look.play(Keyboard(person.page), game)
    person.page.keyboard.press("Home")
    look.at("looking back")
    assert look.faults == []


@IN_FULL
def test_a_guided_game_with_hint_warning_and_win(language: str, home: Home, meet: Meet) -> None:
    person = meet(newcomer=True, **home.in_language(language))
    position = find_moment("base", can_lose).position
    sit_down(home, person, position, STRONGEST)
    look = Look(person)
    look.at("a tip")
    for tab in ("coach", "more", "moves"):
        person.show(tab)
        look.at(f"the tab {tab}")
    person.page.click("#coach-hint")
    person.waits_for(".mb-confirm:not([hidden])")
    look.at("a hint")
    person.page.keyboard.press("Escape")
    Keyboard(person.page).play(dangerous(position)[0], position)
    person.waits_for("#question:not([hidden])")
    look.at("a warning")
    person.page.click("#question-other")
    person.waits_for("#main[data-result=lost]")
    look.at("lost")
    sit_down(home, person, find_moment("base", can_win).position)
    person.page.click("#coach-hint")
    person.page.wait_for_selector(".mb-confirm:focus")
    person.page.keyboard.press("Enter")
    person.waits_for("#main[data-result=won]")
    look.at("won")
    assert look.faults == []


@IN_FULL
def test_a_review(language: str, home: Home, meet: Meet) -> None:
    person = meet(**home.in_language(language))
    home.show_game(person, ending())
    look = Look(person)
    look.at("the end")
    person.page.click("#over-report")
    person.waits_for("#report-result:not([hidden])")
    look.at("the report")
    person.page.click(".moment.is-bad .moment-head")
    look.at("a moment of it")
    person.page.click(".report-table > summary")
    look.at("all moves")
    assert look.faults == []


@IN_FULL
def test_exercises_and_analysis(language: str, home: Home, meet: Meet) -> None:
    person = meet(**home.in_language(language))
    found = []
    for path in ("/learn/deciding", f"/puzzles/{sheet_puzzle().id}", "/learn/claims", "/analysis"):
        person.open(path)
        person.waits_for("[data-cell]")
        look = Look(person)
        look.at(path)
        if person.sees("#hint"):
            person.page.click("#hint")
            person.waits_for("#said:not(:empty)")
            look.at(f"{path}, a hint")
        if person.sees("#open-set-up"):
            person.page.click("#open-set-up")
            person.waits_for("#set-up-problem[data-code]")
            look.at(f"{path}, setting up")
        found += look.faults
    assert found == []


@IN_FULL
def test_against_the_computer_with_a_clock(language: str, home: Home, meet: Meet) -> None:
    person = meet(**home.in_language(language))
    home.begin(person, opponent="computer", level=3, clock="live", claims="timed")
    look = Look(person)
    look.at("flip")
    person.page.click("#resign")
    look.at("giving up is asked about")
    assert look.faults == []
