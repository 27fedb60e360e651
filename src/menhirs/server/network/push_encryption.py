"""Messages for push services: encrypted for one browser, and signed by the sender.

Encrypted as RFC 8291 says (with the content coding of RFC 8188), signed as RFC 8292 says (VAPID).
Base64 is the URL-safe alphabet without padding.

``cryptography`` takes a while to import, so that happens at the first alert, and never on the
event loop.
"""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

_RECORD_SIZE = 4_096
"""Bytes of a record, as browsers expect it; a message is one record."""
_LAST_RECORD = b"\x02"
_TAG = 16
_SALT = 16
_SECRET = 16
_HALF = 32
"""Bytes of a number on the curve P-256."""
_POINT = 65
LONGEST_TEXT = _RECORD_SIZE - len(_LAST_RECORD) - _TAG
"""Bytes."""


def to_base64(data: bytes) -> str:
    """Bytes as text."""
    return urlsafe_b64encode(data).decode().rstrip("=")


def from_base64(text: str) -> bytes:
    """The bytes of a text. Raises ValueError if it is not base64."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def new_key() -> EllipticCurvePrivateKey:
    """A new private key."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.generate_private_key(ec.SECP256R1())


def read_key(text: str) -> EllipticCurvePrivateKey:
    """A private key from its number in base64."""
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(from_base64(text)), ec.SECP256R1())


def key_number(key: EllipticCurvePrivateKey) -> bytes:
    """The number of a private key."""
    return key.private_numbers().private_value.to_bytes(_HALF)


def public_point(key: EllipticCurvePrivateKey) -> bytes:
    """The public key that belongs to a private one."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encrypted(
    text: bytes,
    browser: bytes,
    secret: bytes,
    *,
    key: EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """A text for the browser that has this public key and secret (RFC 8291, 3).

    The server's key and the salt belong to one message: they are random unless a test passes them.
    Raises ValueError for an invalid key, or a text that is too long.
    """
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    if len(secret) != _SECRET or len(browser) != _POINT:
        raise ValueError("no key of a browser")
    if len(text) > LONGEST_TEXT:
        raise ValueError("too long for a push message")
    key = key or new_key()
    salt = salt or secrets.token_bytes(_SALT)
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser)
    own = public_point(key)
    shared = key.exchange(ec.ECDH(), point)
    material = _derived(secret, shared, b"WebPush: info\0" + browser + own, 32)
    content_key = _derived(salt, material, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, material, b"Content-Encoding: nonce\0", 12)
    head = salt + _RECORD_SIZE.to_bytes(4) + len(own).to_bytes() + own
    return head + AESGCM(content_key).encrypt(nonce, text + _LAST_RECORD, None)


def _derived(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(SHA256(), length, salt, info).derive(material)


def authorization(key: EllipticCurvePrivateKey, claims: Mapping[str, object]) -> str:
    """The signed header that identifies the sender (RFC 8292, 3)."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
    from cryptography.hazmat.primitives.hashes import SHA256

    token = unsigned_token(claims)
    r, s = decode_dss_signature(key.sign(token.encode(), ec.ECDSA(SHA256())))
    signature = to_base64(r.to_bytes(_HALF) + s.to_bytes(_HALF))
    return f"vapid t={token}.{signature}, k={to_base64(public_point(key))}"


def unsigned_token(claims: Mapping[str, object]) -> str:
    """The part of a token (RFC 7519) that is signed."""
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    return ".".join(to_base64(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
