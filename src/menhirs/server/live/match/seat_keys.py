"""The keys to seats: the secret of a seat opens it, and no account is needed.

A person who took a seat sits there too, from any browser that holds a key of that person's. Only
the hash of a secret is kept.
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
    # The secrets are random and long, so a plain hash can't be turned back by guessing.
    return hashlib.sha256(secret.encode()).digest()


def seat_for(secret: str, person: str | None = None, *, program: bool = False) -> StoredSeat:
    """A seat that a secret opens, and that belongs to a person if that is known."""
    return StoredSeat(hash_of(secret), person, program)


@dataclass(frozen=True)
class SeatKey:
    """What a visitor shows to sit down: the secret of a seat, or who they are, or both."""

    secret: str | None = None
    person: str | None = None

    def __bool__(self) -> bool:
        return bool(self.secret or self.person)

    def opens(self, seats: Mapping[Player, StoredSeat]) -> list[Player]:
        """The seats that it opens."""
        given_hash = hash_of(self.secret) if self.secret else b""
        return [
            player
            for player, seat in sorted(seats.items())
            if hmac.compare_digest(given_hash, seat.secret_hash)
            or (self.person is not None and self.person == seat.person)
        ]
