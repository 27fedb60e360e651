"""Small games on small boards, small enough to try everything."""

from __future__ import annotations

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
