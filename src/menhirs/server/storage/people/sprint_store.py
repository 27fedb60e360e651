"""Reading and writing claim sprints: the only place that speaks SQL about them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, func, select, update

from menhirs.learn.errors import BadExercise
from menhirs.learn.play.sprint import Sprint, SprintPlace, SprintScore
from menhirs.match.addresses import new_match_id
from menhirs.server.storage import tables
from menhirs.server.storage.people.bans import is_welcome
from menhirs.server.storage.sql_store import SqlStore

MOST_PLACES = 20
"""So many stand in the table of a day."""


class SprintStore(SqlStore):
    """The claim sprints in a database."""

    def last(self, person: str, day: int) -> Sprint | None:
        """The last sprint that somebody began on a day."""
        with self.engine.connect() as connection:
            return _last(connection, person, day)

    def create(self, person: str, day: int, at: int) -> Sprint:
        """Begins a sprint. If two tabs do so at once, both get the same one."""
        columns = tables.sprints.c
        counted = select(func.coalesce(func.max(columns.run), 0))
        with self.engine.begin() as connection:
            last_run = counted.where(columns.person == person, columns.day == day)
            run = connection.execute(last_run).scalar_one() + 1
            sprint = Sprint(new_match_id(), at, day, run)
            row = {"id": sprint.id, "person": person, "day": day, "run": run}
            wanted = self._dialect.insert(tables.sprints).values(
                **row, state=sprint.as_json(), score=sprint.score
            )
            connection.execute(wanted.on_conflict_do_nothing())
            return _last(connection, person, day) or sprint

    def change(
        self, person: str, name: str, change: Callable[[Sprint], Sprint]
    ) -> tuple[Sprint, Sprint]:
        """Changes somebody's sprint; returns it as it was and as it is now."""
        columns = tables.sprints.c
        chosen = _sprints(columns.id == name, columns.person == person)
        with self.engine.begin() as connection:
            row = connection.execute(chosen.with_for_update()).one_or_none()
            if row is None:
                raise BadExercise("no-sprint")
            before = _sprint(row)
            after = change(before)
            if after != before:
                kept = update(tables.sprints).where(columns.id == name)
                connection.execute(kept.values(state=after.as_json(), score=after.score))
        return before, after

    def scores(self, person: str) -> list[SprintScore]:
        """What all of somebody's sprints came to."""
        columns = tables.sprints.c
        chosen = select(columns.day, columns.run, columns.score).where(columns.person == person)
        rows = self._rows(chosen.where(columns.score.is_not(None)))
        return [SprintScore(*row) for row in rows]

    def table(self, person: str, day: int, at: int) -> list[SprintPlace]:
        """The best first sprints of a day, by people who have a name."""
        columns, people = tables.sprints.c, tables.people.c
        chosen = (
            select(people.id, people.name, columns.score)
            .join(tables.people, people.id == columns.person)
            .where(columns.day == day, columns.run == 1, columns.score > 0)
            .where(people.name != "", is_welcome(at))
            .order_by(columns.score.desc(), people.name, people.id)
            .limit(MOST_PLACES)
        )
        return [
            SprintPlace(name, score, player == person) for player, name, score in self._rows(chosen)
        ]


def _sprints(*which: ColumnElement[bool]) -> Select[Any]:
    columns = tables.sprints.c
    return select(columns.id, columns.day, columns.run, columns.state).where(*which)


def _last(connection: Connection, person: str, day: int) -> Sprint | None:
    columns = tables.sprints.c
    chosen = _sprints(columns.person == person, columns.day == day)
    row = connection.execute(chosen.order_by(columns.run.desc()).limit(1)).one_or_none()
    return None if row is None else _sprint(row)


def _sprint(row: Row[Any]) -> Sprint:
    return Sprint.from_json(row.id, row.day, row.run, row.state)
