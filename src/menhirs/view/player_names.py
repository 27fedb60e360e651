"""Names of the two players for one reader: a name, a level, "you", or a side."""

from __future__ import annotations

from collections.abc import Mapping

from menhirs.core.actions import Player, other
from menhirs.engine.levels import level
from menhirs.match.match import Match
from menhirs.notation.people import People, Translator


def people_of(match: Match, own_seats: list[Player], language: Translator) -> People:
    """The players of a match, named for one visitor.

    At a shared screen no player is "you": both read the same words.
    """
    sides = side_names(language)
    names = {seat: name for seat, name in match.names.items() if name}
    for seat, number in match.terms.computers.items():
        names[seat] = language.gettext(level(number).name)
    if len(names) == 2 and names[1] == names[2]:
        names = {seat: f"{name} ({sides[seat]})" for seat, name in names.items()}
    if len(own_seats) != 1:
        return People(names, sides)
    return People(names, {other(own_seats[0]): language.gettext("your opponent")}, own_seats[0])


def people_of_record(headers: Mapping[str, str], language: Translator) -> People:
    """The players of a record, by the names in it, else as South and North."""
    recorded: dict[Player, str] = {1: headers.get("Player1", ""), 2: headers.get("Player2", "")}
    names = {seat: name for seat, name in recorded.items() if name.strip("? ")}
    if len(names) == 2 and names[1] == names[2]:
        names = {}
    return People(names, side_names(language))


def plate_name(people: People, seat: Player, language: Translator) -> str:
    """The name on a player's plate, and before a colon."""
    if seat == people.reader and not people.names.get(seat):
        return language.gettext("You")
    return people.named(seat, "{player}", language)


def series_name(people: People, seat: Player, game: int, language: Translator) -> str:
    """A player's name over several games: sides are swapped each time (D11)."""
    if people.reader is not None or people.names.get(seat):
        return plate_name(people, seat, language)
    if seat == (1 if game % 2 else 2):
        return language.gettext("South in game 1")
    return language.gettext("North in game 1")


def order_of_play(language: Translator) -> dict[Player, str]:
    """Which player begins every round (B2, A2)."""
    return {1: language.gettext("plays first"), 2: language.gettext("plays second")}


def side_names(language: Translator) -> dict[Player, str]:
    """Where the players sit."""
    return {1: language.gettext("South"), 2: language.gettext("North")}
