"""Queries and changes of operators: all SQL of ``menhirs admin``.

Every change is one transaction, so running servers see the state before or after it, and nothing
in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)

from menhirs.server.errors import BadOrder
from menhirs.server.storage import tables
from menhirs.server.storage.people.belongings import give_all
from menhirs.server.storage.sql_store import SqlStore

AdminRow = dict[str, Any]
"""A row as plain data."""

_OF_A_MATCH = ("alerts", "invitations", "reviews", "entries", "seats")
"""The tables with rows of a match that go with it."""
_A_BATCH = 200


class Ban(NamedTuple):
    """A ban: since when, until when (None: for good), and the reason shown."""

    at: int
    until: int | None = None
    reason: str | None = None
    contact: str | None = None


class AdminStore(SqlStore):
    """The operator's queries and changes."""

    # Queries.

    def people(self, search: str, most: int) -> list[AdminRow]:
        """The people whose name contains a text, the last seen first."""
        columns = tables.people.c
        games = _count(tables.seats, tables.seats.c.person == columns.id).label("games")
        wanted = (
            *(columns.id, columns.name, columns.created, columns.seen),
            *(columns.banned, columns.banned_until, columns.ban_reason, columns.ban_contact, games),
        )
        like = func.lower(columns.name).contains(search.lower(), autoescape=True)
        chosen = select(*wanted).where(like).order_by(columns.seen.desc(), columns.id).limit(most)
        found = self._data(chosen)
        ratings = self._ratings([person["id"] for person in found])
        for person in found:
            own_ratings = [one for one in ratings if one["person"] == person["id"]]
            person["ratings"] = [_without(one, "person") for one in own_ratings]
        return found

    def _ratings(self, people: Sequence[str]) -> list[AdminRow]:
        columns = tables.ratings.c
        names = ("person", "game", "rating", "deviation", "games", "opponents", "days")
        wanted = (*(columns[name] for name in names), columns.established)
        chosen = select(*wanted).where(columns.person.in_(people))
        return self._data(chosen.order_by(columns.game))

    def person(self, person: str) -> AdminRow:
        """All numbers about one person."""
        columns = tables.people.c
        counted = [
            _count(tables.metadata.tables[name], tables.metadata.tables[name].c[column] == person)
            for name, column in (
                *(("person_keys", "person"), ("passkeys", "person"), ("seats", "person")),
                *(("push_subscriptions", "person"), ("reports", "about"), ("blocks", "blocked")),
            )
        ]
        names = ("browsers", "passkeys", "games", "alerts", "reports", "blocked_by")
        labelled = [one.label(name) for one, name in zip(counted, names, strict=True)]
        found = self._data(select(tables.people, *labelled).where(columns.id == person))
        if not found:
            raise BadOrder("unknown-person", person=person)
        ratings = [_without(one, "person") for one in self._ratings([person])]
        alike = {"same_browser": self._same_browser(person), "looks_like": self._looks_like(person)}
        return {**found[0], "ratings": ratings, **alike}

    def _same_browser(self, person: str) -> list[str]:
        """People who once shared a browser with a person."""
        hands = tables.same_hands.c
        first = select(hands.other).where(hands.person == person)
        both = first.union(select(hands.person).where(hands.other == person))
        return sorted(self._column(both))

    def _looks_like(self, person: str) -> list[str]:
        """People who play in a similar browser on the same network."""
        own, others = tables.device_hints.c, tables.device_hints.alias("theirs").c
        alike = select(others.person).where(
            own.person == person, others.hint == own.hint, others.person != person
        )
        return sorted(self._column(alike.distinct()))

    def matches(self, person: str | None, *, running: bool, most: int) -> list[AdminRow]:
        """Matches, the last changed first: all, or a person's, or the running ones."""
        columns, seats = tables.matches.c, tables.seats.c
        changed = func.coalesce(columns.updated, columns.created)
        wanted = (
            *(columns.id, columns.created, columns.updated, columns.terms, columns.public),
            *(columns.turn, columns.winner, columns.score, columns.reason),
        )
        chosen = select(*wanted).order_by(changed.desc(), columns.id).limit(most)
        if person is not None:
            chosen = chosen.where(exists().where(seats.match == columns.id, seats.person == person))
        if running:
            chosen = chosen.where(columns.reason.is_(None))
        found = self._data(chosen)
        sitting = (
            select(seats.match, seats.player, seats.person, tables.people.c.name)
            .select_from(tables.seats.outerjoin(tables.people, tables.people.c.id == seats.person))
            .where(seats.match.in_([match["id"] for match in found]))
            .order_by(seats.player)
        )
        seated = self._data(sitting)
        for match in found:
            match["rules"] = match.pop("terms")["rules"]
            match["seats"] = [
                {"player": seat["player"], "person": seat["person"], "name": seat["name"]}
                for seat in seated
                if seat["match"] == match["id"]
            ]
        return found

    def reports(self, *, closed: bool, most: int) -> list[AdminRow]:
        """Reports, the newest first; closed ones only if asked for."""
        columns, people, by = tables.reports.c, tables.people, tables.people.alias("by")
        joined = tables.reports.outerjoin(people, people.c.id == columns.about)
        joined = joined.outerjoin(by, by.c.id == columns.by)
        chosen = (
            select(tables.reports, people.c.name, by.c.name.label("by_name"))
            .select_from(joined)
            .order_by(columns.at.desc(), columns.id)
            .limit(most)
        )
        return self._data(chosen if closed else chosen.where(columns.closed.is_(None)))

    # Changes.

    def close_report(self, report: str, at: int) -> None:
        """Marks a report as dealt with."""
        columns = tables.reports.c
        change = update(tables.reports).where(columns.id == report).values(closed=at)
        self._change_one(change, BadOrder("no-report", report=report))

    def rename(self, person: str, name: str) -> None:
        """Gives a person another name."""
        change = update(tables.people).where(tables.people.c.id == person).values(name=name)
        self._change_one(change, BadOrder("unknown-person", person=person))

    def ban(self, person: str, ban: Ban | None) -> None:
        """Bans a person and removes their open invitations; None lifts the ban."""
        at, until, reason, contact = ban or (None, None, None, None)
        data = {"banned_until": until, "ban_reason": reason, "ban_contact": contact}
        change = update(tables.people).where(tables.people.c.id == person)
        self._change_one(
            change.values(banned=at, **data), BadOrder("unknown-person", person=person)
        )
        if ban is not None:
            invited = tables.invitations.c.person == person
            self._change(delete(tables.invitations).where(invited))

    def _change_one(self, change: Any, missing: BadOrder) -> None:
        if not self._change(change):
            raise missing

    def close_match(self, match: str) -> None:
        """Deletes an unfinished match."""
        columns, games = tables.matches.c, tables.tournament_games.c
        with self.engine.begin() as connection:
            row = connection.execute(
                select(columns.reason).where(columns.id == match).with_for_update()
            ).one_or_none()
            if row is None:
                raise BadOrder("no-such-match", match=match)
            if row.reason is not None:
                raise BadOrder("match-ended", match=match)
            if connection.execute(select(games.match).where(games.match == match)).first():
                raise BadOrder("match-of-tournament", match=match)
            _delete_matches(connection, [match])

    def merge(self, gone: str, into: str, at: int) -> None:
        """Merges two people: everything of the first goes to the other, and the first is
        deleted.
        """
        seats, others = tables.seats, tables.seats.alias()
        with self.engine.begin() as connection:
            for person in (gone, into):
                found = select(tables.people.c.id).where(tables.people.c.id == person)
                if connection.execute(found).first() is None:
                    raise BadOrder("unknown-person", person=person)
            together = select(seats.c.match).where(
                seats.c.person == gone, others.c.person == into, others.c.match == seats.c.match
            )
            if gone == into or connection.execute(together).first():
                raise BadOrder("merge-opponents")
            give_all(connection, gone, into, at)

    def purge(self, now: int, before: int, *, for_real: bool) -> AdminRow:
        """Deletes old data; returns how much it was, or would be.

        Old data: finished matches without known people, people without seats who were not seen
        since, and expired links and challenges.
        """
        matches, seats, people = tables.matches.c, tables.seats.c, tables.people.c
        nobody_s = ~exists().where(seats.match == matches.id, seats.person.is_not(None))
        in_use = [
            exists().where(tables.metadata.tables[name].c.match == matches.id)
            for name in ("tournament_games", "rating_changes")
        ]
        last = func.coalesce(matches.updated, matches.created)
        old = (matches.reason.is_not(None), last < before, nobody_s, ~or_(*in_use))
        idle = (
            people.seen < before,
            people.banned.is_(None),
            ~exists().where(seats.person == people.id),
            ~exists().where(tables.tournaments.c.organiser == people.id),
            ~exists().where(tables.tournament_entries.c.person == people.id),
        )
        links, challenges = tables.device_links.c.expires < now, tables.challenges.c.expires < now
        with self.engine.begin() as connection:
            names = connection.execute(select(matches.id).where(*old)).scalars().all()
            data = {"matches": len(names)}
            for table, chosen in (
                (tables.people, idle),
                (tables.device_links, (links,)),
                (tables.challenges, (challenges,)),
            ):
                counted = select(func.count()).select_from(table).where(*chosen)
                data[table.name] = connection.execute(counted).scalar_one()
                if for_real:
                    connection.execute(delete(table).where(*chosen))
            if for_real:
                _delete_matches(connection, names)
        return data


def _without(row: AdminRow, name: str) -> AdminRow:
    return {key: value for key, value in row.items() if key != name}


def _count(table: Table, chosen: ColumnElement[bool]) -> Any:
    return select(func.count()).select_from(table).where(chosen).scalar_subquery()


def _delete_matches(connection: Connection, names: Sequence[str]) -> None:
    for begin in range(0, len(names), _A_BATCH):
        batch = names[begin : begin + _A_BATCH]
        for name in _OF_A_MATCH:
            table = tables.metadata.tables[name]
            connection.execute(delete(table).where(table.c.match.in_(batch)))
        connection.execute(delete(tables.matches).where(tables.matches.c.id.in_(batch)))
