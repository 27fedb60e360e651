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

__version__ = "0.3.0"

if TYPE_CHECKING:
    from menhirs.api import *  # noqa: F403
else:
    # A type checker must not see this function: with it, every misspelt name would pass.
    def __getattr__(name: str) -> Any:
        # Found at first use: the command line starts in a moment because it never asks for all.
        if name.startswith("_") and name != "__all__":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        offered = import_module("menhirs.api")
        if name == "__all__":
            return [*offered.__all__, "__version__"]
        if name not in offered.__all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        value = globals()[name] = getattr(offered, name)
        return value

    def __dir__() -> list[str]:
        return sorted(__getattr__("__all__"))
