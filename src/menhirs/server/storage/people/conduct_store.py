"""Blocks, and reports to the operator, in the database."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine, delete, insert, select

from menhirs.server.storage import tables
from menhirs.server.storage.sql_store import SqlStore

LONGEST_REPORT = 1_000


@dataclass(frozen=True)
class Blocked:
    """A person whom somebody has blocked."""

    person: str
    name: str


class ConductStore(SqlStore):
    """The blocks and reports in a database."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._block = self._dialect.insert(tables.blocks).on_conflict_do_nothing()

    def block(self, person: str, other: str, at: int) -> None:
        """Stores a block."""
        self._change(self._block, {"person": person, "blocked": other, "at": at})

    def unblock(self, person: str, other: str) -> None:
        """Deletes a block."""
        columns = tables.blocks.c
        this_block = (columns.person == person, columns.blocked == other)
        self._change(delete(tables.blocks).where(*this_block))

    def blocked_by(self, person: str) -> list[Blocked]:
        """The people whom a person has blocked, the latest first."""
        columns, people = tables.blocks.c, tables.people.c
        chosen = (
            select(people.id, people.name)
            .join(tables.blocks, columns.blocked == people.id)
            .where(columns.person == person)
            .order_by(columns.at.desc(), people.id)
        )
        return [Blocked(*row) for row in self._rows(chosen)]

    def kept_apart(self, person: str) -> set[str]:
        """Everybody whom a person has blocked, or who has blocked them.

        A player who first came after a block, in a browser like the blocked one's, counts as
        blocked too: it may be the same person in a private window.
        """
        columns, people = tables.blocks.c, tables.people.c
        blocked_hints, own_hints = tables.device_hints.c, tables.device_hints.alias("mine").c
        by_me = select(columns.blocked).where(columns.person == person)
        of_me = select(columns.person).where(columns.blocked == person)
        of_one_alike = select(columns.person).where(
            blocked_hints.person == columns.blocked,
            blocked_hints.hint == own_hints.hint,
            own_hints.person == person,
            people.id == person,
            people.created > columns.at,
            columns.person != person,
        )
        return {other for (other,) in self._rows(by_me.union(of_me, of_one_alike))}

    def report(
        self, name: str, by: str, about: str, match: str | None, words: str, at: int
    ) -> None:
        """Stores a report about a person."""
        row = {"id": name, "at": at, "by": by, "about": about, "match": match, "words": words}
        self._change(insert(tables.reports).values(row))
