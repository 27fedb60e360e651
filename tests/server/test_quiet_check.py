"""The quiet check finds players who move like the engine, with its doubt, and does nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterable
from random import Random

import pytest
from sqlalchemy import Engine

from menhirs.api import new_game
from menhirs.core.actions import Action
from menhirs.core.position import Position
from menhirs.core.state import Outcome, Reason
from menhirs.engine.analysis import Limits
from menhirs.engine.levels import LevelPlayer
from menhirs.engine.search import Search
from menhirs.engine.whole_game import play_game
from menhirs.learn.review.agreement import NODES, Agreement, GameThird, agreements
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.terms import LiveClock, Terms
from menhirs.notation.actions import write_action
from menhirs.notation.record import Record
from menhirs.server.live.match.seat_keys import seat_for
from menhirs.server.storage.database import open_database
from menhirs.server.storage.match.store import Append, MatchStore, StoredMatch
from menhirs.server.storage.people.people_store import PeopleStore, Person
from menhirs.server.storage.rating.quiet_check import Checked, QuietCheck
from menhirs.server.storage.rating.rating_store import RatingStore
from tests.cli.command import menhirs


class Cheat:
    """Somebody who does what the engine says."""

    def choose(self, position: Position) -> Action:
        limits = Limits(nodes=NODES)
        return Search(table_mb=8).analyse(position, limits, lines=4_096).lines[0].actions[0]


@pytest.fixture(scope="module")
def games() -> list[Record]:
    """Games of a cheat, who is player 1, against somebody who thinks for themselves."""
    start = new_game("amsterdam", seed="q7")
    return [play_game(start, Cheat(), LevelPlayer(6, seed=1))]


def test_a_cheat_agrees_where_most_moves_are_worse(games: list[Record]) -> None:
    (game,) = games
    found = agreements(game.positions, game.actions)
    cheat = total(found[1, stage] for stage in GameThird)
    assert cheat.decisions >= 3 and cheat.agreed == cheat.decisions
    by_chance = [
        Random(number).choice(list(position.legal_actions()))
        for number, position in enumerate(game.positions[:-1])
    ]
    chance = total(agreements(game.positions, by_chance).values())
    assert chance.decisions >= 6 and chance.part < 0.7


def total(several: Iterable[Agreement]) -> Agreement:
    return sum(several, Agreement())


def test_little_is_never_enough_to_stand_out() -> None:
    others = Agreement(400, 200)
    assert Agreement(20, 20).is_above(others) is None
    assert Agreement(40, 24).is_above(others) is False
    assert Agreement(40, 36).is_above(others) is True
    assert Agreement(40, 36).is_above(Agreement(20, 1)) is None
    low, high = Agreement(40, 36).between
    assert 0.75 < low < 0.9 < high < 1


def test_claims_are_regular_only_like_a_machine() -> None:
    def claims(*delays: int) -> bool | None:
        return Checked("ann", "Ann", "amsterdam", 1500, claims=list(delays)).claims_are_regular

    assert claims(900, 905, 910) is None
    assert claims(900, 905, 910, 902, 899) is True
    assert claims(150, 280, 220, 90, 260) is True
    assert claims(900, 1405, 2210, 702, 1899) is False


@pytest.mark.one_database
def test_the_operator_sees_what_was_found(database: str, games: list[Record]) -> None:
    engine = open_database(database)
    for number, name in enumerate(("Ann", "Bo"), start=1):
        PeopleStore(engine).create(Person(name.lower(), name, 1), bytes([number]) * 32)
    for number, game in enumerate(games):
        keep(engine, f"m{number}", game)
    assert QuietCheck(engine).unchecked(9) == ["m0"]
    words = ("admin", "--database", database, "fair-play", "--look-at", "5")
    data = json.loads(menhirs(*words, "--json").stdout)
    assert data["not_looked_at"] == 0
    ann = next(one for one in data["fair-play"] if one["person"] == "ann")
    assert ann["games"] == 1 and ann["agreed"] == ann["decisions"] > 0
    assert ann["stands_out"] is None and set(ann["stages"]) == {stage.value for stage in GameThird}
    plain = menhirs("admin", "--database", database, "fair-play").stdout
    assert "too few to say" in plain and "This proves nothing" in plain
    engine.dispose()


def keep(engine: Engine, match: str, game: Record) -> None:
    """Writes a rated game into the database, as it was played."""
    start = game.start
    terms = Terms(start.rules, start.menhirs, "", LiveClock(600_000), rated=True)
    joins = [Entry(number, 1, EntryKind.JOIN, number, "") for number in (1, 2)]
    seats = {1: seat_for("1", "ann"), 2: seat_for("2", "bo")}
    store = MatchStore(engine)
    store.create(StoredMatch(match, terms, match, 1, joins, seats), 1)
    plies = list(zip(game.positions, game.actions, strict=False))
    won = game.final.outcome or Outcome(0, 0, Reason.TIE)
    for number, (position, action) in enumerate(plies, start=3):
        text, player = write_action(action, position), position.actor(action) or 1
        entry = Entry(number, number * 1_000, EntryKind.ACTION, player, text)
        store.append([Append(match, entry, won if number == len(plies) + 2 else None)])
    RatingStore(engine).pay(match)
