"""A turn alert for a push service: encrypted for one browser and signed by the server."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass

from menhirs.server.network.push_encryption import (
    authorization,
    encrypted,
    from_base64,
    key_number,
    new_key,
    public_point,
    read_key,
    to_base64,
)
from menhirs.server.storage.people.alert_store import Subscription
from menhirs.web.languages import Language

KEY_NAME = "push"
_KEPT = 3 * 24 * 3600
"""Seconds for which a push service stores an alert for a device that is switched off."""
_SIGNED_FOR = 12 * 3600
"""Seconds for which a signature holds; a day is the most (RFC 8292, 2)."""


@dataclass(frozen=True)
class ServerKey:
    """The key that a server signs its alerts with, as texts in base64."""

    private: str
    public: str

    @staticmethod
    def make() -> ServerKey:
        """Makes a new key; blocks."""
        made = new_key()
        return ServerKey(to_base64(key_number(made)), to_base64(public_point(made)))

    @staticmethod
    def read(text: str) -> ServerKey:
        """The key from its stored text."""
        return ServerKey(**json.loads(text))

    def write(self) -> str:
        """The key as text for the database."""
        return json.dumps(vars(self))


@dataclass(frozen=True)
class Message:
    """The request to a push service."""

    headers: dict[str, str]
    body: bytes


def turn_message(
    match: str, subscription: Subscription, language: Language, key: ServerKey, contact: str
) -> Message:
    """The alert that it is somebody's turn; blocks. Raises ValueError for bad keys.

    It names the match, but nothing that happened in it.
    """
    data = {
        "match": match,
        "title": language.gettext("Your turn"),
        "body": language.gettext("It is your turn in a slow game."),
    }
    body = encrypted(
        json.dumps(data).encode(), from_base64(subscription.p256dh), from_base64(subscription.auth)
    )
    claims = {
        "aud": "/".join(subscription.endpoint.split("/")[:3]),
        "exp": int(time.time()) + _SIGNED_FOR,
        "sub": contact,
    }
    headers = {
        "authorization": authorization(read_key(key.private), claims),
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(_KEPT),
        "topic": match,  # a newer alert of the same match replaces one that has not arrived
        "urgency": "normal",
    }
    return Message(headers, body)
