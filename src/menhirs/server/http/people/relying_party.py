"""Passkeys (WebAuthn): requests to browsers, and checks of their answers.

The library takes a third of a second to import, so it is imported when the first passkey comes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from starlette.requests import HTTPConnection

from menhirs.server.errors import BadRequest
from menhirs.server.storage.people.passkey_store import Passkey
from menhirs.server.storage.people.people_store import Person

if TYPE_CHECKING:
    from webauthn.registration.verify_registration_response import VerifiedRegistration

PageData = dict[str, Any]
"""JSON to and from browsers."""
NAME = "Menhirs dans le Brouillard"
_LOCAL = re.compile(r"(.+\.)?localhost")
_LONGEST_CHALLENGE = 200


@dataclass(frozen=True)
class RelyingParty:
    """The relying party of WebAuthn: this server, under the name by which a browser knows it."""

    id: str
    origin: str

    def registration(self, challenge: bytes, person: Person, known: Sequence[Passkey]) -> PageData:
        """The request for a new passkey: a discoverable one, which names its person."""
        import webauthn
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
        )

        options = webauthn.generate_registration_options(
            rp_id=self.id,
            rp_name=NAME,
            user_id=person.id.encode(),
            user_name=person.name or NAME,
            challenge=challenge,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(key.credential) for key in known],
        )
        data: PageData = json.loads(webauthn.options_to_json(options))
        return data

    def check_registration(self, answer: PageData, challenge: bytes) -> VerifiedRegistration:
        """Checks a browser's answer; returns the new passkey."""
        import webauthn

        with _refusing():
            return webauthn.verify_registration_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=self.id,
                expected_origin=self.origin,
            )

    def sign_in(self, challenge: bytes) -> PageData:
        """The request to sign in with any passkey for this server."""
        import webauthn

        options = webauthn.generate_authentication_options(rp_id=self.id, challenge=challenge)
        data: PageData = json.loads(webauthn.options_to_json(options))
        return data

    def check_sign_in(self, answer: PageData, challenge: bytes, passkey: Passkey) -> int:
        """Raises unless the passkey signed the challenge; returns its counter.

        A counter that does not increase is refused: the passkey was copied.
        """
        import webauthn

        with _refusing():
            verified = webauthn.verify_authentication_response(
                credential=answer,
                expected_challenge=challenge,
                expected_rp_id=self.id,
                expected_origin=self.origin,
                credential_public_key=passkey.public_key,
                credential_current_sign_count=passkey.sign_count,
            )
        return verified.new_sign_count


@contextmanager
def _refusing() -> Iterator[None]:
    """Turns any error of the library into a refusal."""
    try:
        yield
    except Exception as error:  # the library may raise anything for invalid input
        why = " ".join(str(error).split())[:200] or type(error).__name__
        raise BadRequest("passkey", why=why) from None


def has_passkeys(request: HTTPConnection) -> bool:
    """Whether browsers allow passkeys for the server's address."""
    try:
        relying_party(request)
    except BadRequest:
        return False
    return True


def relying_party(request: HTTPConnection) -> RelyingParty:
    """The server as the request names it; raises if there are no passkeys for such a name.

    The name from the request need not be trusted: the browser signs the one that it sees.
    """
    try:
        host, scheme = request.url.hostname or "", request.url.scheme
    except ValueError:
        raise BadRequest("passkey-place") from None
    if not host or _is_number(host) or (scheme != "https" and not _LOCAL.fullmatch(host)):
        raise BadRequest("passkey-place")
    return RelyingParty(host, f"{scheme}://{request.headers.get('host')}")


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def challenge_in(answer: PageData) -> bytes:
    """The challenge that a browser says it signed."""
    from webauthn.helpers import base64url_to_bytes

    with _refusing():
        data = json.loads(base64url_to_bytes(answer["response"]["clientDataJSON"]))
        challenge = data["challenge"]
        if not isinstance(challenge, str) or len(challenge) > _LONGEST_CHALLENGE:
            raise ValueError("no challenge")
        return base64url_to_bytes(challenge)


def credential_in(answer: PageData) -> bytes:
    """The id of the passkey that a browser says it used."""
    from webauthn.helpers import base64url_to_bytes

    with _refusing():
        return base64url_to_bytes(answer["rawId"])
