"""A push service on this machine, and browsers that read what it gets for them."""

from __future__ import annotations

import json
import queue
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from menhirs.server.network.push_encryption import from_base64, to_base64

PATIENCE = 30.0


@dataclass(frozen=True)
class Received:
    """A message that came to the push service."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float
    """When, as a monotonic clock counts."""


class PushService:
    """Takes messages and gives the answers that a test sets, else that they were created."""

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
    """A browser's end of a subscription: only it can read the messages."""

    def __init__(self, service: PushService, name: str = "browser") -> None:
        self._origin = service.address
        self.endpoint = f"{service.address}/push/{name}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"

    @property
    def subscription(self) -> dict[str, Any]:
        """What a page sends to the server, as browsers write it."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": to_base64(point), "auth": to_base64(self._auth)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def read(self, received: Received) -> dict[str, Any]:
        """What a message says."""
        assert received.headers["content-encoding"] == "aes128gcm"
        plain = decrypted(received.body, self._key, self._auth)
        data: dict[str, Any] = json.loads(plain)
        return data

    def claims_in(self, received: Received, key: str) -> dict[str, Any]:
        """Who says that they have sent a message; the signature must be that of the key."""
        claims = claims_of(received.headers["authorization"], key)
        assert claims["aud"] == self._origin
        return claims


def decrypted(body: bytes, key: ec.EllipticCurvePrivateKey, secret: bytes) -> bytes:
    """What a browser with this key and secret reads (RFC 8188, 2 and RFC 8291, 3)."""
    salt, sender, sealed = body[:16], body[21 : 21 + body[20]], body[21 + body[20] :]
    assert len(sealed) <= int.from_bytes(body[16:20])  # one record
    own = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)

    def derived(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
        return HKDF(SHA256(), length, salt, info).derive(material)

    shared = key.exchange(ec.ECDH(), point)
    material = derived(secret, shared, b"WebPush: info\0" + own + sender, 32)
    content_key = derived(salt, material, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, material, b"Content-Encoding: nonce\0", 12)
    padded = AESGCM(content_key).decrypt(nonce, sealed, None)
    text, end, _ = padded.rpartition(b"\x02")
    assert end, "no last record"
    return text


def claims_of(header: str, key: str) -> dict[str, Any]:
    """What a signed header says (RFC 8292, 2); the signature must be that of the key."""
    scheme, _, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid" and parts["k"] == key
    signed, _, signature = parts["t"].rpartition(".")
    r, s = (int.from_bytes(half) for half in _halves(from_base64(signature)))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64(key))
    public.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
    claims: dict[str, Any] = json.loads(from_base64(signed.split(".")[1]))
    return claims


def _halves(signature: bytes) -> tuple[bytes, bytes]:
    return signature[:32], signature[32:]
