"""The pages that people see, and the forms on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request, WebSocket
from fastapi.responses import RedirectResponse, Response

from menhirs.core.errors import MenhirsError
from menhirs.core.geometry import STANDARD
from menhirs.core.rules import (
    AMSTERDAM,
    BASE,
    BASE8,
    BASE8_21,
    BASE_21,
    ENDLESS,
    RULE_SETS,
    RuleSet,
)
from menhirs.learn import first_game
from menhirs.learn.front_page import FRONT, front_board
from menhirs.learn.lessons import LESSONS
from menhirs.learn.lessons.first_steps import FIRST_STEPS
from menhirs.learn.match_page import match_data
from menhirs.learn.puzzles.page import today_data
from menhirs.match.terms import SlowClock
from menhirs.notation.rule_words import clearing_in_words, endless_in_words, option_in_words
from menhirs.notation.svg import Drawing, Theme, draw
from menhirs.referee.agreement import MatchWanted
from menhirs.server.errors import BadRequest
from menhirs.server.http.admission import address_of
from menhirs.server.http.forms import filled_in, form_of, validated
from menhirs.server.http.games_told import FrontGames, front_games
from menhirs.server.http.lobby_told import Told, computer_told, lobby_told
from menhirs.server.http.match_people import people_told, rating_of_visitor
from menhirs.server.http.new_match import check_creation, start_match
from menhirs.server.http.person_cookie import Known, known_or_new, person_of
from menhirs.server.http.rendering import LANGUAGE_COOKIE, language_of, page
from menhirs.server.http.seat_cookie import hand_over, secret_in
from menhirs.server.http.security import check_origin, is_program
from menhirs.server.http.todays_puzzle import todays_easy_puzzle, todays_puzzle
from menhirs.server.http.tournament.visit import tournament_of, who_page
from menhirs.server.http.visit import Visit, admission_of, limited, lobby_of, offered_by, visit_to
from menhirs.server.languages import LANGUAGES, Language
from menhirs.server.live.socket_session import SocketSession
from menhirs.server.metrics import REFUSALS
from menhirs.server.storage.people_store import Person
from menhirs.view.as_json import as_json
from menhirs.view.error_words import error_data
from menhirs.view.socket_messages import Bye
from menhirs.view.start_data import levels_data
from menhirs.view.terms_in_words import game_title, invitation, invited_game_data

router = APIRouter(include_in_schema=False)

TAKEN = "taken"
"""Told to the match page in its address when the seat was gone."""
GONE = "gone"
"""Told to the front page in its address when an invitation was taken or withdrawn."""
AWAY = "away"
"""Told to the front page and to the invitation when whoever invites is not there at the moment."""
_A_YEAR = 365 * 24 * 3600


def is_https(request: Request) -> bool:
    return request.url.scheme == "https"


@router.get("/", dependencies=[Depends(limited)])
def home(
    request: Request,
    person: Annotated[Person | None, Depends(person_of)] = None,
    yours: Annotated[FrontGames | None, Depends(front_games)] = None,
    lobby: Annotated[Told | None, Depends(lobby_told)] = None,
    computer: Annotated[Told | None, Depends(computer_told)] = None,
    invitation: str = "",
) -> Response:
    language = language_of(request)
    return page(
        request,
        "home.html",
        your_name=person.name if person else "",
        yours=yours,
        today=today_data(todays_puzzle(), language),
        easy=today_data(todays_easy_puzzle(), language),
        lobby=lobby,
        computer=computer,
        invitation_was=invitation,
        **ways_told(language, offered_by(request)),
    )


def ways_told(language: Language, offered: Mapping[str, RuleSet]) -> dict[str, object]:
    """What the front page tells everybody alike: the ways to play, and the way in."""
    return {
        "first_lesson": LESSONS.lessons[0].id,
        "first_steps": [one.id for lesson in FIRST_STEPS for one in lesson.exercises],
        "games": first_game.GAMES,
        "titles": {name: game_title(rules, language) for name, rules in offered.items()},
        "first_rules": BASE.name,
        "front_board": front_board(),
        "levels": levels_data(language),
        "columns": [[STANDARD.name(cell) for cell in column] for column in STANDARD.columns],
        "stones": AMSTERDAM.menhirs,
        "claim_seconds": AMSTERDAM.claim_time / 1000,
        "base_told": clearing_in_words(BASE, language),
        "endless_told": endless_in_words(ENDLESS, language),
        "options": [
            {"name": rules.name, "told": option_in_words(rules, BASE, language)}
            for rules in (BASE8, BASE_21, BASE8_21)
        ],
        "house_rules": [
            {**invited_game_data(rules, language), "by_hand": _fits_the_chooser(rules)}
            for name, rules in offered.items()
            if name not in RULE_SETS
        ],
    }


def _fits_the_chooser(rules: RuleSet) -> bool:
    """Whether the board for setting up a layout by hand is the one of these rules."""
    return rules.geometry == STANDARD and rules.menhirs == AMSTERDAM.menhirs


@router.get("/hero-{theme}.svg", dependencies=[Depends(limited)])
def hero(theme: Theme) -> Response:
    """The picture on the front page, for a light or for a dark one."""
    drawn = draw(FRONT, Drawing(theme=theme, coordinates=False))
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})


@router.post("/language", dependencies=[Depends(limited)])
def choose_language(
    request: Request, language: Annotated[str, Form()], back: Annotated[str, Form()] = "/"
) -> Response:
    # Only a path of ours: a form must not be made to lead anywhere else.
    target = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    response = RedirectResponse(target, 303)
    if language in LANGUAGES:
        response.set_cookie(
            LANGUAGE_COOKIE,
            language,
            max_age=_A_YEAR,
            secure=is_https(request),
            httponly=True,
            samesite="lax",
        )
    return response


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
    room, you, language = visit.room, visit.you, visit.language
    known = await _adopted(request, visit)
    free = room.match.free_seats
    is_open = await lobby_of(request).invitation_to(match) if free else None
    if free and not you and watch is None and room.match.terms.tournament:
        return RedirectResponse(await who_page(request, match), 303)
    person = await person_of(request)
    for_others = bool(free) and not you and not await lobby_of(request).is_for(room, person)
    if free and not you and watch is None and not for_others:
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
            inviter=next(iter((await people_told(request, visit)).values()), None),
            rated=await rating_of_visitor(request, visit, person),
            inviter_is_away=seat == AWAY,
        )
    state = room.state(you, language)
    response = page(
        request,
        "match.html",
        was_taken=seat == TAKEN and not you,
        watches=not you,
        offers_alerts=bool(you) and isinstance(room.match.terms.clock, SlowClock),
        seat_is_free=bool(free) and not for_others,
        for_others=for_others,
        is_open=is_open,
        rated=room.match.terms.rated,
        invite=str(request.url_for("match_page", match=match)),
        tournament=await tournament_of(request, match),
        **match_data(room.match, state, language),
    )
    if known is not None:
        known.keep(response, https=is_https(request))
    return response


async def _adopted(request: Request, visit: Visit) -> Known | None:
    """Makes the visitor's seat theirs for good if it is nobody's; None if there is none such."""
    mine = [player for player in visit.you if visit.room.seats[player].person is None]
    if not mine:
        return None
    known = await known_or_new(request, visit.room.match.names.get(mine[0], ""))
    for player in mine:
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
    if secret is not None and visit.you:
        hand_over(response, following, secret, https=is_https(request))
    return response


async def socket(socket: WebSocket) -> None:
    """The socket of a match page: a plain route, since FastAPI's would double its cost."""
    match, language = socket.path_params["match"], language_of(socket)
    try:
        check_origin(socket)
        visit = await visit_to(socket, match)
    except MenhirsError as error:
        REFUSALS.labels(error.code).inc()
        await socket.accept()
        bye: Bye = {"type": "bye", **error_data(error, language)}
        await socket.send_text(as_json(bye))
        await socket.close(1013 if error.code == "too-fast" else 1008)  # "try again later"
        return
    await socket.accept()
    if is_program(socket):
        await visit.room.note_program(visit.you)
    room, admission = visit.room, admission_of(socket)

    def check_creation() -> None:
        admission.check_creation(address_of(socket), room.seats.values())

    bucket = admission.messages(room, visit.you)
    await SocketSession(socket, room, visit.viewer(), bucket, check_creation).run()
