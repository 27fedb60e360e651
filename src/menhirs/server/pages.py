"""The pages that people see, and the forms on them."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, Form, Request, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from pydantic import BaseModel, StringConstraints, ValidationError

from menhirs.core.errors import MenhirsError
from menhirs.core.geometry import STANDARD
from menhirs.engine.levels import LEVELS
from menhirs.notation.line import read_line
from menhirs.notation.svg import Drawing, Theme, draw
from menhirs.server import referee
from menhirs.server.conversation import Conversation
from menhirs.server.errors import BadRequest
from menhirs.server.languages import LANGUAGES
from menhirs.server.looks import LANGUAGE_COOKIE, language_of, page
from menhirs.server.metrics import REFUSALS
from menhirs.server.record_file import record_text
from menhirs.server.room import Room
from menhirs.server.rooms import Rooms
from menhirs.server.rules_page import rules_contents, rules_html
from menhirs.server.safety import check_origin
from menhirs.server.seats import hand_over, seats_of, secret_in
from menhirs.server.viewer import Viewer
from menhirs.server.wishes import Wishes

router = APIRouter(include_in_schema=False)

_A_YEAR = 365 * 24 * 3600
_HERO = "amsterdam o../..Mo/.m.o./...oM./om.o./o.m./..o 2 9 move 1,0 - - -"


def rooms_of(request: Request | WebSocket) -> Rooms:
    """The rooms of the server that a request came to."""
    rooms: Rooms = request.app.state.rooms
    return rooms


def _is_https(request: Request) -> bool:
    return request.url.scheme == "https"


@router.get("/")
def home(request: Request) -> Response:
    language = language_of(request)
    levels = [
        {
            "number": level.number,
            "name": language.gettext(level.name),
            "about": language.gettext(level.about),
        }
        for level in LEVELS
    ]
    columns = [[STANDARD.name(cell) for cell in column] for column in STANDARD.columns]
    return page(request, "home.html", levels=levels, columns=columns)


@router.get("/hero-{theme}.svg")
def hero(theme: Theme) -> Response:
    """The picture on the front page, for a light or for a dark one."""
    drawn = draw(read_line(_HERO), Drawing(theme=theme, coordinates=False))
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})


@router.get("/rules")
def rules(request: Request) -> Response:
    language = language_of(request)
    told, contents = rules_html(language), rules_contents(language)
    return page(request, "rules.html", content=told, contents=contents)


@router.post("/language")
def choose_language(
    request: Request, language: Annotated[str, Form()], back: Annotated[str, Form()] = "/"
) -> Response:
    check_origin(request)
    # Only a path of ours: a form must not be made to lead anywhere else.
    target = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    response = RedirectResponse(target, 303)
    if language in LANGUAGES:
        response.set_cookie(
            LANGUAGE_COOKIE,
            language,
            max_age=_A_YEAR,
            secure=_is_https(request),
            httponly=True,
            samesite="lax",
        )
    return response


@router.post("/matches")
async def create_match(request: Request) -> Response:
    check_origin(request)
    request.app.state.creations.check(_address(request))
    form = await request.form(max_files=0, max_fields=60)
    fields: dict[str, object] = {name: value for name, value in form.items() if value != ""}
    if "menhirs" in form:  # one box for every cell, or all names in one field
        fields["menhirs"] = " ".join(str(value) for value in form.getlist("menhirs"))
    try:
        wishes = Wishes.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise BadRequest("form", field=field, why=first["msg"]) from None
    match, secret, _ = await referee.create(rooms_of(request), wishes)
    response = RedirectResponse(f"/m/{match}", 303)
    hand_over(response, match, secret, https=_is_https(request))
    return response


def _address(request: Request | WebSocket) -> str:
    return request.client.host if request.client else ""


async def _room(request: Request | WebSocket, match: str) -> Room:
    request.app.state.requests.check(_address(request))
    return await rooms_of(request).room(match)


@router.get("/m/{match}")
async def match_page(request: Request, match: str) -> Response:
    room = await _room(request, match)
    language = language_of(request)
    you = seats_of(secret_in(request), room.seats)
    state = room.state(you, language)
    return page(
        request,
        "match.html",
        match_id=match,
        may_join=not you and bool(room.match.free_seats),
        sentence=state["status"],
        invite=str(request.url_for("match_page", match=match)),
    )


@router.get("/m/{match}/record")
async def record(request: Request, match: str) -> Response:
    room = await _room(request, match)
    return PlainTextResponse(
        record_text(room.match),
        headers={"content-disposition": f'attachment; filename="{match}.menhirs"'},
    )


@router.get("/m/{match}/plies")
async def plies(request: Request, match: str) -> Response:
    room = await _room(request, match)
    return JSONResponse(room.telling.plies(language_of(request)))


@router.post("/m/{match}/join")
async def join(request: Request, match: str) -> Response:
    check_origin(request)
    room = await _room(request, match)
    response = RedirectResponse(f"/m/{match}", 303)
    if not seats_of(secret_in(request), room.seats):
        form = await request.form(max_files=0, max_fields=5)
        _, secret = await referee.join(room, str(form.get("name", "")))
        hand_over(response, match, secret, https=_is_https(request))
    return response


@router.get("/m/{match}/next")
async def next_game(request: Request, match: str) -> Response:
    room = await _room(request, match)
    following = room.match.next_match
    if following is None:
        raise BadRequest("no-page")
    response = RedirectResponse(f"/m/{following}", 303)
    secret = secret_in(request)
    if secret is not None and seats_of(secret, room.seats):
        hand_over(response, following, secret, https=_is_https(request))
    return response


@router.get("/m/{match}/seat-link")
async def seat_link(request: Request, match: str) -> Response:
    """The way to go on from another device. The secret stands behind #: no server logs that."""
    room = await _room(request, match)
    secret = secret_in(request)
    if secret is None or not seats_of(secret, room.seats):
        raise BadRequest("secret")
    address = request.url_for("seat_page", match=match)
    return JSONResponse({"url": f"{address}#{secret}"}, headers={"cache-control": "no-store"})


@router.get("/m/{match}/seat")
async def seat_page(request: Request, match: str) -> Response:
    await _room(request, match)
    return page(request, "seat.html", match_id=match)


class SeatKey(BaseModel):
    secret: Annotated[str, StringConstraints(max_length=100)]


@router.post("/m/{match}/seat")
async def take_seat(request: Request, match: str, key: SeatKey) -> Response:
    check_origin(request)
    room = await _room(request, match)
    if not seats_of(key.secret, room.seats):
        raise BadRequest("secret")
    response = JSONResponse({"match": match})
    hand_over(response, match, key.secret, https=_is_https(request))
    return response


@router.websocket("/m/{match}/socket")
async def socket(socket: WebSocket, match: str) -> None:
    language = language_of(socket)
    try:
        check_origin(socket)
        room = await _room(socket, match)
    except MenhirsError as error:
        REFUSALS.labels(error.code).inc()
        await socket.accept()
        await socket.send_text(json.dumps({"type": "bye", **referee.told(error, language)}))
        await socket.close(1008)
        return
    await socket.accept()
    viewer = Viewer(seats_of(secret_in(socket), room.seats), language)
    rate = socket.app.state.settings.messages_a_second
    await Conversation(socket, room, viewer, rate).run()
