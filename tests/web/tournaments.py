"""Tournaments for the browser to look at, and people who organise and play them there."""

from __future__ import annotations

from functools import cache

from tests.server.tournaments import Browser, open_games, players
from tests.web.people import Person

NAMES = "Anna\nBram\nChris\nDora\nEmma"


@cache
def at_tables(address: str) -> tuple[Browser, str]:
    """An evening at real tables in its second round, with a correction behind it."""
    organiser = Browser(address)
    evening = organiser.organise(place="tables", door="hand", rounds=3, duplicate="true")
    organiser.does(f"{evening}/players", names=NAMES)
    organiser.does(f"{evening}/start")
    games = open_games(organiser.sees(evening))
    for number, game in enumerate(games, start=8):
        organiser.does(f"{evening}/result", game=game["game"], ended="south", points=number)
    corrected = {"game": games[0]["game"], "ended": "north", "points": 7, "why": "misread"}
    organiser.does(f"{evening}/result", **corrected)
    return organiser, evening


@cache
def finished(address: str) -> str:
    """A round robin that is over."""
    organiser = Browser(address)
    cup = organiser.organise(system="round-robin", place="tables", door="hand")
    organiser.does(f"{cup}/players", names="Anna\nBram\nChris")
    organiser.does(f"{cup}/start")
    while (told := organiser.sees(cup))["phase"] != "finished":
        (game,) = open_games(told)
        points = 3 + len(told["rounds"])
        organiser.does(f"{cup}/result", game=game["game"], ended="south", points=points)
    return cup


@cache
def entering(address: str) -> str:
    """A tournament that one may enter."""
    tournament = Browser(address).organise(name="Summer cup", clock="live")
    players(address, tournament, 3)
    return tournament


def become(person: Person, browser: Browser, address: str) -> None:
    """Gives a person's browser the key of somebody who has been here before."""
    name, _, value = browser.key.partition("=")
    person.context.add_cookies([{"name": name, "value": value, "url": address}])
