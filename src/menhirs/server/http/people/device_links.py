"""Taking a person to another device: a link that is used once, by somebody who says so.

The code stands behind # in the address, so no server and no log sees it. Opening the link uses
nothing up: a program that looks at it for a preview does no harm.
"""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, ConfigDict, StringConstraints

from menhirs.match.addresses import is_match_id
from menhirs.server.http.admission import address_of
from menhirs.server.http.match.visit import limited
from menhirs.server.http.people.browser_kind import browser_kind
from menhirs.server.http.people.person_cookie import key_hash_of, leave_key, person_of, somebody
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.services import admission_of, rooms_of, services_of
from menhirs.server.live.clock import now
from menhirs.server.live.match.seat_keys import hash_of, new_secret
from menhirs.server.storage.people.key_store import KeyStore
from menhirs.web.qr_code import qr_code

router = APIRouter(include_in_schema=False)

HERE = "/you/here"
VALID_MINUTES = 10
"""So long a link can be used."""

Code = Annotated[str, StringConstraints(max_length=100)]


class Link(BaseModel):
    """A link that is looked at."""

    model_config = ConfigDict(extra="forbid")
    code: Code


class Use(BaseModel):
    """A link that is used, and what becomes of the person that the browser is already."""

    model_config = ConfigDict(extra="forbid")
    code: Code
    other: Literal["merge", "apart"] | None = None
    match: Annotated[str, StringConstraints(max_length=100)] = ""
    """The game in which the link was made: there the browser goes on."""


def keys_of(request: Request) -> KeyStore:
    """The keys that the server knows."""
    return services_of(request).keys


async def new_code(request: Request, person: str) -> str:
    """The code of a new link to a person."""
    code, at = new_secret(), now()
    expires = at + VALID_MINUTES * 60 * 1000
    await rooms_of(request).writer.run(keys_of(request).offer, person, hash_of(code), at, expires)
    return code


@router.post("/you/link")
async def make_link(request: Request) -> Response:
    """A page with the link, which is nowhere else to be found.

    Made in a game, it leads to that game.
    """
    person = await somebody(request)
    admission_of(request).check_sign_in(address_of(request), person.id)
    match = _match_in(str((await request.form(max_files=0, max_fields=5)).get("match", "")))
    code = await new_code(request, person.id)
    here = request.url_for("here_page")
    link = f"{here.include_query_params(match=match) if match else here}#{code}"
    title = language_of(request).gettext("The link as a QR code")
    data = {"link": link, "qr": qr_code(link, title), "minutes": VALID_MINUTES, "match_id": match}
    return page(request, "you_link.html", **data)


def _match_in(text: str) -> str:
    """The address of a match that a request tells; empty if it is none."""
    return text if is_match_id(text) else ""


@router.post("/you/link/used")
async def link_used(request: Request, link: Link) -> Response:
    """Whether the link was used, and in what kind of browser, for the page that shows it."""
    person = await somebody(request)
    admission_of(request).check_request(address_of(request))
    read = rooms_of(request).writer.read
    kind = await read(keys_of(request).used_by, hash_of(link.code), now(), person.id)
    return JSONResponse({"used": kind}, headers={"cache-control": "no-store"})


@router.get(HERE, dependencies=[Depends(limited)])
async def here_page(request: Request, match: str = "") -> Response:
    return page(request, "you_here.html", match_id=_match_in(match))


@router.post(f"{HERE}/look")
async def look(request: Request, link: Link) -> Response:
    """Where a link leads, and what there is to be asked before it is used."""
    admission_of(request).check_sign_in(address_of(request))
    read = rooms_of(request).writer.read
    found = await read(keys_of(request).look, hash_of(link.code), now(), key_hash_of(request))
    return JSONResponse(vars(found), headers={"cache-control": "no-store"})


@router.post(HERE)
async def use_link(request: Request, use: Use) -> Response:
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
    leave_key(response, key, https=request.url.scheme == "https")
    return response
