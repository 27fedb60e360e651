"""Pictures as SVG: of a position, of a match, and of a whole game moving."""

from __future__ import annotations

from menhirs.home.asking import SVG, Answer, Asked, Route
from menhirs.home.ports import Visitor
from menhirs.home.shapes import PictureOfMatch, PictureOfPosition
from menhirs.notation.svg import Drawing, draw
from menhirs.referee.agreement import begin_from
from menhirs.view.match.match_pictures import moving_picture_of, picture_after


async def draw_position(visitor: Visitor, asked: Asked[PictureOfPosition]) -> Answer:
    """A position, for a light or for a dark page."""
    position = begin_from(asked.wanted.position, visitor.offered)
    drawing = Drawing(theme=asked.wanted.theme, coordinates=False)
    return Answer(200, draw(position, drawing), SVG, lasts=True)


async def draw_match(visitor: Visitor, asked: Asked[PictureOfMatch]) -> Answer:
    """The board as it is now."""
    match = (await visitor.matches.visit(asked.gaps["match"])).match
    drawn = picture_after(match, len(match.plies), asked.wanted.theme)
    return Answer(200, drawn, SVG, lasts=match.is_over)


async def draw_game(visitor: Visitor, asked: Asked[PictureOfMatch]) -> Answer:
    """The whole game as an animation."""
    match = (await visitor.matches.visit(asked.gaps["match"])).match
    visitor.admit_picture()
    drawn = moving_picture_of(match, asked.wanted.theme)
    return Answer(200, drawn, SVG, lasts=match.is_over)


ROUTES = (
    Route("GET", "/position.svg", draw_position, PictureOfPosition, kind=SVG, is_listed=False),
    Route("GET", "/m/{match}/picture.svg", draw_match, PictureOfMatch, kind=SVG, is_listed=False),
    Route("GET", "/m/{match}/game.svg", draw_game, PictureOfMatch, kind=SVG, is_listed=False),
)
