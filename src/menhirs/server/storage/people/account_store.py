"""All data about one person: export and deletion.

Finished games belong to both players: they stay, without the name of the one who is gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, delete, exists, select, update

from menhirs.core.actions import Player
from menhirs.match.entries import EntryKind
from menhirs.match.terms_data import read_terms
from menhirs.server.storage import tables
from menhirs.server.storage.people import belongings, play_store
from menhirs.server.storage.rating import rating_ledger
from menhirs.server.storage.sql_store import SqlStore

_OF_A_MATCH = ("entries", "seats", "invitations", "alerts", "matches")
"""The tables with rows of a match, in the order in which they can be deleted."""


@dataclass(frozen=True)
class OwnSeat:
    """A seat of a person."""

    match: str
    player: Player


@dataclass(frozen=True)
class DeletionResult:
    """The result of a deletion."""

    running: Sequence[OwnSeat] = ()
    """Seats in games against others that have to be ended first: nothing was deleted."""
    matches: Sequence[str] = ()
    """The matches that are to be read again."""


class AccountStore(SqlStore):
    """Export and deletion of the data about a person."""

    # Handing out.

    def everything(self, person: str) -> dict[str, Any]:
        """All data about a person without the games. Keys are left out: they are secret."""
        with self.engine.connect() as connection:
            return {
                "person": _rows(connection, tables.people, tables.people.c.id == person)[0],
                "browsers": _owned(connection, tables.person_keys, person, "key_hash"),
                "passkeys": _owned(
                    connection, tables.passkeys, person, "credential", "public_key", "sign_count"
                ),
                "ratings": _owned(connection, tables.ratings, person),
                "rating_changes": _owned(connection, tables.rating_changes, person),
                "device_hints": _owned(connection, tables.device_hints, person, "hint"),
                "refused_help": _owned(connection, tables.refused_help, person),
                "invitations": _owned(connection, tables.invitations, person),
                "blocks": _owned(connection, tables.blocks, person),
                "alerts_to": _owned(
                    connection, tables.push_subscriptions, person, "endpoint_hash", "p256dh", "auth"
                ),
                "reports": _rows(connection, tables.reports, tables.reports.c.by == person),
                "tournaments": _rows(
                    connection, tables.tournaments, tables.tournaments.c.organiser == person
                ),
                "tournament_entries": _owned(connection, tables.tournament_entries, person),
                "games": self._games(connection, person),
                "play": self._play(connection, person),
                "training": _owned(connection, tables.training_cards, person),
                "training_days": _owned(connection, tables.training_days, person),
                "sprints": _owned(connection, tables.sprints, person),
            }

    def _play(self, connection: Connection, person: str) -> list[dict[str, Any]]:
        """The person's statistics."""
        seats, played = tables.seats.c, tables.played_games.c
        same_seat = (seats.match == played.match) & (seats.player == played.player)
        found = select(played.facts).join(tables.seats, same_seat).where(seats.person == person)
        return list(connection.execute(found).scalars())

    def _games(self, connection: Connection, person: str) -> list[dict[str, Any]]:
        seats, matches = tables.seats.c, tables.matches.c
        found = (
            select(
                matches.id,
                seats.player,
                matches.created,
                matches.updated,
                matches.public,
                matches.winner,
                matches.score,
                matches.reason,
            )
            .select_from(tables.seats.join(tables.matches))
            .where(seats.person == person)
            .order_by(matches.created, seats.player)
        )
        return [dict(row) for row in connection.execute(found).mappings()]

    # Deleting.

    def running(self, person: str) -> list[OwnSeat]:
        """The seats of a person in unfinished games in which somebody else sits too."""
        with self.engine.connect() as connection:
            return _running(connection, person)

    def delete(self, person: str) -> DeletionResult:
        """Deletes a person, unless an opponent would wait for ever in one of their games."""
        with self.engine.begin() as connection:
            if running := _running(connection, person):
                return DeletionResult(running=running)
            matches = belongings.matches_of(connection, person)
            _take_away_waiting(connection, person)
            _take_names_out(connection, person)
            rating_ledger.leave(connection, person)
            play_store.forget_facts(connection, person)
            belongings.change_locks(connection, person)
            seats, reports, refused = tables.seats, tables.reports, tables.refused_help
            connection.execute(update(seats).where(seats.c.person == person).values(person=None))
            connection.execute(update(reports).where(reports.c.by == person).values(by=None))
            connection.execute(delete(reports).where(reports.c.about == person))
            connection.execute(delete(refused).where(refused.c.person == person))
            connection.execute(delete(tables.people).where(tables.people.c.id == person))
            belongings.notify_reload(connection, matches)
        return DeletionResult(matches=matches)


def _rows(connection: Connection, table: Table, which: ColumnElement[bool]) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(select(table).where(which)).mappings()]


def _owned(connection: Connection, table: Table, person: str, *secret: str) -> list[dict[str, Any]]:
    """A person's rows in a table, without secrets and without the person's id."""
    rows = _rows(connection, table, table.c.person == person)
    return [
        {name: value for name, value in row.items() if name not in ("person", *secret)}
        for row in rows
    ]


def _running(connection: Connection, person: str) -> list[OwnSeat]:
    seats, others = tables.seats, tables.seats.alias()
    somebody_else = exists().where(
        others.c.match == seats.c.match,
        others.c.player != seats.c.player,
        others.c.person.is_distinct_from(person),
    )
    found = (
        select(seats.c.match, seats.c.player)
        .select_from(seats.join(tables.matches))
        .where(seats.c.person == person, tables.matches.c.reason.is_(None), somebody_else)
    )
    return [OwnSeat(match, player) for match, player in connection.execute(found)]


def _take_away_waiting(connection: Connection, person: str) -> None:
    """Deletes the games that nobody else has joined yet."""
    seats, matches, games = tables.seats.c, tables.matches.c, tables.tournament_games.c
    found = (
        select(matches.id, matches.terms, seats.player)
        .select_from(tables.seats.join(tables.matches))
        .where(seats.person == person, matches.reason.is_(None))
        .where(~exists().where(games.match == matches.id))
    )
    taken: dict[str, set[Player]] = {}
    expected: dict[str, int] = {}
    for match, terms, player in connection.execute(found):
        taken.setdefault(match, set()).add(player)
        expected[match] = expected.get(match) or len(read_terms(terms).people)
    waiting = [match for match, players in taken.items() if len(players) < expected[match]]
    for name in _OF_A_MATCH if waiting else ():
        table = tables.metadata.tables[name]
        column = table.c.id if name == "matches" else table.c.match
        connection.execute(delete(table).where(column.in_(waiting)))


def _take_names_out(connection: Connection, person: str) -> None:
    """Removes the person's name from the logs."""
    entries, seats = tables.entries, tables.seats.c
    of_person = exists().where(
        seats.match == entries.c.match,
        seats.player == entries.c.player,
        seats.person == person,
    )
    naming = entries.c.kind.in_((EntryKind.JOIN.value, EntryKind.NAME.value))
    connection.execute(update(entries).where(naming, of_person).values(text=""))
