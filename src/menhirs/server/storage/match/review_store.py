"""Reading and writing reviews of finished games: the only place that speaks SQL about them.

A review is one row from the moment when somebody asks for it. The row says which server works on
it; of servers that take it at once one wins. As long as that server's heart beats no other takes
it, and after that any may, and goes on with the parts that are there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Engine, delete, null, or_, select, update

from menhirs.server.storage import tables
from menhirs.server.storage.sql_store import SqlStore

Part = dict[str, Any]
"""What is known of one ply, as JSON."""


@dataclass(frozen=True)
class StoredReview:
    """All that is kept of a review."""

    id: str
    match: str | None
    record: str
    """The game."""
    server: str
    plies: int
    parts: list[Part]
    review: dict[str, Any] | None
    """The whole review; None as long as it is worked on."""


class ReviewStore(SqlStore):
    """The reviews in a database."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._insert = self._dialect.insert(tables.reviews)

    def find(self, review: str) -> StoredReview | None:
        """A review, finished or not; None if it was never requested."""
        columns = tables.reviews.c
        names = ("id", "match", "record", "server", "plies", "parts", "review")
        chosen = select(*(columns[name] for name in names)).where(columns.id == review)
        row = self._row(chosen)
        return None if row is None else StoredReview(*row)

    def take(self, wanted: StoredReview, at: int, alive_since: int) -> bool:
        """Lets a server work on a review, unless it is done or another one works on it.

        Another one does as long as it has beaten since ``alive_since``. Returns whether it may.
        """
        columns, beats = tables.reviews.c, tables.heartbeats.c
        row: dict[str, Any] = {
            "id": wanted.id,
            "match": wanted.match,
            "record": wanted.record,
            "created": at,
            "server": wanted.server,
            "plies": wanted.plies,
            "parts": [],
            "review": null(),  # and not a JSON null, which would be something
        }
        # Not "exists": in a conflict that would look at the servers of all reviews.
        is_gone = columns.server.not_in(select(beats.server).where(beats.at >= alive_since))
        statement = self._insert.values(row).on_conflict_do_update(
            index_elements=["id"],
            set_={"server": wanted.server},
            where=columns.review.is_(None) & or_(columns.server == wanted.server, is_gone),
        )
        with self.engine.begin() as connection:
            return connection.execute(statement.returning(columns.id)).first() is not None

    def save(self, review: str, server: str, parts: Sequence[Part]) -> bool:
        """Stores the finished plies. False: another server has taken the review over."""
        return self._write(review, server, {"parts": list(parts)})

    def finish(self, review: str, server: str, whole: dict[str, Any]) -> bool:
        """Keeps the whole review; the parts have served their turn."""
        return self._write(review, server, {"parts": [], "review": whole})

    def _write(self, review: str, server: str, values: dict[str, Any]) -> bool:
        mine = _worked_on(review, server)
        return bool(self._change(update(tables.reviews).where(*mine).values(values)))

    def drop(self, review: str, server: str) -> None:
        """Deletes a review that could not be made: asking again begins anew."""
        self._change(delete(tables.reviews).where(*_worked_on(review, server)))

    def replace(self, review: str, whole: dict[str, Any]) -> None:
        """Keeps a better review instead of one that is done."""
        columns = tables.reviews.c
        done = (columns.id == review, columns.review.is_not(None))
        self._change(update(tables.reviews).where(*done).values(review=whole))

    def forget(self, review: str) -> None:
        """Forgets a review, finished or not."""
        self._change(delete(tables.reviews).where(tables.reviews.c.id == review))

    def forget_records(self, before: int) -> None:
        """Deletes reviews of records asked for before a moment; reviews of matches stay."""
        columns = tables.reviews.c
        old = (columns.match.is_(None), columns.created < before)
        self._change(delete(tables.reviews).where(*old))


def _worked_on(review: str, server: str) -> tuple[ColumnElement[bool], ...]:
    """The condition that a server works on a review."""
    columns = tables.reviews.c
    return columns.id == review, columns.server == server, columns.review.is_(None)
