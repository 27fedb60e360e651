"""Starting a match from a form: whoever asks for it is led to it, with the key to a seat."""

from __future__ import annotations

from fastapi import Request
from fastapi.responses import RedirectResponse, Response

from menhirs.server.http.admission import address_of
from menhirs.server.http.seat_cookie import hand_over
from menhirs.server.http.visit import admission_of, offered_by, rooms_of
from menhirs.server.live import referee
from menhirs.server.live.match_request import MatchRequest


def check_creation(request: Request) -> None:
    """Refuses a match to whoever starts too many."""
    admission_of(request).check_creation(address_of(request))


async def start_match(request: Request, wanted: MatchRequest) -> Response:
    """Creates the match and leads to its page."""
    match, secret, _ = await referee.create(rooms_of(request), wanted, offered_by(request))
    response = RedirectResponse(f"/m/{match}", 303)
    hand_over(response, match, secret, https=request.url.scheme == "https")
    return response
