"""What the front page suggests: lessons, a game with a coach, then game by game what follows."""

from __future__ import annotations

import json
import re

from menhirs.learn.first_game import GAMES, next_game
from menhirs.learn.lessons.first_steps import FIRST_STEPS
from tests.server.processes import ServerProcess
from tests.web.frame_measures import faults
from tests.web.hands import Mouse
from tests.web.matches import Match
from tests.web.people import Meet, Person

FIRST_EXERCISES = [one.id for lesson in FIRST_STEPS for one in lesson.exercises]


def come_back(person: Person, **kept: object) -> None:
    """Opens the front page with what a browser remembers."""
    person.open("/#computer")
    for key, value in kept.items():
        stored = [f"menhirs.{key}", json.dumps(value)]
        person.page.evaluate("([key, value]) => localStorage.setItem(key, value)", stored)
    person.page.reload()


def suggested(person: Person) -> tuple[str | None, str]:
    """The game that stands first and looks so, and the level; one press starts the same."""
    primary = person.get("#computer .starts .primary")
    assert primary.evaluate("node => node === node.parentElement.firstElementChild")
    level = person.get("#computer [name=level]:checked").get_attribute("value")
    start = person.get(".way-start[form=computer-form]")
    assert start.get_attribute("value") == primary.get_attribute("value")
    assert f"level {level}" in start.inner_text()
    return primary.get_attribute("value"), str(level)


def test_a_newcomer_is_led_to_the_lessons_and_then_to_a_game_with_a_coach(meet: Meet) -> None:
    person = meet(newcomer=True)
    come_back(person)
    assert suggested(person) == ("base", "1")
    for way in ("#learn", "#computer .lesson-first a"):
        assert person.get(way).get_attribute("href") == "/learn/pushing"
    come_back(person, learn={"done": FIRST_EXERCISES[:1]})
    assert person.text("#learn") == "Go on learning"
    come_back(person, learn={"done": FIRST_EXERCISES})
    for way in ("#learn", "#computer .lesson-first a"):
        assert person.text(way) == "Play your first game"
        assert str(person.get(way).get_attribute("href")).endswith("/learn/first-game")


def test_long_names_of_opponents_stay_in_their_places_on_a_phone(meet: Meet) -> None:
    person = meet(phone=True, locale="nl")
    person.open("/#computer")
    assert person.sees("#computer .levels")
    assert faults(person.page) == []


def test_the_next_game_to_learn_stands_first(meet: Meet) -> None:
    person = meet()
    for played, game, level in (
        (["endless"], "base", "1"),
        (["base8"], "amsterdam", "1"),
        (["amsterdam"], "amsterdam", "3"),
        (["a house rule"], "base", "1"),
    ):
        come_back(person, played=played)
        assert suggested(person) == (game, level)
        assert person.text("#learn") == "Learn it in two minutes"  # a game teaches little
        assert not person.sees(".lesson-first")
    come_back(person, played=["base"], learn={"done": FIRST_EXERCISES})
    assert not person.sees("#learn")


def test_a_game_counts_when_it_is_over(site: ServerProcess, meet: Meet) -> None:
    person = meet(newcomer=True)
    match = Match.new(site.address, rules="endless", opponent="shared")
    person.sit(match)
    person.waits_for("#main.yours")
    person.open("/")
    assert person.sees("#learn")
    match.act("resign")
    person.open(match.path)
    person.waits_for("#over")
    person.open("/#computer")
    assert suggested(person) == ("base", "1")


def test_the_order_of_games_ends_with_the_amsterdam_way() -> None:
    first = [names[0] for names in GAMES]
    assert [next_game(name) for name in first] == [*first[1:], None]
    assert next_game("base8") == "amsterdam"
    assert next_game("a house rule") is None


def test_one_press_starts_a_game(site: ServerProcess, meet: Meet) -> None:
    person = meet(newcomer=True)
    for way, kinds in (
        ("computer", ["person", "computer"]),
        ("friend", ["free", "person"]),
        ("shared", ["person", "person"]),
    ):
        person.open("/")
        person.page.click(f".way-start[form={way}-form]")
        person.waits_for("#main[data-match]")
        seats = Match(site.address, person.match_id, {}).state()["seats"]
        assert sorted(seat["kind"] for seat in seats.values()) == sorted(kinds)
    person.open("/")
    start = person.get(".way-start[form=computer-form]")
    assert "Stroller, level 1" in start.inner_text()
    person.page.click("#computer > summary")
    order = person.page.eval_on_selector_all(".way", "ways => ways.map(way => way.id)")
    person.page.click("#computer [for=level-5]")
    assert "Stone Carver, level 5" in start.inner_text()
    assert str(start.locator("img").get_attribute("src")).endswith("/opponents/5.svg")
    places = "ways => ways.map(way => [way.id, Math.round(way.getBoundingClientRect().left)])"
    opened = person.page.eval_on_selector_all(".way", places)
    assert [way for way, _ in opened] == order
    person.page.click("#computer > summary")
    assert person.page.eval_on_selector_all(".way", places) == opened


def test_the_fog_of_the_front_page_is_pushed_at_once(meet: Meet) -> None:
    person = meet(newcomer=True, settings={"animation": "off"})
    person.open("/")
    person.waits_for("#front-board .mb-stage")
    hand = Mouse(person.page)
    for tile, direction, words in (
        ("f3", "S", "2 stones are still in the fog"),
        ("c5", "NE", "All stones are free!"),
    ):
        hand.choose(tile)
        person.page.click(f"#front-board [data-direction={direction}]")
        person.waits_for_words("#front-told", re.compile(words))
    person.page.click("#front-again")
    assert person.text("#front-told").startswith("Try it")
    hand.choose("f3")
    assert person.sees("#front-board [data-direction=S]")


def test_whoever_is_new_to_puzzles_gets_an_easy_one(meet: Meet) -> None:
    person = meet(newcomer=True)
    for tried, look in (({}, "easy"), ({f"free-{n}": True for n in range(5)}, "usual")):
        come_back(person, puzzles={"rating": 1000, "tried": tried})
        assert person.sees(f".today.{look}")
        assert person.page.locator(".today:visible").count() == 1
