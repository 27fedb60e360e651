"""A step so small and frequent that compiled code has to have it in place, not call it.

Plain Python has no word for that, so it is written down twice: here for a machine without a
compiler, and in ``inlined.pxd``.
"""

from __future__ import annotations

from menhirs.engine.solver.ranking import Ranking


def rank_of(ranking: Ranking, packed: int, tiles: int) -> int:
    """The rank of a packed fog among those with as many tiles."""
    return ranking.rank_packed(packed, tiles)
