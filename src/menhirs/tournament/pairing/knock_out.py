"""Pairing a knock-out: the first of those who are left meets the last.

With an odd number one player has a bye: of the players with the fewest byes the one who entered
first. So any number of players takes no more rounds than the next power of two.
"""

from __future__ import annotations

from collections.abc import Sequence

from menhirs.tournament.pairing.seats import seated
from menhirs.tournament.player_history import pasts
from menhirs.tournament.results import EntrantId, Pairing
from menhirs.tournament.tournament import Tournament


def knock_out_pairings(
    tournament: Tournament, players: Sequence[EntrantId]
) -> tuple[list[Pairing], EntrantId | None]:
    """The pairings of the remaining players, and who has the bye."""
    behind = pasts(tournament)
    order = sorted(players)
    bye = (
        min(order, key=lambda entrant_id: (behind[entrant_id].byes, entrant_id))
        if len(order) % 2
        else None
    )
    left = [entrant_id for entrant_id in order if entrant_id != bye]
    half = len(left) // 2
    pairs = zip(left[:half], reversed(left[half:]), strict=True)
    return [
        seated(one, two, behind, one_first=table % 2 == 0) for table, (one, two) in enumerate(pairs)
    ], bye
