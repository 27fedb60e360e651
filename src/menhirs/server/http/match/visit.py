"""A visit to a match: its room, the visitor's seats and language, for pages and programs alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import ParamSpec, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection

from menhirs.core.actions import Player
from menhirs.server.http.admission import address_of
from menhirs.server.http.match.seat_cookie import secret_in
from menhirs.server.http.people.person_cookie import person_of
from menhirs.server.http.rendering import language_of
from menhirs.server.http.services import admission_of, rooms_of, services_of
from menhirs.server.live.match.room import Room
from menhirs.server.live.match.seat_keys import SeatKey
from menhirs.server.live.match.viewer import Viewer
from menhirs.web.languages import Language

Given = ParamSpec("Given")
T = TypeVar("T")


async def apart(
    request: HTTPConnection, work: Callable[Given, T], *arguments: Given.args, **named: Given.kwargs
) -> T:
    """Runs work that takes a moment in a thread, where visitors take turns."""
    async with services_of(request).turns.turn(address_of(request)):
        return await run_in_threadpool(work, *arguments, **named)


def limited(request: HTTPConnection) -> None:
    """Counts a request outside matches; raises if there are too many."""
    admission_of(request).requests.check(address_of(request))


@dataclass(frozen=True)
class Visit:
    """A visitor at a match."""

    room: Room
    own_seats: list[Player]
    """The seats that the request's key opens."""
    language: Language
    admit_telling: Callable[[], None]
    """Counts that the whole game is told, or raises."""

    def viewer(self) -> Viewer:
        """A viewer that gets the messages of the match."""
        return Viewer(self.own_seats, self.language)

    async def plies(self) -> str:
        """The game ply by ply, as JSON."""
        self.admit_telling()
        return await self.room.view.plies_text(self.own_seats, self.language)


async def key_of(request: HTTPConnection) -> SeatKey:
    """The credentials in a request for a seat."""
    person = await person_of(request)
    return SeatKey(secret_in(request), person.id if person else None)


async def visit_to(request: HTTPConnection, match: str) -> Visit:
    """The visit of a request; raises if there are too many."""
    key, admission, address = await key_of(request), admission_of(request), address_of(request)
    room = await admission.room(address, key, rooms_of(request), match)
    own_seats = key.opens(room.seats)
    admit_telling = partial(admission.check_telling, address, room, own_seats)
    return Visit(room, own_seats, language_of(request), admit_telling)
