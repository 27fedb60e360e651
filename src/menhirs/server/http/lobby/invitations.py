"""Sitting down, withdrawing an invitation, and the lobby as it is now."""

from __future__ import annotations

import hashlib

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response

from menhirs.core.errors import MenhirsError
from menhirs.match.errors import Refused
from menhirs.server.http.admission import address_of
from menhirs.server.http.lobby.lobby_data import lobby_data
from menhirs.server.http.match.match_pages import AWAY, TAKEN
from menhirs.server.http.match.seat_cookie import hand_over
from menhirs.server.http.match.visit import visit_to
from menhirs.server.http.people.device_hint import store_device_hint
from menhirs.server.http.people.person_cookie import known_or_new, person_of
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.security import is_program
from menhirs.server.http.services import admission_of, services_of

GONE = "gone"
"""In the address of the front page: the invitation was taken or withdrawn."""

router = APIRouter(include_in_schema=False)


@router.post("/m/{match}/join")
async def join(request: Request, match: str) -> Response:
    form = await request.form(max_files=0, max_fields=5)
    from_list = "lobby" in form
    try:
        return await _sit_down(request, match, str(form.get("name", "")), from_list)
    except MenhirsError as error:
        if error.code == "inviter-away":
            address = f"/?invitation={AWAY}#lobby" if from_list else f"/m/{match}?seat={AWAY}"
            return RedirectResponse(address, 303)
        if not from_list or error.code not in ("no-match", "match-gone", "invitation-gone"):
            raise
        # It was taken or withdrawn since the list was shown.
        return RedirectResponse(f"/?invitation={GONE}#lobby", 303)


async def _sit_down(request: Request, match: str, name: str, from_list: bool) -> Response:
    visit = await visit_to(request, match)
    response = RedirectResponse(f"/m/{match}", 303)
    if visit.own_seats:
        return response
    known = await known_or_new(request, name)
    await store_device_hint(request, known.person.id)
    try:
        person, lobby = known.person, services_of(request).lobby
        _, secret = await lobby.sit_down(
            visit.room, name or person.name, person.id, program=is_program(request)
        )
    except Refused as error:
        if error.code != "seat-taken":
            raise
        # Somebody was quicker. The visitor may watch instead, but not a private game that they
        # only know from the list of invitations.
        if from_list and not visit.room.public:
            raise Refused("invitation-gone") from None
        return RedirectResponse(f"/m/{match}?seat={TAKEN}", 303)
    known.keep(request, response)
    hand_over(request, response, match, secret)
    return response


@router.post("/m/{match}/withdraw")
async def withdraw(request: Request, match: str) -> Response:
    """Withdraws an invitation; if somebody has sat down meanwhile, it leads to the game."""
    visit = await visit_to(request, match)
    try:
        was_open = await services_of(request).lobby.withdraw_from(visit.room, visit.own_seats)
    except Refused as error:
        if error.code == "not-seated":
            raise
        return RedirectResponse(f"/m/{match}", 303)
    return RedirectResponse("/#lobby" if was_open else "/", 303)


@router.get("/lobby")
async def lobby(request: Request) -> Response:
    """The lists of the lobby, which open pages fetch every few seconds."""
    person = await person_of(request)
    admission_of(request).requests.check(address_of(request) if person is None else person.id)
    lists = await lobby_data(request)
    shown = repr((lists, language_of(request).code)).encode()
    headers = {
        "etag": f'W/"{hashlib.sha256(shown).hexdigest()[:20]}"',
        "cache-control": "private, no-cache",
    }
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    response = page(request, "lobby_lists.html", lobby=lists)
    response.headers.update(headers)
    return response
