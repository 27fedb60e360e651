"""Reading and writing which browsers look alike: the only place that speaks SQL about hints.

A hint is a short hash of a network and of what a browser says that it is. Two people with the
same one may be one person, or two who share a device, or a class with one kind of device in one
room: it makes a rated game between them count less, and keeps a newcomer from somebody who blocked
one like them. It shuts nobody out and is forgotten after some weeks.
"""

from __future__ import annotations

from sqlalchemy import Connection, Engine, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from menhirs.server.storage import tables
from menhirs.server.storage.database import is_postgresql

HINT_DAYS = 28
"""For so long a hint is kept after it was last seen."""
_A_DAY = 24 * 3600 * 1000


class DeviceStore:
    """The hints in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._dialect = postgresql if is_postgresql(engine) else sqlite

    def note(self, person: str, hint: bytes, at: int) -> None:
        """Notes that somebody plays in a browser that looks so."""
        row = self._dialect.insert(tables.device_hints).values(person=person, hint=hint, at=at)
        again = row.on_conflict_do_update(index_elements=["person", "hint"], set_={"at": at})
        with self._engine.begin() as connection:
            connection.execute(again)

    def forget(self, now: int) -> None:
        """Deletes what has not been seen for so long."""
        old = tables.device_hints.c.at < now - HINT_DAYS * _A_DAY
        with self._engine.begin() as connection:
            connection.execute(delete(tables.device_hints).where(old))


def look_alike(connection: Connection, one: str, two: str) -> bool:
    """Whether two people have played in browsers that look alike, on one network."""
    mine, theirs = tables.device_hints.c, tables.device_hints.alias("theirs").c
    shared = select(mine.hint).where(
        mine.person == one, theirs.person == two, theirs.hint == mine.hint
    )
    return connection.execute(shared.limit(1)).first() is not None
