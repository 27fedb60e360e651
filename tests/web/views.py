"""Every page, in every state that matters: how to get there."""

from __future__ import annotations

from collections.abc import Callable

from menhirs.core.state import Phase
from tests.web.games import Game, find_moment, is_split
from tests.web.hands import Mouse
from tests.web.matches import Match
from tests.web.moments import MOMENTS, match_at
from tests.web.people import Person

View = Callable[[Person, str], None]
"""Brings a person to a view on the server at an address."""


def _page(path: str) -> View:
    return lambda person, _: person.open(path)


def _way(way: str) -> View:
    """The front page with everything open that belongs to a way to play."""

    def come(person: Person, _: str) -> None:
        person.open("/")
        mouse = Mouse(person.page)
        mouse.press(f"#{way} > summary")
        mouse.press(f"#{way} .more-options > summary")
        mouse.press(f"#{way} [name=layout][value=hand]")
        mouse.press(f"#{way} .hex:has([value=c3])")

    return come


def _moment(moment: str) -> View:
    """A match at such a moment, seen by the one who is to act."""

    def come(person: Person, address: str) -> None:
        match = match_at(address, moment)
        person.sit(match, match.state()["player"])

    return come


def _splittable() -> Game:
    """A game up to a position in which a part of a cluster can move."""
    return find_moment(
        "base",
        lambda position: any(is_split(action, position) for action in position.legal_actions()),
    )


def _chosen(person: Person, address: str) -> None:
    """A cluster is chosen, and its arrows are there."""
    game = _splittable()
    person.sit(Match.of(address, game))
    split = next(a for a in game.position.legal_actions() if is_split(a, game.position))
    tiles = game.position.geometry.names_of(split.tiles)  # type: ignore[union-attr]
    Mouse(person.page).choose(tiles[0])
    person.waits_for(".mb-split")


def _picked(person: Person, address: str) -> None:
    _chosen(person, address)
    person.page.click(".mb-split")
    person.waits_for(".mb-whole")


def _explained(person: Person, address: str) -> None:
    """Something was not possible, and why is told on the board."""
    game = find_moment("base", lambda position: position.phase is Phase.PLACE)
    person.sit(Match.of(address, game))
    Mouse(person.page).choose(game.position.geometry.names_of(game.position.fog)[0])
    person.waits_for(".mb-bubble")


def _watched(person: Person, address: str) -> None:
    person.watch(match_at(address, "move", clock="live"))


def _computer(person: Person, address: str) -> None:
    person.sit(Match.new(address, opponent="computer", clock="live", claims="timed"))


def _second_game(person: Person, address: str) -> None:
    """A series: the score so far is shown."""
    match = Match.new(address, opponent="shared")
    match.act("resign")
    person.sit(match)
    person.page.click("#rematch")
    person.page.wait_for_url(lambda url: match.path not in url)
    person.waits_for("#main[data-phase]")


def _review(person: Person, address: str) -> None:
    person.sit(match_at(address, "over"), query="?ply=3")
    person.waits_for("#review")


def _settings(person: Person, _: str) -> None:
    person.open("/")
    person.page.click("#open-settings")
    person.waits_for("#settings")


def _help(person: Person, address: str) -> None:
    _moment("move")(person, address)
    person.page.keyboard.press("?")
    person.waits_for("#help")
    person.page.click("[data-say=board]")


def _question(person: Person, address: str) -> None:
    _moment("move")(person, address)
    person.page.click("#resign")
    person.waits_for("dialog[open]")


def _refused(person: Person, address: str) -> None:
    """The server said no."""
    _moment("move")(person, address)
    person.page.fill("#typed-move", "+a1")
    person.page.press("#typed-move", "Enter")
    person.waits_for(".toast.alert")


def _menus(person: Person, address: str) -> None:
    _moment("flip")(person, address)
    person.page.click(".tools details > summary")
    person.waits_for("#rename")
    person.page.click("#rename")
    person.waits_for("#naming")
    person.page.click("details.languages > summary")


VIEWS: dict[str, View] = {
    "home": _page("/"),
    **{f"home, {way}": _way(way) for way in ("shared", "computer", "friend")},
    **{f"match, {moment}": _moment(moment) for moment in MOMENTS},
    "match, cluster chosen": _chosen,
    "match, part picked": _picked,
    "match, explained": _explained,
    "match, watched": _watched,
    "match, against the computer": _computer,
    "match, second game": _second_game,
    "match, refused": _refused,
    "match, menus": _menus,
    "review": _review,
    "settings": _settings,
    "help": _help,
    "question": _question,
    "rules": _page("/rules"),
    "lost": _page("/m/nowhere"),
}

NOT_FOUND = "status of 404"
"""Browsers log it when a page is not there."""
