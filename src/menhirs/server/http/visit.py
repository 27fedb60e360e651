"""A visit to a match: its room, the visitor's seats and language, for pages and programs alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from menhirs.core.actions import Player
from menhirs.core.rules import RuleSet
from menhirs.server.http.admission import Admission, address_of
from menhirs.server.http.painter import Painter
from menhirs.server.http.person_cookie import person_of
from menhirs.server.http.rendering import language_of
from menhirs.server.http.seat_cookie import secret_in
from menhirs.server.languages import Language
from menhirs.server.live.downloads import Downloads
from menhirs.server.live.lobby import Lobby
from menhirs.server.live.payments import Payments
from menhirs.server.live.room import Room
from menhirs.server.live.rooms import Rooms
from menhirs.server.live.seat_keys import SeatKey
from menhirs.server.live.turns import Turns
from menhirs.server.live.viewer import Viewer
from menhirs.server.settings import ServerSettings

Given = ParamSpec("Given")
T = TypeVar("T")


def rooms_of(request: HTTPConnection) -> Rooms:
    """The rooms of the server that a request came to."""
    rooms: Rooms = request.app.state.rooms
    return rooms


def lobby_of(request: HTTPConnection) -> Lobby:
    """The lobby that a request came to."""
    lobby: Lobby = request.app.state.lobby
    return lobby


def downloads_of(request: HTTPConnection) -> Downloads:
    """The files of games that the server makes which a request came to."""
    downloads: Downloads = request.app.state.downloads
    return downloads


def payments_of(request: HTTPConnection) -> Payments:
    """Who sees to ratings at the server that a request came to."""
    payments: Payments = request.app.state.payments
    return payments


def offered_by(request: HTTPConnection) -> Mapping[str, RuleSet]:
    """The games that the server offers."""
    settings: ServerSettings = request.app.state.settings
    return settings.rule_sets


def admission_of(request: HTTPConnection) -> Admission:
    """The limits of the server that a request came to."""
    admission: Admission = request.app.state.admission
    return admission


async def apart(
    request: HTTPConnection, work: Callable[Given, T], *told: Given.args, **named: Given.kwargs
) -> T:
    """The result of work that takes a moment, in a thread. Visitors take turns at it."""
    turns: Turns = request.app.state.turns
    async with turns.turn(address_of(request)):
        return await run_in_threadpool(work, *told, **named)


def limited(request: HTTPConnection) -> None:
    """Counts a request that is about no match, or refuses it."""
    admission_of(request).check_request(address_of(request))


def painter_of(request: HTTPConnection) -> Painter:
    """Who makes the server's PNGs."""
    painter: Painter = request.app.state.painter
    return painter


@dataclass(frozen=True)
class Visit:
    """Somebody who comes to a match."""

    room: Room
    you: list[Player]
    """The seats that the request's key opens."""
    language: Language

    def viewer(self) -> Viewer:
        """The visitor as one who is told what happens."""
        return Viewer(self.you, self.language)

    async def plies(self) -> str:
        """The game ply by ply, as JSON."""
        return await self.room.view.plies_text(self.you, self.language)


async def key_of(request: HTTPConnection) -> SeatKey:
    """What a request shows to sit down at a match."""
    person = await person_of(request)
    return SeatKey(secret_in(request), person.id if person else None)


async def visit_to(request: HTTPConnection, match: str) -> Visit:
    """The visit that a request makes, unless it is one too many."""
    key = await key_of(request)
    room = await admission_of(request).room(address_of(request), key, rooms_of(request), match)
    return Visit(room, key.opens(room.seats), language_of(request))
