"""Statistics of players and their exercises in the database: all SQL about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import Connection, Table, delete, exists, func, select, update

from menhirs.core.actions import Player
from menhirs.learn.play.facts import GameFacts
from menhirs.learn.play.training import TrainingCard
from menhirs.server.storage import tables
from menhirs.server.storage.sql_store import SqlStore

MOST_GAMES = 1_000
"""The number of a person's latest games in the statistics."""


class UnevaluatedGame(NamedTuple):
    """A finished game that was not evaluated yet, or not since its review."""

    match: str
    player: Player
    facts: GameFacts | None
    """The facts that follow from the rules alone, if known."""


class PlayStore(SqlStore):
    """People's statistics and exercises in a database."""

    def unseen(self, person: str) -> list[UnevaluatedGame]:
        """A person's finished games that are still to be evaluated, the latest first."""
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
        return [
            UnevaluatedGame(match, player, None if facts is None else GameFacts.from_json(facts))
            for match, player, facts in self._rows(chosen)
        ]

    def put(self, facts: GameFacts) -> None:
        """Stores the facts of a game about a player, replacing earlier ones."""
        row = {"match": facts.match, "player": facts.seat}
        data = {"facts": facts.as_json(), "reviewed": facts.reviewed is not None}
        wanted = self._dialect.insert(tables.played_games).values(row | data)
        wanted = wanted.on_conflict_do_update(index_elements=["match", "player"], set_=data)
        self._change(wanted)

    def facts(self, person: str) -> list[GameFacts]:
        """The facts of a person's latest games, as far as they were evaluated."""
        seats, matches, played = tables.seats.c, tables.matches.c, tables.played_games.c
        sits = (seats.match == played.match) & (seats.player == played.player)
        own_change, other_change = (
            tables.rating_changes.alias(name) for name in ("mine", "theirs")
        )
        rated = (own_change.c.match == played.match) & (own_change.c.person == person)
        rated_too = (other_change.c.match == played.match) & (other_change.c.person != person)
        chosen = (
            select(played.facts, other_change.c.before - own_change.c.before)
            .join(tables.seats, sits)
            .join(tables.matches, matches.id == played.match)
            .outerjoin(own_change, rated)
            .outerjoin(other_change, rated_too)
            .where(seats.person == person)
            .order_by(matches.updated.desc())
            .limit(MOST_GAMES)
        )
        return [replace(GameFacts.from_json(facts), gap=gap) for facts, gap in self._rows(chosen)]

    # Exercises.

    def cards(self, person: str) -> list[TrainingCard]:
        """A person's exercises."""
        columns = tables.training_cards.c
        chosen = select(columns.card).where(columns.person == person)
        return [TrainingCard.from_json(one) for one in self._column(chosen)]

    def add_cards(self, person: str, cards: Iterable[TrainingCard]) -> None:
        """Adds new exercises; existing ones stay as they are."""
        rows = [
            {"person": person, "exercise": card.exercise, "card": card.as_json()} for card in cards
        ]
        if rows:
            wanted = self._dialect.insert(tables.training_cards).on_conflict_do_nothing()
            self._change(wanted, rows)

    def keep_card(self, person: str, card: TrainingCard, day: int) -> None:
        """Stores the result of an exercise on a day."""
        cards = tables.training_cards
        this_card = (cards.c.person == person, cards.c.exercise == card.exercise)
        trained = self._dialect.insert(tables.training_days).values(person=person, day=day)
        with self.engine.begin() as connection:
            connection.execute(update(cards).where(*this_card).values(card=card.as_json()))
            connection.execute(trained.on_conflict_do_nothing())

    def days(self, person: str) -> list[int]:
        """The days on which a person trained."""
        columns = tables.training_days.c
        chosen = select(columns.day).where(columns.person == person)
        return self._column(chosen)


def forget_facts(connection: Connection, person: str) -> None:
    """Deletes a person's statistics; the games stay."""
    played, seats = tables.played_games, tables.seats.c
    of_person = exists().where(
        seats.match == played.c.match, seats.player == played.c.player, seats.person == person
    )
    connection.execute(delete(played).where(of_person))


def give(connection: Connection, giver: str, taker: str) -> None:
    """Transfers exercises, days and sprints to another person; of duplicates the taker's stay."""
    for table, key in ((tables.training_cards, "exercise"), (tables.training_days, "day")):
        _give(connection, table, key, giver, taker)
    # The sprints of a day are counted, and the taker's come first.
    sprints, columns = tables.sprints, tables.sprints.c
    chosen = select(columns.id, columns.day).where(columns.person == giver)
    for name, day in connection.execute(chosen.order_by(columns.day, columns.run)).all():
        last_run = select(func.coalesce(func.max(columns.run), 0))
        last = connection.execute(
            last_run.where(columns.person == taker, columns.day == day)
        ).scalar_one()
        transfer = update(sprints).where(columns.id == name)
        connection.execute(transfer.values(person=taker, run=last + 1))


def _give(connection: Connection, table: Table, key: str, giver: str, taker: str) -> None:
    known = select(table.c[key]).where(table.c.person == taker).scalar_subquery()
    new = (table.c.person == giver, table.c[key].not_in(known))
    connection.execute(update(table).where(*new).values(person=taker))
