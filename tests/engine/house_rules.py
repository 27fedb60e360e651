"""Small games on small boards, small enough to try everything."""

from __future__ import annotations

from dataclasses import replace

from menhirs.core.geometry import Geometry
from menhirs.core.rules import Round, RuleSet, Taking
from menhirs.core.scoring import RoundScoring, TileScoring

NEVER, MAY, MUST = Taking.NEVER, Taking.MAY, Taking.MUST

SMALL_BASE = RuleSet(
    "small-base",
    schedule=(
        Round(1, places=True),
        Round(2),
        Round(3, taking=(NEVER, MUST)),
        Round(4, taking=(MUST, MUST)),
        Round(5, taking=(MUST, MUST)),
    ),
    scoring=TileScoring(bonus_round=2, bonus=21),
    geometry=Geometry((2, 3, 2)),
    menhirs=2,
    fog_tiles=4,
)
WIDE_BASE = RuleSet(
    "wide-base",
    schedule=(
        Round(1, places=True),
        Round(2, taking=(NEVER, MUST)),
        Round(3, taking=(MUST, MUST)),
    ),
    scoring=TileScoring(bonus_round=2, bonus=None),
    geometry=Geometry((3, 4, 3)),
    menhirs=4,
    fog_tiles=6,
)
SMALL_AMSTERDAM = RuleSet(
    "small-amsterdam",
    schedule=(
        Round(5, places=True),
        Round(4, taking=(MAY, MAY), claims=True),
        Round(3, taking=(MAY, MAY), claims=True),
        Round(2, taking=(MUST, MUST), claims=True),
        Round(1, taking=(MUST, MUST)),
    ),
    scoring=RoundScoring(a_lap_earlier=4),
    geometry=Geometry((2, 3, 2)),
    menhirs=3,
    fog_tiles=5,
    flips_each=1,
    chances=1,
    decision_after=3,
    laps=2,
    sheet="A",
)

GENEROUS_AMSTERDAM = replace(SMALL_AMSTERDAM, name="generous-amsterdam", chances=2)
"""After going back a player may have two tiles to place and the other none."""


def _flips(
    name: str, heights: tuple[int, ...], menhirs: int, fog_tiles: int, *, claims: bool, laps: int
) -> RuleSet:
    """A game in which it matters which menhirs are turned over."""
    return RuleSet(
        name,
        schedule=(
            Round(4, places=True),
            Round(3, taking=(MAY, MAY), claims=claims),
            Round(2, taking=(MAY, MAY), claims=claims),
            Round(1, taking=(MUST, MUST)),
        ),
        scoring=RoundScoring(a_lap_earlier=3),
        geometry=Geometry(heights),
        menhirs=menhirs,
        fog_tiles=fog_tiles,
        flips_each=1,
        chances=1,
        decision_after=2,
        laps=laps,
        sheet="A",
    )


FLIPS_WITHOUT_CLAIMS = _flips("flips-without-claims", (4, 3), 4, 4, claims=False, laps=2)
FLIPS_IN_ONE_LAP = _flips("flips-in-one-lap", (3, 4), 4, 4, claims=True, laps=1)
FLIPS_OF_FIVE = _flips("flips-of-five", (3, 4), 5, 3, claims=True, laps=2)
"""With nothing to place in the first lap."""

LONG_AMSTERDAM = RuleSet(
    "long-amsterdam",
    schedule=(
        Round(9, places=True),
        *(Round(number, taking=(MAY, MAY), claims=True) for number in range(8, 2, -1)),
        Round(2, taking=(MUST, MUST), claims=True),
        Round(1, taking=(MUST, MUST)),
    ),
    scoring=RoundScoring(a_lap_earlier=8),
    geometry=Geometry((3, 4, 5, 4)),
    menhirs=3,
    fog_tiles=7,
    chances=2,
    decision_after=3,
    laps=2,
    sheet="A",
)
"""Too large to try everything, but long enough for a turn to be like the one after it."""
