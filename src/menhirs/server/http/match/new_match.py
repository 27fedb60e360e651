"""Starts a match from a form, and redirects to it with the key to a seat."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from menhirs.referee.agreement import MatchWanted
from menhirs.server.http.admission import address_of
from menhirs.server.http.match.seat_cookie import hand_over
from menhirs.server.http.people.device_hint import store_device_hint
from menhirs.server.http.people.person_cookie import known_or_new
from menhirs.server.http.security import is_program
from menhirs.server.http.services import admission_of, offered_by, rooms_of, services_of
from menhirs.server.live.match import new_matches


def check_creation(request: Request) -> None:
    """Raises if the visitor starts too many matches."""
    admission_of(request).check_creation(address_of(request))


async def start_match(request: Request, wanted: MatchWanted) -> Response:
    """Creates the match and redirects to its page."""
    known = await known_or_new(request, wanted.name)
    # At one screen there are two people: the visitor's name is not that of both.
    own_name = "" if wanted.opponent == "shared" else known.person.name
    named = wanted.with_values(name=wanted.name or own_name)
    rooms, offered = rooms_of(request), offered_by(request)
    if wanted.opponent in ("friend", "open"):
        await store_device_hint(request, known.person.id)
    begun = await new_matches.create(
        rooms,
        named,
        offered,
        known.person.id,
        address_of(request),
        program=is_program(request),
    )
    if wanted.opponent == "open":
        lobby = services_of(request).lobby
        lobby.look_again()
        if wanted.clock != "slow":
            await lobby.withdraw_live(known.person.id, but=begun.match)
    response = RedirectResponse(f"/m/{begun.match}", 303)
    known.keep(request, response)
    hand_over(request, response, begun.match, begun.secret)
    return response
