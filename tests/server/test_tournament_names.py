"""A deleted person becomes a number in the tournaments they played."""

from __future__ import annotations

import json

from sqlalchemy import select

from menhirs.server.storage import tables
from menhirs.server.storage.database import open_database
from tests.server.processes import ServerProcess
from tests.server.tournaments import Browser


def test_a_deleted_player_is_a_number_in_a_tournament(server: ServerProcess) -> None:
    organiser, ann, imp = (Browser(server.address) for _ in range(3))
    tournament = organiser.organise(place="tables", door="open", next="button", rounds=3)
    ann.does(f"{tournament}/enter", name="Ann of Amsterdam")
    imp.does(f"{tournament}/enter", name="#1")
    organiser.does(f"{tournament}/start")
    ann.does("/you/delete", sure="for ever")
    told = organiser.sees(tournament)
    (table,) = told["rounds"][-1]["pairings"]
    assert {table["south"], table["north"]} == {"#1-2", "#1"}
    assert "Ann of Amsterdam" not in organiser.get(tournament).text
    engine = open_database(server.database)
    with engine.connect() as connection:
        kept = connection.execute(select(tables.tournament_entries.c.data)).scalars().all()
    engine.dispose()
    assert "Ann of Amsterdam" not in json.dumps(kept)
    organiser.does(f"{tournament}/finish", sure="yes")
