"""The claim sprint in a real browser: by key and by finger, until the time is used up."""

from __future__ import annotations

import time

from menhirs.learn.play.spaced_repetition import DAY
from menhirs.learn.play.sprint import MISTAKE_COST, SPRINT_TIME, sprint_of_day
from menhirs.learn.puzzles.exercises import PUZZLES
from tests.web.frame_measures import faults
from tests.web.homes import AT_BOTH, Home
from tests.web.people import DESKTOP, Meet, Person
from tests.web.test_claim_trainer import wind
from tests.web.test_pages import violations

RIGHT = 3


def answer(person: Person, number: int, action: str, right: bool) -> None:
    """Answers a position: by key, or by a finger where it is a mistake."""
    wind(person, "#let-go:enabled")
    assert f"Position {number}:" in person.text("#status")
    if right:
        person.page.keyboard.press("c" if action == "claim" else "l")
    else:
        person.get("#sprint-claim" if action == "claim" else "#let-go").click()
    look = "right" if right else "wrong"
    person.waits_for(f"#said[data-look={look}], #sprint-over:not([hidden])")


@AT_BOTH
def test_a_sprint_to_its_end(home: Home, meet: Meet) -> None:
    person = meet(phone=True)
    person.page.clock.install()
    person.open("/learn/sprint")
    person.waits_for("#intro:not([hidden])")
    assert violations(person.page) == []
    assert faults(person.page) == []
    person.page.clock.pause_at(person.page.evaluate("Date.now()") + 1000)
    day = int(time.time() * 1000) // DAY
    positions = sprint_of_day(day, tuple(PUZZLES.puzzles.values()))
    person.get("#begin").click()
    mistakes = SPRINT_TIME // MISTAKE_COST  # so many use the time up, whoever is how quick
    number = 0
    while not person.sees("#sprint-over"):
        puzzle = positions[number]
        number += 1
        right = number <= RIGHT
        wanted = "claim" if ("claim" in puzzle.answers) == right else "no"
        answer(person, number, wanted, right)
        if number == 2:
            assert person.text("#sprint-score") == "2 right"
            assert person.text("#sprint-clock") in ("2:58", "2:59", "3:00")
        person.page.clock.run_for(1_400)
    assert RIGHT + mistakes - 2 <= number <= RIGHT + mistakes
    assert person.text("#over-words").startswith(f"{RIGHT} positions were right.")
    person.waits_for_words("#sprint-best", f"Your best ever is from today: {RIGHT}.")
    assert person.get("#missed li").count() == number - RIGHT
    person.page.clock.resume()
    assert violations(person.page) == []
    person.page.set_viewport_size(DESKTOP)
    assert faults(person.page) == []
