"""The addresses of matches."""

from __future__ import annotations

import secrets
from hashlib import sha256

_ALPHABET = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"  # no look-alikes
_LENGTH = 10


def new_match_id() -> str:
    """A random address that can't be guessed."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))


def is_match_id(text: str) -> bool:
    """Whether a text has the form of an address; only then is the database asked."""
    return len(text) == _LENGTH and all(letter in _ALPHABET for letter in text)


def match_id_of(text: str) -> str:
    """The address derived from a text: always the same for the same text, on every machine."""
    digest = sha256(text.encode()).digest()
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:_LENGTH])
