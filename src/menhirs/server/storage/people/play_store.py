"""Reading and writing what games tell of their players: the only place that speaks SQL about it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, Engine, Table, delete, exists, func, select, update
from sqlalchemy.dialects import postgresql, sqlite

from menhirs.core.actions import Player
from menhirs.learn.play.facts import GameFacts
from menhirs.learn.play.training import TrainingCard
from menhirs.server.storage import tables
from menhirs.server.storage.database import is_postgresql

MOST_GAMES = 1_000
"""So many of somebody's last games are told of."""


class Unseen(NamedTuple):
    """A finished game that was not looked at yet, or not since it was reviewed."""

    match: str
    player: Player
    facts: GameFacts | None
    """What the rules alone tell, if that is known."""


class PlayStore:
    """What somebody's games tell, and their exercises, in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._dialect = postgresql if is_postgresql(engine) else sqlite

    def unseen(self, person: str) -> list[Unseen]:
        """Somebody's finished games that there is still something to learn from, the last first."""
        seats, matches, played = tables.seats.c, tables.matches.c, tables.played_games
        across = tables.seats.alias("across").c
        held_both = exists().where(
            across.match == seats.match, across.player != seats.player, across.person == person
        )
        known = (played.c.match == seats.match) & (played.c.player == seats.player)
        chosen = (
            select(seats.match, seats.player, played.c.facts)
            .join_from(tables.seats, tables.matches, matches.id == seats.match)
            .outerjoin(played, known)
            .where(seats.person == person, matches.winner.is_not(None), ~held_both)
            .where(played.c.reviewed.is_(None) | ~played.c.reviewed)
            .order_by(matches.updated.desc(), matches.id)
            .limit(MOST_GAMES)
        )
        with self._engine.connect() as connection:
            return [
                Unseen(match, player, None if facts is None else GameFacts.from_json(facts))
                for match, player, facts in connection.execute(chosen)
            ]

    def put(self, facts: GameFacts) -> None:
        """Keeps what a game tells of a player, instead of what was known before."""
        row = {"match": facts.match, "player": facts.seat}
        data = {"facts": facts.as_json(), "reviewed": facts.reviewed is not None}
        wanted = self._dialect.insert(tables.played_games).values(row | data)
        wanted = wanted.on_conflict_do_update(index_elements=["match", "player"], set_=data)
        with self._engine.begin() as connection:
            connection.execute(wanted)

    def facts(self, person: str) -> list[GameFacts]:
        """What somebody's last games tell, as far as they were looked at."""
        seats, matches, played = tables.seats.c, tables.matches.c, tables.played_games.c
        mine = (seats.match == played.match) & (seats.player == played.player)
        chosen = (
            select(played.facts)
            .join(tables.seats, mine)
            .join(tables.matches, matches.id == played.match)
            .where(seats.person == person)
            .order_by(matches.updated.desc())
            .limit(MOST_GAMES)
        )
        with self._engine.connect() as connection:
            return [GameFacts.from_json(one) for one in connection.execute(chosen).scalars()]

    # Exercises.

    def cards(self, person: str) -> list[TrainingCard]:
        """Somebody's exercises."""
        columns = tables.training_cards.c
        chosen = select(columns.card).where(columns.person == person)
        with self._engine.connect() as connection:
            return [TrainingCard.from_json(one) for one in connection.execute(chosen).scalars()]

    def add_cards(self, person: str, cards: Iterable[TrainingCard]) -> None:
        """Adds new exercises; those that are there already stay as they are."""
        rows = [
            {"person": person, "exercise": card.exercise, "card": card.as_json()} for card in cards
        ]
        if rows:
            wanted = self._dialect.insert(tables.training_cards).on_conflict_do_nothing()
            with self._engine.begin() as connection:
                connection.execute(wanted, rows)

    def keep_card(self, person: str, card: TrainingCard, day: int) -> None:
        """Keeps how it went with an exercise on a day."""
        cards = tables.training_cards
        mine = (cards.c.person == person, cards.c.exercise == card.exercise)
        trained = self._dialect.insert(tables.training_days).values(person=person, day=day)
        with self._engine.begin() as connection:
            connection.execute(update(cards).where(*mine).values(card=card.as_json()))
            connection.execute(trained.on_conflict_do_nothing())

    def days(self, person: str) -> list[int]:
        """The days on which somebody trained."""
        columns = tables.training_days.c
        chosen = select(columns.day).where(columns.person == person)
        with self._engine.connect() as connection:
            return list(connection.execute(chosen).scalars())


def forget_facts(connection: Connection, person: str) -> None:
    """Deletes what somebody's games tell of them; the games stay."""
    played, seats = tables.played_games, tables.seats.c
    mine = exists().where(
        seats.match == played.c.match, seats.player == played.c.player, seats.person == person
    )
    connection.execute(delete(played).where(mine))


def give(connection: Connection, giver: str, taker: str) -> None:
    """Exercises, days and sprints go to another person; what both have, the taker keeps."""
    for table, key in ((tables.training_cards, "exercise"), (tables.training_days, "day")):
        _give(connection, table, key, giver, taker)
    # The sprints of a day are counted, and the taker's come first.
    sprints, columns = tables.sprints, tables.sprints.c
    chosen = select(columns.id, columns.day).where(columns.person == giver)
    for name, day in connection.execute(chosen.order_by(columns.day, columns.run)).all():
        mine = select(func.coalesce(func.max(columns.run), 0))
        last = connection.execute(
            mine.where(columns.person == taker, columns.day == day)
        ).scalar_one()
        given = update(sprints).where(columns.id == name)
        connection.execute(given.values(person=taker, run=last + 1))


def _give(connection: Connection, table: Table, key: str, giver: str, taker: str) -> None:
    mine = select(table.c[key]).where(table.c.person == taker).scalar_subquery()
    new = (table.c.person == giver, table.c[key].not_in(mine))
    connection.execute(update(table).where(*new).values(person=taker))
