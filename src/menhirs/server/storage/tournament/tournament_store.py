"""Tournaments in the database: all SQL about them.

A tournament is stored as its settings and its log. Every entry is written in one transaction with
all that follows from it: the matches that it opens, and the matches that nobody waits for any
more. The entry's number is a key, so of two servers that want to open a round one does, and opens
all of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Select,
    and_,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from menhirs.server.storage import tables
from menhirs.server.storage.match.store import MatchStore, StoredMatch
from menhirs.server.storage.sql_store import SqlStore
from menhirs.tournament.entries import TournamentEntry
from menhirs.tournament.entry_data import read_event, write_event
from menhirs.tournament.hosting_settings import (
    Door,
    HostingSettings,
    read_hosting_settings,
    write_hosting_settings,
)
from menhirs.tournament.results import GameOutcome, TournamentGame
from menhirs.tournament.settings import TournamentSettings, read_settings, write_settings

_MOST_LISTED = 100
_MOST_AT_ONCE = 200
_MINE = ("enter", "who", "appoint")
"""Entries by which a tournament becomes somebody's own."""


@dataclass(frozen=True)
class StoredTournament:
    """The stored data of a tournament besides its log."""

    id: str
    organiser: str
    """The person who may change it."""
    created: int
    settings: TournamentSettings
    hosting: HostingSettings


@dataclass(frozen=True)
class Listed:
    """A tournament in a list."""

    stored: StoredTournament
    state: str
    updated: int
    players: int


@dataclass(frozen=True)
class LinkedGame:
    """A game of a tournament, and the match in which it is played."""

    match: str
    game: TournamentGame
    entered: bool
    """Whether nothing is to be learnt from the match any more."""


@dataclass(frozen=True)
class EndedGame:
    """A match of a tournament that is over, while its game has no result yet."""

    tournament: str
    match: str
    game: TournamentGame
    outcome: GameOutcome


@dataclass(frozen=True)
class EntryBatch:
    """Entries to be written down together, with all that follows from them."""

    tournament: str
    entries: tuple[TournamentEntry, ...]
    state: str
    """How far the tournament is after them."""
    due: int | None
    """When something else is to be entered without anybody asking for it."""
    opened: Sequence[tuple[TournamentGame, StoredMatch]] = ()
    entered: Sequence[str] = ()
    """Matches from which nothing is to be learnt any more."""
    changed: StoredTournament | None = None
    """What is kept beside the log, where that changed."""


class TournamentStore(SqlStore):
    """The tournaments in a database."""

    def __init__(self, store: MatchStore) -> None:
        super().__init__(store.engine)
        self._store = store
        self._add_entry = (
            self._dialect.insert(tables.tournament_entries)
            .on_conflict_do_nothing()
            .returning(tables.tournament_entries.c.number)
        )

    def create(self, stored: StoredTournament) -> None:
        """Stores a new tournament."""
        self._change(
            insert(tables.tournaments).values(
                id=stored.id,
                created=stored.created,
                organiser=stored.organiser,
                **_agreed(stored),
                updated=stored.created,
                state="entering",
                due=stored.hosting.starts_at,
            )
        )

    def find(self, tournament: str) -> StoredTournament | None:
        """A tournament without its log; None if there is none of that name."""
        columns = tables.tournaments.c
        wanted = (columns.id, columns.organiser, columns.created, columns.settings)
        row = self._row(select(*wanted).where(columns.id == tournament))
        return None if row is None else _stored(row.id, row.organiser, row.created, row.settings)

    def news(
        self, tournament: str, after: int
    ) -> tuple[list[TournamentEntry], list[LinkedGame]] | None:
        """The entries after a number, and all matches if there are any such entries.

        The matches are read after the entries, so none of those that the entries opened is missing.
        None if the tournament is gone.
        """
        columns, own = tables.tournament_entries.c, tables.tournaments.c
        wanted = (columns.number, columns.at, columns.kind, columns.data, columns.person)
        later = and_(columns.tournament == own.id, columns.number > after)
        with self.engine.connect() as connection:
            rows = connection.execute(
                select(*wanted)
                .select_from(tables.tournaments.outerjoin(tables.tournament_entries, later))
                .where(own.id == tournament)
                .order_by(columns.number)
            ).all()
            if not rows:
                return None
            entries = [
                TournamentEntry(number, at, read_event(kind, data), person or "")
                for number, at, kind, data, person in rows
                if number is not None
            ]
            return entries, self._links(connection, tournament) if entries else []

    def _links(self, connection: Connection, tournament: str) -> list[LinkedGame]:
        columns = tables.tournament_games.c
        rows = connection.execute(
            select(columns.match, *_game_columns(), columns.entered).where(
                columns.tournament == tournament
            )
        )
        return [LinkedGame(match, TournamentGame(*game), entered) for match, *game, entered in rows]

    def write(self, step: EntryBatch) -> bool:
        """Writes entries down with all that follows. False: their numbers are taken."""
        games, at = tables.tournament_games, step.entries[-1].at
        rows = [
            {
                "tournament": step.tournament,
                "number": entry.number,
                "at": entry.at,
                "kind": entry.event.kind,
                "person": entry.by or None,
                "data": write_event(entry.event),
            }
            for entry in step.entries
        ]
        agreed = {} if step.changed is None else _agreed(step.changed)
        with self.engine.connect() as connection, connection.begin() as transaction:
            if len(connection.execute(self._add_entry, rows).all()) < len(rows):
                transaction.rollback()
                return False
            connection.execute(
                update(tables.tournaments)
                .where(tables.tournaments.c.id == step.tournament)
                .values(updated=at, state=step.state, due=step.due, **agreed)
            )
            for game, stored in step.opened:
                self._store.create_within(connection, stored, at)
                link = {"match": stored.id, "tournament": step.tournament, "entered": False}
                connection.execute(insert(games).values(**link, **game._asdict()))
            if step.entered:
                gone = games.c.match.in_(step.entered)
                connection.execute(update(games).where(gone).values(entered=True))
        return True

    def delete(self, tournament: str) -> None:
        """Deletes a tournament. The games that were played in it stay with their players."""
        with self.engine.begin() as connection:
            for table in (tables.tournament_entries, tables.tournament_games):
                connection.execute(delete(table).where(table.c.tournament == tournament))
            own = tables.tournaments
            connection.execute(delete(own).where(own.c.id == tournament))

    # What is to be done by itself.

    def due(self, at: int) -> list[str]:
        """The tournaments that should have started or gone on by now."""
        columns = tables.tournaments.c
        chosen = select(columns.id).where(columns.due <= at).limit(_MOST_AT_ONCE)
        return self._column(chosen)

    def ended(self) -> list[EndedGame]:
        """The matches that are over, while their games have no result yet."""
        games, matches = tables.tournament_games.c, tables.matches.c
        chosen = (
            select(games.tournament, games.match, matches.winner, matches.score, *_game_columns())
            .join_from(tables.tournament_games, tables.matches)
            .where(games.entered.is_(False), matches.winner.is_not(None))
            .limit(_MOST_AT_ONCE)
        )
        return [
            EndedGame(row[0], row[1], TournamentGame(*row[4:]), GameOutcome(row.winner, row.score))
            for row in self._rows(chosen)
        ]

    def running(self) -> list[tuple[str, str, int]]:
        """The matches that are being played: the tournament, the match, and its last change."""
        games, matches = tables.tournament_games.c, tables.matches.c
        chosen = (
            select(games.tournament, games.match, matches.updated)
            .join_from(tables.tournament_games, tables.matches)
            .where(games.entered.is_(False), matches.reason.is_(None))
            .order_by(matches.updated)
            .limit(_MOST_AT_ONCE)
        )
        return [(one, match, at) for one, match, at in self._rows(chosen)]

    def unsettled(self) -> list[tuple[str, str]]:
        """The matches that are not where their tournament stands, each after its tournament.

        Somebody plays though nobody waits for the result, or the clocks run in a pause, or stand
        after it. A seat is free, perhaps for somebody who has said who they are.
        """
        games, matches, own = tables.tournament_games.c, tables.matches.c, tables.tournaments.c
        seats = tables.seats.c
        taken = select(func.count()).where(seats.match == matches.id).correlate(tables.matches)
        stands, paused = matches.turn.is_(None), own.state == "paused"
        chosen = (
            select(games.tournament, games.match)
            .join_from(tables.tournament_games, tables.matches)
            .join(tables.tournaments)
            .where(
                matches.reason.is_(None),
                or_(games.entered, stands != paused, taken.scalar_subquery() < 2),
            )
            .limit(_MOST_AT_ONCE)
        )
        return [(tournament, match) for tournament, match in self._rows(chosen)]

    def open_games(self, organiser: str) -> int:
        """How many games are being played in the tournaments that somebody set up."""
        games, own = tables.tournament_games.c, tables.tournaments.c
        counted = (
            select(func.count())
            .select_from(tables.tournament_games.join(tables.tournaments))
            .where(own.organiser == organiser, games.entered.is_(False))
        )
        with self.engine.connect() as connection:
            return connection.execute(counted).scalar_one()

    # Requests of visitors.

    def listed(self, person: str | None) -> list[Listed]:
        """The tournaments that are open to all, or that a person organises or has entered."""
        columns, entries = tables.tournaments.c, tables.tournament_entries.c
        entered = and_(entries.tournament == columns.id, entries.kind == "enter")
        players = select(func.count()).where(entered).correlate(tables.tournaments)
        seen: ColumnElement[bool] = columns.public
        if person is not None:
            with_person = select(entries.tournament).where(
                entries.kind.in_(_MINE), entries.person == person
            )
            seen = or_(seen, columns.organiser == person, columns.id.in_(with_person))
        chosen = (
            select(
                *(columns.id, columns.organiser, columns.created, columns.settings),
                *(columns.state, columns.updated),
                players.scalar_subquery().label("players"),
            )
            .where(seen)
            .order_by(columns.state == "finished", columns.updated.desc())
            .limit(_MOST_LISTED)
        )
        return [
            Listed(_stored(*row[:4]), row.state, row.updated, row.players)
            for row in self._rows(chosen)
        ]

    def of_match(self, match: str) -> tuple[str, int] | None:
        """The tournament and the round that a match belongs to."""
        columns = tables.tournament_games.c
        chosen = select(columns.tournament, columns.round).where(columns.match == match)
        row = self._row(chosen)
        return None if row is None else (row.tournament, row.round)

    def waiting_for(self, person: str) -> tuple[str, str] | None:
        """The tournament and the match in which a game waits for a person, the newest first."""
        games, matches, seats = tables.tournament_games.c, tables.matches.c, tables.seats.c
        chosen: Select[tuple[str, str]] = (
            select(games.tournament, games.match)
            .join_from(tables.tournament_games, tables.matches)
            .join(tables.seats, seats.match == matches.id)
            .where(games.entered.is_(False), matches.reason.is_(None), seats.person == person)
            .order_by(matches.created.desc())
            .limit(1)
        )
        row = self._row(chosen)
        return None if row is None else (row.tournament, row.match)

    def entered_by(self, person: str) -> list[str]:
        """The tournaments that a person entered."""
        entries = tables.tournament_entries.c
        chosen = select(entries.tournament).where(entries.person == person, entries.kind.in_(_MINE))
        return self._column(chosen.distinct())

    def blank_name(self, tournament: str, person: str, entrant: int, nameless: str) -> None:
        """Writes another name into all that was ever entered about a person's name."""
        table = tables.tournament_entries
        kinds = table.c.kind.in_(("enter", "rename", "appoint"))
        with self.engine.begin() as connection:
            for number, data in connection.execute(
                select(table.c.number, table.c.data).where(table.c.tournament == tournament, kinds)
            ).all():
                # A player is named by number; an organiser, who may be no player, by person.
                if "entrant" in data:
                    named = data["entrant"] == entrant
                else:
                    named = data["player"] == person
                if named:
                    connection.execute(
                        update(table)
                        .where(table.c.tournament == tournament, table.c.number == number)
                        .values(data={**data, "name": nameless})
                    )


def _game_columns() -> tuple[Column[int], ...]:
    columns = tables.tournament_games.c
    return columns.round, columns.south, columns.north, columns.number


def _agreed(stored: StoredTournament) -> dict[str, Any]:
    """What the row of a tournament says of its settings and hosting settings."""
    settings, hosting = write_settings(stored.settings), write_hosting_settings(stored.hosting)
    return {
        "settings": {"settings": settings, "arranged": hosting},
        "public": stored.hosting.door is Door.OPEN,
    }


def _stored(name: str, organiser: str, created: int, data: dict[str, Any]) -> StoredTournament:
    settings, hosting = data["settings"], data["arranged"]
    return StoredTournament(
        name, organiser, created, read_settings(settings), read_hosting_settings(hosting)
    )
