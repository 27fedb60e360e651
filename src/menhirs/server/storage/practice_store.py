"""Reading how somebody did against the computer: the only place that speaks SQL about that."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Engine, select

from menhirs.match.terms_data import read_terms
from menhirs.server.storage import tables

_LOOKED_AT = 20
"""The number of a person's last games searched for one against the computer."""


class Practice(NamedTuple):
    """A finished game against the computer."""

    level: int
    rules: str
    won: bool


class PracticeStore:
    """The games against the computer in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def last(self, person: str) -> Practice | None:
        """Somebody's last finished game against the computer; None if there is none of late."""
        matches, seats = tables.matches.c, tables.seats.c
        chosen = (
            select(matches.terms, matches.winner, seats.player)
            .join(tables.seats, seats.match == matches.id)
            .where(seats.person == person, matches.winner.is_not(None))
            .order_by(matches.updated.desc())
            .limit(_LOOKED_AT)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(chosen).all()
        for data, winner, player in rows:
            terms = read_terms(data)
            for level in terms.computers.values():
                return Practice(level, terms.rules.name, winner == player)
        return None
