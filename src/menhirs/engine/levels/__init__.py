"""Opponents for every player: eight levels, from a stroller in the fog to the full engine.

===================  ==================================================
``level.py``         the levels: names, descriptions, habits
``attention.py``     what a player of some habits notices
``level_player.py``  :class:`LevelPlayer`, which chooses and claims
===================  ==================================================
"""

from menhirs.engine.levels.level import LEVELS, Level, level
from menhirs.engine.levels.level_player import LevelPlayer

__all__ = ["LEVELS", "Level", "LevelPlayer", "level"]
