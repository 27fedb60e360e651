"""Requests for pictures: of a position, of a match, and of a whole game moving."""

from __future__ import annotations

from collections.abc import Mapping

from menhirs.browser.local_matches import LocalMatches
from menhirs.browser.requests import Answer, Asked, Routes
from menhirs.core.rules import RuleSet
from menhirs.notation.svg import Drawing, Theme, draw
from menhirs.referee.agreement import begin_from
from menhirs.view.errors import BadMessage
from menhirs.view.match_pictures import moving_picture_of, picture_after


class PictureRequests:
    """Answers them."""

    def __init__(self, matches: LocalMatches, offered: Mapping[str, RuleSet]) -> None:
        self._matches = matches
        self._offered = offered

    def add_to(self, routes: Routes) -> None:
        """Says where they are answered."""
        routes.add("GET", "/position.svg", self._position)
        routes.add("GET", "/m/{match}/picture.svg", self._picture)
        routes.add("GET", "/m/{match}/game.svg", self._game)

    async def _position(self, asked: Asked) -> Answer:
        position = begin_from(asked.query.get("position", ""), self._offered)
        return Answer(200, draw(position, Drawing(theme=_theme(asked), coordinates=False)))

    async def _picture(self, asked: Asked) -> Answer:
        _, match = await self._matches.as_it_is(asked.parts["match"])
        return Answer(200, picture_after(match, len(match.plies), _theme(asked)))

    async def _game(self, asked: Asked) -> Answer:
        _, match = await self._matches.as_it_is(asked.parts["match"])
        return Answer(200, moving_picture_of(match, _theme(asked)))


def _theme(asked: Asked) -> Theme:
    try:
        return Theme(asked.query.get("theme") or Theme.LIGHT)
    except ValueError:
        raise BadMessage("message", why=f"theme: none of {', '.join(Theme)}") from None
