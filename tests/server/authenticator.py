"""A device that keeps passkeys, in software: it makes them and signs with them as browsers do."""

from __future__ import annotations

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

_PRESENT, _VERIFIED, _ATTESTED = 1, 4, 64


def to_text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Authenticator:
    """A device with one passkey, seen from the page of an origin."""

    origin: str
    count: int = 0
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    @property
    def rp_id(self) -> str:
        return self.origin.split("//")[1].split(":")[0]

    def _client_data(self, kind: str, challenge: str) -> bytes:
        data = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(data).encode()

    def _data(self, flags: int) -> bytes:
        counted = self.count.to_bytes(4, "big")
        return hashlib.sha256(self.rp_id.encode()).digest() + bytes([flags]) + counted

    def _answer(self, **response: bytes) -> dict[str, Any]:
        texts = {name: to_text(value) for name, value in response.items()}
        name = to_text(self.id)
        return {"id": name, "rawId": name, "type": "public-key", "response": texts}

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answers the wish for a new passkey."""
        numbers = self.key.public_key().public_numbers()
        x, y = numbers.x.to_bytes(32, "big"), numbers.y.to_bytes(32, "big")
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self._data(_PRESENT | _VERIFIED | _ATTESTED) + attested
        made = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client_data = self._client_data("webauthn.create", options["challenge"])
        return self._answer(clientDataJSON=client_data, attestationObject=made)

    def sign(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answers the wish to sign in; the counter goes up."""
        self.count += 1
        client_data = self._client_data("webauthn.get", options["challenge"])
        data = self._data(_PRESENT | _VERIFIED)
        signed = data + hashlib.sha256(client_data).digest()
        signature = self.key.sign(signed, ec.ECDSA(hashes.SHA256()))
        return self._answer(clientDataJSON=client_data, authenticatorData=data, signature=signature)
