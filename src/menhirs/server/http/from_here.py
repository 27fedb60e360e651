"""Play from here: any position of the game, drawn, and the ways to begin a match there.

Rules, guides and puzzles link to ``/play?position=<position line>``.
"""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from menhirs.core.position import Position
from menhirs.engine.levels import LEVELS
from menhirs.notation.line import write_line
from menhirs.notation.svg import Drawing, Theme, draw
from menhirs.referee.agreement import begin_from
from menhirs.server.http.pages import limited
from menhirs.server.http.rendering import language_of, page
from menhirs.server.http.visit import offered_by
from menhirs.server.languages import Language
from menhirs.view.terms_in_words import game_in_words

router = APIRouter(include_in_schema=False)


def address_of(position: Position) -> str:
    """Where a visitor can begin a match from a position."""
    return f"/play?{urlencode({'position': write_line(position)})}"


@router.get("/play", dependencies=[Depends(limited)])
def play_from_here(request: Request, position: str = "") -> Response:
    language = language_of(request)
    start = begin_from(position, offered_by(request))
    levels = [
        {
            "number": level.number,
            "name": language.gettext(level.name),
            "about": language.gettext(level.about),
        }
        for level in LEVELS
    ]
    line = write_line(start)
    return page(
        request,
        "from_here.html",
        levels=levels,
        line=line,
        picture=f"/position.svg?{urlencode({'position': line})}",
        player=start.player,
        game=game_in_words(start.rules, language),
        moment=_moment(start, language),
    )


@router.get("/position.svg", dependencies=[Depends(limited)])
def picture(request: Request, position: str = "", theme: Theme = Theme.LIGHT) -> Response:
    """A position as SVG, for a light or for a dark page."""
    drawn = draw(begin_from(position, offered_by(request)), Drawing(theme=theme, coordinates=False))
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=86400"})


def _moment(position: Position, language: Language) -> str:
    _ = language.gettext
    if position.player == 1:
        turn = _("It is the turn of player 1, in the south.")
    else:
        turn = _("It is the turn of player 2, in the north.")
    if position.rules.is_endless:
        return turn
    return f"{_('Round {round}.').format(round=position.round)} {turn}"
