"""Pictures as SVG: of a position, of a match, and of a whole game moving."""

from __future__ import annotations

from menhirs.home.ports import Visitor
from menhirs.home.requests import SVG, Answer, Route, VisitorRequest
from menhirs.home.shapes import PictureOfMatch, PictureOfPosition
from menhirs.notation.svg import Drawing, draw
from menhirs.referee.agreement import begin_from
from menhirs.view.match.match_pictures import moving_picture_of, picture_after


async def draw_position(visitor: Visitor, request: VisitorRequest[PictureOfPosition]) -> Answer:
    """A position, for a light or for a dark page."""
    position = begin_from(request.wanted.position, visitor.offered)
    drawing = Drawing(theme=request.wanted.theme, coordinates=False)
    return Answer(200, draw(position, drawing), SVG, lasts=True)


async def draw_match(visitor: Visitor, request: VisitorRequest[PictureOfMatch]) -> Answer:
    """The board as it is now."""
    match = (await visitor.matches.visit(request.gaps["match"])).match
    drawn = picture_after(match, len(match.plies), request.wanted.theme)
    return Answer(200, drawn, SVG, lasts=match.is_over)


async def draw_game(visitor: Visitor, request: VisitorRequest[PictureOfMatch]) -> Answer:
    """The whole game as an animation."""
    match = (await visitor.matches.visit(request.gaps["match"])).match
    visitor.admit_picture()
    drawn = moving_picture_of(match, request.wanted.theme)
    return Answer(200, drawn, SVG, lasts=match.is_over)


ROUTES = (
    Route("GET", "/position.svg", draw_position, PictureOfPosition, kind=SVG, is_listed=False),
    Route("GET", "/m/{match}/picture.svg", draw_match, PictureOfMatch, kind=SVG, is_listed=False),
    Route("GET", "/m/{match}/game.svg", draw_game, PictureOfMatch, kind=SVG, is_listed=False),
)
