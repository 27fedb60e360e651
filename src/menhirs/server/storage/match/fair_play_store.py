"""Running games, and refused requests for engine help, in the database.

All SQL about fair play. Running games are read each time, so all servers agree, and a game may be
analysed from the moment when it is over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, delete, exists, func, insert, or_, select, update

from menhirs.match.addresses import new_match_id
from menhirs.match.fair_play import Likeness, RunningGame
from menhirs.server.storage import tables
from menhirs.server.storage.sql_store import SqlStore

APPEAL_DAYS = 30
"""Milliseconds for which refusals are stored after a game: the time to object to a verdict."""
_A_DAY = 24 * 3600 * 1000
MOST_ROWS = 200
"""The most stored refusals per person and game."""


class Refusal(NamedTuple):
    """Help that was refused."""

    match: str
    likeness: Likeness
    person: str | None
    """The person; None if unknown."""
    fingerprint: str
    """The fingerprint of the position."""
    door: str
    """The kind of help that was requested."""


@dataclass(frozen=True)
class KeptRefusal:
    """A refusal as the operator sees it."""

    match: str
    person: str | None
    name: str | None
    plays: bool
    """Whether that person plays in this game."""
    fingerprint: str
    likeness: str
    door: str
    first: int
    last: int
    times: int


class FairPlayStore(SqlStore):
    """The running games of a database, and refused requests for help."""

    def rated(self) -> list[RunningGame]:
        """All rated games that are not over, including those that wait for an opponent."""
        columns = tables.matches.c
        return self._running(_RUNNING.where(columns.unpaid.is_not(None)))

    def of_person(self, person: str) -> list[RunningGame]:
        """The games that somebody plays against another person."""
        own_seats, opposite_seats = tables.seats.c, tables.seats.alias("across").c
        against_somebody = exists().where(
            opposite_seats.match == own_seats.match,
            opposite_seats.player != own_seats.player,
            opposite_seats.person.is_distinct_from(person),
        )
        chosen = _RUNNING.join(tables.seats, own_seats.match == tables.matches.c.id)
        return self._running(chosen.where(own_seats.person == person, against_somebody))

    def _running(self, chosen: Select[Any]) -> list[RunningGame]:
        return [RunningGame(*row) for row in self._rows(chosen)]

    # Refusals.

    def store_refusal(self, refused: Refusal, at: int) -> None:
        """Stores a refusal; repeated ones are counted."""
        columns = tables.refused_help.c
        game = (columns.match == refused.match, columns.person.is_not_distinct_from(refused.person))
        same = (columns.fingerprint == refused.fingerprint, columns.door == refused.door)
        again = {"last": at, "times": columns.times + 1}
        with self.engine.begin() as connection:
            changed = connection.execute(
                update(tables.refused_help).where(*game, *same).values(again)
            )
            if changed.rowcount == 0 and _count(connection, *game) < MOST_ROWS:
                row = {**refused._asdict(), "likeness": refused.likeness.value}
                more = {"id": new_match_id(), "first": at, "last": at, "times": 1}
                connection.execute(insert(tables.refused_help).values(**row, **more))

    def refusals(self, person: str | None, match: str | None, most: int) -> list[KeptRefusal]:
        """The refusals, the latest first: all, of one person, or in one game."""
        columns, people, seats = tables.refused_help.c, tables.people.c, tables.seats.c
        plays = exists().where(seats.match == columns.match, seats.person == columns.person)
        wanted = (
            *(columns.match, columns.person, people.name, plays.label("plays")),
            *(columns.fingerprint, columns.likeness, columns.door),
            *(columns.first, columns.last, columns.times),
        )
        chosen = (
            select(*wanted)
            .select_from(tables.refused_help.outerjoin(tables.people, people.id == columns.person))
            .order_by(columns.last.desc(), columns.id)
            .limit(most)
        )
        if person is not None:
            chosen = chosen.where(columns.person == person)
        if match is not None:
            chosen = chosen.where(columns.match == match)
        return [KeptRefusal(*row) for row in self._rows(chosen)]

    def forget_refusals(self, now: int) -> int:
        """Deletes refusals in games whose time for objections is over; returns their number."""
        columns, matches = tables.refused_help.c, tables.matches.c
        is_over = (matches.reason.is_not(None), matches.updated < now - APPEAL_DAYS * _A_DAY)
        old = exists().where(matches.id == columns.match, *is_over)
        gone = ~exists().where(matches.id == columns.match)
        return self._change(delete(tables.refused_help).where(or_(old, gone)))


def _count(connection: Connection, *chosen: Any) -> int:
    counted = select(func.count()).select_from(tables.refused_help).where(*chosen)
    return connection.execute(counted).scalar_one()


_COLUMNS = tables.matches.c
_RUNNING: Select[Any] = (
    select(_COLUMNS.id, _COLUMNS.line, _COLUMNS.terms["menhirs"])
    .select_from(tables.matches)
    .where(_COLUMNS.reason.is_(None), _COLUMNS.line.is_not(None))
)
