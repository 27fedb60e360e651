"""Play from here: any position of the game, drawn, and the ways to begin a match there.

Rules, guides and puzzles link to ``/play?position=<position line>``.
"""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from menhirs.match.fair_play import EngineDoor
from menhirs.notation.svg import Drawing, Theme, draw
from menhirs.referee.agreement import begin_from
from menhirs.server.http.fair_play import check_fair
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.visit import limited, offered_by
from menhirs.view.start_data import levels_data, start_data

router = APIRouter(include_in_schema=False)


@router.get("/play", dependencies=[Depends(limited)])
async def play_from_here(request: Request, position: str = "") -> Response:
    language = language_of(request)
    start = begin_from(position, offered_by(request))
    await check_fair(request, EngineDoor.MATCH, [start])
    told = start_data(start, language)
    return page(request, "from_here.html", levels=levels_data(language), **told)


@router.get("/position.svg", dependencies=[Depends(limited)])
def picture(request: Request, position: str = "", theme: Theme = Theme.LIGHT) -> Response:
    """A position as SVG, for a light or for a dark page."""
    drawn = draw(begin_from(position, offered_by(request)), Drawing(theme=theme, coordinates=False))
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})
