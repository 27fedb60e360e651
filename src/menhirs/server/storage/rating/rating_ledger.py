"""The list of rated results, from which all ratings follow: steps of larger transactions.

Every rated game (rule set) has a list of its own (``rated_ledgers``, ``rated_games``). A change of
a list locks it until the end of the transaction, so that changes come one after the other.
"""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from menhirs.server.storage import tables
from menhirs.server.storage.database import is_postgresql
from menhirs.tournament.ladder import DAY, Before, LadderGame

SAME_HANDS = "same-hands"
"""The reason for voiding a result: both players once shared a browser."""
BY_OPERATOR = "operator"
NOBODY = "~"
"""The prefix of the names of deleted players."""

_GAMES = tables.rated_games.c
_WANTED = (_GAMES.match, _GAMES.at, _GAMES.one, _GAMES.two, _GAMES.winner)
_HOW = (_GAMES.by_link, _GAMES.near)


def after_ban(person: str) -> str:
    """The reason for voiding the wins of a banned person."""
    return f"ban {person}"


def next_number(connection: Connection, game: str) -> int:
    """Locks a list, and returns the number of its next result."""
    dialect = postgresql if is_postgresql(connection.engine) else sqlite
    columns = tables.rated_ledgers.c
    first = dialect.insert(tables.rated_ledgers).values(game=game, last=1, due=False)
    following = first.on_conflict_do_update(
        index_elements=[columns.game], set_={"last": columns.last + 1}
    )
    number: int = connection.execute(following.returning(columns.last)).scalar_one()
    return number


def hold(connection: Connection, which: ColumnElement[bool], *, due: bool | None = None) -> None:
    """Locks the lists with such results, and may mark them for recalculation."""
    columns = tables.rated_ledgers.c
    held = update(tables.rated_ledgers).where(columns.game.in_(select(_GAMES.game).where(which)))
    connection.execute(held.values(due=columns.due if due is None else due))


def results(connection: Connection, game: str) -> list[LadderGame]:
    """A list, without the results that were voided."""
    chosen = select(*_WANTED, *_HOW).where(_GAMES.game == game, _GAMES.voided.is_(None))
    return [LadderGame(*row) for row in connection.execute(chosen.order_by(_GAMES.number))]


def before(connection: Connection, game: str, played: LadderGame) -> Before:
    """The earlier results between two people."""
    of_pair = (_GAMES.game == game, _of_pair(played.one, played.two), _GAMES.voided.is_(None))
    recent = select(func.count()).where(*of_pair, _GAMES.at > played.at - DAY)
    is_open = and_(~_GAMES.by_link, ~_GAMES.near, _GAMES.weight > 0)
    met = select(_GAMES.match).where(*of_pair, is_open).limit(1)
    return Before(
        connection.execute(recent).scalar_one(), connection.execute(met).first() is not None
    )


def enter(
    connection: Connection,
    game: str,
    number: int,
    played: LadderGame,
    weight: float,
    why: str | None,
) -> None:
    """Appends a result to a list; one between people who shared a browser is void from the
    start.
    """
    void = {"voided": played.at, "voided_for": SAME_HANDS} if why == SAME_HANDS else {}
    row = {name: getattr(played, name) for name in (*_names(_WANTED), *_names(_HOW))}
    row |= {"game": game, "number": number, "weight": weight, "why": why, **void}
    connection.execute(insert(tables.rated_games).values(row))


def _names(columns: tuple[Any, ...]) -> list[str]:
    return [column.name for column in columns]


def void(
    connection: Connection, which: ColumnElement[bool], at: int | None, reason: str
) -> list[str]:
    """Voids results for a reason; with None restores the ones that were voided for it.

    Returns the matches. The ratings are to be recalculated.
    """
    if at is None:
        chosen = and_(which, _GAMES.voided.is_not(None), _GAMES.voided_for == reason)
        values: dict[str, object] = {"voided": None, "voided_for": None}
    else:
        chosen = and_(which, _GAMES.voided.is_(None))
        values = {"voided": at, "voided_for": reason}
    hold(connection, chosen, due=True)
    changed = update(tables.rated_games).where(chosen).values(values)
    return list(connection.execute(changed.returning(_GAMES.match)).scalars())


def won_by(person: str) -> ColumnElement[bool]:
    """The results that a person won."""
    return or_(
        and_(_GAMES.one == person, _GAMES.winner == 1),
        and_(_GAMES.two == person, _GAMES.winner == 2),
    )


def _of_pair(one: str, two: str) -> ColumnElement[bool]:
    return or_(
        and_(_GAMES.one == one, _GAMES.two == two),
        and_(_GAMES.one == two, _GAMES.two == one),
    )


# Changes of people.


def are_same_hands(connection: Connection, one: str, two: str) -> bool:
    """Whether two people once shared a browser."""
    columns = tables.same_hands.c
    first, second = sorted((one, two))
    known = select(columns.at).where(columns.person == first, columns.other == second)
    return connection.execute(known).first() is not None


def store_same_hands(connection: Connection, one: str, two: str, at: int) -> None:
    """Stores that two people shared a browser: their results against each other are void."""
    if one == two or are_same_hands(connection, one, two):
        return
    first, second = sorted((one, two))
    row = {"person": first, "other": second, "at": at}
    connection.execute(insert(tables.same_hands).values(row))
    void(connection, _of_pair(one, two), at, SAME_HANDS)


def leave(connection: Connection, person: str, game: str | None = None) -> None:
    """Replaces a person who starts anew or is deleted by another name; the results stay for their
    opponents.
    """
    pseudonym = NOBODY + secrets.token_hex(7)
    _rename(connection, person, pseudonym, game)
    for table in (tables.ratings, tables.rating_changes):
        of_person = (table.c.person == person,) if game is None else _of(table, person, game)
        connection.execute(delete(table).where(*of_person))


def give(connection: Connection, giver: str, taker: str, at: int) -> None:
    """Merges a person into another, with the consequences for ratings.

    What the two played with each other is void. In a game in which the taker has no rating the
    giver's is theirs from now on; ratings are not added up.
    """
    void(connection, _of_pair(giver, taker), at, SAME_HANDS)
    hands, others = tables.same_hands.c, (giver, taker)
    known = connection.execute(
        select(hands.person, hands.other).where(hands.person.in_(others) | hands.other.in_(others))
    ).all()
    for one, two in known:
        other = two if one in others else one
        if other not in others:
            store_same_hands(connection, taker, other, at)
    games_of_taker = _rated(connection, taker)
    for game in _rated(connection, giver):
        if game in games_of_taker:
            leave(connection, giver, game)
            continue
        _rename(connection, giver, taker, game)
        for table in (tables.ratings, tables.rating_changes):
            transfer = update(table).where(*_of(table, giver, game))
            connection.execute(transfer.values(person=taker))


def _rated(connection: Connection, person: str) -> list[str]:
    """The games with results of a person."""
    of_person = or_(_GAMES.one == person, _GAMES.two == person)
    return list(connection.execute(select(_GAMES.game).where(of_person).distinct()).scalars())


def _of(table: Any, person: str, game: str) -> tuple[ColumnElement[bool], ...]:
    return table.c.person == person, table.c.game == game


def _rename(connection: Connection, person: str, name: str, game: str | None) -> None:
    for column in (_GAMES.one, _GAMES.two):
        of_person = column == person
        if game is not None:
            of_person = and_(of_person, _GAMES.game == game)
        hold(connection, of_person)
        renamed = update(tables.rated_games).where(of_person)
        connection.execute(renamed.values({column.name: name}))
