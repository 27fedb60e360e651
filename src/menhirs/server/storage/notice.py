"""Notifications between servers about a match: a whole entry, or "read it again"."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import Connection, text

from menhirs.match.entries import Entry, EntryKind
from menhirs.server.storage.database import is_postgresql

CHANNEL = "menhirs"
"""The PostgreSQL channel for changes of matches."""

_TYPES = (int, int, str, int, str, int)


def write_news(match: str, entry: Entry) -> str:
    """An entry of a match as text."""
    fields = (entry.number, entry.at, entry.kind.value, entry.player, entry.text, entry.lag)
    return json.dumps({"match": match, "entry": fields})


def write_reload(match: str) -> str:
    """A notice that more than new entries changed: the match is to be read again from its
    beginning.
    """
    return json.dumps({"match": match, "reload": True})


def notify(connection: Connection, notices: Sequence[str]) -> None:
    """Notifies all servers when the transaction is committed."""
    if is_postgresql(connection.engine):
        connection.execute(
            text(
                "select pg_notify(:channel, notice) from unnest(cast(:notices as text[])) as notice"
            ),
            {"channel": CHANNEL, "notices": list(notices)},
        )


def read_entry(fields: object) -> Entry:
    """The entry in a notification; raises ``ValueError`` if there is none of a known kind."""
    if not isinstance(fields, list) or len(fields) != len(_TYPES):
        raise ValueError("not the fields of an entry")
    if any(type(field) is not wanted for field, wanted in zip(fields, _TYPES, strict=True)):
        raise ValueError("fields of other types than an entry has")
    number, at, kind, player, text, lag = fields
    return Entry(number, at, EntryKind(kind), player, text, lag)
