"""What the past of a position means to an engine (D15)."""

from __future__ import annotations

from menhirs.core.geometry import Mask
from menhirs.core.past import Past
from menhirs.core.position import Position
from menhirs.core.state import Phase


def ties_ahead(position: Position) -> list[tuple[int, Mask, Mask]]:
    """The positions that are a tie if they come up once more: turn, fog, fog that M4 forbids.

    That they are follows from what was played before, so it holds wherever a search meets them. A
    repetition within a line is not among them: the search goes on there, to win or to an estimate,
    and proves nothing by it. What it proves to be won is won without repeating.
    """
    rules = position.rules
    if rules.repetitions is None or position.phase is not Phase.MOVE:
        return []
    here = Past(position.fog, position.last, position.past)
    return [
        (position.turn if parity == here.length % 2 else position.turn ^ 1, fog, banned)
        for (parity, fog, banned), times in here.tally(position.geometry.stride).items()
        if times + 1 >= rules.repetitions
    ]
