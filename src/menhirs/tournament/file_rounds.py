"""The rounds of a tournament file: its results, and the pairings that were made by hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TypeAlias

from menhirs.core.errors import MenhirsError
from menhirs.match.names import checked_name
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.file_values import (
    Table,
    bad_value,
    check_keys,
    number_of,
    place_of,
    tables_of,
    text_of,
    truth_of,
)
from menhirs.tournament.results import MOST_POINTS, GameOutcome
from menhirs.tournament.settings import MOST_ROUNDS

Where: TypeAlias = tuple[str, int]
"""A table of the file: ``("results", 2)`` is the third that begins with ``[[results]]``."""
_SEATS = ("both", "north", "south")
"""Who did not come, in the order of who wins then: nobody, south, north."""


@dataclass(frozen=True)
class FileResult:
    """One game of a file."""

    south: str
    north: str
    number: int
    """The number of the game of this pair in the round: 1, 2 for the return game, and so on."""
    outcome: GameOutcome
    corrects: bool
    where: Where


@dataclass
class FileRound:
    """One round of a file."""

    number: int
    where: Where
    """The place of its first table in the file."""
    pairings: list[tuple[str, str]] = field(default_factory=list)
    bye: str | None = None
    by_hand: bool = False
    results: list[FileResult] = field(default_factory=list)
    first_named: dict[str, str] = field(default_factory=dict)
    """The players in it."""


def read_rounds(text: str, table: Table, names: list[str], games: int) -> list[FileRound]:
    """The rounds that have begun; a pair plays so many games before any that decide."""
    try:
        data = [
            (key, index, entry)
            for key in ("pairings", "results")
            for index, entry in enumerate(tables_of(table, key))
        ]
    except BadTournament as error:
        raise error.locate(place=place_of(text, str(error.details["key"]))) from None
    rounds: dict[int, FileRound] = {}
    for key, index, entry in data:
        try:
            number = number_of(entry, "round", 1, MOST_ROUNDS)
            into = rounds.setdefault(number, FileRound(number, (key, index)))
            _read_entry(into, (key, index), entry, names, games)
        except MenhirsError as error:
            inner = error.details.get("key")
            place = place_of(text, key, index, None if inner is None else str(inner))
            raise error.locate(place=place) from None
    for wanted, number in enumerate(sorted(rounds), start=1):
        if number != wanted:
            gap = BadTournament("tournament-round", round=number, wanted=wanted)
            raise gap.locate(place=place_of(text, *rounds[number].where))
    return [rounds[number] for number in sorted(rounds)]


def _read_entry(into: FileRound, where: Where, entry: Table, names: list[str], games: int) -> None:
    """One table ``[[pairings]]`` or ``[[results]]``."""
    if "bye" in entry:
        check_keys(entry, ("round", "bye"))
        name = _name(entry, "bye", names)
        if into.bye not in (None, name) or (name in into.first_named and into.bye != name):
            raise BadTournament("tournament-paired-twice", name=name, round=into.number)
        into.bye = into.first_named[name] = name
        return
    by_hand = where[0] == "pairings"
    more = () if by_hand else ("winner", "score", "no_show", "correction")
    check_keys(entry, ("round", "south", "north", *more))
    south, north = _name(entry, "south", names), _name(entry, "north", names)
    if south == north:
        raise BadTournament("tournament-oneself", name=south)
    _add_pairing(into, south, north)
    if by_hand:
        into.by_hand = True
        return
    into.results.append(_result(into, where, entry, south, north, games))


def _add_pairing(into: FileRound, south: str, north: str) -> None:
    if into.first_named.get(south) == north and into.first_named.get(north) == south:
        return
    for name in (south, north):
        if name in into.first_named:
            raise BadTournament("tournament-paired-twice", name=name, round=into.number)
    into.pairings.append((south, north))
    into.first_named[south], into.first_named[north] = north, south


def _result(
    into: FileRound, where: Where, entry: Table, south: str, north: str, games: int
) -> FileResult:
    corrects = truth_of(entry, "correction")
    earlier = Counter((data.south, data.north) for data in into.results if not data.corrects)
    before = earlier[south, north] - corrects
    # The first game of a pair has the seats of its pairing; every second one has them swapped.
    straight = (south, north) in into.pairings
    number = 2 * max(before, 0) + (1 if straight else 2)
    if before < 0:
        raise BadTournament("tournament-undecided")
    if games == 1 and (number == 2 or before > 0):
        raise BadTournament("tournament-played", south=south, north=north, round=into.number)
    return FileResult(south, north, number, _outcome(entry), corrects, where)


def _outcome(entry: Table) -> GameOutcome:
    if "no_show" in entry:
        absent = entry["no_show"]
        if absent not in _SEATS:
            raise bad_value("no_show", absent, f"one of {', '.join(_SEATS)}")
        for key in ("winner", "score"):
            if key in entry:
                raise bad_value(key, entry[key], "not told where somebody did not come")
        return GameOutcome(_SEATS.index(absent), played=False)
    winner = number_of(entry, "winner", 0, 2)
    return GameOutcome(winner, number_of(entry, "score", 0, MOST_POINTS, default=0))


def _name(entry: Table, key: str, names: list[str]) -> str:
    name = checked_name(text_of(entry, key))
    if name not in names:
        raise BadTournament("tournament-entrant", text=repr(name))
    return name
