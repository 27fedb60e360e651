"""People in the database: all SQL about them.

The first game creates a person, without sign-up. A browser with one of a person's keys acts as
that person; every browser has its own key, and only hashes of keys are stored.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, insert, select, update

from menhirs.server.storage import tables
from menhirs.server.storage.sql_store import SqlStore

_SEEN_EVERY = 60 * 60 * 1000
"""Milliseconds between two updates of "last seen"."""

_PEOPLE = tables.people.c
_WANTED = (
    *(_PEOPLE.id, _PEOPLE.name, _PEOPLE.created),
    *(_PEOPLE.banned, _PEOPLE.banned_until, _PEOPLE.ban_reason, _PEOPLE.ban_contact),
)
_BY_KEY = (
    select(*_WANTED, tables.person_keys.c.seen)
    .select_from(tables.person_keys.join(tables.people))
    .where(tables.person_keys.c.key_hash == bindparam("key_hash"))
)
"""Asked for every page and socket; made once, because that takes longer than the answer."""


@dataclass(frozen=True)
class Person:
    """A player."""

    id: str
    name: str
    """The name; empty if none was given."""
    created: int
    banned: int | None = None
    """When the operator banned them."""
    banned_until: int | None = None
    """When the ban ends; None: never."""
    ban_reason: str | None = None
    ban_contact: str | None = None
    """The contact for objections."""

    def is_welcome(self, at: int) -> bool:
        """Whether the person is not banned at a moment."""
        return self.banned is None or (self.banned_until is not None and self.banned_until <= at)


class PeopleStore(SqlStore):
    """The people in a database."""

    def create(self, person: Person, key_hash: bytes, kind: str = "") -> None:
        """Stores a new person, with the key and the kind of their browser."""
        row = {"id": person.id, "name": person.name, "created": person.created}
        with self.engine.begin() as connection:
            connection.execute(insert(tables.people).values(**row, seen=person.created))
            connection.execute(
                insert(tables.person_keys).values(
                    key_hash=key_hash,
                    person=person.id,
                    created=person.created,
                    seen=person.created,
                    kind=kind,
                )
            )

    def by_key(self, key_hash: bytes, at: int, kind: str = "") -> Person | None:
        """The person with that key, or None. Updates "last seen"."""
        row = self._row(_BY_KEY, {"key_hash": key_hash})
        if row is None:
            return None
        if at - row.seen > _SEEN_EVERY:
            self._store_seen(row.id, key_hash, at, kind)
        *fields, _ = row
        return Person(*fields)

    def _store_seen(self, person: str, key_hash: bytes, at: int, kind: str) -> None:
        keys, people = tables.person_keys, tables.people
        seen = {"seen": at, "kind": kind} if kind else {"seen": at}
        with self.engine.begin() as connection:
            connection.execute(update(keys).where(keys.c.key_hash == key_hash).values(seen))
            connection.execute(update(people).where(people.c.id == person).values(seen=at))

    def find(self, person: str) -> Person | None:
        """The person with that id."""
        found = select(*_WANTED).where(tables.people.c.id == person)
        row = self._row(found)
        return None if row is None else Person(*row)

    def rename(self, person: str, name: str) -> None:
        """Gives a person another name."""
        columns = tables.people.c
        self._change(update(tables.people).where(columns.id == person).values(name=name))
