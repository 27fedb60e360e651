"""A match as pictures: after any ply, and the whole game moving."""

from __future__ import annotations

from menhirs.match.match import Match
from menhirs.notation.svg import Drawing, Theme
from menhirs.notation.svg.animation import animate_plies
from menhirs.notation.svg.plies import draw_ply

MOST_FRAMES = 300
"""Actions that are shown of an endless game: the last ones."""


def picture_after(match: Match, ply: int, theme: Theme) -> str:
    """The board after so many actions, with the last action marked."""
    plies = list(match.plies)  # the match may go on while it is drawn
    positions = [match.start, *(one.position for one in plies)]
    return draw_ply([one.action for one in plies], positions, ply, _drawing(theme))


def moving_picture_of(match: Match, theme: Theme) -> str:
    """The whole game as an animation."""
    plies = list(match.plies)  # the match may go on while it is drawn
    actions = [ply.action for ply in plies[-MOST_FRAMES:]]
    positions = [match.start, *(ply.position for ply in plies)][-MOST_FRAMES - 1 :]
    return animate_plies(actions, positions, _drawing(theme))


def _drawing(theme: Theme) -> Drawing:
    return Drawing(theme=theme, coordinates=False)
