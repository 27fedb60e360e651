"""What the front page suggests: lessons, a game with a coach, then game by game what follows."""

from __future__ import annotations

import json

from menhirs.learn.first_game import GAMES, next_game
from menhirs.learn.lessons.first_steps import FIRST_STEPS
from tests.server.processes import ServerProcess
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
    """The game that stands first and looks so, and the level that is chosen."""
    primary = person.get("#computer .starts .primary")
    assert primary.evaluate("node => node === node.parentElement.firstElementChild")
    level = person.get("#computer [name=level]:checked").get_attribute("value")
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
        assert not person.sees("#learn") and not person.sees(".lesson-first")


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
    assert not person.sees("#learn")
    assert suggested(person) == ("base", "1")


def test_the_order_of_games_ends_with_the_amsterdam_way() -> None:
    first = [names[0] for names in GAMES]
    assert [next_game(name) for name in first] == [*first[1:], None]
    assert next_game("base8") == "amsterdam"
    assert next_game("a house rule") is None
