"""The keys of browsers, and the links to other devices, in the database.

Only hashes of keys and codes are stored. A link works once: of two browsers that use it at the
same moment, at any server, one gets a key.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, update

from menhirs.server.errors import BadRequest
from menhirs.server.storage import tables
from menhirs.server.storage.people import belongings
from menhirs.server.storage.people.bans import is_welcome
from menhirs.server.storage.rating import rating_ledger
from menhirs.server.storage.sql_store import SqlStore


@dataclass(frozen=True)
class BrowserKey:
    """A browser that holds a key."""

    key_hash: bytes
    created: int
    seen: int
    kind: str
    """The browser and its system; empty if unknown."""


@dataclass(frozen=True)
class LinkedPerson:
    """The person of a link, and the person of the browser that opened it."""

    name: str
    """The name of the link's person."""
    is_you: bool
    """Whether the browser is that person already."""
    your_name: str | None
    """The name of the browser's own person; None if it has none."""
    your_games: int


class KeyStore(SqlStore):
    """The keys in a database."""

    def keys_of(self, person: str) -> list[BrowserKey]:
        """The browsers with a key of a person, the latest seen first."""
        keys = tables.person_keys.c
        found = (
            select(keys.key_hash, keys.created, keys.seen, keys.kind)
            .where(keys.person == person)
            .order_by(keys.seen.desc(), keys.created.desc())
        )
        rows = self._rows(found)
        return [BrowserKey(bytes(key), *fields) for key, *fields in rows]

    def add(self, person: str, key_hash: bytes, at: int, kind: str) -> None:
        """Adds a browser's key to a person."""
        with self.engine.begin() as connection:
            _add_key(connection, person, key_hash, at, kind)

    def sign_out(self, person: str, key_hash: bytes) -> list[str]:
        """Deletes a browser's key, and invalidates the secrets of seats that it may know.

        Returns the matches that are to be read again.
        """
        keys = tables.person_keys.c
        of_browser = (keys.person == person, keys.key_hash == key_hash)
        with self.engine.begin() as connection:
            if not connection.execute(delete(tables.person_keys).where(*of_browser)).rowcount:
                raise BadRequest("no-key")
            return belongings.change_locks(connection, person)

    # Links to another device.

    def offer(self, person: str, code_hash: bytes, at: int, expires: int) -> None:
        """Stores a link. It replaces an earlier one of the person."""
        links = tables.device_links.c
        gone = or_(links.person == person, links.expires <= at)
        row = {"code_hash": code_hash, "person": person, "expires": expires}
        with self.engine.begin() as connection:
            connection.execute(delete(tables.device_links).where(gone))
            connection.execute(insert(tables.device_links).values(row))

    def look(self, code_hash: bytes, at: int, key_hash: bytes) -> LinkedPerson:
        """The people concerned by a link, without using it, for a browser with that key or none."""
        people = tables.people.c
        joined = tables.device_links.join(tables.people)
        open_link = _open(code_hash, at)
        found = select(people.id, people.name).select_from(joined).where(*open_link)
        with self.engine.connect() as connection:
            if (leads_to := connection.execute(found).one_or_none()) is None:
                raise BadRequest("device-link")
            person, name = leads_to
            other = _holder(connection, key_hash)
            if other is None:
                return LinkedPerson(name, is_you=False, your_name=None, your_games=0)
            your_name = select(people.name).where(people.id == other)
            return LinkedPerson(
                name,
                person == other,
                connection.execute(your_name).scalar_one(),
                belongings.games_of(connection, other),
            )

    def used_by(self, code_hash: bytes, at: int, person: str) -> str | None:
        """The kind of browser that has used a person's link; None if unused."""
        links = tables.device_links.c
        valid = (links.code_hash == code_hash, links.expires > at, links.person == person)
        found = select(links.used, links.used_by).where(*valid)
        row = self._row(found)
        if row is None:
            raise BadRequest("device-link")
        return None if row.used is None else str(row.used_by)

    def use(
        self,
        code_hash: bytes,
        at: int,
        old_key: bytes,
        new_key: bytes,
        merges: bool | None,
        kind: str = "",
    ) -> list[str]:
        """Uses a link: the browser with the old key, or none, gets a new key of the person.

        A browser with another person chooses whether the two are merged; if not, it loses that
        person. Returns the matches that are to be read again.
        """
        links, keys = tables.device_links.c, tables.person_keys.c
        used = update(tables.device_links).where(*_open(code_hash, at))
        taken = used.values(used=at, used_by=kind).returning(links.person)
        matches: list[str] = []
        # An error rolls back, so the link stays unused.
        with self.engine.begin() as connection:
            if (person := connection.execute(taken).scalar()) is None:
                raise BadRequest("device-link")
            other = _holder(connection, old_key)
            if other is not None and other != person:
                if merges is None:
                    raise BadRequest("device-choice")
                if merges:
                    _check_welcome(connection, at, person, other)
                    matches = belongings.give_all(connection, other, person, at)
                else:
                    rating_ledger.store_same_hands(connection, person, other, at)
            connection.execute(delete(tables.person_keys).where(keys.key_hash == old_key))
            _add_key(connection, person, new_key, at, kind)
        return matches


def _open(code_hash: bytes, at: int) -> tuple[ColumnElement[bool], ...]:
    """The conditions on the row of a link that can still be used."""
    links = tables.device_links.c
    return links.code_hash == code_hash, links.expires > at, links.used.is_(None)


def _add_key(connection: Connection, person: str, key_hash: bytes, at: int, kind: str) -> None:
    row = {"key_hash": key_hash, "person": person, "created": at, "seen": at, "kind": kind}
    connection.execute(insert(tables.person_keys).values(row))


def _holder(connection: Connection, key_hash: bytes) -> str | None:
    keys = tables.person_keys.c
    return connection.execute(select(keys.person).where(keys.key_hash == key_hash)).scalar()


def _check_welcome(connection: Connection, at: int, *persons: str) -> None:
    """Raises if a person is banned."""
    people = tables.people.c
    banned = select(func.count()).where(people.id.in_(persons), ~is_welcome(at))
    if connection.execute(banned).scalar():
        raise BadRequest("banned")
