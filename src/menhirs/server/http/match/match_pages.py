"""The page of a match, the forms that start one, and the WebSocket that updates the page."""

from __future__ import annotations

from fastapi import APIRouter, Request, WebSocket
from fastapi.responses import RedirectResponse, Response

from menhirs.core.errors import MenhirsError
from menhirs.home.conversation import NO_MORE, bye
from menhirs.learn.match_page import match_data
from menhirs.match.terms import SlowClock
from menhirs.referee.agreement import MatchWanted
from menhirs.server.errors import BadRequest
from menhirs.server.http.admission import address_of
from menhirs.server.http.forms import filled_in, form_of, validated
from menhirs.server.http.match.match_people import people_data, rating_of_visitor
from menhirs.server.http.match.new_match import check_creation, start_match
from menhirs.server.http.match.seat_cookie import hand_over, secret_in
from menhirs.server.http.match.visit import Visit, visit_to
from menhirs.server.http.people.person_cookie import KnownPerson, known_or_new, person_of
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.security import check_origin, is_program
from menhirs.server.http.services import admission_of, services_of
from menhirs.server.http.tournament.visit import tournament_of, who_page
from menhirs.server.live.match.socket_session import SocketSession
from menhirs.server.metrics import REFUSALS
from menhirs.view.error_words import error_data
from menhirs.view.terms_in_words import invitation

router = APIRouter(include_in_schema=False)

TAKEN = "taken"
"""In the address of the match page: the seat was taken by somebody else."""
AWAY = "away"
"""In the address of the front page and of the invitation: the inviter is away at the moment."""


@router.post("/matches")
async def create_match(request: Request) -> Response:
    check_creation(request)
    form = await form_of(request)
    fields = filled_in(form)
    if "menhirs" in form:  # one box for every cell, or all names in one field
        fields["menhirs"] = " ".join(str(value) for value in form.getlist("menhirs"))
    return await start_match(request, validated(fields, MatchWanted))


@router.get("/m/{match}")
async def match_page(
    request: Request, match: str, watch: str | None = None, seat: str = ""
) -> Response:
    """The match; while a seat is free, a visitor without one is asked to sit down or watch."""
    visit = await visit_to(request, match)
    room, own_seats, language = visit.room, visit.own_seats, visit.language
    known = await _adopted(request, visit)
    free = room.match.free_seats
    is_open = await services_of(request).lobby.invitation_to(match) if free else None
    if free and not own_seats and watch is None and room.match.terms.tournament:
        return RedirectResponse(await who_page(request, match), 303)
    person = await person_of(request)
    for_others = (
        bool(free) and not own_seats and not await services_of(request).lobby.is_for(room, person)
    )
    if free and not own_seats and watch is None and not for_others:
        invited = invitation(room.match, free[0], language)
        if is_open or room.match.terms.rated:  # seats even out when somebody sits down
            invited["seat"] = language.gettext("The player who has begun less often begins.")
        return page(
            request,
            "invitation.html",
            match_id=match,
            invited=invited,
            your_name=person.name if person else "",
            is_open=is_open,
            inviter=next(iter((await people_data(request, visit)).values()), None),
            rated=await rating_of_visitor(request, visit, person),
            inviter_is_away=seat == AWAY,
        )
    state = room.state(own_seats, language)
    response = page(
        request,
        "match.html",
        was_taken=seat == TAKEN and not own_seats,
        watches=not own_seats,
        offers_alerts=bool(own_seats) and isinstance(room.match.terms.clock, SlowClock),
        seat_is_free=bool(free) and not for_others,
        for_others=for_others,
        is_open=is_open,
        rated=room.match.terms.rated,
        invite=str(request.url_for("match_page", match=match)),
        tournament=await tournament_of(request, match),
        **match_data(room.match, state, language),
    )
    if known is not None:
        known.keep(request, response)
    return response


async def _adopted(request: Request, visit: Visit) -> KnownPerson | None:
    """Gives the visitor's seat to their person if it has none; None if there is no such seat."""
    without_person = [
        player for player in visit.own_seats if visit.room.seats[player].person is None
    ]
    if not without_person:
        return None
    known = await known_or_new(request, visit.room.match.names.get(without_person[0], ""))
    for player in without_person:
        await visit.room.adopt(player, known.person.id)
    return known


@router.get("/m/{match}/next")
async def next_game(request: Request, match: str) -> Response:
    visit = await visit_to(request, match)
    following = visit.room.match.next_match
    if following is None:
        raise BadRequest("no-page")
    response = RedirectResponse(f"/m/{following}", 303)
    secret = secret_in(request)
    if secret is not None and visit.own_seats:
        hand_over(request, response, following, secret)
    return response


async def socket(socket: WebSocket) -> None:
    """The socket of a match page: a plain route, since FastAPI's would double its cost."""
    match, language = socket.path_params["match"], language_of(socket)
    try:
        check_origin(socket)
        visit = await visit_to(socket, match)
        visit.admit_telling()
    except MenhirsError as error:
        REFUSALS.labels(error.code).inc()
        await socket.accept()
        await socket.send_text(bye(error_data(error, language)))
        await socket.close(1013 if error.code == "too-fast" else NO_MORE)  # "try again later"
        return
    await socket.accept()
    if is_program(socket):
        await visit.room.mark_program(visit.own_seats)
    room, admission = visit.room, admission_of(socket)

    def check_creation() -> None:
        admission.check_creation(address_of(socket), room.seats.values())

    bucket = admission.messages(address_of(socket), room, visit.own_seats)
    await SocketSession(socket, room, visit.viewer(), bucket, check_creation).run()
