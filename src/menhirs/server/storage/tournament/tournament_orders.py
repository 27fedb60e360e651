"""The operator's queries and changes of tournaments."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Engine, func, select

from menhirs.server.storage import tables


class TournamentOrders:
    """The operator's queries and changes of tournaments."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

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
        with self._engine.connect() as connection:
            found = [dict(row) for row in connection.execute(chosen).mappings()]
        for row in found:
            row["name"] = row.pop("settings")["settings"]["name"]
        return found
