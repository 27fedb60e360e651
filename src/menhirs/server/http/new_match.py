"""Starting a match from a form: whoever asks for it is led to it, with the key to a seat."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from menhirs.server.http.admission import address_of
from menhirs.server.http.device_hint import note_device
from menhirs.server.http.person_cookie import known_or_new
from menhirs.server.http.seat_cookie import hand_over
from menhirs.server.http.security import is_program
from menhirs.server.http.visit import admission_of, lobby_of, offered_by, rooms_of
from menhirs.server.live import new_matches
from menhirs.server.live.match_request import MatchRequest


def check_creation(request: Request) -> None:
    """Refuses a match to whoever starts too many."""
    admission_of(request).check_creation(address_of(request))


async def start_match(request: Request, wanted: MatchRequest) -> Response:
    """Creates the match and leads to its page."""
    known = await known_or_new(request, wanted.name)
    # At one screen there are two: a name that was said elsewhere is not both's.
    own_name = "" if wanted.opponent == "shared" else known.person.name
    named = wanted.model_copy(update={"name": wanted.name or own_name})
    rooms, offered = rooms_of(request), offered_by(request)
    if wanted.opponent in ("friend", "open"):
        await note_device(request, known.person.id)
    match, secret, _ = await new_matches.create(
        rooms,
        named,
        offered,
        known.person.id,
        address_of(request),
        program=is_program(request),
    )
    if wanted.opponent == "open":
        lobby = lobby_of(request)
        lobby.look_again()
        if wanted.clock != "slow":
            await lobby.withdraw_live(known.person.id, but=match)
    response = RedirectResponse(f"/m/{match}", 303)
    https = request.url.scheme == "https"
    known.keep(response, https=https)
    hand_over(response, match, secret, https=https)
    return response
