"""The table of addresses that both editions answer."""

from __future__ import annotations

from typing import Any

from menhirs.home import (
    analysis,
    exercises,
    games,
    matches,
    own_play,
    pictures,
    reviews,
    sprints,
    value,
)
from menhirs.home.pages import boards, front, puzzles, widgets
from menhirs.home.pages import games as games_page
from menhirs.home.requests import Route

ROUTES: tuple[Route[Any], ...] = (
    *matches.ROUTES,
    *games.ROUTES,
    *reviews.ROUTES,
    *exercises.ROUTES,
    *analysis.ROUTES,
    *value.ROUTES,
    *own_play.ROUTES,
    *sprints.ROUTES,
    *pictures.ROUTES,
    *front.ROUTES,
    *puzzles.ROUTES,
    *games_page.ROUTES,
    *boards.ROUTES,
    *widgets.ROUTES,
)
"""If two match, the first one answers."""
