"""Device hints in the database: all SQL about them.

A hint is a short hash of a network and of a browser's headers. Two people with the same hint may
be one person, two people with one device, or a class with identical devices. A rated game between
them counts less, and a newcomer can't play somebody who blocked a person with that hint. It bans
nobody, and is deleted after some weeks.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from menhirs.server.storage import tables
from menhirs.server.storage.sql_store import SqlStore

HINT_DAYS = 28
"""Milliseconds after which an unseen hint is deleted."""
_A_DAY = 24 * 3600 * 1000


class DeviceStore(SqlStore):
    """The hints in a database."""

    def store_hint(self, person: str, hint: bytes, at: int) -> None:
        """Stores that a person was seen with a hint."""
        row = self._dialect.insert(tables.device_hints).values(person=person, hint=hint, at=at)
        again = row.on_conflict_do_update(index_elements=["person", "hint"], set_={"at": at})
        self._change(again)

    def forget(self, now: int) -> None:
        """Deletes old hints."""
        old = tables.device_hints.c.at < now - HINT_DAYS * _A_DAY
        self._change(delete(tables.device_hints).where(old))


def look_alike(connection: Connection, one: str, two: str) -> bool:
    """Whether two people share a device hint."""
    first, second = tables.device_hints.c, tables.device_hints.alias("theirs").c
    shared = select(first.hint).where(
        first.person == one, second.person == two, second.hint == first.hint
    )
    return connection.execute(shared.limit(1)).first() is not None
