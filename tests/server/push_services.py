"""A push service on this machine, and browsers that read what it gets for them."""

from __future__ import annotations

import json
import queue
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import http_ece  # type: ignore[import-untyped]
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

PATIENCE = 30.0


def in_base64(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def from_base64(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass(frozen=True)
class Received:
    """A message that came to the push service."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float
    """When, as a monotonic clock counts."""


class PushService:
    """Takes messages and answers them as it is told, else that they were created."""

    def __init__(self) -> None:
        self.received: queue.Queue[Received] = queue.Queue()
        self.answers: list[tuple[int, dict[str, str]]] = []
        self.before_answers: list[Callable[[], None]] = []
        """What happens between a message and its answer, one for each."""
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                # Before the answer: what was answered has been received.
                service.received.put(Received(self.path, headers, body, time.monotonic()))
                if service.before_answers:
                    service.before_answers.pop(0)()
                status, more = service.answers.pop(0) if service.answers else (201, {})
                self.send_response(status)
                for name, value in more.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def next(self) -> Received:
        """The next message, as soon as there is one."""
        return self.received.get(timeout=PATIENCE)

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def push_service() -> Iterator[PushService]:
    """A push service for as long as it is needed."""
    service = PushService()
    yield service
    service.close()


class PushedBrowser:
    """A browser's end of a subscription: only it can read what is sent."""

    def __init__(self, service: PushService, name: str = "browser") -> None:
        self._origin = service.address
        self.endpoint = f"{service.address}/push/{name}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"

    @property
    def subscription(self) -> dict[str, Any]:
        """What a page sends to the server, as browsers write it."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": in_base64(point), "auth": in_base64(self._auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def read(self, received: Received) -> dict[str, Any]:
        """What a message says."""
        assert received.headers["content-encoding"] == "aes128gcm"
        plain = http_ece.decrypt(
            received.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        told: dict[str, Any] = json.loads(plain)
        return told

    def claims_in(self, received: Received, key: str) -> dict[str, Any]:
        """Who says that they have sent a message; the signature must be that of the key."""
        scheme, _, rest = received.headers["authorization"].partition(" ")
        parts = dict(part.strip().split("=", 1) for part in rest.split(","))
        assert scheme == "vapid" and parts["k"] == key
        signed, _, signature = parts["t"].rpartition(".")
        r, s = (int.from_bytes(half) for half in _halves(from_base64(signature)))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64(key))
        public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
        claims: dict[str, Any] = json.loads(from_base64(signed.split(".")[1]))
        assert claims["aud"] == self._origin
        return claims


def _halves(signature: bytes) -> tuple[bytes, bytes]:
    return signature[:32], signature[32:]
