"""A move as part of a sentence."""

from __future__ import annotations

from menhirs.core.actions import Move
from menhirs.core.geometry import Geometry
from menhirs.notation.people import Translator
from menhirs.notation.words import DIRECTIONS, listed

_MOST_NAMED = 4
"""The most tiles that are named; for more only the number is given."""


def push_in_words(move: Move, geometry: Geometry, language: Translator) -> str:
    """A move without a verb, as a part of a sentence."""
    _, tiles = language.gettext, move.tiles
    if tiles.bit_count() > _MOST_NAMED:
        push = _("a push of {n} tiles to the {direction}")
    else:
        push = _("a push of {cells} to the {direction}")
    return push.format(
        n=tiles.bit_count(),
        cells=listed(geometry, tiles, language),
        direction=_(DIRECTIONS[move.direction]),
    )
