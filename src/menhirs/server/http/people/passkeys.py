"""Passkeys: made, used to sign in, removed. The page's script talks to these addresses."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, ConfigDict, StringConstraints

from menhirs.match.names import LONGEST_NAME, checked_name
from menhirs.server.errors import BadRequest
from menhirs.server.http.admission import address_of
from menhirs.server.http.people.browser_kind import browser_kind
from menhirs.server.http.people.device_links import HERE, new_code
from menhirs.server.http.people.person_cookie import counted_person, leave_key, person_of
from menhirs.server.http.people.relying_party import challenge_in, credential_in, relying_party
from menhirs.server.http.services import admission_of, rooms_of, services_of
from menhirs.server.live.clock import now
from menhirs.server.live.match.seat_keys import hash_of, new_secret
from menhirs.server.storage.people.passkey_store import Passkey

router = APIRouter(include_in_schema=False)

_VALID = 5 * 60 * 1000
"""Milliseconds in which a browser has to sign."""


class NewPasskey(BaseModel):
    """A browser's answer to a request for a new passkey."""

    model_config = ConfigDict(extra="forbid")
    label: Annotated[str, StringConstraints(max_length=LONGEST_NAME)] = ""
    credential: dict[str, Any]


class SignIn(BaseModel):
    """A browser's answer to a request to sign in."""

    model_config = ConfigDict(extra="forbid")
    credential: dict[str, Any]


async def _new_challenge(request: Request, person: str | None) -> bytes:
    challenge, at = secrets.token_bytes(32), now()
    keep = services_of(request).passkeys.challenge
    await rooms_of(request).writer.run(keep, challenge, person, at, at + _VALID)
    return challenge


@router.post("/you/passkeys/options")
async def ask_for_passkey(request: Request) -> Response:
    person, party = await counted_person(request), relying_party(request)
    known = await rooms_of(request).writer.read(services_of(request).passkeys.of, person.id)
    challenge = await _new_challenge(request, person.id)
    return JSONResponse(await asyncio.to_thread(party.registration, challenge, person, known))


@router.post("/you/passkeys")
async def add_passkey(request: Request, answer: NewPasskey) -> Response:
    person, party = await counted_person(request), relying_party(request)
    store, writer = services_of(request).passkeys, rooms_of(request).writer
    label = checked_name(answer.label)
    challenge = challenge_in(answer.credential)
    await writer.run(store.take_challenge, challenge, person.id, now())
    made = await asyncio.to_thread(party.check_registration, answer.credential, challenge)
    public_key, count = made.credential_public_key, made.sign_count
    passkey = Passkey(made.credential_id, person.id, public_key, count, label, now())
    await writer.run(store.add, passkey)
    return JSONResponse({"go": "/you#passkeys"})


@router.post("/you/passkeys/remove")
async def remove_passkey(request: Request) -> Response:
    person = await counted_person(request)
    form = await request.form(max_files=0, max_fields=5)
    try:
        credential = bytes.fromhex(str(form.get("passkey", "")))
    except ValueError:
        raise BadRequest("no-passkey") from None
    await rooms_of(request).writer.run(services_of(request).passkeys.remove, person.id, credential)
    return RedirectResponse("/you#passkeys", 303)


@router.post("/you/sign-in/options")
async def ask_to_sign_in(request: Request) -> Response:
    party = relying_party(request)
    admission_of(request).check_sign_in(address_of(request))
    challenge = await _new_challenge(request, None)
    return JSONResponse(await asyncio.to_thread(party.sign_in, challenge))


@router.post("/you/sign-in")
async def sign_in(request: Request, answer: SignIn) -> Response:
    """Signs the browser in as the person of the passkey.

    A browser with another person is asked first whether to merge the two.
    """
    party, store, writer = (
        relying_party(request),
        services_of(request).passkeys,
        rooms_of(request).writer,
    )
    admission_of(request).check_sign_in(address_of(request))
    challenge = challenge_in(answer.credential)
    await writer.run(store.take_challenge, challenge, None, now())
    passkey = await writer.read(store.find, credential_in(answer.credential))
    credential = answer.credential
    count = await asyncio.to_thread(party.check_sign_in, credential, challenge, passkey)
    await writer.run(store.store_use, passkey, count, now())
    here = await person_of(request)
    if here is not None and here.id == passkey.person:
        return JSONResponse({"go": "/you"})
    if here is not None:
        code = await new_code(request, passkey.person)
        return JSONResponse({"go": f"{HERE}#{code}"}, headers={"cache-control": "no-store"})
    keys = services_of(request).keys
    key = new_secret()
    await writer.run(keys.add, passkey.person, hash_of(key), now(), browser_kind(request))
    response = JSONResponse({"go": "/you"})
    leave_key(request, response, key)
    return response
