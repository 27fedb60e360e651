"""The operator's queries and changes of ratings, with all their consequences."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from menhirs.server.errors import BadOrder
from menhirs.server.storage import tables
from menhirs.server.storage.rating import rating_ledger as ledger
from menhirs.server.storage.rating.rating_store import RatingStore
from menhirs.server.storage.sql_store import SqlStore

_GAMES = tables.rated_games.c


class RatingOrders(SqlStore):
    """The operator's changes of ratings."""

    def rated(self, person: str | None, most: int) -> list[dict[str, Any]]:
        """The results, the latest first."""
        one, two = tables.people.alias("one"), tables.people.alias("two")
        joined = tables.rated_games.outerjoin(one, one.c.id == _GAMES.one)
        joined = joined.outerjoin(two, two.c.id == _GAMES.two)
        names = (one.c.name.label("name_one"), two.c.name.label("name_two"))
        chosen = select(tables.rated_games, *names).select_from(joined)
        if person is not None:
            chosen = chosen.where((_GAMES.one == person) | (_GAMES.two == person))
        ordered = chosen.order_by(_GAMES.at.desc(), _GAMES.number.desc()).limit(most)
        return self._data(ordered)

    def void(self, match: str, at: int | None) -> None:
        """Voids a result; with None restores it."""
        with self.engine.begin() as connection:
            changed = ledger.void(connection, _GAMES.match == match, at, ledger.BY_OPERATOR)
        if not changed:
            raise BadOrder("no-rated-match", match=match)
        self.recalculate()

    def void_won(self, person: str, at: int) -> list[str]:
        """Voids the wins of a banned person; returns the matches."""
        with self.engine.begin() as connection:
            won = ledger.won_by(person)
            changed = ledger.void(connection, won, at, ledger.after_ban(person))
        self.recalculate()
        return changed

    def give_back_won(self, person: str) -> list[str]:
        """Restores the wins that a ban voided; returns the matches."""
        with self.engine.begin() as connection:
            won = ledger.won_by(person)
            changed = ledger.void(connection, won, None, ledger.after_ban(person))
        self.recalculate()
        return changed

    def reset(self, person: str) -> None:
        """Resets a person's rating; their games still count for their opponents."""
        with self.engine.begin() as connection:
            ledger.leave(connection, person)

    def recalculate(self) -> None:
        """Recalculates ratings that are due."""
        ratings = RatingStore(self.engine)
        for game in ratings.due():
            ratings.recalculate(game)
