"""Turn alerts in the database: all SQL about them.

An alert is a row for every subscribed browser, written with the entry that hands the turn over.
The row names the server that sends it. Once that server's heartbeat stops, any other may take it
over: of several at once, one wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Connection,
    Engine,
    Integer,
    String,
    bindparam,
    delete,
    exists,
    func,
    or_,
    select,
    update,
)

from menhirs.core.actions import Player
from menhirs.match.entries import EntryKind
from menhirs.server.storage import tables
from menhirs.server.storage.sql_store import SqlStore

MOST_SUBSCRIPTIONS = 10
"""The most subscribed browsers of one person; of more the oldest are forgotten."""
_MOST_TURNS = 100


@dataclass(frozen=True)
class Alert:
    """An alert to a player, sent unless they see the turn before it is due."""

    match: str
    number: int
    """The entry that handed the turn over."""
    person: str
    due: int
    server: str
    """The server that sends it."""


@dataclass(frozen=True)
class Subscription:
    """The address and keys of a subscribed browser, as its push service gave them."""

    endpoint_hash: bytes
    endpoint: str
    p256dh: str
    """The browser's public key."""
    auth: str
    language: str


class AlertName(NamedTuple):
    """The key of an alert."""

    match: str
    number: int
    endpoint_hash: bytes


@dataclass(frozen=True)
class DueAlert:
    """An alert that is due in one browser."""

    match: str
    number: int
    subscription: Subscription
    tries: int
    server: str | None
    """The server that is to send it."""
    player: Player | None
    """The person's seat if it is still their turn, and nobody has acted since."""

    @property
    def name(self) -> AlertName:
        return AlertName(self.match, self.number, self.subscription.endpoint_hash)


@dataclass(frozen=True)
class WaitingTurn:
    """A match in which it is a person's turn."""

    match: str
    player: Player
    since: int
    """The number of the opponent's last action: another one for every turn."""
    opponent: str
    """The opponent's name, empty if it is not known."""


class AlertWriting(SqlStore):
    """Writes alerts in the transaction of their entries."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        subscriptions = tables.push_subscriptions.c
        chosen = select(
            bindparam("of_match", type_=String),
            bindparam("of_number", type_=Integer),
            subscriptions.endpoint_hash,
            subscriptions.person,
            bindparam("of_due", type_=BigInteger),
            bindparam("of_server", type_=String),
        ).where(subscriptions.person == bindparam("of_person"))
        columns = ["match", "number", "subscription", "person", "due", "server"]
        self._insert = (
            self._dialect.insert(tables.alerts)
            .from_select(columns, chosen)
            .on_conflict_do_nothing()
        )

    def add(self, connection: Connection, alerts: Sequence[Alert]) -> None:
        """Writes alerts for all browsers of their people; most people have none."""
        if alerts:
            rows = [{f"of_{name}": value for name, value in vars(one).items()} for one in alerts]
            connection.execute(self._insert, rows)


class AlertStore(SqlStore):
    """The alerts and subscriptions in a database."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._insert = self._dialect.insert(tables.push_subscriptions)

    # Subscriptions.

    def subscribe(self, person: str, subscription: Subscription, at: int) -> None:
        """Subscribes a browser for a person; an earlier person in that browser loses it."""
        columns = tables.push_subscriptions.c
        row: dict[str, Any] = {**vars(subscription), "person": person, "created": at}
        change = {name: value for name, value in row.items() if name != "endpoint_hash"}
        statement = self._insert.values(row).on_conflict_do_update(
            index_elements=["endpoint_hash"], set_=change
        )
        oldest = (
            select(columns.endpoint_hash)
            .where(columns.person == person)
            .order_by(columns.created.desc(), columns.endpoint_hash)
            .offset(MOST_SUBSCRIPTIONS)
        )
        # Alerts of the earlier person in this browser are dropped.
        others = (
            tables.alerts.c.subscription == subscription.endpoint_hash,
            tables.alerts.c.person != person,
        )
        with self.engine.begin() as connection:
            connection.execute(statement)
            connection.execute(delete(tables.alerts).where(*others))
            too_many = connection.execute(oldest.limit(MOST_SUBSCRIPTIONS)).scalars().all()
            if too_many:
                of_those = columns.endpoint_hash.in_(too_many)
                connection.execute(delete(tables.push_subscriptions).where(of_those))

    def unsubscribe(self, endpoint_hash: bytes, person: str | None = None) -> None:
        """Deletes a browser's subscription and its alerts; only if it belongs to ``person``, if
        given.
        """
        columns = tables.push_subscriptions.c
        chosen = [columns.endpoint_hash == endpoint_hash]
        if person is not None:
            chosen.append(columns.person == person)
        self._change(delete(tables.push_subscriptions).where(*chosen))

    # Due alerts.

    def due(self, server: str, at: int, alive_since: int | None, most: int) -> list[DueAlert]:
        """The due alerts of this server, and of servers without a heartbeat.

        People take turns: everybody's first alert comes before anybody's second. Without
        ``alive_since`` only this server's alerts are returned.
        """
        alerts, beats = tables.alerts.c, tables.heartbeats.c
        for_this_server = or_(alerts.server == server, alerts.server.is_(None))
        if alive_since is not None:
            is_alive = exists().where(beats.server == alerts.server, beats.at >= alive_since)
            for_this_server = or_(for_this_server, ~is_alive)
        matches, seats, entries = tables.matches.c, tables.seats.c, tables.entries.c
        has_the_turn = exists().where(
            seats.match == alerts.match,
            seats.person == alerts.person,
            seats.player == matches.turn,
        )
        somebody_acted = exists().where(
            entries.match == alerts.match,
            entries.number > alerts.number,
            entries.kind.in_((EntryKind.ACTION.value, EntryKind.TAKE_BACK.value)),
        )
        columns = tables.push_subscriptions.c
        turn = func.row_number().over(partition_by=alerts.person, order_by=alerts.due)
        chosen = (
            select(
                *(alerts.match, alerts.number, alerts.tries, alerts.server, matches.turn),
                *(
                    columns.endpoint_hash,
                    columns.endpoint,
                    columns.p256dh,
                    columns.auth,
                    columns.language,
                ),
                (has_the_turn & ~somebody_acted).label("holds"),
            )
            .select_from(tables.alerts.join(tables.push_subscriptions).join(tables.matches))
            .where(
                alerts.told.is_(None),
                alerts.due <= at,
                for_this_server,
            )
            .order_by(turn, alerts.due)
            .limit(most)
        )
        return [
            DueAlert(
                row.match,
                row.number,
                Subscription(
                    bytes(row.endpoint_hash), row.endpoint, row.p256dh, row.auth, row.language
                ),
                row.tries,
                row.server,
                row.turn if row.holds else None,
            )
            for row in self._rows(chosen)
        ]

    def take(self, alert: DueAlert, server: str) -> bool:
        """Takes an alert over from a dead server. False: another one was quicker."""
        return self._write(alert, alert.server, {"server": server})

    def settle(self, alert: DueAlert, server: str, at: int) -> bool:
        """Marks an alert as sent, or as not needed."""
        return self._write(alert, server, {"told": at})

    def postpone(self, alert: DueAlert, server: str, due: int) -> bool:
        """Sets the time of the next try of an alert that could not be sent."""
        return self._write(alert, server, {"due": due, "tries": alert.tries + 1})

    def _write(self, alert: DueAlert, server: str | None, values: dict[str, Any]) -> bool:
        columns = tables.alerts.c
        chosen = (
            columns.match == alert.match,
            columns.number == alert.number,
            columns.subscription == alert.subscription.endpoint_hash,
            columns.told.is_(None),
            columns.server.is_(None) if server is None else columns.server == server,
        )
        return self._change(update(tables.alerts).where(*chosen).values(values)) > 0

    def forget(self, before: int) -> None:
        """Deletes alerts that were settled before a moment."""
        self._change(delete(tables.alerts).where(tables.alerts.c.told < before))

    # Queries of pages.

    def turns_of(self, person: str, since: int) -> list[WaitingTurn]:
        """The matches in which it is a person's turn and that changed since a moment.

        Without matches at one screen, and without those with a free seat.
        """
        matches, seats, entries = tables.matches.c, tables.seats.c, tables.entries.c
        others, people = tables.seats.alias("others"), tables.people.c
        last = (
            select(func.max(entries.number))
            .where(
                entries.match == matches.id,
                entries.player != seats.player,
                entries.kind == EntryKind.ACTION.value,
            )
            .scalar_subquery()
        )
        chosen = (
            select(matches.id, matches.terms, seats.player, last, others.c.player, people.name)
            .select_from(
                tables.seats.join(tables.matches)
                .outerjoin(
                    others,
                    (others.c.match == matches.id) & (others.c.player != seats.player),
                )
                .outerjoin(tables.people, people.id == others.c.person)
            )
            .where(seats.person == person, matches.turn == seats.player, matches.updated >= since)
            .order_by(matches.updated.desc())
            .limit(_MOST_TURNS)
        )
        return [
            WaitingTurn(match, player, number or 0, name or "")
            for match, terms, player, number, other, name in self._rows(chosen)
            if not terms["shared"] and (other is not None or terms["computers"])
        ]
