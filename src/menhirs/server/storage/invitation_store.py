"""Reading and writing open invitations: the only place that speaks SQL about them.

An invitation is a row beside a match with a free seat. Whoever sits down takes the row away in the
same transaction, and so does whoever withdraws it: of all who try, at whichever server, one finds
the row.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Engine, Select, delete, func, insert, select, update

from menhirs.core.actions import Player
from menhirs.match.errors import Refused
from menhirs.match.terms import Terms
from menhirs.match.terms_data import read_terms
from menhirs.server.storage import tables
from menhirs.server.storage.store import Step


class Audience(StrEnum):
    """Whom an invitation is for."""

    EVERYBODY = "everybody"
    STRENGTH = "strength"  # whoever is about as strong as the inviter


@dataclass(frozen=True)
class Invitation:
    """An open invitation."""

    match: str
    person: str
    """Who invites."""
    name: str
    created: int
    seen: int
    """When the inviter's page was last heard of."""
    audience: Audience
    terms: Terms


class InvitationStore:
    """The open invitations in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def opening(self, match: str, person: str, audience: Audience, at: int) -> Step:
        """Writes an invitation down, in the transaction that makes its match."""
        row = {"match": match, "person": person, "audience": {"for": audience.value}}

        def step(connection: Connection) -> None:
            connection.execute(insert(tables.invitations).values(**row, created=at, seen=at))

        return step

    def closing(self, match: str) -> Step:
        """Takes an invitation away, in the transaction of whoever sits down or withdraws it."""
        gone = delete(tables.invitations).where(tables.invitations.c.match == match)

        def step(connection: Connection) -> None:
            if connection.execute(gone).rowcount == 0:
                raise Refused("invitation-gone")

        return step

    def find(self, match: str) -> Invitation | None:
        """The invitation to a match; None if there is none."""
        with self._engine.connect() as connection:
            found = connection.execute(_chosen().where(tables.invitations.c.match == match))
            row = found.one_or_none()
            return None if row is None else _invitation(row)

    def listed(self, seen_since: int, most: int) -> list[Invitation]:
        """The invitations of people who are there, the oldest first."""
        columns = tables.invitations.c
        chosen = _chosen().where(columns.seen >= seen_since, tables.people.c.banned.is_(None))
        with self._engine.connect() as connection:
            rows = connection.execute(chosen.order_by(columns.created).limit(most))
            return [_invitation(row) for row in rows]

    def of_person(self, person: str) -> list[str]:
        """The matches to which somebody invites."""
        columns = tables.invitations.c
        with self._engine.connect() as connection:
            rows = connection.execute(select(columns.match).where(columns.person == person))
            return [match for (match,) in rows]

    def forgotten(self, before: int) -> list[str]:
        """Invitations of people who have not been seen since long ago."""
        columns = tables.invitations.c
        with self._engine.connect() as connection:
            rows = connection.execute(select(columns.match).where(columns.seen < before).limit(50))
            return [match for (match,) in rows]

    def note_seen(self, matches: Collection[str], at: int) -> None:
        """Notes that the people who wait at these matches are there."""
        self._note(tables.invitations.c.match.in_(matches), at)

    def note_person(self, person: str, at: int) -> None:
        """Notes that somebody who may have invited is there."""
        self._note(tables.invitations.c.person == person, at)

    def _note(self, fits: Any, at: int) -> None:
        with self._engine.begin() as connection:
            connection.execute(update(tables.invitations).where(fits).values(seen=at))

    def lead(self, person: str) -> int:
        """How many more games between people somebody has played on seat 1 than on seat 2."""
        mine, theirs = tables.seats.alias(), tables.seats.alias()
        counted = (
            select(mine.c.player, func.count())
            .join(theirs, (theirs.c.match == mine.c.match) & (theirs.c.player != mine.c.player))
            .where(mine.c.person == person, theirs.c.person.is_not(None))
            .where(theirs.c.person != person)
            .group_by(mine.c.player)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(counted)
            times: dict[Player, int] = {player: count for player, count in rows}  # noqa: C416
        return times.get(1, 0) - times.get(2, 0)


def _chosen() -> Select[Any]:
    columns = tables.invitations.c
    return (
        select(tables.invitations, tables.people.c.name, tables.matches.c.terms)
        .join(tables.people, tables.people.c.id == columns.person)
        .join(tables.matches, tables.matches.c.id == columns.match)
    )


def _invitation(row: Any) -> Invitation:
    return Invitation(
        row.match,
        row.person,
        row.name,
        row.created,
        row.seen,
        Audience(row.audience["for"]),
        read_terms(row.terms),
    )
