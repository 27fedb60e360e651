"""The engine: what it thinks of a position, and what it plays.

>>> import menhirs
>>> position = menhirs.new_game("base8", seed="oak")
>>> analysis = menhirs.engine.analyse(position, nodes=2_000)
>>> position = menhirs.engine.level(3).play(position)

``dir(menhirs.engine)`` lists what it offers (``engine_api.py``). Its rooms:

=====================  ======================================================================
``engine.py``          :class:`Engine`: tables where a layout is solved, else the search
``analysis.py``        the limits and the result of an analysis
``search/``            alpha-beta for any position under any rules
``solver/``            perfect play, worked out into tables and looked up
``levels/``            eight opponents, from beginner to full strength
``rollout.py``         compiled: whole random games
``stakes.py``          the points of a win, and the most that can still be won, turn by turn
``atomic_file.py``     files that are there whole or not at all
``claims.py``          whether to claim
``compiled.py``        whether the engine is compiled here
``difficulty.py``      how many replies to an action lose
``equal_actions.py``   all actions that are as good as the best one
``replies.py``         lines of a table followed to the end of the game
``solved_layouts.py``  exact values from a folder of tables
``tables_folder.py``   the folder of tables that a user names
``whole_game.py``      a whole game between two players
``work.py``            compiled work that runs without the interpreter's lock
=====================  ======================================================================
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from menhirs.engine_api import *  # noqa: F403

# ruff: noqa: F405

__all__ = [
    "LEVELS",
    "Analysis",
    "Analyst",
    "Chooser",
    "Engine",
    "EngineFailure",
    "EngineProgram",
    "Level",
    "LevelPlayer",
    "Limits",
    "Line",
    "SolvedLayouts",
    "Watch",
    "analyse",
    "level",
    "open",
    "play_game",
    "should_claim",
    "tables",
]


if not TYPE_CHECKING:
    # A type checker must not see this function: with it, every misspelt name would pass.
    def __getattr__(name: str) -> Any:
        # Found at first use: importing a part of the engine does not import all of it.
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        value = globals()[name] = getattr(import_module("menhirs.engine_api"), name)
        return value


def __dir__() -> list[str]:
    return __all__
