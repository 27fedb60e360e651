"""Puzzles in a real browser: solved by mouse and keyboard, missed, rated, and the one of today."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest

from menhirs.core.actions import Claim
from menhirs.core.fog import flood
from menhirs.learn.puzzles.daily import puzzle_of_day
from menhirs.learn.puzzles.packaged import packaged_puzzles
from menhirs.learn.puzzles.puzzle import Puzzle, PuzzleKind
from menhirs.notation.actions import read_action, write_action
from tests.web.hands import Hand, Keyboard, Mouse
from tests.web.homes import AT_BOTH, Home
from tests.web.people import Meet, Person

PUZZLES = packaged_puzzles()


def plain(puzzle: Puzzle) -> bool:
    """Whether one answer is right, and it is no split."""
    position = puzzle.position
    if len(puzzle.answers) > 1 or puzzle.answers == ("no",):
        return False
    tiles = getattr(read_action(puzzle.answers[0], position), "tiles", 0)
    return not tiles or flood(tiles, position.fog, position.geometry.stride) == tiles


def puzzle_of(kind: PuzzleKind) -> Puzzle:
    return next(p for p in PUZZLES if p.kind is kind and plain(p))


def open_puzzle(person: Person, puzzle: Puzzle) -> None:
    person.open(f"/puzzles/{puzzle.id}?of={puzzle.kind}")
    person.waits_for("#main.yours")


def answer(hand: Hand, puzzle: Puzzle, text: str) -> None:
    hand.play(read_action(text, puzzle.position), puzzle.position)


@AT_BOTH
@pytest.mark.parametrize("kind", PuzzleKind)
def test_one_of_each_kind_is_solved_by_mouse(kind: PuzzleKind, home: Home, meet: Meet) -> None:
    person, puzzle = meet(), puzzle_of(kind)
    open_puzzle(person, puzzle)
    answer(Mouse(person.page), puzzle, puzzle.answers[0])
    person.waits_for("#puzzle-end")
    assert person.text("#puzzle-result") == "Solved!"
    assert "Your rating: 1" in person.text("#puzzle-rating") and "+" in person.text(
        "#puzzle-rating"
    )
    following = person.path_of(person.get("#next").get_attribute("href") or "")
    assert following.startswith(f"/puzzles/{kind}-") and puzzle.id not in following


@AT_BOTH
def test_one_is_solved_by_keyboard_and_the_next_one_is_another(home: Home, meet: Meet) -> None:
    person, puzzle = meet(), puzzle_of(PuzzleKind.FREE)
    open_puzzle(person, puzzle)
    keyboard = Keyboard(person.page)
    answer(keyboard, puzzle, puzzle.answers[0])
    person.waits_for("#next:focus")
    keyboard.tap("Enter")
    person.page.wait_for_url(lambda url: puzzle.id not in url)
    person.waits_for("#main.yours")


@AT_BOTH
def test_a_claim_is_let_go_by_keyboard(home: Home, meet: Meet) -> None:
    person = meet()
    puzzle = next(p for p in PUZZLES if p.answers == ("no",))
    open_puzzle(person, puzzle)
    Keyboard(person.page).tap("l")
    person.waits_for("#puzzle-end")


@AT_BOTH
def test_a_wrong_answer_is_refuted_on_the_board_and_can_be_mended(home: Home, meet: Meet) -> None:
    person, puzzle = meet(), puzzle_of(PuzzleKind.TILE)
    position = puzzle.position
    wrong = next(
        text
        for action in position.legal_actions()
        if action != Claim() and (text := write_action(action, position)) not in puzzle.answers
    )
    after = position.play(read_action(wrong, position))
    open_puzzle(person, puzzle)
    mouse = Mouse(person.page)
    answer(mouse, puzzle, wrong)
    person.waits_for("#again.primary")
    assert "your opponent can free all" in person.text("#said")
    assert "The board shows what follows." in person.text("#said")
    assert len(person.fog()) == after.fog.bit_count()
    assert not any("menhir" in cell for cell in person.cells().values() if cell.startswith("fog"))
    assert "wins" in person.heard() or "free" in person.heard()
    mouse.press("#again")
    person.waits_for("#main.yours")
    answer(mouse, puzzle, puzzle.answers[0])
    person.waits_for("#puzzle-end")
    rating = person.text("#puzzle-rating")
    assert rating.startswith("Your first try counted.") and "(−" in rating


@AT_BOTH
def test_what_was_tried_is_remembered_and_can_be_forgotten(home: Home, meet: Meet) -> None:
    person, puzzle = meet(), puzzle_of(PuzzleKind.FREE)
    open_puzzle(person, puzzle)
    answer(Mouse(person.page), puzzle, puzzle.answers[0])
    person.waits_for("#puzzle-end")
    person.open("/puzzles")
    person.waits_for_words("[data-solved=free]", "1 of 120 solved")
    assert person.text("#rating").startswith("Your rating: ")
    person.page.click("#start-again")
    person.page.click("dialog[open] .danger")
    person.waits_for_words("[data-solved=free]", "120 puzzles")


def test_all_visitors_get_the_same_puzzle_today(meet: Meet) -> None:
    addresses = []
    for locale in ("en-GB", "nl-NL"):
        person = meet(locale=locale)
        person.open("/")
        person.page.click(".today.easy h2 a")
        person.page.wait_for_url("**/puzzles/*?of=today")
        addresses.append(person.page.url)
    assert addresses[0] == addresses[1]


def test_the_small_board_on_the_front_page_lives_if_there_is_a_turn_to_show(meet: Meet) -> None:
    person = meet(settings={"animation": "fast"})
    person.open("/")
    tried = json.dumps({"tried": {f"free-00{number}": True for number in range(1, 6)}})
    person.page.evaluate("kept => localStorage.setItem('menhirs.puzzles', kept)", tried)
    person.page.reload()  # no newcomer to puzzles any more
    board = person.get(".today.usual .today-board")
    board.scroll_into_view_if_needed()
    today = puzzle_of_day(datetime.now(UTC).date(), PUZZLES)
    if today.position.last is None:
        assert board.get_attribute("data-script") is None
    else:
        person.waits_for(".today.usual .mb-stage")
    assert board.get_attribute("inert") is not None  # the card itself is the link


def test_a_puzzle_at_random_is_about_as_difficult_as_the_rating(meet: Meet) -> None:
    person = meet()
    found = {puzzle.id: puzzle for puzzle in PUZZLES}

    def offered() -> Puzzle:
        address = person.get("a.primary[data-of=any]").get_attribute("href") or ""
        return found[address.split("/")[2].split("?")[0]]

    person.open("/puzzles")
    assert offered().kind is PuzzleKind.FREE  # a newcomer knows nothing else yet
    record = '{"rating": 2100, "tried": {"free-001": true}}'
    person.page.evaluate(f"localStorage.setItem('menhirs.puzzles', '{record}')")
    for _ in range(3):
        person.page.reload()
        assert offered().difficulty >= 7


def test_the_overview_leads_to_earlier_days_and_to_the_claim_trainer(meet: Meet) -> None:
    person = meet()
    today = datetime.now(UTC).date()
    days = [today - timedelta(days=ago) for ago in range(1, 8)]
    puzzles = [puzzle_of_day(day, PUZZLES).id for day in days]
    results = dict(zip(puzzles, (True, True, False), strict=False))
    tried = json.dumps({"rating": 1000, "tried": results})
    person.open("/puzzles")
    person.page.evaluate("kept => localStorage.setItem('menhirs.puzzles', kept)", tried)
    person.page.evaluate("localStorage.setItem('menhirs.learn', JSON.stringify({streak: 9}))")
    person.page.reload()
    person.waits_for_words("#streak", re.compile("2 days in a row solved"))
    links = person.page.locator("#earlier a")
    found = [str(links.nth(at).get_attribute("href")) for at in range(links.count())]
    assert [address.split("?")[0] for address in found] == [f"/puzzles/{one}" for one in puzzles]
    assert person.text("#best-streak") == "Your longest row: 9"
    person.page.click(".trainer a")
    person.waits_for("#begin")
