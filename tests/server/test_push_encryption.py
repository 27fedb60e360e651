"""Messages for push services are what the RFCs say, to the byte."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidSignature

from menhirs.server.network.push_encryption import (
    LONGEST_TEXT,
    authorization,
    encrypted,
    from_base64,
    new_key,
    public_point,
    read_key,
    to_base64,
    unsigned_token,
)
from tests.server.push_services import claims_of, decrypted

# RFC 8291, 5 and appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
BROWSER_NUMBER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
SERVER_NUMBER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
SERVER = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
MESSAGE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)

# RFC 8292, 2.4.
CLAIMS = {"aud": "https://push.example.net", "exp": 1453523768, "sub": "mailto:push@example.com"}
TOKEN = (
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0"
    "NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0"
)
SIGNATURE = "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
SIGNER = "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"


def test_a_message_is_encrypted_as_in_the_example_of_rfc_8291() -> None:
    server = read_key(SERVER_NUMBER)
    assert to_base64(public_point(server)) == SERVER
    made = encrypted(
        TEXT, from_base64(BROWSER), from_base64(SECRET), key=server, salt=from_base64(SALT)
    )
    assert to_base64(made) == MESSAGE
    assert decrypted(made, read_key(BROWSER_NUMBER), from_base64(SECRET)) == TEXT


def test_no_two_messages_are_alike_and_the_longest_fits() -> None:
    text, secret = b"x" * LONGEST_TEXT, from_base64(SECRET)
    first, second = (encrypted(text, from_base64(BROWSER), secret) for _ in range(2))
    assert first[:16] != second[:16] and first[21:86] != second[21:86]
    assert decrypted(second, read_key(BROWSER_NUMBER), secret) == text
    with pytest.raises(ValueError, match="too long"):
        encrypted(text + b"x", from_base64(BROWSER), secret)


@pytest.mark.parametrize(
    ("browser", "secret"),
    [(b"", bytes(16)), (bytes(65), bytes(16)), (from_base64(BROWSER), b"short")],
    ids=["none", "not on the curve", "a short secret"],
)
def test_keys_that_are_none_are_refused(browser: bytes, secret: bytes) -> None:
    with pytest.raises(ValueError, match=r"key|curve|point"):
        encrypted(TEXT, browser, secret)


def test_what_is_signed_is_that_of_the_example_of_rfc_8292() -> None:
    assert unsigned_token(CLAIMS) == TOKEN
    assert claims_of(f"vapid t={TOKEN}.{SIGNATURE}, k={SIGNER}", SIGNER) == CLAIMS


def test_a_signature_is_that_of_its_key() -> None:
    key, other = new_key(), to_base64(public_point(new_key()))
    public = to_base64(public_point(key))
    header = authorization(key, CLAIMS)
    assert claims_of(header, public) == CLAIMS
    with pytest.raises(InvalidSignature):
        claims_of(header.replace(public, other), other)
