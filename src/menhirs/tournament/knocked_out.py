"""The remaining players of a knock-out.

A pair plays two games with the seats swapped. More wins decide, then more points. If the pair is
still equal it plays two deciding games, again with the seats swapped, and again wins and then
points decide. If even those leave it equal, the player who entered first goes on.
"""

from __future__ import annotations

from menhirs.tournament.results import EntrantId, Pairing
from menhirs.tournament.tournament import Tournament, pair_tally


def pair_winner(tournament: Tournament, round_number: int, pairing: Pairing) -> EntrantId | None:
    """The winner of a pair; None while one of its games is open."""
    games = tournament.games_of(round_number, pairing)
    outcomes = [outcome for game in games if (outcome := tournament.outcome(game)) is not None]
    if len(outcomes) < len(games):
        return None
    tally = pair_tally(games, outcomes)
    return min(
        pairing, key=lambda entrant_id: (-tally[entrant_id][0], -tally[entrant_id][1], entrant_id)
    )


def losers(tournament: Tournament) -> set[EntrantId]:
    """All players who were knocked out."""
    return {
        entrant_id
        for paired in tournament.rounds
        for pairing in paired.pairings
        if (winner := pair_winner(tournament, paired.number, pairing)) is not None
        for entrant_id in pairing
        if entrant_id != winner
    }


def still_in(tournament: Tournament) -> list[EntrantId]:
    """All who have neither lost nor withdrawn, in the order of entry."""
    lost = losers(tournament)
    return [entrant_id for entrant_id in tournament.active if entrant_id not in lost]


def rounds_survived(tournament: Tournament) -> dict[EntrantId, int]:
    """The number of rounds that each player survived; the winner is a round ahead of all."""
    survived = dict.fromkeys(tournament.entrants, 0)
    for paired in tournament.rounds:
        winners = [pair_winner(tournament, paired.number, p) for p in paired.pairings]
        for entrant_id in (paired.bye, *winners):
            if entrant_id is not None:
                survived[entrant_id] += 1
    left = still_in(tournament)
    if tournament.rounds and len(left) == 1:
        survived[left[0]] = len(tournament.rounds) + 1
    return survived
