"""Opponents for every player: eight levels, from a stroller in the fog to the full engine.

=============  ==================================================
``level.py``   the levels: names, descriptions, habits
``eyes.py``    what a player of some habits notices
``player.py``  :class:`LevelPlayer`, which chooses and claims
=============  ==================================================
"""

from menhirs.engine.levels.level import LEVELS, Level, level
from menhirs.engine.levels.player import LevelPlayer

__all__ = ["LEVELS", "Level", "LevelPlayer", "level"]
