"""Taking a person to another device: a link that is used once, by somebody who says so.

The code stands behind # in the address, so no server and no log sees it. Opening the link uses
nothing up: a program that looks at it for a preview does no harm.
"""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response
from markupsafe import Markup
from pydantic import BaseModel, ConfigDict, StringConstraints

from menhirs.server.http.admission import address_of
from menhirs.server.http.pages import limited
from menhirs.server.http.person_cookie import key_hash_of, leave_key, person_of, somebody
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.security import check_origin
from menhirs.server.http.visit import admission_of, rooms_of
from menhirs.server.live.clock import now
from menhirs.server.live.seat_keys import hash_of, new_secret
from menhirs.server.storage.key_store import KeyStore

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


def keys_of(request: Request) -> KeyStore:
    """The keys that the server knows."""
    keys: KeyStore = request.app.state.keys
    return keys


async def new_code(request: Request, person: str) -> str:
    """The code of a new link to a person."""
    code, at = new_secret(), now()
    expires = at + VALID_MINUTES * 60 * 1000
    await rooms_of(request).writer.run(keys_of(request).offer, person, hash_of(code), at, expires)
    return code


@router.post("/you/link")
async def make_link(request: Request) -> Response:
    """A page with the link, which is nowhere else to be found."""
    check_origin(request)
    person = await somebody(request)
    admission_of(request).check_sign_in(address_of(request), person.id)
    code = await new_code(request, person.id)
    link = f"{request.url_for('here_page')}#{code}"
    title = language_of(request).gettext("The link as a QR code")
    return page(request, "you_link.html", link=link, qr=qr_code(link, title), minutes=VALID_MINUTES)


def qr_code(text: str, title: str) -> Markup:
    """A picture of a text that cameras read, as SVG for a page."""
    import segno

    made = segno.make(text, error="m", micro=False)
    return Markup(
        made.svg_inline(
            border=4, light="#fff", dark="#000", omitsize=True, title=title, svgclass="qr"
        )
    )


@router.get(HERE, dependencies=[Depends(limited)])
async def here_page(request: Request) -> Response:
    return page(request, "you_here.html")


@router.post(f"{HERE}/look")
async def look(request: Request, link: Link) -> Response:
    """Where a link leads, and what there is to be asked before it is used."""
    check_origin(request)
    admission_of(request).check_sign_in(address_of(request))
    read = rooms_of(request).writer.read
    found = await read(keys_of(request).look, hash_of(link.code), now(), key_hash_of(request))
    return JSONResponse(vars(found), headers={"cache-control": "no-store"})


@router.post(HERE)
async def use_link(request: Request, use: Use) -> Response:
    """Gives the browser a key of its own."""
    check_origin(request)
    person = await person_of(request)
    admission_of(request).check_sign_in(address_of(request), person.id if person else None)
    rooms, key = rooms_of(request), new_secret()
    merges = None if use.other is None else use.other == "merge"
    hashes = hash_of(use.code), now(), key_hash_of(request), hash_of(key)
    matches = await rooms.writer.run(keys_of(request).use, *hashes, merges)
    await rooms.read_again(matches)
    response = JSONResponse({"go": "/you"})
    leave_key(response, key, https=request.url.scheme == "https")
    return response
