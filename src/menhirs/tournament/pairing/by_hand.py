"""Pairing by hand: two players meet, and the others of the round make room."""

from __future__ import annotations

from menhirs.tournament.entries import Pair
from menhirs.tournament.errors import BadTournament
from menhirs.tournament.results import EntrantId, Pairing
from menhirs.tournament.tournament import Tournament


def meet(tournament: Tournament, south: EntrantId, north: EntrantId) -> Pair:
    """The last round once more, with these two at one table.

    Their former opponents meet each other instead. A player who is left over has the bye.
    """
    if not tournament.rounds:
        raise BadTournament("tournament-round", round=0, wanted=1)
    paired = tournament.rounds[-1]
    both = {south, north}
    kept: list[Pairing] = []
    left: list[EntrantId] = []
    place = len(paired.pairings)
    for table, pairing in enumerate(paired.pairings):
        if both.isdisjoint(pairing):
            kept.append(pairing)
            continue
        place = min(place, table)
        left += [entrant_id for entrant_id in pairing if entrant_id not in both]
    if paired.bye is not None and paired.bye not in both:
        left.append(paired.bye)
    kept.insert(place, Pairing(south, north))
    if len(left) > 1:
        kept.append(Pairing(left[0], left[1]))
        left = left[2:]
    return Pair(paired.number, tuple(kept), left[0] if left else None, by_hand=True)
