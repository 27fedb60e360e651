"""The lists of a person's games: all SQL about them.

``view/game_search.py`` defines searches and the order. Pages use keyset pagination, so every page
costs the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Row,
    Subquery,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    or_,
    select,
)

from menhirs.core.state import Outcome, Reason
from menhirs.match.entries import EntryKind
from menhirs.match.terms import DAY
from menhirs.match.terms_data import read_terms
from menhirs.server.storage import tables
from menhirs.server.storage.sql_store import SqlStore
from menhirs.view.game_list import ListedGame, ResultForViewer, Section
from menhirs.view.game_search import (
    NEVER,
    RANK_FINISHED,
    RANK_RUNNING,
    RANK_TURN,
    RANK_TURN_AGAINST_COMPUTER,
    RANK_WAITING,
    RANKS,
    GamesPage,
    ListPosition,
    SearchTerms,
)

_SECTIONS = {rank: section for section, ranks in RANKS.items() for rank in ranks}


class GamesStore(SqlStore):
    """The lists of games in a database."""

    def find(
        self, person: str, search: SearchTerms, most: int, after: ListPosition | None = None
    ) -> GamesPage:
        """The first games of a person that match a search, after a position in the list."""
        columns, is_opponent = _GAMES.c, search.is_opponent
        statement = (
            select(_GAMES)
            .where(*_conditions(search, after))
            .order_by(columns.rank, columns.moment, columns.match)
        )
        if is_opponent is None:
            statement = statement.limit(most + 1)
        with self.engine.connect() as connection:
            # In portions: names are compared here, so most rows may be skipped.
            rows = connection.execution_options(yield_per=500).execute(
                statement, {"person": person}
            )
            wanted = (
                row for row in rows if is_opponent is None or is_opponent(row.opponent, row.level)
            )
            found = list(islice(wanted, most + 1))
            rows.close()
        listed = [_read(row) for row in found[:most]]
        if len(found) <= most:
            return GamesPage(listed)
        last = found[most - 1]
        return GamesPage(listed, ListPosition(last.rank, last.moment, last.match))


def _games() -> Subquery:
    """The games of the person in the parameter, each once, with all columns of a list."""
    seats, matches = tables.seats.c, tables.matches.c
    # A person with both seats still has one game.
    own_games = (
        select(seats.match, func.min(seats.player).label("seat"), func.count().label("held"))
        .where(seats.person == bindparam("person"))
        .group_by(seats.match)
        .subquery("mine")
    )
    seat, held = own_games.c.seat, own_games.c.held
    level = case(
        (seat == 1, matches.terms["computers", "2"].as_integer()),
        else_=matches.terms["computers", "1"].as_integer(),
    )
    across = tables.seats.alias("across").c
    is_taken = exists().where(across.match == matches.id, across.player == 3 - seat)
    rank = case(
        (matches.reason.is_not(None), RANK_FINISHED),
        (and_(held == 1, level.is_(None), ~is_taken), RANK_WAITING),
        (or_(held == 2, matches.turn.is_distinct_from(seat)), RANK_RUNNING),
        (level.is_not(None), RANK_TURN_AGAINST_COMPUTER),
        else_=RANK_TURN,
    )
    # Old matches lack it until their seat has a person.
    updated = func.coalesce(matches.updated, matches.created)
    due = updated + _turn_time(matches.terms)
    is_due = and_(rank.in_(RANKS[Section.TURN]), due.is_not(None))
    return (
        select(
            own_games,
            *(matches.terms, matches.winner, matches.score, matches.reason, matches.line),
            updated.label("updated"),
            level.label("level"),
            rank.label("rank"),
            case((is_due, due), else_=NEVER - updated).label("moment"),
            _name_across(seat).label("opponent"),
        )
        .join(tables.matches, matches.id == own_games.c.match)
        .subquery("games")
    )


def _turn_time(terms: ColumnElement[Any]) -> ColumnElement[int]:
    """The milliseconds of a clock in SQL, like ``SlowClock.time`` and ``LiveClock.time``."""
    days, time = terms["clock", "days"].as_integer(), terms["clock", "time"].as_integer()
    return func.coalesce(cast(days, BigInteger) * DAY, time)


def _name_across(seat: ColumnElement[int]) -> ColumnElement[str]:
    """The latest name of the opponent; empty if there is none."""
    entries = tables.entries.c
    latest_name = (
        select(entries.text)
        .where(entries.match == tables.matches.c.id, entries.player == 3 - seat)
        .where(tables.TELLS_A_NAME)
        .order_by(entries.number.desc())
        .limit(1)
        .scalar_subquery()
    )
    return func.coalesce(latest_name, "")


_GAMES = _games()
"""Built once: building it takes longer than many a query."""


def _conditions(search: SearchTerms, after: ListPosition | None) -> Iterator[ColumnElement[bool]]:
    columns = _GAMES.c
    # A condition of its own, because it needs no other table.
    if Section.FINISHED not in search.sections:
        yield columns.reason.is_(None)
    if set(search.sections) == {Section.FINISHED}:
        yield columns.reason.is_not(None)
    elif len(search.sections) < len(Section):
        yield columns.rank.in_([rank for one in search.sections for rank in RANKS[one]])
    if search.rules:
        yield columns.terms["rules"].as_string() == search.rules
    match search.result:
        case ResultForViewer.WON:
            yield and_(columns.winner == columns.seat, columns.held == 1)
        case ResultForViewer.LOST:
            yield and_(columns.winner == 3 - columns.seat, columns.held == 1)
        case ResultForViewer.TIED:
            yield columns.winner == 0
        case ResultForViewer.ABORTED:
            yield columns.reason == EntryKind.ABORTED.value
    if search.since is not None:
        yield columns.updated >= search.since
    if search.before is not None:
        yield columns.updated < search.before
    if after is not None:
        same = and_(columns.moment == after.moment, columns.match > after.match)
        later = and_(columns.rank == after.rank, or_(columns.moment > after.moment, same))
        yield or_(columns.rank > after.rank, later)


def _read(row: Row[Any]) -> ListedGame:
    over = row.winner is not None
    return ListedGame(
        match=row.match,
        terms=read_terms(row.terms),
        own_seats=(1, 2) if row.held == 2 else (row.seat,),
        section=_SECTIONS[row.rank],
        updated=row.updated,
        opponent=row.opponent,
        line=row.line or "",
        outcome=Outcome(row.winner, row.score, Reason(row.reason)) if over else None,
    )
