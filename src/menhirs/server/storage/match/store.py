"""Reading and writing matches: the only place that speaks SQL about them.

Everything here blocks; the server calls it from threads of its own.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from sqlalchemy import (
    Connection,
    Engine,
    bindparam,
    delete,
    func,
    insert,
    select,
    text,
    update,
)

from menhirs.core.actions import Player, other
from menhirs.core.position import Position
from menhirs.core.state import Outcome
from menhirs.match.entries import Entry, EntryKind
from menhirs.match.errors import Refused, Unavailable
from menhirs.match.outages import Outages
from menhirs.match.series import LAST_GAMES, Earlier, GameOfSeries
from menhirs.match.terms import Terms, rated_as
from menhirs.match.terms_data import read_terms, write_terms
from menhirs.notation.line import write_line
from menhirs.server.storage import tables
from menhirs.server.storage.database import CONNECTION_PREFIX, is_postgresql
from menhirs.server.storage.notice import notify, write_news, write_reload
from menhirs.server.storage.people.alert_store import Alert, AlertWriting
from menhirs.server.storage.sql_store import SqlStore

_log = logging.getLogger(__name__)

Step: TypeAlias = Callable[[Connection], None]
"""What another store does in the same transaction. What it raises undoes all of it."""


@dataclass(frozen=True)
class StoredSeat:
    """Who may sit on a seat: the holder of its secret, and the person who took it."""

    secret_hash: bytes
    person: str | None = None
    program: bool = False
    """Whether a program was seen to play there."""


@dataclass(frozen=True)
class MatchSummary:
    """Where a match stands: enough to list it among somebody's games."""

    turn: Player | None
    """The seat that is to act."""
    line: str
    """The position line."""


def standing_of(position: Position) -> MatchSummary:
    """Where a match stands in that position."""
    return MatchSummary(None if position.is_over else position.player, write_line(position))


@dataclass
class StoredMatch:
    """All that is kept of a match."""

    id: str
    terms: Terms
    series: str
    game: int
    entries: list[Entry] = field(default_factory=list)
    seats: dict[Player, StoredSeat] = field(default_factory=dict)
    earlier: Earlier = field(default_factory=Earlier)
    public: bool = False
    """Whether others may find it."""
    by_link: bool = False
    """Whether its players meet by a link that one sends the other."""


@dataclass(frozen=True)
class Append:
    """An entry to be written down, and what it changed: where the match stands, what came of it.

    ``alert`` is for the player to act.
    """

    match: str
    entry: Entry
    outcome: Outcome | None = None
    standing: MatchSummary | None = None
    alert: Alert | None = None


# These open a match. They are made once: that takes longer than asking them.
_MATCH = select(tables.matches).where(tables.matches.c.id == bindparam("match"))
_ENTRIES = (
    select(
        *(tables.entries.c[name] for name in ("number", "at", "kind", "player", "text", "lag")),
    )
    .where(
        tables.entries.c.match == bindparam("match"), tables.entries.c.number > bindparam("after")
    )
    .order_by(tables.entries.c.number)
)
_FIRST_ENTRIES = _ENTRIES.limit(bindparam("most"))
_SEATS = select(
    *(tables.seats.c[name] for name in ("player", "secret_hash", "person", "program")),
).where(tables.seats.c.match == bindparam("match"))


def _end(append: Append) -> dict[str, object] | None:
    """What the row of a match says of its end; None if an entry does not end it."""
    if append.entry.kind is EntryKind.ABORTED:  # no result, so no ratings change either
        return {"reason": EntryKind.ABORTED.value, "unpaid": None}
    if (outcome := append.outcome) is None:
        return None
    return {"winner": outcome.winner, "score": outcome.score, "reason": outcome.reason.value}


class MatchStore(SqlStore):
    """The matches in a database."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        # An entry whose number is taken is left out.
        self._add_entries = (
            self._dialect.insert(tables.entries)
            .on_conflict_do_nothing()
            .returning(tables.entries.c.match, tables.entries.c.number)
        )
        self._store_standing = update(tables.matches).where(
            tables.matches.c.id == bindparam("of_match")
        )
        self._alerts = AlertWriting(engine)
        self._beat = self._dialect.insert(tables.heartbeats)
        self._add_outage = self._dialect.insert(tables.outages).on_conflict_do_nothing()

    def create(self, stored: StoredMatch, at: int, *also: Step) -> None:
        """Writes a new match down, with its seats and first entries, and what belongs to it."""
        with self.engine.begin() as connection:
            self.create_within(connection, stored, at)
            for step in also:
                step(connection)

    def create_next(
        self, stored: StoredMatch, at: int, link: Append, alert: Alert | None = None
    ) -> bool:
        """Stores the next game of a series, linked from the one before, unless there is one.

        Returns whether there was none.
        """
        with self.engine.begin() as connection:
            if not self._append(connection, [link]):
                return False
            self.create_within(connection, stored, at)
            self._alerts.add(connection, [alert] if alert else [])
        return True

    def create_within(self, connection: Connection, stored: StoredMatch, at: int) -> None:
        """Stores a new match within the caller's transaction."""
        connection.execute(
            insert(tables.matches).values(
                id=stored.id,
                created=at,
                terms=write_terms(stored.terms),
                series=stored.series,
                game=stored.game,
                public=stored.public,
                by_link=stored.by_link,
                unpaid=rated_as(stored.terms.rules) if stored.terms.rated else None,
                updated=at,
                **vars(standing_of(stored.terms.start)),
            )
        )
        for player, seat in stored.seats.items():
            self._seat(connection, stored.id, player, seat)
        self._append(connection, [Append(stored.id, entry) for entry in stored.entries])

    def _seat(self, connection: Connection, match: str, player: Player, seat: StoredSeat) -> None:
        row = {"match": match, "player": player}
        connection.execute(insert(tables.seats).values({**row, **vars(seat)}))

    def join(self, joining: Sequence[Append], seat: StoredSeat, *also: Step) -> bool:
        """Seats a player, with what goes along with it, all or nothing.

        The last entry seats; before it the one who waits may change seats. Returns False if the
        match has changed in the meantime.
        """
        with self.engine.connect() as connection, connection.begin() as transaction:
            match, entry = joining[-1].match, joining[-1].entry
            self._hold(connection, match)
            for step in also:
                step(connection)
            if len(self._append(connection, joining)) < len(joining):
                transaction.rollback()
                return False
            if any(append.entry.kind is EntryKind.SWAP for append in joining):
                self._swap(connection, match)
            self._seat(connection, match, entry.player, seat)
        return True

    def _hold(self, connection: Connection, match: str) -> None:
        """Keeps others from sitting down at a match or removing it until the transaction ends."""
        columns = tables.matches.c
        held = select(columns.id).where(columns.id == match).with_for_update()
        if connection.execute(held).first() is None:
            raise Refused("invitation-gone")

    def _swap(self, connection: Connection, match: str) -> None:
        columns = tables.seats.c
        swapped = update(tables.seats).where(columns.match == match)
        connection.execute(swapped.values(player=3 - columns.player))

    def remove(self, match: str, *also: Step) -> None:
        """Takes a match away in which nothing has happened, after what goes along with it."""
        with self.engine.begin() as connection:
            self._hold(connection, match)
            for step in also:
                step(connection)
            for table in (tables.attendances, tables.entries, tables.seats):
                connection.execute(delete(table).where(table.c.match == match))
            connection.execute(delete(tables.matches).where(tables.matches.c.id == match))
            notify(connection, [write_reload(match)])

    def adopt(
        self, match: str, player: Player, person: str, standing: MatchSummary, at: int
    ) -> bool:
        """Gives a seat without a person to a person. False: it has one already."""
        columns = tables.seats.c
        of_seat = (columns.match == match, columns.player == player, columns.person.is_(None))
        with self.engine.begin() as connection:
            changed = connection.execute(update(tables.seats).where(*of_seat).values(person=person))
            connection.execute(
                update(tables.matches)
                .where(tables.matches.c.id == match, tables.matches.c.line.is_(None))
                .values(updated=at, turn=standing.turn, line=standing.line)
            )
            return changed.rowcount == 1

    def append(self, appends: Sequence[Append]) -> set[tuple[str, int]]:
        """Writes entries of many matches down, all in one transaction.

        Returns the match and number of the entries written; the others came too late, because
        another server had written an entry of that number.
        """
        with self.engine.begin() as connection:
            return self._append(connection, appends)

    def _append(self, connection: Connection, appends: Sequence[Append]) -> set[tuple[str, int]]:
        if not appends:
            return set()
        rows = [
            {
                "match": append.match,
                "number": append.entry.number,
                "at": append.entry.at,
                "kind": append.entry.kind.value,
                "player": append.entry.player,
                "text": append.entry.text,
                "lag": append.entry.lag,
            }
            for append in appends
        ]
        written = {(row[0], row[1]) for row in connection.execute(self._add_entries, rows)}
        news = [append for append in appends if (append.match, append.entry.number) in written]
        self._store_standings(connection, news)
        self._alerts.add(connection, [append.alert for append in news if append.alert])
        for append in news:
            if (end := _end(append)) is not None:
                ended = update(tables.matches).where(tables.matches.c.id == append.match)
                connection.execute(ended.values(**end))
        notify(connection, [write_news(append.match, append.entry) for append in news])
        return written

    def _store_standings(self, connection: Connection, news: Sequence[Append]) -> None:
        rows = [
            {
                "of_match": append.match,
                "updated": append.entry.at,
                "turn": append.standing.turn,
                "line": append.standing.line,
            }
            for append in news
            if append.standing is not None
        ]
        if rows:
            connection.execute(self._store_standing, rows)

    def notify(self, notices: Sequence[str]) -> None:
        """Sends all servers a notice that is not stored."""
        with self.engine.begin() as connection:
            notify(connection, notices)

    def load(self, match: str, most: int | None = None) -> StoredMatch | None:
        """A match with all that belongs to it, or None if there is none of that name.

        With ``most``, only so many of its entries: the others are news.
        """
        with self.engine.connect() as connection:
            row = connection.execute(_MATCH, {"match": match}).one_or_none()
            if row is None:
                return None
            kept = {"public": row.public, "by_link": row.by_link}
            stored = StoredMatch(row.id, read_terms(row.terms), row.series, row.game, **kept)
            stored.entries = self._entries(connection, match, 0, most)
            stored.seats = self._seats(connection, match)
            stored.earlier = self._earlier(connection, row.series, row.game)
            return stored

    def _earlier(self, connection: Connection, series: str, game: int) -> Earlier:
        if game == 1:
            return Earlier()
        columns = tables.matches.c
        before = (columns.series == series, columns.game < game)
        # The players swap seats after every game.
        swapped = ((game - columns.game) % 2).label("swapped")
        totals = connection.execute(
            select(columns.winner, swapped, func.count(), func.sum(columns.score))
            .where(*before, columns.winner.in_((1, 2)))
            .group_by(columns.winner, text("swapped"))
        )
        wins, points = [0, 0], [0, 0]
        for winner, is_swapped, won, scored in totals:
            seat = other(winner) if is_swapped else winner
            wins[seat - 1] += won
            points[seat - 1] += scored
        last = connection.execute(
            select(columns.id, columns.game, columns.winner, columns.score)
            .where(*before)
            .order_by(columns.game.desc())
            .limit(LAST_GAMES)
        )
        games = [
            GameOfSeries(id_, number, winner, score or 0) for id_, number, winner, score in last
        ]
        return Earlier((wins[0], wins[1]), (points[0], points[1]), tuple(reversed(games)))

    def news(
        self, match: str, after: int, most: int | None = None
    ) -> tuple[list[Entry], dict[Player, StoredSeat]]:
        """The entries of a match after a number, the first so many, and who sits where now."""
        with self.engine.connect() as connection:
            return self._entries(connection, match, after, most), self._seats(connection, match)

    def _entries(
        self, connection: Connection, match: str, after: int, most: int | None
    ) -> list[Entry]:
        arguments = {"match": match, "after": after}
        rows = (
            connection.execute(_ENTRIES, arguments)
            if most is None
            else connection.execute(_FIRST_ENTRIES, {**arguments, "most": most})
        )
        try:
            return [
                Entry(number, at, EntryKind(kind), player, text, lag)
                for number, at, kind, player, text, lag in rows
            ]
        except ValueError as error:  # a kind of entry that is not known here
            _log.warning("an entry of a match: %s", error)
            raise Unavailable("newer-match") from error

    def names(self, match: str) -> dict[Player, str]:
        """What the players of a match are called, by its log."""
        columns = tables.entries.c
        naming = columns.kind.in_((EntryKind.JOIN.value, EntryKind.NAME.value))
        found = (
            select(columns.player, columns.text)
            .where(columns.match == match, naming)
            .order_by(columns.number)
        )
        rows = self._rows(found)
        return {player: name for player, name in rows}  # noqa: C416 - rows are no pairs

    def _seats(self, connection: Connection, match: str) -> dict[Player, StoredSeat]:
        rows = connection.execute(_SEATS, {"match": match})
        return {player: StoredSeat(bytes(secret), *rest) for player, secret, *rest in rows}

    def mark_program(self, match: str, player: Player) -> None:
        """Notes that a program plays on a seat."""
        columns = tables.seats.c
        marked = update(tables.seats).where(columns.match == match, columns.player == player)
        self._change(marked.values(program=True))

    # When servers ran, and when none did.

    def beat(self, server: str, at: int) -> None:
        """Notes that a server is running."""
        row = {"server": server, "at": at}
        statement = self._beat.on_conflict_do_update(index_elements=["server"], set_={"at": at})
        self._change(statement, row)

    def forget(self, servers: Iterable[str]) -> None:
        """Forgets servers that are gone."""
        gone = tables.heartbeats.c.server.in_(list(servers))
        self._change(delete(tables.heartbeats).where(gone))

    def last_beats(self) -> dict[str, int]:
        """When each server was last known to run."""
        rows = self._rows(select(tables.heartbeats.c.server, tables.heartbeats.c.at))
        return {server: at for server, at in rows}  # noqa: C416 - rows are no pairs

    def has_other_servers(self) -> bool:
        """Whether other servers are connected at this moment. On SQLite there are none."""
        if not is_postgresql(self.engine):
            return False
        connected = text(
            "select count(*) from pg_stat_activity where datname = current_database()"
            " and starts_with(application_name, :prefix)"
            " and application_name <> current_setting('application_name')"
        )
        with self.engine.connect() as connection:
            return bool(connection.execute(connected, {"prefix": CONNECTION_PREFIX}).scalar())

    def add_outage(self, begin: int, end: int) -> None:
        """Notes that no server ran between two moments."""
        self._change(self._add_outage, {"begin": begin, "end": end})

    def outages(self) -> Outages:
        """All outages known."""
        rows = self._rows(select(tables.outages.c.begin, tables.outages.c.end))
        return Outages((begin, end) for begin, end in rows)
