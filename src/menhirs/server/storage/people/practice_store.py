"""Results against the computer in the database: all SQL about them."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import select

from menhirs.match.terms_data import read_terms
from menhirs.server.storage import tables
from menhirs.server.storage.sql_store import SqlStore
from menhirs.tournament.fitting_opponent import MOST_GAMES, LevelGame
from menhirs.tournament.rating import LOSS, TIE, WIN


class Practice(NamedTuple):
    """A finished game against the computer."""

    game: LevelGame
    rules: str


class PracticeStore(SqlStore):
    """The games against the computer in a database."""

    def games(self, person: str) -> list[Practice]:
        """A person's latest finished games against the computer, the oldest first."""
        matches, seats = tables.matches.c, tables.seats.c
        chosen = (
            select(matches.terms, matches.winner, seats.player)
            .join(tables.seats, seats.match == matches.id)
            .where(seats.person == person, matches.winner.is_not(None))
            .order_by(matches.updated.desc())
            .limit(MOST_GAMES)
        )
        rows = self._rows(chosen)
        found = []
        for data, winner, player in reversed(rows):
            terms = read_terms(data)
            for level in terms.computers.values():
                result = TIE if not winner else WIN if winner == player else LOSS
                found.append(Practice(LevelGame(level, result), terms.rules.name))
        return found
