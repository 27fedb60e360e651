"""Open invitations in the database: all SQL about them.

An invitation is a row beside a match with a free seat. Accepting or withdrawing it deletes the row
in the same transaction, so of several who try, at any server, one succeeds.

An invitation to a live game is open as long as its inviter's page is. One to a slow game stays
open without it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import ip_address
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from menhirs.core.actions import Player
from menhirs.match.errors import Refused
from menhirs.match.terms import SlowClock, Terms
from menhirs.match.terms_data import read_terms
from menhirs.server.storage import tables
from menhirs.server.storage.match.store import Step
from menhirs.server.storage.people.bans import is_welcome
from menhirs.server.storage.sql_store import SqlStore

GONE_AFTER = 30_000
"""Milliseconds without a sign of life from the inviter's page after which a live invitation is not
open.
"""
MOST_LASTING = 3
"""The most open invitations to slow games of one person."""
_MOST_OF_A_PLACE = 5
"""The most invitations listed from one address (the newest), so that a few programs can't fill the
lobby. A club behind one address still sees its newest ones.
"""
_LASTS = tables.matches.c.terms["clock", "days"].as_integer().is_not(None)


class Audience(StrEnum):
    """The people whom an invitation is for."""

    EVERYBODY = "everybody"
    STRENGTH = "strength"  # people about as strong as the inviter


@dataclass(frozen=True)
class Invitation:
    """An open invitation."""

    match: str
    person: str
    """The inviter."""
    name: str
    created: int
    seen: int
    """The last sign of life of the inviter's page."""
    audience: Audience
    terms: Terms

    @property
    def lasts(self) -> bool:
        """Whether it stays open without the inviter's page."""
        return isinstance(self.terms.clock, SlowClock)

    def stands(self, at: int) -> bool:
        """Whether it can be accepted at a moment."""
        return self.lasts or at - self.seen <= GONE_AFTER


class InvitationStore(SqlStore):
    """The open invitations in a database."""

    def opening(
        self, match: str, person: str, audience: Audience, at: int, place: str = ""
    ) -> Step:
        """The step that stores an invitation, in the transaction that creates its match.

        Raises if the person has too many open invitations. ``place`` identifies the address: see
        :func:`place_of`.
        """
        data = {"for": audience.value, **({"place": place} if place else {})}
        row = {"match": match, "person": person, "audience": data}

        def step(connection: Connection) -> None:
            connection.execute(insert(tables.invitations).values(**row, created=at, seen=at))
            columns = tables.invitations.c
            lasting = select(columns.match).join(tables.matches).where(_LASTS)
            own_lasting = (
                connection.execute(lasting.where(columns.person == person)).scalars().all()
            )
            if match in own_lasting and len(own_lasting) > MOST_LASTING:
                raise Refused("invitations-most", most=MOST_LASTING)

        return step

    def closing(self, match: str) -> Step:
        """The step that deletes an invitation, in the transaction of the player who sits down."""
        gone = delete(tables.invitations).where(tables.invitations.c.match == match)

        def step(connection: Connection) -> None:
            if connection.execute(gone).rowcount == 0:
                raise Refused("invitation-gone")

        return step

    def withdrawing(self, match: str) -> Step:
        """The step that deletes an invitation, if there is one, in the transaction that removes
        its match.

        Raises if both seats are taken: then it is a game.
        """
        gone = delete(tables.invitations).where(tables.invitations.c.match == match)
        seats = select(func.count()).where(tables.seats.c.match == match)

        def step(connection: Connection) -> None:
            connection.execute(gone)
            if connection.execute(seats).scalar() != 1:
                raise Refused("invitation-gone")

        return step

    def find(self, match: str) -> Invitation | None:
        """The invitation to a match; None if there is none."""
        row = self._row(_chosen().where(tables.invitations.c.match == match))
        return None if row is None else _invitation(row)

    def listed(self, at: int, most: int) -> list[Invitation]:
        """The open invitations: first the newest of people who are present, then slow ones of the
        people seen last. Each part has a limit, and each address a lower one.
        """
        columns = tables.invitations.c
        stands = _LASTS | (columns.seen >= at - GONE_AFTER)
        # An unknown place counts as a place of its own.
        place = func.coalesce(columns.audience["place"].as_string(), columns.match)
        newer = func.row_number().over(partition_by=place, order_by=columns.created.desc())
        ranked = (
            select(columns.match, newer.label("newer"))
            .join(tables.matches, tables.matches.c.id == columns.match)
            .where(stands)
            .subquery()
        )
        few = select(ranked.c.match).where(ranked.c.newer <= _MOST_OF_A_PLACE)
        chosen = _chosen().where(is_welcome(at), columns.match.in_(few)).limit(most)
        live = chosen.where(~_LASTS).order_by(columns.created.desc())
        lasting = chosen.where(_LASTS).order_by(columns.seen.desc(), columns.created)
        rows = [row for group in (live, lasting) for row in self._rows(group)]
        return [_invitation(row) for row in rows]

    def of_person(self, person: str) -> list[Invitation]:
        """The invitations of a person."""
        rows = self._rows(_chosen().where(tables.invitations.c.person == person))
        return [_invitation(row) for row in rows]

    def forgotten(self, before: int) -> list[str]:
        """Live invitations whose inviters have not been seen for long."""
        columns = tables.invitations.c
        old = select(columns.match).join(tables.matches).where(columns.seen < before, ~_LASTS)
        return self._column(old.limit(50))

    def mark_matches_seen(self, matches: Collection[str], at: int) -> None:
        """Records a sign of life of the inviters at these matches."""
        self._mark_seen(tables.invitations.c.match.in_(matches), at)

    def mark_person_seen(self, person: str, at: int) -> None:
        """Records a sign of life of a person who may have invited."""
        self._mark_seen(tables.invitations.c.person == person, at)

    def _mark_seen(self, fits: Any, at: int) -> None:
        self._change(update(tables.invitations).where(fits).values(seen=at))

    def lead(self, person: str) -> int:
        """How many more games a person has played on seat 1 than on seat 2."""
        own_seats, opposite_seats = tables.seats.alias(), tables.seats.alias()
        counted = (
            select(own_seats.c.player, func.count())
            .join(
                opposite_seats,
                (opposite_seats.c.match == own_seats.c.match)
                & (opposite_seats.c.player != own_seats.c.player),
            )
            .where(own_seats.c.person == person, opposite_seats.c.person.is_not(None))
            .where(opposite_seats.c.person != person)
            .group_by(own_seats.c.player)
        )
        rows = self._rows(counted)
        times: dict[Player, int] = {player: count for player, count in rows}  # noqa: C416
        return times.get(1, 0) - times.get(2, 0)


def place_of(address: str) -> str:
    """A short hash of an address; empty for the server's own machine.

    Too short to reveal the address: thousands share it.
    """
    try:
        if ip_address(address).is_loopback:
            return ""
    except ValueError:
        return ""
    return hashlib.sha256(address.encode()).hexdigest()[:5]


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
