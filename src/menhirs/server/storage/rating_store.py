"""Reading and writing ratings: the only place that speaks SQL about them.

A rated match is paid once: its row says that it is unpaid until the transaction that changes both
ratings. Whichever server does it, others find nothing left to do.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Engine, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from menhirs.core.actions import Player
from menhirs.server.storage import tables
from menhirs.server.storage.database import is_postgresql
from menhirs.tournament.idle_rating import after_rest
from menhirs.tournament.rating import LOSS, TIE, WIN, Rating, rated_pair

_RESULTS = {1: WIN, 0: TIE, 2: LOSS}
"""Of player 1, by the winner."""
_A_BATCH = 50


@dataclass(frozen=True)
class Standing:
    """Somebody's rating in a game."""

    person: str
    rating: Rating
    games: int
    updated: int
    """When the last of these games ended."""

    def at(self, at: int) -> Rating:
        """The rating at a moment: it becomes less certain while its player rests."""
        return after_rest(self.rating, at - self.updated)


class Ranked(NamedTuple):
    """Somebody in a ranking."""

    name: str
    standing: Standing


class Change(NamedTuple):
    """What a match did to a rating."""

    match: str
    person: str
    game: str
    at: int
    before: float
    after: float
    deviation: float


class RatingStore:
    """The ratings in a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        dialect = postgresql if is_postgresql(engine) else sqlite
        self._begin = dialect.insert(tables.ratings).on_conflict_do_nothing()

    def pay(self, match: str) -> bool:
        """Changes the ratings of the players of a match that is over. False: nothing is due."""
        columns = tables.matches.c
        due = (columns.id == match, columns.unpaid.is_not(None), columns.winner.is_not(None))
        wanted = select(columns.unpaid, columns.winner, columns.updated).where(*due)
        with self._engine.begin() as connection:
            row = connection.execute(wanted).one_or_none()
            # Another server that is about to pay waits here, and then finds nothing to do.
            paid = update(tables.matches).where(*due).values(unpaid=None)
            if row is None or connection.execute(paid).rowcount == 0:
                return False
            people = self._players(connection, match)
            if people is not None:
                self._change(connection, match, people, row.unpaid, row.winner, row.updated)
            return people is not None

    def _players(self, connection: Connection, match: str) -> tuple[str, str] | None:
        """The two people at a match; None if there are no two, or one of them is gone."""
        seats, people = tables.seats.c, tables.people.c
        joined = tables.seats.join(tables.people, people.id == seats.person)
        rows = connection.execute(
            select(seats.player, seats.person).select_from(joined).where(seats.match == match)
        )
        found: dict[Player, str] = {player: person for player, person in rows}  # noqa: C416
        return (found[1], found[2]) if len(set(found.values())) == 2 else None

    def _change(
        self,
        connection: Connection,
        match: str,
        people: tuple[str, str],
        game: str,
        winner: int,
        at: int,
    ) -> None:
        before = self._locked(connection, people, game, at)
        one, two = (before[person].at(at) for person in people)
        results = zip(people, (one, two), rated_pair(one, two, _RESULTS[winner]), strict=True)
        columns = tables.ratings.c
        for person, was, now in results:
            known = before[person]
            connection.execute(
                update(tables.ratings)
                .where(columns.person == person, columns.game == game)
                .values(**_columns(now), games=known.games + 1, updated=max(at, known.updated))
            )
            change = Change(match, person, game, at, was.rating, now.rating, now.deviation)
            connection.execute(insert(tables.rating_changes).values(change._asdict()))

    def _locked(
        self, connection: Connection, people: Sequence[str], game: str, at: int
    ) -> dict[str, Standing]:
        """The ratings of people, which nobody else changes until the end of the transaction.

        They are always taken in the same order, so that two servers never wait for each other.
        """
        new = {"game": game, **_columns(Rating()), "games": 0, "updated": at}
        for person in sorted(people):
            connection.execute(self._begin, {"person": person, **new})
        columns = tables.ratings.c
        rows = connection.execute(
            select(tables.ratings)
            .where(columns.person.in_(people), columns.game == game)
            .order_by(columns.person)
            .with_for_update()
        )
        return {row.person: _standing(row) for row in rows}

    def unpaid(self) -> list[str]:
        """Matches that are over and whose ratings have not been changed yet."""
        columns = tables.matches.c
        return self._ids(columns.winner.is_not(None))

    def left_alone(self, since: int) -> list[str]:
        """Rated matches that go on, but in which nothing has happened since a moment."""
        columns = tables.matches.c
        return self._ids(columns.reason.is_(None) & (columns.updated < since))

    def _ids(self, fits: ColumnElement[bool]) -> list[str]:
        columns = tables.matches.c
        found = select(columns.id).where(columns.unpaid.is_not(None), fits)
        with self._engine.connect() as connection:
            rows = connection.execute(found.order_by(columns.updated).limit(_A_BATCH))
            return [match for (match,) in rows]

    def of(self, people: Collection[str], game: str) -> dict[str, Standing]:
        """The ratings of people in a game; who has none is left out."""
        columns = tables.ratings.c
        fits = (columns.person.in_(people), columns.game == game)
        with self._engine.connect() as connection:
            rows = connection.execute(select(tables.ratings).where(*fits))
            return {row.person: _standing(row) for row in rows}

    def all_of(self, person: str) -> Mapping[str, Standing]:
        """Somebody's ratings by game."""
        fits = tables.ratings.c.person == person
        with self._engine.connect() as connection:
            rows = connection.execute(select(tables.ratings).where(fits))
            return {row.game: _standing(row) for row in rows}

    def ranking(self, game: str, most: int) -> list[Ranked]:
        """The strongest people in a game."""
        columns, people = tables.ratings.c, tables.people.c
        chosen = (
            select(tables.ratings, people.name)
            .join(tables.people, people.id == columns.person)
            .where(columns.game == game, people.banned.is_(None))
            .order_by(columns.rating.desc(), columns.person)
            .limit(most)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(chosen)
            return [Ranked(row.name, _standing(row)) for row in rows]

    def history(self, person: str, game: str, most: int) -> list[Change]:
        """What the last matches did to somebody's rating, the newest at the end."""
        columns = tables.rating_changes.c
        return self._changes((columns.person == person, columns.game == game), most)

    def changes(self, match: str) -> list[Change]:
        """What a match did to the ratings of its players."""
        return self._changes((tables.rating_changes.c.match == match,), 2)

    def _changes(self, fits: Sequence[ColumnElement[bool]], most: int) -> list[Change]:
        columns = tables.rating_changes.c
        chosen = select(*(columns[name] for name in Change._fields)).where(*fits)
        with self._engine.connect() as connection:
            rows = connection.execute(chosen.order_by(columns.at.desc()).limit(most))
            return [Change(*row) for row in rows][::-1]


def _columns(rating: Rating) -> dict[str, float]:
    return {
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
    }


def _standing(row: Any) -> Standing:
    rating = Rating(row.rating, row.deviation, row.volatility)
    return Standing(row.person, rating, row.games, row.updated)
