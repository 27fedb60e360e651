"""The eight levels: who they are, and what they overlook.

Strength is measured in what is noticed and in turns and nodes, never in seconds: a level plays the
same on every machine. ``docs/python/levels.md`` shows how they score against each other.
"""

from __future__ import annotations

from dataclasses import dataclass

from menhirs.engine.analysis import Limits


@dataclass(frozen=True, slots=True)
class Habits:
    """How a player looks at the board. Shares are from 0 to 1."""

    limits: Limits
    """How far it thinks ahead."""
    wins: float = 1.0
    """How often it notices that there is a win to be played or claimed."""
    splits: float = 1.0
    """How many of the parts that could be split off come to its mind."""
    care: float = 1.0
    """How often it sees that an action loses."""

    @property
    def overlooks(self) -> bool:
        """Whether anything ever escapes it."""
        return min(self.wins, self.splits, self.care) < 1


@dataclass(frozen=True, slots=True)
class Level:
    """An opponent."""

    number: int
    name: str
    about: str
    habits: Habits


LEVELS = (
    Level(
        1,
        "Stroller",
        "enjoys the fog, pushes it about and mostly forgets that one can claim",
        Habits(Limits(depth=1), wins=0.25, splits=0.0, care=0.0),
    ),
    Level(
        2,
        "Mushroom Picker",
        "uncovers every menhir at hand and seldom looks up to see who is coming",
        Habits(Limits(depth=1), wins=0.6, splits=0.2, care=0.4),
    ),
    Level(
        3,
        "Shepherd",
        "knows most paths one move long, but loses a sheep now and then",
        Habits(Limits(depth=1), wins=0.8, splits=0.5, care=0.75),
    ),
    Level(
        4,
        "Moss Reader",
        "sees the obvious answer to a move and splits fog when it is in the mood",
        Habits(Limits(depth=1), wins=0.9, splits=0.7, care=0.93),
    ),
    Level(
        5,
        "Stone Carver",
        "thinks a move and its answer through, and chips a finger only rarely",
        Habits(Limits(depth=2, nodes=20_000), splits=0.85, care=0.98),
    ),
    Level(
        6,
        "Fog Weaver",
        "never misses a win or a threat, and knows every way to part the fog",
        Habits(Limits(depth=2, nodes=300)),
    ),
    Level(
        7,
        "Druid",
        "lays snares in the mist: most ways out of them are wrong",
        Habits(Limits(nodes=2_000)),
    ),
    Level(
        8,
        "The Fog Itself",
        "the full engine: was here before the stones, and forgives nothing",
        Habits(Limits(nodes=200_000)),
    ),
)


def level(number: int) -> Level:
    """The level of that number, from 1 on."""
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"there is no level {number}: they go from 1 to {len(LEVELS)}")
    return LEVELS[number - 1]
