"""The account page: a person's name, browsers, passkeys, and deletion."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter, Depends, Request
from fastapi.responses import RedirectResponse, Response

from menhirs.match.names import checked_name
from menhirs.server.errors import BadRequest
from menhirs.server.http.abandoned import while_waited_for
from menhirs.server.http.forms import form_of
from menhirs.server.http.match import seat_cookie
from menhirs.server.http.match.visit import limited
from menhirs.server.http.people.device_links import VALID_MINUTES, keys_of
from menhirs.server.http.people.person_cookie import (
    COOKIE,
    counted_person,
    key_hash_of,
    known_person,
    person_of,
)
from menhirs.server.http.people.relying_party import has_passkeys
from menhirs.server.http.rendering import LANGUAGE_COOKIE, language_of, page
from menhirs.server.http.security import is_https
from menhirs.server.http.services import admission_of, rooms_of, services_of
from menhirs.server.live.archive import archive_of
from menhirs.server.live.clock import now
from menhirs.server.live.person_deletion import delete_person
from menhirs.server.storage.people.device_store import HINT_DAYS
from menhirs.server.storage.people.key_store import BrowserKey
from menhirs.server.storage.people.people_store import Person
from menhirs.web.languages import Language

router = APIRouter(include_in_schema=False)

_GONE = "/you?gone"
"""Makes the browser delete its own data about the person."""
_DELETED = "/you?gone=deleted"


@router.get("/privacy", dependencies=[Depends(limited)])
def privacy(request: Request) -> Response:
    cookies = {"person": COOKIE, "seat": seat_cookie.COOKIE, "language": LANGUAGE_COOKIE}
    data = {"minutes": VALID_MINUTES, "hint_days": HINT_DAYS, "cookies": cookies}
    return page(request, "privacy.html", **data)


@router.get("/you", dependencies=[Depends(limited)])
async def you(request: Request, saved: str | None = None, gone: str | None = None) -> Response:
    person = await person_of(request)
    if person is None:
        return page(
            request,
            "you_nobody.html",
            has_passkeys=has_passkeys(request),
            has_left=gone is not None,
            was_deleted=gone == "deleted",
        )
    read, language = rooms_of(request).writer.read, language_of(request)
    keys = await read(keys_of(request).keys_of, person.id)
    passkeys = await read(services_of(request).passkeys.of, person.id)
    this = key_hash_of(request)
    return page(
        request,
        "you.html",
        person=person,
        ban=None if person.is_welcome(now()) else ban_data(person, language),
        was_saved=saved is not None,
        minutes=VALID_MINUTES,
        has_passkeys=has_passkeys(request),
        browsers=[
            {
                "id": _name_of(key),
                "is_this": key.key_hash == this,
                "kind": key.kind,
                "created": key.created,
                "seen": key.seen,
            }
            for key in sorted(keys, key=lambda key: key.key_hash != this)
        ],
        passkeys=[
            {
                "id": passkey.credential.hex(),
                "label": passkey.label,
                "created": language.day(passkey.created),
                "used": None if passkey.used is None else language.day(passkey.used),
            }
            for passkey in passkeys
        ],
    )


def ban_data(person: Person, language: Language) -> dict[str, str | None]:
    """The message to a banned person."""
    until = person.banned_until
    return {
        "until": None if until is None else language.day(until),
        "reason": person.ban_reason,
        "contact": person.ban_contact,
    }


def _name_of(key: BrowserKey) -> str:
    """The name of a browser in forms: the beginning of its key's hash."""
    return key.key_hash.hex()[:16]


@router.post("/you/name")
async def rename(request: Request) -> Response:
    person = await counted_person(request)
    form = await form_of(request)
    name = checked_name(str(form.get("name", "")))
    await rooms_of(request).writer.run(services_of(request).people.rename, person.id, name)
    return RedirectResponse("/you?saved", 303)


@router.post("/you/sign-out")
async def sign_out(request: Request) -> Response:
    """Signs a browser out; asks first if the person could never sign in again."""
    person, rooms = await counted_person(request), rooms_of(request)
    form = await form_of(request)
    keys = await rooms.writer.read(keys_of(request).keys_of, person.id)
    named = [key for key in keys if _name_of(key) == form.get("browser")]
    if not named:
        raise BadRequest("no-key")
    passkeys = await rooms.writer.read(services_of(request).passkeys.of, person.id)
    if len(keys) == 1 and not passkeys and form.get("sure") != "yes":
        return page(request, "you_sign_out.html", browser=_name_of(named[0]))
    matches = await rooms.writer.run(keys_of(request).sign_out, person.id, named[0].key_hash)
    await rooms.read_again(matches)
    if named[0].key_hash != key_hash_of(request):
        return RedirectResponse("/you#browsers", 303)
    return _left(request)


def _left(request: Request, to: str = _GONE) -> Response:
    response = RedirectResponse(to, 303)
    secure = is_https(request)
    response.delete_cookie(COOKIE, path="/", secure=secure, httponly=True, samesite="lax")
    return response


@router.get("/you/download")
async def download(request: Request) -> Response:
    person = await counted_person(request)
    writer, downloads = rooms_of(request).writer, services_of(request).downloads
    downloads.enter(person.id, partial(admission_of(request).collections.check, person.id))
    try:
        making = archive_of(writer, downloads, services_of(request).accounts, person.id)
        archive = await while_waited_for(request, making)
    finally:
        downloads.leave(person.id)
    headers = {
        "content-disposition": 'attachment; filename="menhirs-you.zip"',
        "cache-control": "no-store",
    }
    return Response(archive, media_type="application/zip", headers=headers)


@router.get("/you/delete", dependencies=[Depends(limited)])
async def delete_page(request: Request) -> Response:
    person = await known_person(request)
    running = await rooms_of(request).writer.read(services_of(request).accounts.running, person.id)
    return page(request, "you_delete.html", running=len(running), asks_again=False)


@router.post("/you/delete")
async def delete(request: Request) -> Response:
    """Deletes the person, after asking once more."""
    person = await counted_person(request)
    form = await form_of(request)
    match form.get("sure"):
        case "yes":
            return page(request, "you_delete.html", running=0, asks_again=True)
        case "for ever":
            owner = (
                rooms_of(request),
                services_of(request).tournaments,
                services_of(request).accounts,
            )
            await delete_person(*owner, person.id)
            return _left(request, _DELETED)
        case _:
            return RedirectResponse("/you/delete", 303)
