"""Pictures that a page shows or saves: of any position, of a match, of a whole game."""

from __future__ import annotations

from collections.abc import Mapping

from menhirs.browser.local_matches import LocalMatches
from menhirs.browser.requests import Answer, Asked, Routes
from menhirs.core.rules import RuleSet
from menhirs.match.match import Match
from menhirs.notation.svg import Drawing, Theme, draw
from menhirs.notation.svg.animation import animate
from menhirs.notation.svg.plies import draw_ply
from menhirs.referee.agreement import begin_from


class PictureRequests:
    """Answers them with SVG."""

    def __init__(self, matches: LocalMatches, offered: Mapping[str, RuleSet]) -> None:
        self._matches = matches
        self._offered = offered

    def add_to(self, routes: Routes) -> None:
        """Says where they are answered."""
        routes.add("GET", "/position.svg", self._position)
        routes.add("GET", "/m/{match}/picture.svg", self._match)
        routes.add("GET", "/m/{match}/game.svg", self._game)

    async def _position(self, asked: Asked) -> Answer:
        position = begin_from(asked.query.get("position", ""), self._offered)
        return Answer(200, draw(position, _drawing(asked)))

    async def _match(self, asked: Asked) -> Answer:
        match = await self._found(asked)
        actions = [ply.action for ply in match.plies]
        return Answer(200, draw_ply(actions, match.positions, len(actions), _drawing(asked)))

    async def _game(self, asked: Asked) -> Answer:
        match = await self._found(asked)
        actions = [ply.action for ply in match.plies]
        return Answer(200, animate(actions, match.positions, _drawing(asked)))

    async def _found(self, asked: Asked) -> Match:
        _, match = await self._matches.as_it_is(asked.parts["match"])
        return match


def _drawing(asked: Asked) -> Drawing:
    theme = Theme.DARK if asked.query.get("theme") == "dark" else Theme.LIGHT
    return Drawing(theme=theme, coordinates=False)
