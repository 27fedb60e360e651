"""The secrets that seats are held by.

Whoever has a seat's secret sits there: no account is needed. Only its hash is kept; the secret
itself lives in the visitor's cookie, which is sent to the pages of that match only.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping

from starlette.requests import HTTPConnection
from starlette.responses import Response

from menhirs.core.actions import Player

COOKIE = "seat"
_A_YEAR = 365 * 24 * 3600
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


def secret_in(request: HTTPConnection) -> str | None:
    """The secret that a request brings along."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return secret.strip()
    return request.cookies.get(COOKIE)


def seats_of(secret: str | None, hashes: Mapping[Player, bytes]) -> list[Player]:
    """The seats that a secret opens."""
    if not secret:
        return []
    told = hash_of(secret)
    return [player for player, kept in sorted(hashes.items()) if hmac.compare_digest(told, kept)]


def hand_over(response: Response, match: str, secret: str, *, https: bool) -> None:
    """Puts a seat's secret into the visitor's cookie."""
    response.set_cookie(
        COOKIE,
        secret,
        max_age=_A_YEAR,
        path=f"/m/{match}",
        secure=https,
        httponly=True,
        samesite="lax",  # the link to a match, opened from a mail, still finds one's seat
    )
