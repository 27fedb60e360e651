"""Menhirs dans le Brouillard: the rules, records and boards of a two-player hex game.

>>> import menhirs
>>> position = menhirs.new_game("base", seed="oak")
>>> position = menhirs.play_text(position, "+a1 +a2 +b1 +b2")
>>> position.phase, position.round
(<Phase.MOVE: 'move'>, 3)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.2.0"

if TYPE_CHECKING:
    from menhirs.api import *  # noqa: F403


def __getattr__(name: str) -> Any:
    # Loaded at first use: the command line starts in a moment because it never asks for all.
    if name.startswith("_"):
        raise AttributeError(name)
    return getattr(import_module("menhirs.api"), name)
