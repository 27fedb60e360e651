"""Reading and writing tournaments: the only place that speaks SQL about them.

A tournament is its settings and its diary. Every entry is written in one transaction with all that
follows from it: the matches that it opens, and the matches that nobody waits for any more. The
entry's number is a key, so of two servers that want to open a round one does, and opens all of it.
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
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from menhirs.server.storage import tables
from menhirs.server.storage.arrangements import (
    Arrangements,
    Door,
    read_arrangements,
    write_arrangements,
)
from menhirs.server.storage.database import is_postgresql
from menhirs.server.storage.store import Store, StoredMatch
from menhirs.tournament.entries import Entry
from menhirs.tournament.entry_data import read_event, write_event
from menhirs.tournament.results import Game, Outcome
from menhirs.tournament.settings import Settings, read_settings, write_settings

_MOST_LISTED = 100
_MOST_AT_ONCE = 200


@dataclass(frozen=True)
class StoredTournament:
    """What is kept of a tournament beside its diary."""

    id: str
    organiser: str
    """The person who may change it."""
    created: int
    settings: Settings
    arranged: Arrangements


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
    game: Game
    entered: bool
    """Whether nothing is to be learnt from the match any more."""


@dataclass(frozen=True)
class EndedGame:
    """A match of a tournament that is over, while its game has no result yet."""

    tournament: str
    match: str
    game: Game
    outcome: Outcome


@dataclass(frozen=True)
class Step:
    """An entry to be written down, with all that follows from it."""

    tournament: str
    entry: Entry
    state: str
    """How far the tournament is after it."""
    due: int | None
    """When something else is to be entered without anybody asking for it."""
    opened: Sequence[tuple[Game, StoredMatch]] = ()
    entered: Sequence[str] = ()
    """Matches from which nothing is to be learnt any more."""


class TournamentStore:
    """The tournaments in a database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._engine = store.engine
        dialect = postgresql if is_postgresql(store.engine) else sqlite
        self._add_entry = (
            dialect.insert(tables.tournament_entries)
            .on_conflict_do_nothing()
            .returning(tables.tournament_entries.c.number)
        )

    def create(self, stored: StoredTournament) -> None:
        """Writes a new tournament down."""
        settings = {
            "settings": write_settings(stored.settings),
            "arranged": write_arrangements(stored.arranged),
        }
        with self._engine.begin() as connection:
            connection.execute(
                insert(tables.tournaments).values(
                    id=stored.id,
                    created=stored.created,
                    organiser=stored.organiser,
                    settings=settings,
                    public=stored.arranged.door is Door.OPEN,
                    updated=stored.created,
                    state="entering",
                    due=stored.arranged.starts_at,
                )
            )

    def find(self, tournament: str) -> StoredTournament | None:
        """A tournament without its diary; None if there is none of that name."""
        columns = tables.tournaments.c
        wanted = (columns.id, columns.organiser, columns.created, columns.settings)
        with self._engine.connect() as connection:
            row = connection.execute(select(*wanted).where(columns.id == tournament)).one_or_none()
        return None if row is None else _stored(row.id, row.organiser, row.created, row.settings)

    def news(self, tournament: str, after: int) -> tuple[list[Entry], list[LinkedGame]]:
        """The entries after a number, and all matches if there are any such entries.

        The matches are read after the entries, so none of those that the entries opened is missing.
        """
        columns = tables.tournament_entries.c
        wanted = (columns.number, columns.at, columns.kind, columns.data, columns.person)
        with self._engine.connect() as connection:
            rows = connection.execute(
                select(*wanted)
                .where(columns.tournament == tournament, columns.number > after)
                .order_by(columns.number)
            )
            entries = [
                Entry(number, at, read_event(kind, data), person or "")
                for number, at, kind, data, person in rows
            ]
            return entries, self._links(connection, tournament) if entries else []

    def _links(self, connection: Connection, tournament: str) -> list[LinkedGame]:
        columns = tables.tournament_games.c
        rows = connection.execute(
            select(columns.match, *_game_columns(), columns.entered).where(
                columns.tournament == tournament
            )
        )
        return [LinkedGame(match, Game(*game), entered) for match, *game, entered in rows]

    def write(self, step: Step) -> bool:
        """Writes an entry down with all that follows. False: its number is taken."""
        entry, games = step.entry, tables.tournament_games
        row = {
            "tournament": step.tournament,
            "number": entry.number,
            "at": entry.at,
            "kind": entry.event.kind,
            "person": entry.by or None,
            "data": write_event(entry.event),
        }
        with self._engine.begin() as connection:
            if connection.execute(self._add_entry, row).one_or_none() is None:
                return False
            connection.execute(
                update(tables.tournaments)
                .where(tables.tournaments.c.id == step.tournament)
                .values(updated=entry.at, state=step.state, due=step.due)
            )
            for game, stored in step.opened:
                self._store.create_within(connection, stored, entry.at)
                link = {"match": stored.id, "tournament": step.tournament, "entered": False}
                connection.execute(insert(games).values(**link, **game._asdict()))
            if step.entered:
                gone = games.c.match.in_(step.entered)
                connection.execute(update(games).where(gone).values(entered=True))
        return True

    # What is to be done by itself.

    def due(self, at: int) -> list[str]:
        """The tournaments that should have started or gone on by now."""
        columns = tables.tournaments.c
        with self._engine.connect() as connection:
            chosen = select(columns.id).where(columns.due <= at).limit(_MOST_AT_ONCE)
            return list(connection.execute(chosen).scalars())

    def ended(self) -> list[EndedGame]:
        """The matches that are over, while their games have no result yet."""
        games, matches = tables.tournament_games.c, tables.matches.c
        chosen = (
            select(games.tournament, games.match, matches.winner, matches.score, *_game_columns())
            .join_from(tables.tournament_games, tables.matches)
            .where(games.entered.is_(False), matches.winner.is_not(None))
            .limit(_MOST_AT_ONCE)
        )
        with self._engine.connect() as connection:
            return [
                EndedGame(row[0], row[1], Game(*row[4:]), Outcome(row.winner, row.score))
                for row in connection.execute(chosen)
            ]

    def running(self) -> list[tuple[str, str, int]]:
        """The matches that are being played: the tournament, the match, and its last change."""
        games, matches = tables.tournament_games.c, tables.matches.c
        chosen = (
            select(games.tournament, games.match, matches.updated)
            .join_from(tables.tournament_games, tables.matches)
            .where(games.entered.is_(False), matches.winner.is_(None))
            .order_by(matches.updated)
            .limit(_MOST_AT_ONCE)
        )
        with self._engine.connect() as connection:
            return [(one, match, at) for one, match, at in connection.execute(chosen)]

    # What visitors ask for.

    def listed(self, person: str | None) -> list[Listed]:
        """The tournaments that are open to all, and those that a person holds or has entered."""
        columns, entries = tables.tournaments.c, tables.tournament_entries.c
        entered = and_(entries.tournament == columns.id, entries.kind == "enter")
        players = select(func.count()).where(entered).correlate(tables.tournaments)
        seen: ColumnElement[bool] = columns.public
        if person is not None:
            mine = select(entries.tournament).where(
                entries.kind == "enter", entries.person == person
            )
            seen = or_(seen, columns.organiser == person, columns.id.in_(mine))
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
        with self._engine.connect() as connection:
            return [
                Listed(_stored(*row[:4]), row.state, row.updated, row.players)
                for row in connection.execute(chosen)
            ]

    def of_match(self, match: str) -> tuple[str, int] | None:
        """The tournament and the round that a match belongs to."""
        columns = tables.tournament_games.c
        chosen = select(columns.tournament, columns.round).where(columns.match == match)
        with self._engine.connect() as connection:
            row = connection.execute(chosen).one_or_none()
        return None if row is None else (row.tournament, row.round)

    def waiting_for(self, person: str) -> tuple[str, str] | None:
        """The tournament and the match in which a game waits for a person, the newest first."""
        games, matches, seats = tables.tournament_games.c, tables.matches.c, tables.seats.c
        chosen: Select[tuple[str, str]] = (
            select(games.tournament, games.match)
            .join_from(tables.tournament_games, tables.matches)
            .join(tables.seats, seats.match == matches.id)
            .where(games.entered.is_(False), matches.winner.is_(None), seats.person == person)
            .order_by(matches.created.desc())
            .limit(1)
        )
        with self._engine.connect() as connection:
            row = connection.execute(chosen).one_or_none()
        return None if row is None else (row.tournament, row.match)

    def entered_by(self, person: str) -> list[str]:
        """The tournaments that a person entered."""
        entries = tables.tournament_entries.c
        chosen = select(entries.tournament).where(entries.person == person, entries.kind == "enter")
        with self._engine.connect() as connection:
            return [tournament for (tournament,) in connection.execute(chosen.distinct())]

    def blank_name(self, tournament: str, entrant: int, nameless: str) -> None:
        """Writes another name into all that was ever entered about a player's name."""
        table = tables.tournament_entries
        named = (table.c.tournament == tournament, table.c.kind.in_(("enter", "rename")))
        with self._engine.begin() as connection:
            for number, data in connection.execute(
                select(table.c.number, table.c.data).where(*named)
            ).all():
                if data["entrant"] == entrant:
                    connection.execute(
                        update(table)
                        .where(table.c.tournament == tournament, table.c.number == number)
                        .values(data={**data, "name": nameless})
                    )


def _game_columns() -> tuple[Column[int], ...]:
    columns = tables.tournament_games.c
    return columns.round, columns.south, columns.north, columns.number


def _stored(name: str, organiser: str, created: int, data: dict[str, Any]) -> StoredTournament:
    settings, arranged = data["settings"], data["arranged"]
    return StoredTournament(
        name, organiser, created, read_settings(settings), read_arrangements(arranged)
    )
