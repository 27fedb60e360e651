"""Matches for the load test, prepared in advance so that the client has nothing to compute."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from random import Random
from typing import NamedTuple

from menhirs.core.actions import Move, Player
from menhirs.core.position import Position
from menhirs.core.rules import AMSTERDAM, RuleSet
from menhirs.core.setup import random_menhirs
from menhirs.match.addresses import new_match_id
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.terms import Terms
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.record import Record, write_record
from menhirs.server.live.clock import now
from menhirs.server.live.match.seat_keys import hash_of, new_secret, seat_for
from menhirs.server.storage.match.store import MatchStore, StoredMatch
from menhirs.server.storage.people.people_store import PeopleStore, Person

_RULES = AMSTERDAM


@dataclass(frozen=True)
class Game:
    """A match with the keys in its players' browsers and all its actions."""

    match: str
    secrets: tuple[str, str]
    people: tuple[str, str]
    """The keys of the persons who play, the same in all matches of a slot."""
    line: list[tuple[Player, str]]
    """The actions in order, each with its player."""

    @property
    def first_state(self) -> int:
        """The state number of the first action, after both players have taken their seats."""
        return 2


def prepare(store: MatchStore | None, count: int) -> list[Game]:
    """Stores matches with both seats taken."""
    numbers = Random(1)
    return [
        _game(store, number, _new_line(number, numbers), _two_people(store))
        for number in range(count)
    ]


def prepare_slots(store: MatchStore | None, count: int, actions: float) -> list[list[Game]]:
    """Stores, for each slot, one game as many matches, with at least ``actions`` actions in all."""
    numbers = Random(1)
    slots = []
    for number in range(count):
        line, two = _new_line(number, numbers), _two_people(store)
        games = ceil(actions / len(line)) + 1
        slots.append([_game(store, number, line, two) for _ in range(games)])
    return slots


def prepare_records(count: int) -> list[str]:
    """Games to be reviewed, as records."""
    numbers = Random(2)
    records = []
    for number in range(count):
        position = start = Position.start(_RULES, random_menhirs(_RULES, number))
        actions = []
        for _, text in _new_line(number, numbers):
            actions.append(read_action(text, position))
            position = position.play(actions[-1])
        records.append(write_record(Record(start, tuple(actions))))
    return records


def _new_line(number: int, numbers: Random) -> list[tuple[Player, str]]:
    return _line(_RULES, random_menhirs(_RULES, number), numbers)


class _Player(NamedTuple):
    """A person, and the key in that person's browser."""

    id: str
    key: str


def _two_people(store: MatchStore | None) -> tuple[_Player, _Player]:
    one, two = (_Player(new_match_id(), new_secret()) for _ in range(2))
    if store is not None:
        people = PeopleStore(store.engine)
        for who in (one, two):
            people.create(Person(who.id, "", now()), hash_of(who.key))
    return one, two


def _game(
    store: MatchStore | None,
    number: int,
    line: list[tuple[Player, str]],
    people: tuple[_Player, _Player],
) -> Game:
    keys = people[0].key, people[1].key
    game = Game(new_match_id(), (new_secret(), new_secret()), keys, line)
    if store is not None:
        at = now()
        joins = [Entry(seat, at, EntryKind.JOIN, seat, f"player {seat}") for seat in (1, 2)]
        seats = {
            seat: seat_for(secret, who.id)
            for seat, (secret, who) in enumerate(zip(game.secrets, people, strict=True), start=1)
        }
        terms = Terms(_RULES, random_menhirs(_RULES, number), str(number))
        store.create(StoredMatch(game.match, terms, game.match, 1, joins, seats), at)
    return game


def _line(rules: RuleSet, menhirs: int, numbers: Random) -> list[tuple[Player, str]]:
    """A random game in which nobody claims, and nobody wins if it can be helped."""
    position = Position.start(rules, menhirs)
    line = []
    while not position.is_over:
        winning = [Move(*move) for move in position.winning_moves()]
        actions = position.board_actions()
        action = numbers.choice([a for a in actions if a not in winning] or list(actions))
        line.append((position.player, write_action(action, position)))
        position = position.play_unchecked(action)
    return line
