"""Public games in the database: all SQL about them.

Every server regularly writes its number of watchers of each public match. The numbers of a dead
server are soon too old to count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, delete, func, select

from menhirs.core.actions import Player, other
from menhirs.match.entries import EntryKind
from menhirs.match.terms import Terms
from menhirs.match.terms_data import read_terms
from menhirs.server.storage import tables
from menhirs.server.storage.sql_store import SqlStore


@dataclass(frozen=True)
class PublicGame:
    """A public game."""

    match: str
    terms: Terms
    line: str
    """The position line."""
    names: dict[Player, str]
    people: dict[Player, str | None]
    winner: int | None
    """None as long as it is running."""
    score: int | None
    updated: int
    watchers: int = 0


class PublicStore(SqlStore):
    """The public games in a database."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        attend = self._dialect.insert(tables.attendances)
        self._attend = attend.on_conflict_do_update(
            index_elements=["match", "server"],
            set_={"watchers": attend.excluded.watchers, "at": attend.excluded.at},
        )

    def store_watchers(
        self, server: str, watchers: Mapping[str, int], left: Sequence[str], at: int
    ) -> None:
        """Stores a server's numbers of watchers, and the matches at which it has none any more."""
        columns = tables.attendances.c
        rows = [
            {"match": match, "server": server, "watchers": count, "at": at}
            for match, count in watchers.items()
        ]
        with self.engine.begin() as connection:
            if rows:
                connection.execute(self._attend, rows)
            gone = (columns.server == server, columns.match.in_(left))
            connection.execute(delete(tables.attendances).where(*gone))

    def forget_watchers(self, before: int) -> None:
        """Deletes the numbers of dead servers."""
        old = tables.attendances.c.at < before
        self._change(delete(tables.attendances).where(old))

    def running(self, since: int, most: int) -> list[PublicGame]:
        """The running public games with somebody at them, the most watched first."""
        matches, attendances = tables.matches.c, tables.attendances.c
        watchers = func.sum(attendances.watchers).label("watchers")
        chosen = (
            select(attendances.match, watchers)
            .join(tables.matches, matches.id == attendances.match)
            .where(attendances.at >= since, matches.public, matches.reason.is_(None))
            .group_by(attendances.match, matches.updated)
            .order_by(watchers.desc(), matches.updated.desc())
            .limit(most)
        )
        with self.engine.connect() as connection:
            counts = {match: int(count) for match, count in connection.execute(chosen)}
            games = self._games(connection, list(counts), counts)
        return [games[match] for match in counts if match in games]

    def of_person(self, person: str, most: int) -> list[PublicGame]:
        """A person's latest public games against people, the newest first.

        Without aborted games.
        """
        matches = tables.matches.c
        own_matches = select(tables.seats.c.match).where(tables.seats.c.person == person)
        chosen = (
            select(matches.id)
            .where(matches.id.in_(own_matches), matches.public)
            .where(matches.reason.is_distinct_from(EntryKind.ABORTED.value))
            .order_by(matches.updated.desc())
            .limit(most)
        )
        with self.engine.connect() as connection:
            ids = [match for (match,) in connection.execute(chosen)]
            games = self._games(connection, ids, {})
        return [games[match] for match in ids if match in games]

    def _games(
        self, connection: Connection, ids: Sequence[str], watchers: Mapping[str, int]
    ) -> dict[str, PublicGame]:
        """Matches that have begun, by their ids."""
        names = self._names(connection, ids)
        people = self._people(connection, ids)
        rows = connection.execute(select(tables.matches).where(tables.matches.c.id.in_(ids)))
        return {
            row.id: PublicGame(
                row.id,
                read_terms(row.terms),
                row.line,
                names[row.id],
                people[row.id],
                row.winner,
                row.score,
                row.updated,
                watchers.get(row.id, 0),
            )
            for row in rows
            if row.line is not None and len(people.get(row.id, ())) == 2
        }

    def _names(self, connection: Connection, ids: Sequence[str]) -> dict[str, dict[Player, str]]:
        columns = tables.entries.c
        kinds = (EntryKind.JOIN, EntryKind.NAME, EntryKind.SWAP)
        rows = connection.execute(
            select(columns.match, columns.kind, columns.player, columns.text)
            .where(columns.match.in_(ids), columns.kind.in_([kind.value for kind in kinds]))
            .order_by(columns.match, columns.number)
        )
        found: dict[str, dict[Player, str]] = {match: {} for match in ids}
        for match, kind, player, text in rows:
            if kind == EntryKind.SWAP:
                found[match] = {other(seat): name for seat, name in found[match].items()}
            else:
                found[match][player] = text
        return found

    def _people(self, connection: Connection, ids: Sequence[str]) -> dict[str, Any]:
        columns = tables.seats.c
        rows = connection.execute(
            select(columns.match, columns.player, columns.person).where(columns.match.in_(ids))
        )
        found: dict[str, dict[Player, str | None]] = {}
        for match, player, person in rows:
            found.setdefault(match, {})[player] = person
        return found
