"""A turn alert as a push service takes it: encrypted for one browser and signed by the server.

The libraries for it take almost half a second to import, so nobody imports them before the first
alert, and never on the event loop.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from menhirs.server.languages import Language
from menhirs.server.storage.alert_store import Subscription

KEY_NAME = "push"
_KEPT = 3 * 24 * 3600
"""Seconds for which a push service keeps an alert for a device that is switched off."""


@dataclass(frozen=True)
class ServerKey:
    """The key that a server signs its alerts with, as texts in base64."""

    private: str
    public: str

    @staticmethod
    def make() -> ServerKey:
        """A new one; blocks."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid import Vapid02  # type: ignore[import-untyped]
        from py_vapid.utils import (  # type: ignore[import-untyped]
            b64urlencode,
            num_to_bytes,
        )

        made = Vapid02()
        made.generate_keys()
        number = made.private_key.private_numbers().private_value
        point = made.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return ServerKey(b64urlencode(num_to_bytes(number, 32)), b64urlencode(point))

    @staticmethod
    def read(text: str) -> ServerKey:
        """The key that was written so."""
        return ServerKey(**json.loads(text))

    def write(self) -> str:
        """The key as the database keeps it."""
        return json.dumps(vars(self))


@dataclass(frozen=True)
class Message:
    """What is posted to a push service."""

    headers: dict[str, str]
    body: bytes


def turn_message(
    match: str, subscription: Subscription, language: Language, key: ServerKey, contact: str
) -> Message:
    """The alert that it is somebody's turn; blocks. Raises ValueError for bad keys.

    It tells which match, and nothing that happened in it.
    """
    from http_ece import ECEException  # type: ignore[import-untyped]
    from py_vapid import Vapid02
    from pywebpush import WebPusher, WebPushException  # type: ignore[import-untyped]

    told = {
        "match": match,
        "title": language.gettext("Your turn"),
        "body": language.gettext("It is your turn in a slow game."),
    }
    keys = {"p256dh": subscription.p256dh, "auth": subscription.auth}
    origin = "/".join(subscription.endpoint.split("/")[:3])
    try:
        pusher = WebPusher({"endpoint": subscription.endpoint, "keys": keys})
        body: bytes = pusher.encode(json.dumps(told).encode())["body"]
    except (ECEException, WebPushException) as error:
        raise ValueError(str(error)) from error
    signed = Vapid02.from_raw(key.private.encode()).sign({"sub": contact, "aud": origin})
    headers = {
        "authorization": signed["Authorization"],
        "content-encoding": "aes128gcm",
        "content-type": "application/octet-stream",
        "ttl": str(_KEPT),
        "topic": match,  # a newer alert of the same match replaces one that has not arrived
        "urgency": "normal",
    }
    return Message(headers, body)
