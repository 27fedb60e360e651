"""Links that sign a person in on another device: each works once, after a confirmation.

The code is in the fragment of the address, so no server log has it. Opening the link does not use
it: previews do no harm.
"""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, StringConstraints

from menhirs.match.addresses import is_match_id
from menhirs.server.http.admission import address_of
from menhirs.server.http.match.visit import apart, limited
from menhirs.server.http.people.browser_kind import browser_kind
from menhirs.server.http.people.person_cookie import (
    counted_person,
    key_hash_of,
    known_person,
    leave_key,
    person_of,
)
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.services import admission_of, rooms_of, services_of
from menhirs.server.live.clock import now
from menhirs.server.live.match.seat_keys import hash_of, new_secret
from menhirs.server.storage.people.key_store import KeyStore
from menhirs.web.qr_code import qr_code

router = APIRouter(include_in_schema=False)

HERE = "/you/here"
VALID_MINUTES = 10
"""Minutes for which a link can be used."""

Code = Annotated[str, StringConstraints(max_length=100)]


class Link(BaseModel):
    """A request to look at a link."""

    model_config = ConfigDict(extra="forbid")
    code: Code


class DeviceLinkUse(BaseModel):
    """A request to use a link, and whether to merge the person of this browser."""

    model_config = ConfigDict(extra="forbid")
    code: Code
    other: Literal["merge", "apart"] | None = None
    match: Annotated[str, StringConstraints(max_length=100)] = ""
    """The game in which the link was made: the browser is redirected to it."""


def keys_of(request: Request) -> KeyStore:
    """The store of browser keys."""
    return services_of(request).keys


async def new_code(request: Request, person: str) -> str:
    """The code of a new link to a person."""
    code, at = new_secret(), now()
    expires = at + VALID_MINUTES * 60 * 1000
    await rooms_of(request).writer.run(keys_of(request).offer, person, hash_of(code), at, expires)
    return code


@router.post("/you/link")
async def make_link(request: Request) -> Response:
    """A page with a new link, which is shown only once.

    A link made in a game leads to that game.
    """
    person = await counted_person(request)
    match = _match_in(str((await request.form(max_files=0, max_fields=5)).get("match", "")))
    code = await new_code(request, person.id)
    here = request.url_for("here_page")
    link = f"{here.include_query_params(match=match) if match else here}#{code}"
    title = language_of(request).gettext("The link as a QR code")
    drawn = await apart(request, qr_code, link, title)
    data = {"link": link, "qr": drawn, "minutes": VALID_MINUTES, "match_id": match}
    return page(request, "you_link.html", **data)


def _match_in(text: str) -> str:
    """The id of a match in a form; empty if it is invalid."""
    return text if is_match_id(text) else ""


@router.post("/you/link/used")
async def link_used(request: Request, link: Link) -> Response:
    """Whether the link was used, and in what kind of browser, for the page that shows it."""
    person = await known_person(request)
    admission_of(request).requests.check(address_of(request))
    read = rooms_of(request).writer.read
    kind = await read(keys_of(request).used_by, hash_of(link.code), now(), person.id)
    return JSONResponse({"used": kind}, headers={"cache-control": "no-store"})


@router.get(HERE, dependencies=[Depends(limited)])
async def here_page(request: Request, match: str = "") -> Response:
    return page(request, "you_here.html", match_id=_match_in(match))


@router.post(f"{HERE}/look")
async def look(request: Request, link: Link) -> Response:
    """The person of a link, and the questions to answer before it is used."""
    admission_of(request).check_sign_in(address_of(request))
    read = rooms_of(request).writer.read
    found = await read(keys_of(request).look, hash_of(link.code), now(), key_hash_of(request))
    return JSONResponse(vars(found), headers={"cache-control": "no-store"})


@router.post(HERE)
async def use_link(request: Request, use: DeviceLinkUse) -> Response:
    """Gives the browser a key of its own."""
    person = await person_of(request)
    admission_of(request).check_sign_in(address_of(request), person.id if person else None)
    rooms, key = rooms_of(request), new_secret()
    merges = None if use.other is None else use.other == "merge"
    hashes = hash_of(use.code), now(), key_hash_of(request), hash_of(key)
    kind = browser_kind(request)
    matches = await rooms.writer.run(keys_of(request).use, *hashes, merges, kind)
    await rooms.read_again(matches)
    match = _match_in(use.match)
    response = JSONResponse({"go": f"/m/{match}" if match else "/you"})
    leave_key(request, response, key)
    return response
