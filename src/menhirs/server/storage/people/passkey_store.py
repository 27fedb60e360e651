"""Passkeys, and the challenges that they sign, in the database.

Every challenge works once, at any server, and the counter of a passkey only increases: of two
answers with the same count one is accepted.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Engine, delete, func, insert, select, update

from menhirs.server.errors import BadRequest
from menhirs.server.storage import tables
from menhirs.server.storage.sql_store import SqlStore

MOST_PASSKEYS = 20


@dataclass(frozen=True)
class Passkey:
    """The public key of a passkey."""

    credential: bytes
    person: str
    public_key: bytes
    sign_count: int
    label: str
    created: int
    used: int | None = None


class PasskeyStore(SqlStore):
    """The passkeys in a database."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine)
        self._insert = self._dialect.insert(tables.passkeys).on_conflict_do_nothing()

    def challenge(self, challenge: bytes, person: str | None, at: int, expires: int) -> None:
        """Stores a challenge to be signed, for a known person or for one still to be found."""
        columns = tables.challenges.c
        row = {"challenge": challenge, "person": person, "expires": expires}
        with self.engine.begin() as connection:
            connection.execute(delete(tables.challenges).where(columns.expires <= at))
            connection.execute(insert(tables.challenges).values(row))

    def take_challenge(self, challenge: bytes, person: str | None, at: int) -> None:
        """Uses a challenge; raises if there is none, for that person or for anybody."""
        columns = tables.challenges.c
        for_person = columns.person.is_(None) if person is None else columns.person == person
        wanted = (columns.challenge == challenge, columns.expires > at, for_person)
        if not self._change(delete(tables.challenges).where(*wanted)):
            raise BadRequest("passkey-late")

    def add(self, passkey: Passkey) -> None:
        """Stores a passkey, unless it is known or there are too many."""
        columns = tables.passkeys.c
        counted = select(func.count()).where(columns.person == passkey.person)
        with self.engine.begin() as connection:
            if connection.execute(counted).scalar_one() >= MOST_PASSKEYS:
                raise BadRequest("passkey-most", most=MOST_PASSKEYS)
            if not connection.execute(self._insert.values(**vars(passkey))).rowcount:
                raise BadRequest("passkey-known")

    def of(self, person: str) -> list[Passkey]:
        """A person's passkeys, the oldest first."""
        columns = tables.passkeys.c
        found = select(tables.passkeys).where(columns.person == person).order_by(columns.created)
        return [Passkey(*row) for row in self._rows(found)]

    def find(self, credential: bytes) -> Passkey:
        """The passkey with that id; raises if there is none."""
        found = select(tables.passkeys).where(tables.passkeys.c.credential == credential)
        row = self._row(found)
        if row is None:
            raise BadRequest("passkey-unknown")
        return Passkey(*row)

    def store_use(self, passkey: Passkey, sign_count: int, at: int) -> None:
        """Stores a use of a passkey; raises if it was used in the meantime."""
        columns = tables.passkeys.c
        unchanged = (
            columns.credential == passkey.credential,
            columns.sign_count == passkey.sign_count,
        )
        used = {"sign_count": sign_count, "used": at}
        if not self._change(update(tables.passkeys).where(*unchanged).values(used)):
            raise BadRequest("passkey-late")

    def remove(self, person: str, credential: bytes) -> None:
        """Deletes a passkey of a person."""
        columns = tables.passkeys.c
        this_passkey = (columns.credential == credential, columns.person == person)
        if not self._change(delete(tables.passkeys).where(*this_passkey)):
            raise BadRequest("no-passkey")
