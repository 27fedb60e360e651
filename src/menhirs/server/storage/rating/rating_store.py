"""Ratings in the database: changes by matches, and rankings.

A rated match changes ratings exactly once: its row is marked (``unpaid``) until the transaction
that appends its result to the list (``rating_ledger.py``) and changes both ratings.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, insert, select, update

from menhirs.core.actions import Player
from menhirs.match.entries import EntryKind
from menhirs.server.storage import tables
from menhirs.server.storage.people.bans import is_welcome
from menhirs.server.storage.people.device_store import look_alike
from menhirs.server.storage.rating import rating_ledger as ledger
from menhirs.server.storage.sql_store import SqlStore
from menhirs.tournament.ladder import Entered, Ladder, LadderGame, RatingState, settle
from menhirs.tournament.rating import Rating

_A_BATCH = 50
_NOT_PLAYED = ("resign", "time", "left")
"""The actions that end a game without being played on the board."""


class Ranked(NamedTuple):
    """A person in a ranking."""

    name: str
    standing: RatingState


class RatingChange(NamedTuple):
    """The change of a rating by a match."""

    match: str
    person: str
    game: str
    at: int
    before: float
    after: float
    deviation: float


class RatedResult(NamedTuple):
    """The weight of a rated match."""

    weight: float
    why: str | None
    voided_for: str | None


class RatingStore(SqlStore):
    """The ratings in a database."""

    def pay(self, match: str) -> bool:
        """Changes the ratings of the players of a match that is over. False: nothing is due."""
        columns = tables.matches.c
        due = (columns.id == match, columns.unpaid.is_not(None), columns.winner.is_not(None))
        wanted = select(columns.unpaid, columns.winner, columns.updated, columns.by_link)
        with self.engine.begin() as connection:
            row = connection.execute(wanted.where(*due)).one_or_none()
            # Another server waits here, and then finds nothing to do.
            paid = update(tables.matches).where(*due).values(unpaid=None)
            if row is None or connection.execute(paid).rowcount == 0:
                return False
            people = _players(connection, match)
            if people is None or not _both_played(connection, match):
                return False
            near = look_alike(connection, *people)
            played = LadderGame(match, row.updated, *people, row.winner, row.by_link, near)
            self._enter(connection, row.unpaid, played)
            return True

    def _enter(self, connection: Connection, game: str, played: LadderGame) -> None:
        number = ledger.next_number(connection, game)
        if ledger.are_same_hands(connection, played.one, played.two):
            ledger.enter(connection, game, number, played, 0, ledger.SAME_HANDS)
            return
        known = _standings(connection, game, played.pair)
        one, two = (known.get(person) or RatingState(person) for person in (played.one, played.two))
        settled = settle(played, one, two, ledger.before(connection, game, played))
        ledger.enter(connection, game, number, played, settled.weight, settled.why)
        changes = _changes(game, Entered(played, (one, two), settled))
        for standing in filter(None, settled[2:]):
            self._write(connection, game, standing)
        if changes:
            rows = [change._asdict() for change in changes]
            connection.execute(insert(tables.rating_changes), rows)

    def _write(self, connection: Connection, game: str, standing: RatingState) -> None:
        values = _columns(standing)
        row = {"person": standing.person, "game": game, **values}
        first = self._dialect.insert(tables.ratings).values(row)
        key = [tables.ratings.c.person, tables.ratings.c.game]
        connection.execute(first.on_conflict_do_update(index_elements=key, set_=values))

    def are_same_hands(self, one: str, two: str) -> bool:
        """Whether two people once shared a browser, so that no game between them is rated."""
        with self.engine.connect() as connection:
            return ledger.are_same_hands(connection, one, two)

    # Recalculation.

    def due(self) -> list[str]:
        """The rule sets whose ratings are due for recalculation."""
        columns = tables.rated_ledgers.c
        return self._column(select(columns.game).where(columns.due))

    def recalculate(self, game: str) -> int:
        """Recalculates all ratings of a game; returns the number of results.

        The list is calculated without a lock; then only the results added meanwhile are calculated
        under it, unless more has changed.
        """
        with self.engine.connect() as connection:
            seen = ledger.results(connection, game)
        ladder = Ladder()
        entered = [ladder.enter(played) for played in seen]
        with self.engine.begin() as connection:
            columns = tables.rated_ledgers.c
            held = update(tables.rated_ledgers).where(columns.game == game)
            connection.execute(held.values(due=False))
            listed = ledger.results(connection, game)
            if listed[: len(seen)] != seen:
                ladder, entered, seen = Ladder(), [], []
            entered += [ladder.enter(played) for played in listed[len(seen) :]]
            self._write_standings(connection, game, ladder)
            _write_changes(connection, game, entered)
            _write_weights(connection, game, entered)
        return len(listed)

    def _write_standings(self, connection: Connection, game: str, ladder: Ladder) -> None:
        columns = tables.ratings.c
        people = set(connection.execute(select(tables.people.c.id)).scalars())
        was = _standings(connection, game)
        for standing in ladder.standings.values():
            if standing.person in people and was.get(standing.person) != standing:
                self._write(connection, game, standing)
        for person in was.keys() - ladder.standings.keys():
            gone = tables.ratings.delete().where(columns.person == person, columns.game == game)
            connection.execute(gone)

    # Queries.

    def unpaid(self) -> list[str]:
        """Finished matches that have not changed ratings yet."""
        columns = tables.matches.c
        return self._ids(columns.winner.is_not(None))

    def abandoned_matches(self, since: int) -> list[str]:
        """Running rated matches without an action since a moment."""
        columns = tables.matches.c
        return self._ids(columns.reason.is_(None) & (columns.updated < since))

    def _ids(self, fits: ColumnElement[bool]) -> list[str]:
        columns = tables.matches.c
        found = select(columns.id).where(columns.unpaid.is_not(None), fits)
        return self._column(found.order_by(columns.updated).limit(_A_BATCH))

    def of(self, people: Collection[str], game: str) -> dict[str, RatingState]:
        """The ratings of people in a game, without people who have none."""
        with self.engine.connect() as connection:
            return _standings(connection, game, people)

    def all_of(self, person: str) -> Mapping[str, RatingState]:
        """A person's ratings by game."""
        fits = tables.ratings.c.person == person
        rows = self._rows(select(tables.ratings).where(fits))
        return {row.game: _standing(row) for row in rows}

    def ranking(self, game: str, at: int, most: int) -> list[Ranked]:
        """The strongest people with a place in the ranking of a game."""
        columns, people = tables.ratings.c, tables.people.c
        chosen = (
            select(tables.ratings, people.name)
            .join(tables.people, people.id == columns.person)
            .where(columns.game == game, columns.established.is_not(None), is_welcome(at))
            .order_by(columns.rating.desc(), columns.person)
        )
        found: list[Ranked] = []
        for row in self._rows(chosen):
            if (standing := _standing(row)).has_place(at):
                found.append(Ranked(row.name, standing))
            if len(found) == most:
                break
        return found

    def result(self, match: str) -> RatedResult | None:
        """The weight of a finished rated match."""
        columns = tables.rated_games.c
        wanted = select(columns.weight, columns.why, columns.voided_for)
        row = self._row(wanted.where(columns.match == match))
        return None if row is None else RatedResult(*row)

    def history(self, person: str, game: str, most: int) -> list[RatingChange]:
        """The latest changes of a person's rating, the newest at the end."""
        columns = tables.rating_changes.c
        return self._changes((columns.person == person, columns.game == game), most)

    def changes(self, match: str) -> list[RatingChange]:
        """The changes of both ratings by a match."""
        return self._changes((tables.rating_changes.c.match == match,), 2)

    def _changes(self, fits: Sequence[ColumnElement[bool]], most: int) -> list[RatingChange]:
        columns = tables.rating_changes.c
        chosen = select(*(columns[name] for name in RatingChange._fields)).where(*fits)
        rows = self._rows(chosen.order_by(columns.at.desc()).limit(most))
        return [RatingChange(*row) for row in rows][::-1]


def _players(connection: Connection, match: str) -> tuple[str, str] | None:
    """The two people at a match; None if there are not two, or one was deleted."""
    seats, people = tables.seats.c, tables.people.c
    joined = tables.seats.join(tables.people, people.id == seats.person)
    rows = connection.execute(
        select(seats.player, seats.person).select_from(joined).where(seats.match == match)
    )
    found: dict[Player, str] = {player: person for player, person in rows}  # noqa: C416
    return (found[1], found[2]) if len(set(found.values())) == 2 else None


def _both_played(connection: Connection, match: str) -> bool:
    """Whether each player has acted on the board."""
    columns = tables.entries.c
    played = and_(
        columns.kind == EntryKind.ACTION.value,
        *(columns.text.not_like(f"{word}%") for word in _NOT_PLAYED),
    )
    found = select(columns.player).where(columns.match == match, played).distinct()
    return len(connection.execute(found).all()) == 2


def _standings(
    connection: Connection, game: str, people: Collection[str] | None = None
) -> dict[str, RatingState]:
    columns = tables.ratings.c
    chosen = select(tables.ratings).where(columns.game == game)
    if people is not None:
        chosen = chosen.where(columns.person.in_(people))
    return {row.person: _standing(row) for row in connection.execute(chosen)}


def _standing(row: Any) -> RatingState:
    rating = Rating(row.rating, row.deviation, row.volatility)
    counted = (row.games, row.updated, row.opponents, row.days, row.established)
    return RatingState(row.person, rating, *counted)


def _columns(standing: RatingState) -> dict[str, Any]:
    rating = standing.rating
    return {
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "games": standing.games,
        "updated": standing.updated,
        "opponents": standing.opponents,
        "days": standing.days,
        "established": standing.established,
    }


def _changes(game: str, entered: Entered) -> list[RatingChange]:
    """The rating changes of a result."""
    played, settled = entered.game, entered.settled
    return [
        RatingChange(
            played.match,
            now.person,
            game,
            played.at,
            was.at(played.at).rating,
            now.rating.rating,
            now.rating.deviation,
        )
        for was, now in zip(entered.before, settled[2:], strict=True)
        if now is not None
    ]


def _write_changes(connection: Connection, game: str, entered: Sequence[Entered]) -> None:
    """Updates the stored rating changes; most of them stay the same."""
    columns = tables.rating_changes.c
    people = set(connection.execute(select(tables.people.c.id)).scalars())
    chosen = select(*(columns[name] for name in RatingChange._fields)).where(columns.game == game)
    was = {(row.match, row.person): RatingChange(*row) for row in connection.execute(chosen)}
    now = {
        (change.match, change.person): change
        for one in entered
        for change in _changes(game, one)
        if change.person in people
    }
    for match, person in [key for key, change in was.items() if now.get(key) != change]:
        gone = (columns.match == match, columns.person == person)
        connection.execute(tables.rating_changes.delete().where(*gone))
    new = [change._asdict() for key, change in now.items() if was.get(key) != change]
    if new:
        connection.execute(insert(tables.rating_changes), new)


def _write_weights(connection: Connection, game: str, entered: Sequence[Entered]) -> None:
    columns = tables.rated_games.c
    wanted = select(columns.match, columns.weight, columns.why).where(columns.game == game)
    was = {match: (weight, why) for match, weight, why in connection.execute(wanted)}
    for one in entered:
        weight, why = one.settled.weight, one.settled.why
        if was[one.game.match] != (weight, why):
            changed = update(tables.rated_games).where(columns.match == one.game.match)
            connection.execute(changed.values(weight=weight, why=why))
