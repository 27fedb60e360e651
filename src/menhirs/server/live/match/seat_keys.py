"""The keys to seats: the secret of a seat opens it, without an account.

A person's own seats also open with the key of any of that person's browsers. Only the hash of a
secret is stored.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from menhirs.core.actions import Player
from menhirs.server.storage.match.store import StoredSeat


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def hash_of(secret: str) -> bytes:
    # The secrets are random and long, so a plain hash can't be reversed by guessing.
    return hashlib.sha256(secret.encode()).digest()


def seat_for(secret: str, person: str | None = None, *, program: bool = False) -> StoredSeat:
    """A seat with the hash of its secret, and its person if known."""
    return StoredSeat(hash_of(secret), person, program)


@dataclass(frozen=True)
class SeatKey:
    """A visitor's credentials: the secret of a seat, or the person, or both."""

    secret: str | None = None
    person: str | None = None

    def __bool__(self) -> bool:
        return bool(self.secret or self.person)

    def opens(self, seats: Mapping[Player, StoredSeat]) -> list[Player]:
        """The seats that these credentials open."""
        given_hash = hash_of(self.secret) if self.secret else b""
        return [
            player
            for player, seat in sorted(seats.items())
            if hmac.compare_digest(given_hash, seat.secret_hash)
            or (self.person is not None and self.person == seat.person)
        ]
