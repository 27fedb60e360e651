"""The keys to seats: whoever has the secret of a seat sits there, and no account is needed.

Only the hash of a secret is kept.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping

from menhirs.core.actions import Player

_ID_ALPHABET = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"  # no look-alikes
_ID_LENGTH = 10


def new_match_id() -> str:
    """An address that nobody guesses."""
    return "".join(secrets.choice(_ID_ALPHABET) for _ in range(_ID_LENGTH))


def is_match_id(text: str) -> bool:
    """Whether it could be one: there is no need to ask a database for anything else."""
    return len(text) == _ID_LENGTH and all(letter in _ID_ALPHABET for letter in text)


def new_secret() -> str:
    return secrets.token_urlsafe(24)


def hash_of(secret: str) -> bytes:
    # The secrets are random and long, so a plain hash can't be turned back by guessing.
    return hashlib.sha256(secret.encode()).digest()


def seats_of(secret: str | None, hashes: Mapping[Player, bytes]) -> list[Player]:
    """The seats that a secret opens."""
    if not secret:
        return []
    told = hash_of(secret)
    return [player for player, kept in sorted(hashes.items()) if hmac.compare_digest(told, kept)]
