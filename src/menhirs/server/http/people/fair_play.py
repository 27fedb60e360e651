"""The fair-play check of a request, and the page about fair play."""

from __future__ import annotations

from collections.abc import Iterable

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from menhirs.core.position import Position
from menhirs.match.fair_play import EngineDoor
from menhirs.server.http.match.visit import limited
from menhirs.server.http.people.person_cookie import person_of
from menhirs.server.http.rendering import page
from menhirs.server.http.services import rooms_of
from menhirs.server.storage.match.fair_play_store import APPEAL_DAYS

router = APIRouter(include_in_schema=False)


async def check_fair(request: Request, door: EngineDoor, positions: Iterable[Position]) -> None:
    """Raises if fair play forbids the visitor engine help with one of these positions now."""
    person = await person_of(request)
    fair_play = rooms_of(request).fair_play
    await fair_play.check(door, positions, None if person is None else person.id)


@router.get("/fair-play", dependencies=[Depends(limited)])
def about_fair_play(request: Request) -> Response:
    """The page about fair play."""
    return page(request, "fair_play.html", days=APPEAL_DAYS)
