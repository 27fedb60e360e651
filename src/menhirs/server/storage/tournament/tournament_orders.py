"""The operator's queries and changes of tournaments."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select

from menhirs.server.storage import tables
from menhirs.server.storage.sql_store import SqlStore


class TournamentOrders(SqlStore):
    """The operator's queries and changes of tournaments."""

    def all(self, *, running: bool, most: int) -> list[dict[str, Any]]:
        """All tournaments, the latest changed first."""
        columns, people = tables.tournaments.c, tables.people.c
        entries = tables.tournament_entries.c
        players = select(func.count()).where(
            entries.tournament == columns.id, entries.kind == "enter"
        )
        wanted = (
            *(columns.id, columns.created, columns.updated, columns.state, columns.public),
            *(columns.organiser, people.name.label("organiser_name"), columns.settings),
            players.correlate(tables.tournaments).scalar_subquery().label("players"),
        )
        joined = tables.tournaments.outerjoin(tables.people, people.id == columns.organiser)
        chosen = (
            select(*wanted)
            .select_from(joined)
            .order_by(columns.updated.desc(), columns.id)
            .limit(most)
        )
        if running:
            chosen = chosen.where(columns.state != "finished")
        found = self._data(chosen)
        for row in found:
            row["name"] = row.pop("settings")["settings"]["name"]
        return found
