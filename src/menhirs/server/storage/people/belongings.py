"""The belongings of a person, and their transfer to another: steps of a larger transaction.

Seats open with a person's keys and with secrets of their own. A browser that loses its key must
lose the seats as well, so the secrets are replaced with it.
"""

from __future__ import annotations

import secrets

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from menhirs.server.storage import tables
from menhirs.server.storage.notice import notify, write_reload
from menhirs.server.storage.people import play_store
from menhirs.server.storage.rating import rating_ledger

_MOVED = (
    "person_keys",
    "passkeys",
    "invitations",
    "push_subscriptions",
    "alerts",
    "seats",
    "refused_help",
)
"""Tables whose rows simply change their person."""


def matches_of(connection: Connection, person: str) -> list[str]:
    """All matches in which somebody has a seat."""
    seats = tables.seats.c
    found = select(seats.match).where(seats.person == person).distinct()
    return list(connection.execute(found).scalars())


def notify_reload(connection: Connection, matches: list[str]) -> None:
    """Lets all servers read these matches again."""
    notify(connection, [write_reload(match) for match in matches])


def change_locks(connection: Connection, person: str) -> list[str]:
    """Invalidates all secrets of a person's seats: only the person's own keys open them.

    Returns the matches.
    """
    matches = matches_of(connection, person)
    opened_by_nothing = secrets.token_bytes(32)
    connection.execute(
        update(tables.seats)
        .where(tables.seats.c.person == person)
        .values(secret_hash=opened_by_nothing)
    )
    notify_reload(connection, matches)
    return matches


def give_all(connection: Connection, giver: str, taker: str, at: int) -> list[str]:
    """Transfers everything of one person to another. Returns the matches concerned.

    Ratings are not added up: see ``rating_ledger.give``.
    """
    rating_ledger.give(connection, giver, taker, at)
    matches = matches_of(connection, giver)
    for name in _MOVED:
        table = tables.metadata.tables[name]
        connection.execute(update(table).where(table.c.person == giver).values(person=taker))
    _give_hints(connection, giver, taker)
    play_store.give(connection, giver, taker)
    _give_blocks(connection, giver, taker)
    reports, entries = tables.reports, tables.tournament_entries
    for table, column in (
        (reports, reports.c.by),
        (reports, reports.c.about),
        (tables.tournaments, tables.tournaments.c.organiser),
        (entries, entries.c.person),
    ):
        connection.execute(update(table).where(column == giver).values({column: taker}))
    _give_name(connection, giver, taker)
    connection.execute(delete(tables.people).where(tables.people.c.id == giver))
    notify_reload(connection, matches)
    return matches


def _give_hints(connection: Connection, giver: str, taker: str) -> None:
    """Hands over the hints of a person's browsers; equal hints are kept once."""
    hints = tables.device_hints
    known = select(hints.c.hint).where(hints.c.person == taker).scalar_subquery()
    new = (hints.c.person == giver, hints.c.hint.not_in(known))
    connection.execute(update(hints).where(*new).values(person=taker))


def _give_blocks(connection: Connection, giver: str, taker: str) -> None:
    """Transfers blocks in both directions; nobody blocks themselves."""
    blocks = tables.blocks.c
    for own_side, other_side in ((blocks.person, blocks.blocked), (blocks.blocked, blocks.person)):
        known = select(other_side).where(own_side == taker)
        missing = (own_side == giver, other_side != taker, other_side.not_in(known))
        rows = connection.execute(select(other_side, blocks.at).where(*missing)).all()
        for other, at in rows:
            row = {own_side.name: taker, other_side.name: other, "at": at}
            connection.execute(insert(tables.blocks).values(row))


def _give_name(connection: Connection, giver: str, taker: str) -> None:
    """Hands over the name if the other person has none."""
    people = tables.people
    name = select(people.c.name).where(people.c.id == giver)
    if found := connection.execute(name).scalar():
        nameless = and_(people.c.id == taker, people.c.name == "")
        connection.execute(update(people).where(nameless).values(name=found))


def games_of(connection: Connection, person: str) -> int:
    """The number of matches in which a person has a seat."""
    seats = tables.seats.c
    counted = select(func.count(seats.match.distinct())).where(seats.person == person)
    return connection.execute(counted).scalar_one()
